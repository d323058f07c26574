"""What a viewer may see, put together field by field (section 15 of the rules), and `redeal`, which makes a State that
this viewer cannot tell from the real one.

Hands and decks enter only as numbers, or as the viewer's own (`mine`); all else is public, and complete: `seen.py`
reads a State for previews out of it again.
"""

from typing import Literal

import msgspec

from games.kernel.dice import Cup, dice_from
from games.kernel.events import Seat, Viewer
from games.papal_curia import curia
from games.papal_curia.box import (
    AREAS,
    CHRISTIANS,
    HOME,
    NUMBER,
    ROUNDS,
    Area,
    Province,
    in_order,
    turns_a_round,
)
from games.papal_curia.curia import Crusade, Excommunication
from games.papal_curia.land import Land, capital_of, is_catholic, land_of, protestant_homes, totals
from games.papal_curia.rules.actions import has_no_turn_left
from games.papal_curia.rules.prices import ADVISOR_HIRE, CARDINAL, RED_HAT, RELIGION, Price, increasing_stability
from games.papal_curia.rules.rounds import growth, income, prizes, turns_left
from games.papal_curia.rules.scoring import final_points
from games.papal_curia.rules.war import war_price
from games.papal_curia.shapes import (
    AllianceView,
    AreaView,
    ArmyView,
    CuriaView,
    Earned,
    InfluenceView,
    MatView,
    Mine,
    PriceView,
    ProvinceView,
    TokenView,
    View,
)
from games.papal_curia.state import SOURCES, Hand, Source, State


def view(state: State, viewer: Viewer) -> View:
    """A whitelist."""
    land = land_of(state)
    return View(
        age=state.age,
        round=state.round,
        rounds=ROUNDS[state.age],
        turns=turns_a_round(state.seats),
        phase=state.phase,
        asked=state.question,
        pending=state.then,
        order=state.order,
        event=state.event,
        reformed=state.reformed,
        curia=curia_view(state),
        token=_token_view(state, land),
        committed=state.committed,
        seats=tuple(mat_view(state, seat) for seat in range(state.seats)),
        areas=tuple(_area_view(state, land, area) for area in AREAS.values()),
        alliances=alliance_views(state),
        wars=state.wars,
        deck=len(state.deck),
        discards=state.discards,
        mine=None if viewer is None else _mine(state, viewer),
    )


def letters(state: State) -> tuple[str, ...]:
    """The initials of the crowns, no two alike."""
    return tuple(mat.realm[0] for mat in state.mats)


def curia_view(state: State) -> CuriaView:
    """The track as it stands."""
    now = state.curia
    return CuriaView(
        roma=now.roma,
        slots=now.slots + (None,) * (now.open - len(now.slots)),
        blocked=state.seats + 1 - now.open,
        ally=now.ally,
        ruler=now.ruler,
        control=curia.control(now),
    )


def mat_view(state: State, seat: Seat) -> MatView:
    """What everyone sees of a seat."""
    mat = state.mats[seat]
    power = growth(state, seat)
    return MatView(
        seat=seat,
        realm=mat.realm,
        home=HOME[mat.realm],
        catholic=mat.catholic,
        prestige=mat.prestige,
        earned=_earned(dict(zip(SOURCES, mat.earned, strict=True))),
        adm=mat.adm,
        dip=mat.dip,
        mil=mat.mil,
        ducats=mat.ducats,
        stability=mat.stability,
        advisors=mat.advisors,
        armies=mat.armies,
        hand=len(state.hands[seat].cards),
        turns=mat.turns,
        turns_left=turns_left(state, seat),
        passed=mat.passed,
        done=has_no_turn_left(state, seat) and not mat.passed,
        asked=state.question is not None and state.question.seat == seat,
        attacked=mat.attacked,
        committed=seat in state.committed,
        cardinals=state.curia.cardinals(seat),
        controller=curia.control(state.curia).controller == seat,
        allies=tuple(realm for realm, ally in zip(CHRISTIANS, state.allies, strict=True) if ally == seat),
        due=curia.due(state.curia, seat),
        income=income(state, seat),
        growth=(power["adm"], power["dip"], power["mil"]),
        next_4e=sum(prize.points for prize in prizes(state) if prize.crown == seat) + (not mat.catholic),
        at_the_end=() if state.phase == "over" else _earned(final_points(state, seat)),
    )


def _earned(points: dict[Source, int]) -> tuple[Earned, ...]:
    return tuple(Earned(source, number) for source, number in points.items() if number)


def _area_view(state: State, land: Land, area: Area) -> AreaView:
    home = next((seat for seat, mat in enumerate(state.mats) if HOME[mat.realm] == area.code), None)
    return AreaView(
        code=area.code,
        faith=_faith(state, area),
        closed=home is None and area.code in HOME.values(),
        home=home,
        coast=area.coast,
        court=area.code in land.courts,
        crusade=isinstance(state.token, Crusade) and state.token.area == area.code,
        provinces=tuple(_province_view(state, province) for province in area.provinces),
        influence=_influence_views([mat.influence_in(area.code) for mat in state.mats]),
        armies=tuple(
            ArmyView(seat, army.regulars, army.mercenaries)
            for seat, mat in enumerate(state.mats)
            for army in mat.armies
            if army.area == area.code
        ),
    )


def _faith(state: State, area: Area) -> Literal["catholic", "protestant", "muslim"]:
    if area.faith == "muslim":
        return "muslim"
    return "catholic" if is_catholic(area.code, protestant_homes(state.mats), state.reformed) else "protestant"


def _province_view(state: State, province: Province) -> ProvinceView:
    owner, occupier = state.owners[NUMBER[province.code]], state.occupiers[NUMBER[province.code]]
    return ProvinceView(
        code=province.code,
        tax=province.tax,
        capital=province.capital,
        owner=owner,
        owner_seat=state.seat_of(owner),
        occupier=occupier,
        occupier_seat=state.seat_of(occupier),
    )


def _influence_views(amounts: list[int]) -> tuple[InfluenceView, ...]:
    return tuple(InfluenceView(seat, amount) for seat, amount in enumerate(amounts) if amount)


def alliance_views(state: State) -> tuple[AllianceView, ...]:
    """Every Christian NPR."""
    land, influence = land_of(state), tuple(mat.influence for mat in state.mats)
    return tuple(
        AllianceView(realm, land.areas.get(realm, ()), _influence_views(totals(land, realm, influence)), ally)
        for realm, ally in zip(CHRISTIANS, state.allies, strict=True)
    )


def _token_view(state: State, land: Land) -> TokenView | None:
    match state.token:
        case None:
            return None
        case Excommunication(realm=realm):
            lies_on = capital_of(land, realm)
            return TokenView("excommunication", realm, None if lies_on is None else lies_on.code, None, None)
        case Crusade(area=area, by=by):
            return TokenView("crusade", None, None, area, by)
        case _:
            raise TypeError(f"no such token: {state.token!r}")


def _mine(state: State, seat: Seat) -> Mine:
    return Mine(seat, in_order(state.hands[seat].cards), prices_of(state, seat))


def prices_of(state: State, seat: Seat) -> tuple[PriceView, ...]:
    """What moves cost the seat now; `holy_war` is a declare_war with that casus belli."""
    papal = Price(dip=curia.COST)
    return tuple(
        PriceView(move, price)
        for move, price in (
            ("raise_cardinal", Price(adm=CARDINAL)),
            ("increase_stability", increasing_stability(state, seat, 4)),
            ("influence", Price(dip=1)),
            ("declare_war", Price(mil=1)),
            ("holy_war", war_price(state, "holy_war")),
            ("campaign", Price(mil=1)),
            ("recruit", Price(mil=1)),
            ("change_religion", Price(prestige=RELIGION)),
            ("excommunicate", papal),
            ("call_crusade", papal),
            ("lead_crusade", papal),
            ("red_hat", Price(ducats=RED_HAT)),
            ("edict", increasing_stability(state, seat, 2)),
            ("hire", Price(ducats=ADVISOR_HIRE)),
        )
    )


def redeal(state: State, viewer: Viewer, seed: bytes) -> State:
    """Deal anew all that the viewer neither sees nor can be certain of, with new dice.

    Cards in hand since before the discards were last made a new deck stay apart from that deck and what was drawn from
    it: everyone who watched the discards can tell the two apart. The events left of this Age are shuffled anew.
    """
    cup = Cup(dice_from(seed, "redeal"))
    others = [seat for seat in range(state.seats) if seat != viewer]
    held = cup.shuffled(in_order(card for seat in others for card in state.hands[seat].older))
    drawn = cup.shuffled(in_order([*state.deck, *(card for seat in others for card in state.hands[seat].newer)]))
    hands = list(state.hands)
    for seat in others:
        older, newer = len(hands[seat].older), len(hands[seat].newer)
        hands[seat] = Hand(in_order(_deal(held, older)), in_order(_deal(drawn, newer)))
    events = tuple(cup.shuffled(sorted(state.events)))
    dice = dice_from(seed, "after the redeal")
    return msgspec.structs.replace(state, deck=tuple(drawn), hands=tuple(hands), events=events, dice=dice)


def _deal(cards: list[str], number: int) -> list[str]:
    return [cards.pop() for _ in range(number)]
