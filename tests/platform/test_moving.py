"""`conclave export` and `import` as commands, beside a real server."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from app.cli import main
from app.identity import personal
from tests.platform.conftest import conclave
from tests.platform.test_operator import dealt, row_of
from tests.served import Served, serve


@pytest.fixture
async def served(database_url: str) -> AsyncIterator[Served]:
    """A served house in this process; the commands are others."""
    async with serve(database_url) as running:
        yield running


async def test_a_table_leaves_and_comes_back(served: Served, database_url: str, tmp_path: Path) -> None:
    code, _, _ = await dealt(served)
    left = await asyncio.to_thread(conclave, "export", code.lower(), DATABASE_URL=database_url)
    assert left.returncode == 0, left.stderr
    file = tmp_path / "table.json"
    await asyncio.to_thread(file.write_text, left.stdout)
    given = {"DATABASE_URL": database_url, "CONCLAVE_DATA": str(tmp_path), "PUBLIC_URL": served.url}
    given["SECRET_KEY"] = "short"
    unset = await asyncio.to_thread(conclave, "import", str(file), **given)
    assert unset.stderr.startswith("SECRET_KEY must have at least 32 characters")
    given["SECRET_KEY"] = "x" * 32
    again = await asyncio.to_thread(conclave, "import", str(file), **given)
    assert (again.returncode, again.stderr) == (1, f"There is a table {code} here already.\n")
    removed = await asyncio.to_thread(conclave, "tables", "remove", code, "--yes", DATABASE_URL=database_url)
    assert removed.returncode == 0
    back = await asyncio.to_thread(conclave, "import", str(file), **given)
    assert back.returncode == 0, back.stderr
    first, *links = back.stdout.splitlines()
    assert first.startswith(f"{code} is here.")
    assert [line.split(":")[0].strip() for line in links] == ["Anna", "Bruno"]
    settings = msgspec.structs.replace(served.house.settings, secret_key="x" * 32)
    address, _, token = links[0].partition(": ")[2].rpartition("/")
    visit = personal.read(settings, token)
    assert address == f"{served.url}/me/link"
    assert visit is not None
    assert visit.id == (await row_of(served, code)).host_id


def test_files_and_codes_that_are_none(tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", database_url)
    with pytest.raises(SystemExit, match="There is no table FUMUS-ALBA-ROTA-27"):
        main(["export", "FUMUS-ALBA-ROTA-27"])
    with pytest.raises(SystemExit, match=r"Can.t read .*: No such file"):
        main(["import", str(tmp_path / "none.json")])
    (tmp_path / "odd.json").write_text("[]")
    with pytest.raises(SystemExit, match="This is no table that was exported"):
        main(["import", str(tmp_path / "odd.json")])
