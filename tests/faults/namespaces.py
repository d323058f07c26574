"""A place for a machine of its own: a network namespace, with one cable to its clients and one to the database. Only
addresses that are made here, of the block for such tests (RFC 2544)."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from tests.faults.machines import Loopback


def possible() -> bool:
    """Whether namespaces can be made here: by root, with iproute2."""
    if os.geteuid() != 0:
        return False
    try:
        with namespace(9):
            return True
    except (OSError, subprocess.CalledProcessError):
        return False


class Namespace(Loopback):
    """The namespace number so and so."""

    def __init__(self, number: int) -> None:
        self._name = f"conclave{os.getpid()}n{number}"
        self.prefix = ("ip", "netns", "exec", self._name)
        clients, self.cable = (f"cf{number}{what}{os.getpid()}" for what in "wd")
        self._cables = {clients: f"198.18.{2 * number}", self.cable: f"198.18.{2 * number + 1}"}
        """The device at each end of a cable, and the first bytes of the addresses on it: ours ends in 1."""
        self.server, self.database = f"{self._cables[clients]}.2", f"{self._cables[self.cable]}.1"

    def make(self) -> None:
        """Raises OSError or CalledProcessError where this can't be."""
        _ip("netns", "add", self._name)
        _ip("-n", self._name, "link", "set", "lo", "up")
        for device, block in self._cables.items():
            _ip("link", "add", device, "type", "veth", "peer", "name", device, "netns", self._name)
            _ip("addr", "add", f"{block}.1/30", "dev", device)
            _ip("link", "set", device, "up")
            _ip("-n", self._name, "addr", "add", f"{block}.2/30", "dev", device)
            _ip("-n", self._name, "link", "set", device, "up")

    def unmake(self) -> None:
        """The cables go with it."""
        subprocess.run(["ip", "netns", "del", self._name], check=False, capture_output=True)

    def pull(self) -> None:
        """The cable to the database is out: nothing comes, and nobody is told."""
        _ip("link", "set", self.cable, "down")

    def plug(self) -> None:
        """It is in again."""
        _ip("link", "set", self.cable, "up")


@contextmanager
def namespace(number: int) -> Iterator[Namespace]:
    """A namespace for the length of a block. Raises OSError or CalledProcessError."""
    made = Namespace(number)
    try:
        made.make()
        yield made
    finally:
        made.unmake()


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)
