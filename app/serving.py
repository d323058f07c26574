"""`conclave serve`: the database, the migrations, the address in words, and uvicorn until it is told to stop."""

import contextlib
import errno
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import parent_process
from typing import NoReturn

import uvicorn
from fastapi import FastAPI
from uvicorn.supervisors import Multiprocess

from app import addresses, wires
from app.config import Settings, SettingsError, from_environment
from app.postgres import running
from app.schema import upgrade
from app.watching import log

GRACE_SECONDS = 6
"""How long moves in flight have, once a server was told to end. With app.watching.leaving.LINGER it is less than the
ten seconds after which containers are killed."""
START_SECONDS = 60
"""How long a worker may take to be ready on a busy machine; a rolling restart (SIGHUP) gives up after it."""
PING_SECONDS = 10
"""How often an open page is asked whether it is there, and how long it may take to answer: a machine that vanished
shows within 30 seconds."""
LARGEST_MESSAGE = 65_536
"""Bytes that a browser may send in one message; ours send none."""


def serve(settings: Settings, factory: str = "app.serving:application") -> None:
    """Serves what the factory makes until Ctrl-C or SIGTERM. Raises SettingsError, PostgresError or DatabaseError, each
    with a sentence."""
    wires.expect_many()
    signal.signal(signal.SIGTERM, _leave)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell starts what runs in its background without it
    if "MAKELEVEL" in os.environ:  # `make run`: whoever kills make means us
        threading.Thread(target=_stop_without, args=(os.getppid(),), daemon=True).start()
    log.write(settings.log_format)
    with _goodbye(settings), _listening(settings) as door, _database(settings) as url:
        upgrade(url)
        os.environ["DATABASE_URL"] = url  # for the workers
        print(_welcome(settings), flush=True)
        _run(_uvicorn(settings, factory), door)


@contextmanager
def _goodbye(settings: Settings) -> Iterator[None]:
    """Says at the end that all is stopped and kept; not where the house couldn't be opened."""
    try:
        yield
    except (KeyboardInterrupt, SystemExit):  # the ways in which a house is closed
        _say(_farewell(settings))
        raise
    _say(_farewell(settings))


def _say(words: str) -> None:
    with contextlib.suppress(OSError):  # whoever listened may be gone
        print(words, flush=True)


def _farewell(settings: Settings) -> str:
    kept = f"in {settings.data}" if settings.database_url is None else "in the database"
    return f"Conclave is closed. Everything has stopped, and every table is kept {kept}."


def application() -> FastAPI:
    """The application of one worker process, which ends at once when its parent was killed."""
    from app.main import create_app

    settings = from_environment()
    log.write(settings.log_format)
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.join,), daemon=True).start()
    return create_app(settings)


def _end_with(parent_ends: Callable[[], None]) -> NoReturn:
    parent_ends()
    os._exit(1)  # nothing is lost: whatever was told to anybody is in the database


@contextmanager
def _listening(settings: Settings) -> Iterator[socket.socket]:
    """The open port, before anything else is started. Raises SettingsError if it can't be had."""
    try:
        family, *_, address = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)[0]
        door = socket.create_server(address[:2], family=family, backlog=2048)
    except OSError as error:
        raise SettingsError(_no_door(settings, error)) from error
    with door:
        wires.expect_readers(door)
        yield door


def _no_door(settings: Settings, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        other = settings.port + 1 if settings.port < 65535 else 8000
        return f"Port {settings.port} is taken by another program. Choose another, for example make run PORT={other}."
    reason = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror
    return f"Can't listen on {settings.host} port {settings.port}: {reason}. Choose others with HOST and PORT."


@contextmanager
def _database(settings: Settings) -> Iterator[str]:
    """The address of the database: the one that was named, or a PostgreSQL of our own in the data folder."""
    if settings.database_url is not None:
        yield settings.database_url
        return
    with running(settings.data / "postgres") as server:
        yield server.url()


def _uvicorn(settings: Settings, factory: str) -> uvicorn.Config:
    return uvicorn.Config(
        factory,
        factory=True,
        workers=settings.workers,
        http=wires.Requests,
        ws=wires.Sockets,
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=settings.compression,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        server_header=False,
        access_log=False,  # addresses of tables are keys to them
        log_config=None,  # what it has to say goes with the rest: app.watching.log
        log_level="warning",
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_worker_healthcheck=START_SECONDS,
    )


def _run(config: uvicorn.Config, door: socket.socket) -> None:
    if config.workers > 1:
        Multiprocess(config, sockets=[door]).run()
        return
    server = uvicorn.Server(config)
    server.run(sockets=[door])


def _welcome(settings: Settings) -> str:
    """What is printed at the start: the address, how friends get in, where the data lies."""
    here = settings.public_url or addresses.web(settings.host, settings.port)
    lines = [f"Conclave is open at {here}", f"  friends: {_friends(settings)}", f"  data:    {settings.data}"]
    return "\n".join([*lines, "  stop:    Ctrl-C"])


def _friends(settings: Settings) -> str:
    if settings.public_url is not None:
        return f"send them {settings.public_url}"
    if not addresses.open_to_network(settings.host):
        return f"only this machine can join now; for the same network: make run HOST=0.0.0.0 PORT={settings.port}"
    known = addresses.in_network() if settings.host in ("0.0.0.0", "::") else settings.host
    if known is None:
        return "no network was found on this machine"
    return f"in the same network they open {addresses.web(known, settings.port)}"


def _stop_without(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.5)
    os.kill(os.getpid(), signal.SIGTERM)


def _leave(*_: object) -> NoReturn:
    sys.exit(0)
