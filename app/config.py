"""Settings of one installation, read once from the environment. Each wrong value is told in one sentence.

`conclave serve` puts its options, and the address of the PostgreSQL it started, into the environment, so that every
worker process reads the same.
"""

import contextlib
import ipaddress
import os
import secrets
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

T = TypeVar("T")

MOST_WORKERS = 16
LONGEST_PAUSE = 60.0
LONGEST_THOUGHT = 60.0


class SettingsError(ValueError):
    """A setting that can't be used; the message is a sentence for the person who starts the server."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What an installation may decide. The secret and the database's password are in no repr."""

    data: Path
    """CONCLAVE_DATA: the folder of the embedded PostgreSQL and of the secret key."""
    database_url: str | None
    """DATABASE_URL as `postgresql+asyncpg://...`. None: the embedded PostgreSQL, before `conclave serve` started it."""
    host: str
    port: int
    workers: int
    public_url: str | None
    """PUBLIC_URL without a slash at the end: how browsers reach the server, where that is not HOST and PORT."""
    secret_key: str
    """SECRET_KEY, or what stands in the data folder's `secret_key`; signs cookies."""
    bot_pause: tuple[float, float]
    """BOT_PAUSE: least and most seconds that a bot waits before it moves, at a table of the usual pace."""
    bot_seconds: float
    """BOT_SECONDS: how long a bot that searches may think about one move."""
    trusted_proxies: tuple[str, ...]
    """TRUSTED_PROXIES: addresses and networks whose X-Forwarded headers are believed."""
    metrics_host: str
    metrics_port: int | None
    """METRICS_HOST and METRICS_PORT: where operators' programs read the figures; None: nowhere."""
    log_format: str
    """LOG_FORMAT: json, or text for people."""
    compression: bool
    """WS_COMPRESSION: whether sockets are compressed: an eighth of the bytes for four times the work."""

    def __repr__(self) -> str:
        return f"Settings(data={self.data}, host={self.host}, port={self.port}, workers={self.workers})"


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings that these variables make. Raises SettingsError; makes the secret key if there is none yet."""

    def read(name: str, default: str, reader: Callable[[str], T]) -> T:
        return reader(environment.get(name, "").strip() or default)

    data, database_url = database(environment)
    return Settings(
        data=data,
        database_url=database_url,
        host=read("HOST", "127.0.0.1", str),
        port=read("PORT", "8000", port_number),
        workers=read("WORKERS", "1", worker_count),
        public_url=read("PUBLIC_URL", "", _public_url),
        secret_key=read("SECRET_KEY", "", _secret_key) or kept_secret(data),
        bot_pause=read("BOT_PAUSE", "0.8,1.8", _pause),
        bot_seconds=read("BOT_SECONDS", "2", _thought),
        trusted_proxies=read("TRUSTED_PROXIES", "", _proxies),
        metrics_host=read("METRICS_HOST", "127.0.0.1", str),
        metrics_port=read("METRICS_PORT", "", _metrics_port),
        log_format=read("LOG_FORMAT", "text", _log_format),
        compression=read("WS_COMPRESSION", "no", _yes),
    )


def database(environment: Mapping[str, str] = os.environ) -> tuple[Path, str | None]:
    """The data folder, and the address of a database that isn't in it. Raises SettingsError."""
    data = Path(environment.get("CONCLAVE_DATA", "").strip() or "data").expanduser().absolute()
    return data, _database_url(environment.get("DATABASE_URL", "").strip())


def kept_secret(data: Path) -> str:
    """The key in the data folder's `secret_key`; a new one, for our eyes only, if there is none."""
    file = data / "secret_key"
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not file.exists():
            _write_once(file, secrets.token_urlsafe(48))
    except OSError as error:
        raise SettingsError(f"Can't write in the data folder {data}: {error.strerror}. {_OTHER_FOLDER}") from error
    return _kept(file)


def _write_once(file: Path, text: str) -> None:
    """Whole or not at all, and the first of several writers wins."""
    new, name = tempfile.mkstemp(dir=file.parent)
    with os.fdopen(new, "w") as out:
        out.write(text)
    with contextlib.suppress(FileExistsError):
        os.link(name, file)
    Path(name).unlink()


_OTHER_FOLDER = "Name another with CONCLAVE_DATA, or set its rights."


def _kept(file: Path) -> str:
    try:
        return _secret_key(file.read_text().strip() or "empty")
    except OSError as error:
        raise SettingsError(f"Can't read the secret key {file}: {error.strerror}. {_OTHER_FOLDER}") from error
    except (SettingsError, UnicodeDecodeError) as error:
        raise SettingsError(f"The secret key in {file} is damaged. Delete the file for a new key.") from error


def _secret_key(value: str) -> str:
    if value and len(value) < 32:
        raise SettingsError("SECRET_KEY must have at least 32 characters. Leave it out to have one made.")
    return value


def _database_url(value: str) -> str | None:
    if not value:
        return None
    try:
        url = make_url(value)
    except (ArgumentError, ValueError) as error:
        raise SettingsError(_WRONG_DATABASE) from error
    if url.drivername not in ("postgres", "postgresql", "postgresql+asyncpg") or not url.database:
        raise SettingsError(_WRONG_DATABASE)
    if url.port is not None and not 0 < url.port < 65536:
        raise SettingsError(_WRONG_DATABASE)
    return url.set(drivername="postgresql+asyncpg").render_as_string(hide_password=False)


_WRONG_DATABASE = "DATABASE_URL must look like postgresql://user:password@host:5432/name (only PostgreSQL is spoken)."


def port_number(value: str) -> int:
    """A TCP port from 1 to 65535. Raises SettingsError."""
    return _whole("PORT", value, 1, 65535)


def _metrics_port(value: str) -> int | None:
    return _whole("METRICS_PORT", value, 1, 65535 - MOST_WORKERS) if value else None


def worker_count(value: str) -> int:
    """A number of worker processes. Raises SettingsError."""
    return _whole("WORKERS", value, 1, MOST_WORKERS)


def _whole(name: str, value: str, least: int, most: int) -> int:
    if not (value.isascii() and value.isdigit() and len(value) < 10 and least <= int(value) <= most):
        raise SettingsError(f"{name} must be a whole number from {least} to {most}, not {value!r}.")
    return int(value)


def _public_url(value: str) -> str | None:
    if not value:
        return None
    try:
        parts = urlsplit(value)
        fits = parts.scheme in ("http", "https") and parts.hostname and (parts.port or True)
    except ValueError:
        fits = False
    if not fits or parts.path not in ("", "/") or parts.query or parts.fragment or parts.username:
        raise SettingsError(f"PUBLIC_URL must look like https://conclave.example, without a path, not {value!r}.")
    return f"{parts.scheme}://{parts.netloc}"


def _pause(value: str) -> tuple[float, float]:
    try:
        low, high = (float(number) for number in value.split(","))
    except ValueError:
        low, high = 1.0, 0.0
    if not 0 <= low <= high <= LONGEST_PAUSE:
        raise SettingsError(f"BOT_PAUSE must be two numbers of seconds, least and most, like 0.8,1.8, not {value!r}.")
    return low, high


def _thought(value: str) -> float:
    try:
        seconds = float(value)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= LONGEST_THOUGHT:
        raise SettingsError(f"BOT_SECONDS must be a number of seconds, more than 0 and up to 60, not {value!r}.")
    return seconds


def _proxies(value: str) -> tuple[str, ...]:
    named = tuple(part.strip() for part in value.split(",") if part.strip())
    for name in named:
        try:
            ipaddress.ip_network(name)
        except ValueError as error:
            raise SettingsError(f"TRUSTED_PROXIES must be addresses or networks, and {name!r} is none.") from error
    return named


def _log_format(value: str) -> str:
    if value.lower() not in ("text", "json"):
        raise SettingsError(f"LOG_FORMAT must be text or json, not {value!r}.")
    return value.lower()


def _yes(value: str) -> bool:
    if value.lower() not in ("yes", "no"):
        raise SettingsError(f"WS_COMPRESSION must be yes or no, not {value!r}.")
    return value.lower() == "yes"
