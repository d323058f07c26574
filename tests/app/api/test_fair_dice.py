"""Words of players by the API, and that the record of every game checks out."""

import msgspec
import pytest
from fastapi import FastAPI

from app.api.exports import Record
from app.fairness.checking import check
from games import GAMES
from tests.app.api.conftest import Program, problem
from tests.app.conftest import row_of, seats_at
from tests.app.tables.conftest import Seated


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if not game.companion])
async def test_every_game_checks_out(ada: Program, app: FastAPI, slug: str) -> None:
    """Every game of the house, with what the house itself told in between: somebody leaves and comes back."""
    least = GAMES[slug].seats[0]
    await ada.open(game=slug, seats=least)
    bea = [Program(app) for _ in range(least - 1)]
    for at, one in enumerate(bea):
        await one.join(ada.code, f"Bea {at}")
        assert (await one.call("words", {"words": f"word {at}"})).status_code == 204
    assert (await ada.look()).seats[1].words == "word 0"
    await ada.call("start")
    await _take_one_back(ada, bea)
    await bea[0].call("leave")
    await bea[0].call("return")
    row = await row_of(ada.house, ada.code)
    people = [seat.player_id for seat in await seats_at(ada.house, ada.code)]
    await Seated(ada.house, ada.code, people).play(6000)
    answer = await ada.get(f"/api/tables/{ada.code}/export")
    record = msgspec.json.decode(answer.content, type=Record)
    assert record.words == "\n".join(["", *(f"word {at}" for at in range(least - 1))]) == row.words
    assert [finding.right for finding in check(record)] == [True, True, True], check(record)


async def test_the_api_refuses_words_in_sentences(ada: Program, bea: Program) -> None:
    await ada.open()
    assert problem(await ada.call("words", {"words": 7}), 422).field == "words"
    assert problem(await ada.call("words", {"words": "x" * 61}), 422).message.startswith("Your words have at most 60")
    assert problem(await ada.call("words", {"words": "x"}, headers={}), 401)


async def _take_one_back(ada: Program, others: list[Program]) -> None:
    """Plays until somebody may take a move back, and does."""
    for _ in range(200):
        for one in (ada, *others):
            if (await one.look()).question is not None:
                await one.move()
            seen = await one.look()
            if seen.takeback:
                assert (await one.call("takeback")).json() == {"version": seen.version + 1}
                assert not (await one.look()).takeback
                assert problem(await one.call("takeback"), 409).message.startswith("You have no move to take back")
                return
    raise AssertionError("nobody could ever take a move back")
