"""Fair dice in the running house: words in the lobby, what is dealt from them, and the page that checks it."""

import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from app.api.exports import Record
from games import GAMES
from games.kernel.contract import decode
from games.kernel.dice import commitment, dice_from
from tests.app.conftest import Guest, everything, row_of, seats_at
from tests.app.tables.conftest import Seated

CHECKER = Path(__file__).parents[2] / "static" / "check-dice.py"


async def lobby(livia: Guest, teo: Guest) -> str:
    code = await livia.open_table(name="Livia")
    await teo.join(code, "Teo")
    return code


async def played(livia: Guest, code: str) -> None:
    """The game, dealt and played to its end."""
    await livia.do(code, "rules", target="1", hand_size="3")
    assert (await livia.do(code, "start", sure="yes")).status_code == 303
    people = [row.player_id for row in await seats_at(livia.house, code)]
    await Seated(livia.house, code, people).play(3000)
    assert (await row_of(livia.house, code)).status == "over"


async def test_words_are_shown_to_all_and_may_be_changed_and_taken_back(livia: Guest, teo: Guest) -> None:
    code = await lobby(livia, teo)
    assert (await teo.do(code, "words", words="  tu  es\tPetrus ")).status_code == 303
    for guest in (livia, teo):
        assert "<dt>Teo</dt><dd>tu es Petrus</dd>" in (await guest.get(f"/t/{code}")).text
        assert "<dt>Teo said</dt><dd>tu es Petrus</dd>" in (await guest.get(f"/t/{code}/fair")).text
    assert 'value="tu es Petrus"' in (await teo.get(f"/t/{code}")).text
    await teo.do(code, "words", words="")
    assert "tu es Petrus" not in (await livia.get(f"/t/{code}")).text


@pytest.mark.parametrize(
    ("words", "status", "sentence"),
    [
        ("x" * 61, 422, "Your words have at most 60 characters, and these have 61. Shorten them."),
        ("two\u202ewords", 422, "Your words are made of letters that can be seen. Take out the hidden ones."),
    ],
)
async def test_what_is_refused(livia: Guest, teo: Guest, words: str, status: int, sentence: str) -> None:
    code = await lobby(livia, teo)
    before = await everything(livia.house)
    refused = await teo.do(code, "words", words=words)
    assert refused.status_code == status
    assert sentence in refused.text
    assert await everything(livia.house) == before


async def test_only_who_sits_says_words_and_only_before_the_deal(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await lobby(livia, teo)
    await kofi.send_form(f"/t/{code}/watch", name="Kofi")
    assert (await kofi.do(code, "words", words="me too")).status_code == 403
    await livia.do(code, "start", sure="yes")
    assert (await teo.do(code, "words", words="too late")).status_code == 409
    assert (await row_of(livia.house, code)).words == ""


async def test_words_follow_their_seat_and_are_mixed_into_the_dice(livia: Guest, teo: Guest) -> None:
    code = await lobby(livia, teo)
    await teo.do(code, "words", words="second becomes first")
    await livia.do(code, "move", seat=1, name="Teo", to="up")
    await livia.do(code, "start", sure="yes")
    row = await row_of(livia.house, code)
    assert row.words == "second becomes first\n"
    state = decode(GAMES[row.game], row.state, row.schema)
    assert state.dice.key == dice_from(row.seed, row.words).key != dice_from(row.seed).key


async def test_a_lobby_and_a_running_game_show_the_fingerprint_and_no_seed(livia: Guest, teo: Guest) -> None:
    code = await lobby(livia, teo)
    for _ in range(2):
        row, page = await row_of(livia.house, code), (await livia.get(f"/t/{code}/fair")).text
        assert commitment(row.seed) in page
        assert "secret until the game is over" in page
        assert row.seed.hex() not in page
        assert f'href="/t/{code}/fair"' in (await livia.get(f"/t/{code}")).text
        assert (await livia.get(f"/t/{code}/record.json")).status_code == 409
        await livia.do(code, "start", sure="yes")


async def test_the_page_is_for_who_may_see_the_table(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await lobby(livia, teo)
    for path in ("fair", "record.json"):
        assert (await kofi.get(f"/t/{code}/{path}")).status_code == 403
        assert (await livia.get(f"/t/FUMUS-ALBA-ROTA-27/{path}")).status_code == 404
    await livia.do(code, "end", sure="yes")
    assert (await livia.get(f"/t/{code}/fair")).status_code == 410


async def test_a_finished_game_is_checked_on_its_page_and_by_the_checker(
    livia: Guest, teo: Guest, tmp_path: Path
) -> None:
    code = await lobby(livia, teo)
    await livia.do(code, "words", words="Größe, und 信")
    await played(livia, code)
    page = (await livia.get(f"/t/{code}/fair")).text
    assert page.count('<li class="right">') == 3
    assert "the same outcome" in page
    answer = await livia.get(f"/t/{code}/record.json")
    assert answer.headers["content-disposition"] == f'attachment; filename="{code}.json"'
    record = msgspec.json.decode(answer.content, type=Record)
    assert record.words == "Größe, und 信\n"
    file = tmp_path / "record.json"
    file.write_bytes(answer.content)
    ran = _checked(file)
    assert ran.returncode == 0, ran.stderr
    assert commitment(bytes.fromhex(record.seed)) in ran.stdout
    file.write_text(json.dumps({**json.loads(answer.content), "words": "others"}))
    assert ", in move 0, should be" in _checked(file).stderr
    file.write_text(json.dumps({**json.loads(answer.content), "seed": "00" * 32}))
    assert "not the seed" in _checked(file).stderr


def _checked(file: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, CHECKER, file], capture_output=True, text=True, check=False)


def test_the_checker_is_as_short_as_its_page_says() -> None:
    assert len(CHECKER.read_text().splitlines()) == 26
