"""As whom PostgreSQL runs. It refuses to be root, so as root it gets a user namespace of its own, else `nobody`."""

import contextlib
import os
import pwd
import subprocess
from pathlib import Path

import msgspec

from app.postgres.problems import PostgresError

_NAMESPACE = ("unshare", "--user", "--map-user=1000", "--map-group=1000")


class Account(msgspec.Struct, frozen=True):
    """What is put before a command, and the numbers of the user and group it is started as (None: as we are)."""

    prefix: tuple[str, ...] = ()
    uid: int | None = None
    gid: int | None = None

    def own(self, folder: Path) -> None:
        """Hands a folder to this account."""
        if self.uid is not None and self.gid is not None:
            os.chown(folder, self.uid, self.gid)

    def pass_through(self, folder: Path) -> None:
        """Lets this account reach what lies in a folder that stays ours."""
        if self.uid is not None:
            folder.chmod(0o711)

    def run(self, command: list[str]) -> subprocess.CompletedProcess[str]:
        """Runs a command to its end as this account."""
        return subprocess.run(
            [*self.prefix, *command],
            capture_output=True,
            text=True,
            check=False,
            cwd="/",
            user=self.uid,
            group=self.gid,
            extra_groups=None if self.uid is None else [],
        )


def ours(binaries: Path) -> Account:
    """The account for these programs. Raises PostgresError if we are root and there is none."""
    if os.geteuid() != 0:
        return Account()
    for account in (Account(prefix=_NAMESPACE), *nobody()):
        if _works(account, binaries):
            return account
    raise PostgresError(
        "PostgreSQL does not run as root, and no other account can read its programs here: start as a normal user, "
        "or set DATABASE_URL."
    )


def nobody() -> tuple[Account, ...]:
    """The system's user without rights, where it has one."""
    with contextlib.suppress(KeyError):
        entry = pwd.getpwnam("nobody")
        return (Account(uid=entry.pw_uid, gid=entry.pw_gid),)
    return ()


def _works(account: Account, binaries: Path) -> bool:
    try:
        return account.run([str(binaries / "postgres"), "--version"]).returncode == 0
    except OSError:
        return False
