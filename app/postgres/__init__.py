"""A PostgreSQL of our own: a real server, started in a folder, that ends with the process that started it.

`binaries` finds the programs (an installed wheel's, or the system's), `account` says as whom they run, `cluster` makes
the folder, `server` starts it, `watchdog` is a process that stops it even when its owner was killed, and `beside` finds
the one that runs.
"""

from app.postgres.beside import reached
from app.postgres.problems import PostgresError
from app.postgres.server import Server, running

__all__ = ["PostgresError", "Server", "reached", "running"]
