"""What each seat may pick in the lobby, like a crown: who may, what is refused, and that it follows its seat."""

import pytest
from sqlalchemy import update

from app.database import tables
from games import GAMES
from games.kernel.contract import decode
from games.papal_curia import GAME
from tests.app.api.conftest import Program
from tests.app.conftest import Guest, names_at, row_of


@pytest.fixture(autouse=True)
def offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Papal Curia can be played."""
    monkeypatch.setitem(GAMES, GAME.slug, GAME)


@pytest.fixture
async def code(livia: Guest, teo: Guest) -> str:
    """A lobby of Papal Curia: Livia is host, then Teo, then a bot."""
    answer = await livia.send_form("/tables", game="papal-curia", name="Livia")
    opened = answer.headers["location"].removeprefix("/t/")
    await teo.join(opened, "Teo")
    await livia.do(opened, "bot", bot="novice")
    return opened


async def realms(guest: Guest, code: str) -> list[str | None]:
    """What is picked, seat by seat."""
    found: list[str | None] = (await row_of(guest.house, code)).options.get("realms")
    return found


async def pick(guest: Guest, code: str, seat: int, realm: str) -> int:
    """The status of picking this for the seat."""
    name = (await names_at(guest.house, code))[seat]
    return (await guest.do(code, "pick", seat=seat, name=name, pick=realm)).status_code


async def test_everybody_picks_for_the_own_seat_and_the_host_for_bots(livia: Guest, teo: Guest, code: str) -> None:
    assert await pick(teo, code, 1, "FRANCE") == 303
    assert await pick(livia, code, 2, "VENICE") == 303
    assert await realms(livia, code) == [None, "FRANCE", "VENICE"]
    page = (await livia.get(f"/t/{code}")).text
    assert '<span class="chip">France</span>' in page, "what somebody else has picked is told, and can't be picked"
    assert '<option value="VENICE" selected>' in page
    assert '<option value="FRANCE"' not in page
    assert await pick(teo, code, 1, "") == 303
    assert await realms(livia, code) == [None, None, "VENICE"]


@pytest.mark.parametrize(
    ("seat", "realm", "status", "sentence"),
    [
        (0, "FRANCE", 403, "That is for Livia to choose. Choose for your own seat."),
        (2, "FRANCE", 403, "Only the host may do that. Ask whoever holds the chair."),
        (1, "VENICE", 409, "Livia has Venice already. Choose another, or leave it to the lot."),
        (1, "MILAN", 422, "“Crown” has no such setting. Choose one of those that the page offers."),
        (1, "PAPAL_STATES", 422, "“Crown” has no such setting. Choose one of those that the page offers."),
        (9, "FRANCE", 422, "Nobody sits on that chair. Look at the seats again."),
    ],
)
async def test_what_is_refused_changes_nothing(
    livia: Guest, teo: Guest, code: str, seat: int, realm: str, status: int, sentence: str
) -> None:
    await pick(livia, code, 0, "VENICE")
    answer = await teo.do(code, "pick", seat=seat, pick=realm, htmx=True)
    assert answer.status_code == status
    assert sentence in answer.text.replace("&#39;", "'")
    assert await realms(livia, code) == ["VENICE", None, None]


async def test_a_pick_that_is_not_sent(teo: Guest, code: str) -> None:
    answer = await teo.do(code, "pick", seat=1, htmx=True)
    assert answer.status_code == 422
    assert "The field “pick” is missing. Load the page again." in answer.text


async def test_nothing_is_picked_where_the_game_has_nothing(livia: Guest) -> None:
    code = await livia.open_table(name="Livia")
    answer = await livia.do(code, "pick", seat=0, pick="FRANCE", htmx=True)
    assert answer.status_code == 422
    assert "Nothing is picked seat by seat in Pope or Nope." in answer.text


async def test_a_pick_follows_its_seat_and_leaves_with_it(livia: Guest, teo: Guest, code: str) -> None:
    await pick(teo, code, 1, "FRANCE")
    await pick(livia, code, 2, "VENICE")
    await livia.do(code, "move", seat=1, to="up")
    assert await realms(livia, code) == ["FRANCE", None, "VENICE"]
    await teo.do(code, "leave")
    assert await realms(livia, code) == [None, "VENICE"]


async def test_the_game_is_dealt_as_picked_and_a_rematch_keeps_it(livia: Guest, teo: Guest, code: str) -> None:
    await pick(teo, code, 1, "FRANCE")
    await livia.do(code, "start", sure="yes")
    row = await row_of(livia.house, code)
    assert decode(GAME, row.state, row.schema).mats[1].realm == "FRANCE"
    async with livia.house.engine.begin() as connection:
        await connection.execute(update(tables).where(tables.c.code == code).values(status="over"))
    again = await teo.send_form(f"/t/{code}/rematch")
    assert await realms(livia, again.headers["location"].removeprefix("/t/")) == [None, "FRANCE", None]


async def test_a_program_picks_too(livia: Guest, code: str) -> None:
    program = Program(livia._transport.app)  # type: ignore[attr-defined]
    program.code = code
    taken = await program.post(f"/api/tables/{code}/seats", json={"name": "Ada"})
    program.key = taken.json()["key"]
    assert (await program.call("pick", {"pick": "ENGLAND"})).status_code == 204
    assert await realms(livia, code) == [None, None, None, "ENGLAND"]
    refused = await program.call("pick", {"pick": "ENGLAND", "seat": 0})
    assert (refused.status_code, refused.json()["message"]) == (
        403,
        "That is for Livia to choose. Choose for your own seat.",
    )
    assert (await program.call("pick", {"pick": None})).status_code == 204
    assert await realms(livia, code) == [None, None, None, None]
