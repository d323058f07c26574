"""What a phase would be worth to each seat if it ended as it stands: its share of the wins, from 0 to 1."""

from collections.abc import Sequence
from math import exp

from games.habemus_papam.bots.sketch import NOBODY, SIDE_AT, Board, Lore, Sketch, with_antipope
from games.habemus_papam.box import ANTIPOPE_PAYS, FANATIC_PAYS, RICHEST_PAYS, ROUNDS, SECRETS, SIDE_PAYS, half
from games.kernel.events import Seat

Secrets = Sequence[str]
"""A title a seat."""

SURE = 3.0
"""How many points make a lead at the end firm: a lead of as many wins 73 of 100."""
LATER = (22.0, 20.0, 15.0, 11.0)
"""The same of a lead in Influence, after Black Smoke in rounds 1 to 4."""

_SIDES = {title: SIDE_AT[card.side] for title, card in SECRETS.items() if card.side is not None}


def shares(totals: Sequence[float], firm: float) -> list[float]:
    """Who wins how often with these totals."""
    most = max(totals)
    weights = [1.0 if total == most else exp((total - most) / firm) for total in totals]
    whole = sum(weights)
    return [weight / whole for weight in weights]


def outlook(sketched: Sketch, worlds: Sequence[Secrets]) -> tuple[int, list[float], list[float]]:
    """Who would be Pope if the phase ended now, and what that is worth to each seat; and what it would be worth if
    nobody were elected. The mean over what the Secret Objectives may be."""
    lore = sketched.lore
    influence = with_antipope(sketched) if lore.antipope else sketched.influence
    board = lore.board(influence, sketched.up, sketched.open)
    reserves = with_income(sketched, board.income)
    without = smoke(lore, [had + more for had, more in zip(reserves, board.scored, strict=True)], worlds)
    if board.pope == NOBODY:
        return NOBODY, without, without
    return board.pope, _mean([shares(elected(lore, board, reserves, titles), SURE) for titles in worlds]), without


def _mean(rows: list[list[float]]) -> list[float]:
    return rows[0] if len(rows) == 1 else [sum(column) / len(rows) for column in zip(*rows, strict=True)]


def with_income(sketched: Sketch, income: int) -> list[int]:
    """The reserves with what Camarlengo and Dean take (HP-6.2, HP-9.2)."""
    lore, reserves = sketched.lore, sketched.reserves[:]
    reserves[lore.camarlengo] += income
    if lore.dean is not None:
        reserves[lore.dean] += half(income)
    return reserves


def smoke(lore: Lore, totals: list[int], worlds: Sequence[Secrets]) -> list[float]:
    """Nobody elected: how the richer ones fare later, or at the end."""
    if lore.round < ROUNDS:
        return shares(totals, LATER[lore.round - 1])
    if lore.antipope:
        return [0.0] * lore.seats
    return _mean([shares(_with_antipope_held(totals, titles), SURE) for titles in worlds])


def _with_antipope_held(totals: list[int], titles: Secrets) -> list[int]:
    return [total + ANTIPOPE_PAYS * (title == "ANTIPOPE") for total, title in zip(totals, titles, strict=True)]


def elected(lore: Lore, board: Board, reserves: list[int], titles: Secrets) -> list[int]:
    """The final scores with this board's Pope (section 8 of the rules)."""
    pope, towards = board.pope, board.towards
    if "MACHIAVELLI" in titles:
        seat = titles.index("MACHIAVELLI")
        if not lore.same[seat][pope]:
            reserves = [reserve if at == seat else 0 for at, reserve in enumerate(reserves)]
    richest = max(reserves)
    totals = []
    for seat, title in enumerate(titles):
        total = reserves[seat] + lore.order[seat][pope] + 2 * sum([towards[side] for side in lore.shared[seat][pope]])
        if title == "CORRUPT":
            total += max([pays(lore, seat, pope, other, reserves[seat], richest) for other in titles])
        else:
            total += pays(lore, seat, pope, title, reserves[seat], richest)
        totals.append(total)
    return totals


def pays(lore: Lore, seat: Seat, pope: int, title: str, reserve: int, richest: int) -> int:
    """What a Secret Objective brings with this Pope."""
    side = _SIDES.get(title)
    if side is not None:
        return SIDE_PAYS + RICHEST_PAYS * (reserve >= richest) if side in lore.halves[pope] else 0
    if title == "FANATIC":
        return FANATIC_PAYS if lore.round < ROUNDS else 0
    if title == "LOSS-OF-FAITH":
        return reserve if lore.same[seat][pope] >= 3 else 0
    return 0
