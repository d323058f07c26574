"""The bot of docs/api.md, as it stands there, plays at a served table to the end of a game."""

import asyncio
import re
import sys
from pathlib import Path

import pytest

from games import GAMES
from tests.app.conftest import names_at, row_of
from tests.served import Served, serve

PAGE = Path(__file__).resolve().parents[3] / "docs" / "api.md"
CODE = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    """The bot, saved as the page says."""
    (code,) = CODE.findall(PAGE.read_text())
    assert code.count("\n") <= 60
    file = tmp_path / "bot.py"
    file.write_text(code)
    return file


async def _run(bot: Path, *arguments: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-W", "error", bot, *arguments, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )


async def _said(running: asyncio.subprocess.Process) -> str:
    said, errors = await asyncio.wait_for(running.communicate(), 120)
    assert running.returncode == 0, errors.decode()
    return said.decode()


async def test_it_opens_a_table_and_plays_to_the_end(bot: Path, database_url: str) -> None:
    async with serve(database_url) as served:
        said = await _said(await _run(bot, served.url))
        assert said.strip().endswith(".")


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if not game.companion])
async def test_it_sits_down_at_a_table_of_any_game_and_plays_to_the_end(
    bot: Path, database_url: str, slug: str
) -> None:
    async with serve(database_url) as served:
        livia = served.guest()
        code = await livia.open(slug, "Livia")
        running = await _run(bot, served.url, code)
        await _seated(served, code)
        for _ in range(GAMES[slug].seats[0] - 2):
            assert (await livia.deed(code, "bot", bot="novice")).status_code == 204
        assert (await livia.deed(code, "start")).status_code == 204
        assert (await livia.http.post(f"/t/{code}/leave", data={})).status_code == 303
        assert (await _said(running)).strip().endswith(".")
        assert (await row_of(served.house, code)).status == "over"


async def _seated(served: Served, code: str) -> None:
    async with asyncio.timeout(20):
        while await names_at(served.house, code) != ["Livia", "Automa"]:
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.3)  # until it is ready
