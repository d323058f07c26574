"""The tables of a run, all games among them, with people and bots; and a new one for each that is over."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tests.faults.people import Person

NAMES = ("Ada", "Bea", "Cem", "Dov")


class Setting(NamedTuple):
    """What is played at a table: the game, how many people, how many bots of the house; form fields of the lobby."""

    game: str
    people: int
    bots: int


SETTINGS = (
    Setting("pope-or-nope", 2, 1),
    Setting("habemus-papam", 3, 1),
    Setting("papal-curia", 2, 1),
    Setting("curia-companion", 2, 0),
    Setting("pope-or-nope", 3, 0),
)


class Table:
    """One table and its people."""

    def __init__(self, setting: Setting, people: Sequence[Person]) -> None:
        self.setting, self.people = setting, people

    @property
    def code(self) -> str:
        """What the table is called."""
        return self.people[0].code

    @property
    def is_over(self) -> bool:
        """Whether all programs have seen the end."""
        return all(person.is_over for person in self.people)

    @property
    def acknowledged(self) -> int:
        """How many moves were."""
        return sum(one.version is not None for person in self.people for one in person.sent)

    async def open(self) -> None:
        """Opens it, seats everybody, and deals."""
        host, *others = self.people
        code = await host.open(self.setting.game)
        for person in others:
            await person.join(code)
            await person.deed("ready", ready="yes")
        for _ in range(self.setting.bots):
            await host.deed("bot", bot="novice")
        await host.deed("start", sure="yes")
        for person in self.people:
            await person.take_key()
            person.begin()

    async def close(self) -> None:
        """Everybody goes."""
        await asyncio.gather(*(person.close() for person in self.people))


def gathered(setting: Setting, doors: Callable[[], Sequence[str]], dice: random.Random, tally: Counter[str]) -> Table:
    """The people for a table; each has dice of its own, so that none depends on who comes first."""
    people = [Person(name, doors, random.Random(dice.random()), tally) for name in NAMES[: setting.people]]
    return Table(setting, people)
