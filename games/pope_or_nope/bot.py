"""The bots of Pope or Nope, from the weakest: a novice sees what stands now, a courtier weighs what may come of it, and
a cardinal tries the courtier's best moves in worlds that it can't tell from the real one."""

from collections.abc import Iterator

from games.kernel.bots import Asked, Bot, Taken, as_move
from games.kernel.choices import Choice, Filled, OneOf
from games.kernel.dice import Chance
from games.kernel.search import search
from games.pope_or_nope.lookahead import believable, trial
from games.pope_or_nope.state import Pile
from games.pope_or_nope.view import View, preview
from games.pope_or_nope.weighing import Weighing, opening_worth, weights

CANDIDATES, MARGIN = 6, 0.3
"""So many of its moves a cardinal tries, and none that gains so much less than the best."""


def moves(asked: Asked) -> Iterator[Taken]:
    """Every way to answer, but for those that the page would ask about before they are sent."""
    for choice in asked.answers:
        match choice.fields:
            case ():
                yield choice, {}
            case (OneOf(name="deed", options=deeds),):
                for deed in deeds:
                    yield choice, {"deed": deed}
            case (OneOf(name="card", options=(card,)), OneOf(name="pile", options=piles, cautions=cautions)):
                foolish = {number for number, _ in cautions}
                for pile in piles:
                    if pile not in foolish:
                        yield choice, {"card": card, "pile": pile}
            case _:
                raise TypeError(f"no form of this game is {choice!r}")


def novice(asked: Asked, chance: Chance) -> Taken:
    """Any move that is best for the points as they would stand at once."""
    seen = [(taken, _at_once(asked, taken)) for taken in moves(asked)]
    most = max(gain for _, gain in seen)
    good = [taken for taken, gain in seen if gain == most]
    return good[chance.below(len(good))]


def _at_once(asked: Asked, taken: Taken) -> int:
    """What a move changes at once: the own points, less the others'."""
    view = asked.view
    after = preview(view, as_move(asked.game, taken)).projected
    mine = _sides(view)[asked.seat]
    changes = zip(_sides(view), view.projected, after, strict=True)
    return sum(now - before if side == mine else before - now for side, before, now in changes)


def courtier(asked: Asked, chance: Chance) -> Taken:
    """The move that gains most; of equal ones any."""
    ranked = weighed(asked)
    best = [taken for taken, gain in ranked if gain == ranked[0][1]]
    return best[chance.below(len(best))]


def cardinal(asked: Asked, chance: Chance) -> Taken:
    """The courtier's best moves, tried in worlds to the end of the round."""
    found = weighed(asked)
    ranked = [taken for taken, gain in found[:CANDIDATES] if gain >= found[0][1] - MARGIN]
    return search(asked, chance, ranked, trial(asked.seat), believable)


def weighed(asked: Asked) -> list[tuple[Taken, float]]:
    """Every move and its gain, the greatest first."""
    weighing = weighing_of(asked.view)
    found = [(taken, _gain(weighing, *taken)) for taken in moves(asked)]
    return sorted(found, key=lambda pair: pair[1], reverse=True)


def _gain(weighing: Weighing, choice: Choice, filled: Filled) -> float:
    match choice.move, filled:
        case "open", {"deed": str() | None as deed}:
            return opening_worth(deed, weighing.hand)
        case "play", {"card": str(card), "pile": int() | None as pile}:
            return weighing.gain(card, pile)
        case "pass", _:
            return 0.0
        case _:
            raise TypeError(f"no such move: {choice.move}")


def weighing_of(view: View) -> Weighing:
    """The table on the scales of the seat that sees it so."""
    if view.mine is None:
        raise ValueError("a spectator has no scales")
    points = tuple(seat.points for seat in view.seats)
    piles = {
        pile.number: Pile(pile.number, pile.owner, tuple(laid.card for laid in pile.cards), ()) for pile in view.piles
    }
    held = [seat.hand for seat in view.seats]
    return Weighing(weights(view.mine.seat, _sides(view), points, view.target), view.mine.hand, held, piles)


def _sides(view: View) -> tuple[int, ...]:
    return tuple(seat.seat if seat.team is None else seat.team for seat in view.seats)


BOTS = {"novice": Bot(novice), "courtier": Bot(courtier), "cardinal": Bot(cardinal)}
