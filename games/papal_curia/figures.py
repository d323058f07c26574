"""Figures of whole games beside those of the prototype of part B: greedy bots, 1,000 games of 4 players, fewer of the
other numbers, each bot with prices of its own, spread at random by about 30 percent."""

from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from games.kernel.contract import Standing
from games.kernel.playouts import Playout
from games.papal_curia.words import WORDS


class Figure(msgspec.Struct, frozen=True):
    """One figure: the mean of it a game; `prototype`: number of players -> the prototype's, where it is known."""

    words: str
    mean: float
    prototype: dict[int, float]


Count = Callable[[Playout], float]


def figures(played: Sequence[Playout]) -> tuple[Figure, ...]:
    """What the games were like."""
    return tuple(Figure(words, sum(map(count, played)) / len(played), prototype) for words, count, prototype in _ROWS)


def _times(*keys: str) -> Count:
    assert WORDS.keys() >= set(keys), "a key that no event has counts nothing"
    return lambda played: sum(played.happened[key] for key in keys)


def _of_winner(part: str) -> Count:
    def points(played: Playout) -> float:
        return sum(one.points for one in _by_place(played)[0].parts if one.words.key == f"part.{part}")

    assert f"part.{part}" in WORDS, "a key that no part has counts nothing"
    return points


def _by_place(played: Playout) -> list[Standing]:
    return sorted(played.result.standings, key=lambda standing: (standing.place, standing.seat))


def _average(played: Playout) -> float:
    totals = [standing.total for standing in played.result.standings]
    return sum(totals) / len(totals)


def _lead(played: Playout) -> float:
    first, second, *_ = _by_place(played)
    return first.total - second.total


def _controller_told(played: Playout) -> float:
    happened: Counter[str] = played.happened
    return sum(number for key, number in happened.items() if key.startswith("event.controller."))


def _four(number: float) -> dict[int, float]:
    return {4: number}


_ROWS: tuple[tuple[str, Count, dict[int, float]], ...] = (
    ("decisions", lambda played: played.moves, {2: 48, 3: 72, 4: 94, 5: 94, 6: 111}),
    ("the winner's Prestige", lambda played: _by_place(played)[0].total, _four(23.6)),
    ("everybody's", _average, _four(16.3)),
    ("the second is behind by", _lead, _four(6.7)),
    ("the winner's for land", _of_winner("land"), _four(6.6)),
    ("for alliances", _of_winner("alliances"), _four(4.8)),
    ("for Uncontested", _of_winner("uncontested"), _four(4.7)),
    ("for Stability", _of_winner("stability"), _four(3.6)),
    ("as the last Controller", _of_winner("controller"), _four(1.9)),
    ("for crusades", _of_winner("crusades"), _four(1.3)),
    ("Cardinals gained", _times("event.cardinal"), _four(14.3)),
    ("pushed out", _times("event.returned.pushed"), _four(7.2)),
    ("excommunicated or in disgrace", _times("event.returned.excommunication", "event.returned.disgrace"), _four(5.0)),
    ("dead", _times("event.returned.died"), _four(1.7)),
    ("the Controller told anew, by crown or by reason", _controller_told, {}),
    ("Uncontested in 4 E", _times("event.prize.uncontested"), _four(3.6)),
    ("excommunications", _times("event.excommunicate"), _four(1.9)),
    ("crusades", _times("event.crusade"), _four(1.1)),
    ("Commitments", _times("event.committed"), _four(1.9)),
    ("Commitments won", _times("event.prize.crusade_won"), _four(1.9 * 0.73)),
    ("changes of religion", _times("event.religion.protestant", "event.religion.catholic"), _four(0.9)),
    ("Holy Wars", _times("event.war.holy_war"), _four(1.9)),
    ("wars on the excommunicated", _times("event.war.excommunication"), _four(0.3)),
    ("wars without casus belli", _times("event.war.none"), _four(2.5)),
    ("cards played", _times("event.play"), {}),
    ("puttings of Influence", _times("event.influence"), {}),
    ("passes", _times("event.pass", "event.pass.first"), _four(10)),
)
