"""An action that a bot has chosen, as a filled form of the game."""

from collections import Counter

from games.habemus_papam.bots.deeds import Deed
from games.habemus_papam.box import PAIRS, SIDES
from games.habemus_papam.state import State
from games.kernel.bots import Taken
from games.kernel.choices import Choice, Filled, OneOf
from games.kernel.dice import Chance


def world_seed(chance: Chance) -> bytes:
    """A seed for a world."""
    return chance.below(1 << 256).to_bytes(32, "big")


def acted(answers: list[Choice], state: State, deed: Deed) -> Taken:
    """The action as a filled form."""
    names = [each.name for each in state.candidates]
    if deed.card is None and not deed.amount:
        return _form(answers, "pass"), {}
    if deed.card is None:
        return _form(answers, "place"), {"influence": {names[deed.on]: deed.amount}}
    on, to = _targets(deed, names)
    choice = next(each for each in answers if each.move == "play" and _takes(each, deed.card, on))
    amount = deed.amount if deed.card == "MOVERE" else None
    cards = dict(Counter(deed.cards))
    paid: Filled = {"influence": deed.influence, "cards": cards}
    return choice, {"card": deed.card, "on": on, "to": to, "amount": amount, **paid}


def _form(answers: list[Choice], move: str) -> Choice:
    return next(each for each in answers if each.move == move)


def _takes(choice: Choice, card: str, on: str | int | None) -> bool:
    first, second = choice.fields[:2]
    return isinstance(first, OneOf) and first.options == (card,) and isinstance(second, OneOf) and on in second.options


def _targets(deed: Deed, names: list[str]) -> tuple[str | int | None, str | None]:
    match deed.card:
        case "ADDERE" | "SUBTRAHERE":
            return tuple(SIDES)[deed.on], None
        case "MOVERE":
            return names[deed.on], names[deed.to]
        case "MURMUR" | "PACTUM" | "PROHIBERE" | "BENEDICTIO" | "RESURRECTIO":
            return names[deed.on], None
        case "SPECULATORES":
            return deed.on, "secret"
        case "DISPENSATIO":
            return tuple(PAIRS)[deed.on], tuple(PAIRS)[deed.to]
        case "SUFFRAGATIO" | "CONVERSIO" | "ORATIO":
            return None, None
        case _:
            return deed.on, None
