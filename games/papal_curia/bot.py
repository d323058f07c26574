"""A bot that looks one step ahead: it weighs each thing that it may do by what it would make of the own Prestige to
come, less the rivals'. It gets a View and choices, never a State; an attack it weighs by its odds."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from games.kernel.bots import Asked, Bot, Taken, random_bot
from games.kernel.choices import Amounts, Choice, Field, Filled, Number, OneOf, admits
from games.kernel.dice import Chance
from games.kernel.events import Seat
from games.papal_curia import curia
from games.papal_curia.box import HOME, PROVINCES, ROUNDS
from games.papal_curia.curia import Crusade
from games.papal_curia.land import land_of
from games.papal_curia.preview import chances, cleared
from games.papal_curia.rules import carry_out, move_of
from games.papal_curia.rules.rounds import income, turns_left
from games.papal_curia.rules.scoring import final_points
from games.papal_curia.rules.war import battle, enemies_of, places_of
from games.papal_curia.seen import state_of
from games.papal_curia.state import Campaign, State
from games.papal_curia.table import Table

MOST_FILLINGS = 120
"""Of one form; the rest is not looked at."""

UNIT, CARD, FRIENDLY = 0.35, 0.4, 0.18
"""What a Unit, a card in the hand, and a point of Influence are worth by themselves."""
POWER, SPARE = 0.45, 0.135
"""What a point of Power is worth, up to five of a kind and above."""
CARDINAL, FAITH, HOPE = 0.38, 0.45, 1.1
"""What a Cardinal is worth by itself, the Protestant faith a round, and a Province that an attack may take."""
DEEDS = {"excommunicate": 1.0, "lead_crusade": 0.2}
"""What a Papal Action is worth beyond what it changes at once: nobody else has it this round."""


def sensible(asked: Asked, chance: Chance) -> Taken:
    """The best of all choices and fillings; of equal ones any."""
    before = state_of(asked.view)
    seat = before.question.seat if before.question is not None else 0
    best: list[Taken] = []
    most = float("-inf")
    for choice in asked.answers:
        for filled in fillings(choice):
            worth = round(_worth(before, seat, choice, filled), 6)
            if worth > most:
                best, most = [], worth
            if worth == most:
                best.append((choice, filled))
    return best[chance.below(len(best))]


def fillings(choice: Choice) -> Iterator[Filled]:
    """The fillings of a form, in order, not too many. A Campaign takes all Units that it can."""
    names = [field.name for field in choice.fields]
    found = 0
    for values in product(*(_answers(choice, field) for field in choice.fields)):
        filled: Filled = dict(zip(names, values, strict=True))
        if admits(choice, filled):
            yield filled
            found += 1
        if found == MOST_FILLINGS:
            return


def _answers(choice: Choice, field: Field) -> list[Any]:
    match field:
        case OneOf(options=options):
            return list(options)
        case Number(least=least, most=most):
            return list(range(least, most + 1))
        case Amounts(most=most) if choice.move == "campaign":
            return [dict(most)]
        case Amounts(most=most):
            return [dict(zip(most, row, strict=True)) for row in product(*(range(n, -1, -1) for n in most.values()))]
        case _:
            raise TypeError(f"no form of this game has {field!r}")


def _worth(before: State, seat: Seat, choice: Choice, filled: Filled) -> float:
    """What the move changes, for the seat and against its rivals."""
    move = move_of(choice.move, filled)
    table = Table(before)
    if isinstance(move, Campaign) and move.on is not None:
        return _attack(before, seat, move)
    carry_out(table, seat, move)
    return balance(table.state(), seat) - balance(before, seat) + DEEDS.get(choice.move, 0.0)


def balance(state: State, seat: Seat) -> float:
    """The own prospects less the mean of the rivals'; the one that leads counts half as much again."""
    rivals = sorted(prospects(state, other) for other in range(state.seats) if other != seat)
    return prospects(state, seat) - (sum(rivals) + 0.5 * rivals[-1]) / (len(rivals) + 0.5)


def rounds_left(state: State) -> int:
    """Rounds to come, this one included."""
    return sum(ROUNDS[age] for age in ROUNDS if age >= state.age) - state.round + 1


def prospects(state: State, seat: Seat) -> float:
    """Prestige that the seat has, and may expect."""
    mat, left = state.mats[seat], rounds_left(state)
    later = (left - 1) / 5
    now = final_points(state, seat)
    worth = mat.prestige + 0.9 * now["land"] + now["stability"] + now["alliances"] * (1 - 0.4 * later)
    worth += now["controller"] if left == 1 else 0.0
    worth += _curia(state, seat, left) + _stores(state, seat, left) + _wars(state, seat, left)
    worth += FRIENDLY * sum(mat.influence) + (0.0 if mat.catholic else FAITH * left)
    return worth + (CARD if left > 1 else 0.1) * len(state.hands[seat].cards)


def _curia(state: State, seat: Seat, left: int) -> float:
    """The Controller's seat, its prize, and how near one is to them."""
    now = curia.control(state.curia)
    near = CARDINAL * state.curia.cardinals(seat)
    if now.controller != seat:
        return near
    open_ = 0.3 if state.token is None and state.age <= curia.LAST_AGE else 0.0
    played = 1 - turns_left(state, seat) / 4
    return near + 0.7 * (left - 1) + open_ + now.prize * (0.65 + 0.3 * played)


def _stores(state: State, seat: Seat, left: int) -> float:
    """Power, Ducats (after 4 B), Advisors and Units: worth less the more there is, and a fifth in the last round."""
    mat = state.mats[seat]
    power = sum(POWER * min(points, 5) + SPARE * max(0, points - 5) for points in (mat.adm, mat.dip, mat.mil))
    purse = max(0, mat.ducats + income(state, seat))
    ducats = 0.12 * min(purse, 12) + 0.03 * max(0, purse - 12)
    units = UNIT * sum(army.regulars + 0.5 * army.mercenaries for army in mat.armies)
    return (power + ducats + units) * (1 if left > 1 else 0.2) + 0.15 * len(mat.advisors) * (left - 1)


def _wars(state: State, seat: Seat, left: int) -> float:
    """What the seat occupies, may still take, and has at stake in a crusade."""
    mat, land = state.mats[seat], land_of(state)
    held = sum(
        PROVINCES[number].tax * (1 if state.owners[number] in HOME else 1 + 0.12 * left)
        for number in land.controlled.get(mat.realm, ())
        if state.owners[number] != mat.realm
    )
    may = mat.mil >= 1 and turns_left(state, seat) >= 1 and bool(mat.armies)
    hope = sum(_hope(state, seat, realm, left) for realm in enemies_of(state, seat)) if may else 0.0
    return held + HOPE * hope + _crusade(state, seat, may)


def _hope(state: State, seat: Seat, realm: str, left: int) -> float:
    """What the best attack on this enemy may take: the largest army, one die more."""
    size = max(army.size for army in state.mats[seat].armies)
    places = places_of(state, realm) - set(state.mats[seat].attacked)
    worth = (1.0 if realm in HOME else 0.9 + 0.12 * left) if places else 0.0
    return worth * max((_taken(state, seat, area, realm, size, 1) for area in places), default=0.0)


def _taken(state: State, seat: Seat, area: str, realm: str, size: int, dice: int) -> float:
    """The Tax Value that an attack takes on the average, less the Units that it loses."""
    falls, losses, _ = chances(battle(state, seat, area, realm, size, dice))
    tax = {province.code: province.tax for province in PROVINCES}
    return sum(tax[code] * float(chance) for code, chance in falls.items()) - UNIT * float(losses)


def _crusade(state: State, seat: Seat, may: bool) -> float:
    """2 won or 2 lost, by the chance that the Area is cleared and a Unit stands there."""
    if seat not in state.committed or not isinstance(state.token, Crusade) or not state.mats[seat].catholic:
        return 0.0
    there, area = land_of(state).muslims[state.token.area], state.token.area
    if not there:
        return 2.0 if state.mats[seat].army(area).size else (1.0 if may else -2.0)
    if not may or area in state.mats[seat].attacked:
        return -2.0
    size = max(army.size for army in state.mats[seat].armies)
    return 4 * float(cleared(battle(state, seat, area, there[0], size, 1))) - 2


def _attack(state: State, seat: Seat, move: Campaign) -> float:
    """What an attack may take and lose, against what the hope of it was worth."""
    there = state.mats[seat].army(move.to).size
    size = there + (sum(move.units.values()) if move.start != move.to else 0)
    taken = _taken(state, seat, move.to, move.on or "", size, move.extra + 2 * move.bold)
    left = rounds_left(state)
    worth = taken * (1.0 if move.on in HOME else 0.9 + 0.12 * left)
    if isinstance(state.token, Crusade) and seat in state.committed and state.token.area == move.to:
        fight = battle(state, seat, move.to, move.on or "", size, move.extra + 2 * move.bold)
        worth += 4 * float(cleared(fight))
    price = (POWER if left > 1 else 0.1) * (1 + move.extra) + (CARD if left > 1 else 0.1) * move.bold
    return worth - price


BOTS = {"novice": random_bot, "courtier": Bot(sensible), "cardinal": Bot(sensible)}
