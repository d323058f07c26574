"""The working copy of a State while one move is carried out: what every game's `Table` stands on."""

from typing import Any

from games.kernel.contract import Outcome
from games.kernel.dice import Cup, Dice
from games.kernel.events import Argument, Event, Fact, Seat


class WorkingCopy:
    """Draws from the dice, and keeps what happens. A game's Table adds its own things, and `state` to make a State of
    them again."""

    def __init__(self, dice: Dice) -> None:
        self.cup = Cup(dice)
        self.events: list[Event] = []

    def state(self) -> Any:
        """The State as it lies now."""
        raise NotImplementedError

    def outcome(self) -> Outcome:
        """The State as it lies now, and what happened on the way."""
        return Outcome(self.state(), tuple(self.events), tuple(self.cup.draws))

    def tell(self, key: str, reveals: bool = False, **arguments: Argument) -> None:
        """Something that everybody sees happen."""
        self.events.append(Event(Fact(key, arguments), reveals=reveals))

    def tell_some(self, public: Fact, private: dict[Seat, Fact], reveals: bool = False) -> None:
        """Something that everybody sees happen, and these seats see more closely."""
        self.events.append(Event(public, private, reveals))
