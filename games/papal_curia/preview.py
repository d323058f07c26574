"""What a move would do, from the View alone (PC-15.3): what it surely changes, and the chances of an attack.

The move is carried out on a State read out of the View, up to where the next turn would begin, or the dice would fall.
"""

from fractions import Fraction
from functools import lru_cache
from math import comb

import msgspec

from games.kernel.events import Seat
from games.papal_curia import curia
from games.papal_curia.box import CHRISTIANS, NUMBER, ROMA, Realm
from games.papal_curia.curia import CasusBelli
from games.papal_curia.rules import carry_out
from games.papal_curia.rules.war import Battle, battle, casus_belli, taken
from games.papal_curia.seen import state_of
from games.papal_curia.shapes import CuriaView, View
from games.papal_curia.state import Campaign, DeclareWar, LeadCrusade, Move, Question, State
from games.papal_curia.table import Table
from games.papal_curia.view import curia_view

GAUGES = ("prestige", "adm", "dip", "mil", "ducats", "stability")


class Change(msgspec.Struct, frozen=True):
    """A number on a seat's mat that the move changes: one of `GAUGES`, or "cardinals"."""

    seat: Seat
    what: str
    before: int
    after: int


class AllianceChange(msgspec.Struct, frozen=True):
    """An NPR whose ally changes."""

    realm: Realm
    before: Seat | None
    after: Seat | None


class Chance(msgspec.Struct, frozen=True):
    """A Province, and how likely the attack takes it, in percent."""

    province: str
    percent: int


class Odds(msgspec.Struct, frozen=True):
    """An attack before the dice fall. Dice of both sides; the chances of the defender's Provinces in percent; how many
    Units each side loses on the average, in tenths. `drops`: the attacker's regular Cardinals that would go home if it
    took Roma (PC-2.2)."""

    dice: int
    defence: int
    provinces: tuple[Chance, ...]
    losses: int
    their_losses: int
    drops: int


class Preview(msgspec.Struct, frozen=True):
    """What a move would do. `curia`: the track after it. `returned`: the owners of Cardinals that leave the track, in
    order. `controller`: whether there is another Papal Controller, or another prize. `asked`: who would have to choose
    what. `casus_belli`: for a war that it would declare."""

    curia: CuriaView
    returned: tuple[Seat, ...]
    controller: bool
    changes: tuple[Change, ...]
    alliances: tuple[AllianceChange, ...]
    asked: tuple[Question, ...]
    casus_belli: CasusBelli | None
    odds: Odds | None


def preview(seen: View, move: Move) -> Preview:
    """For the seat whose View this is. A spectator's moves, and moves that can't be made, do nothing."""
    before = state_of(seen)
    if seen.mine is None:
        return _compared(before, before, (), None, None)
    seat, table = seen.mine.seat, Table(before)
    table.then = ()
    odds = None
    if isinstance(move, Campaign) and move.on is not None:
        odds = _odds(before, seat, move)
        move = msgspec.structs.replace(move, on=None)
    carry_out(table, seat, move)
    returned = tuple(
        event.public.arguments["who"] for event in table.events if event.public.key.startswith("event.returned.")
    )
    return _compared(before, table.state(), returned, _reason(before, seat, move), odds)


def _reason(state: State, seat: Seat, move: Move) -> CasusBelli | None:
    match move:
        case LeadCrusade():
            return "holy_war"
        case DeclareWar(on=realm):
            return casus_belli(state, seat, realm)
        case _:  # no other move declares a war
            return None


def _compared(
    before: State, after: State, returned: tuple[object, ...], reason: CasusBelli | None, odds: Odds | None
) -> Preview:
    old, new = curia.control(before.curia), curia.control(after.curia)
    return Preview(
        curia=curia_view(after),
        returned=tuple(owner for owner in returned if isinstance(owner, int)),
        controller=(old.controller, old.prize) != (new.controller, new.prize),
        changes=tuple(change for seat in range(before.seats) for change in _changes(before, after, seat)),
        alliances=tuple(
            AllianceChange(realm, old_ally, new_ally)
            for realm, old_ally, new_ally in zip(CHRISTIANS, before.allies, after.allies, strict=True)
            if old_ally != new_ally
        ),
        asked=after.then if after is not before else (),
        casus_belli=reason,
        odds=odds,
    )


def _changes(before: State, after: State, seat: Seat) -> list[Change]:
    pairs = [(what, getattr(before.mats[seat], what), getattr(after.mats[seat], what)) for what in GAUGES]
    pairs.append(("cardinals", before.curia.cardinals(seat), after.curia.cardinals(seat)))
    return [Change(seat, what, was, now) for what, was, now in pairs if was != now]


def _odds(state: State, seat: Seat, move: Campaign) -> Odds:
    """PC-11.5 and PC-11.6 over all throws."""
    there = state.mats[seat].army(move.to).size
    attackers = there + (sum(move.units.values()) if move.start != move.to else 0)
    fight = battle(state, seat, move.to, move.on or "", attackers, move.extra + 2 * move.bold)
    falls, losses, their_losses = chances(fight)
    takes_roma = any(NUMBER[province.code] == ROMA for province in fight.provinces) and state.mats[seat].catholic
    return Odds(
        dice=fight.attacker_dice,
        defence=fight.defender_dice,
        provinces=tuple(Chance(code, round(100 * chance)) for code, chance in falls.items()),
        losses=round(10 * losses),
        their_losses=round(10 * their_losses),
        drops=state.curia.regular(seat) if takes_roma else 0,
    )


@lru_cache(maxsize=1 << 12)
def chances(fight: Battle) -> tuple[dict[str, Fraction], Fraction, Fraction]:
    """The chance of each Province, and the Units that each side loses on the average."""
    falls = {province.code: Fraction(0) for province in fight.provinces}
    losses = their_losses = Fraction(0)
    for hit, chance in enumerate(_hits(fight.attacker_dice)):
        their_losses += chance * min(hit, fight.defenders)
        stands = sum(_hits(fight.defender_dice)[: fight.attackers], Fraction(0))
        for province in taken(fight.provinces, hit - fight.defenders):
            falls[province.code] += chance * stands
    for hit, chance in enumerate(_hits(fight.defender_dice)):
        losses += chance * min(hit, fight.attackers)
    return falls, losses, their_losses


def cleared(fight: Battle) -> Fraction:
    """The chance that every Province falls."""
    needs = fight.defenders + sum(province.tax for province in fight.provinces)
    stands = sum(_hits(fight.defender_dice)[: fight.attackers], Fraction(0))
    return stands * sum(_hits(fight.attacker_dice)[needs:], Fraction(0))


def _hits(dice: int) -> list[Fraction]:
    """The chance of 0, 1, 2, ... hits: each die hits as often as not."""
    return [Fraction(comb(dice, hits), 2**dice) for hits in range(dice + 1)]
