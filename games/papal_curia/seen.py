"""A State read out of a View: all that is public as it is, and of what is hidden the viewer's own hand. For previews,
and for bots that look ahead; dice, decks and the others' hands are not in it."""

from games.kernel.dice import Dice
from games.papal_curia.box import COURTS, PROVINCES
from games.papal_curia.curia import Crusade, Curia, Excommunication, Token
from games.papal_curia.shapes import MatView, TokenView, View
from games.papal_curia.state import SOURCES, Hand, Mat, Options, State


def state_of(seen: View) -> State:
    """The State as this viewer knows it."""
    held = {province.code: province for area in seen.areas for province in area.provinces}
    return State(
        seats=len(seen.seats),
        options=Options(),
        dice=Dice(b""),
        age=seen.age,
        round=seen.round,
        order=seen.order,
        phase=seen.phase,
        question=seen.asked,
        then=seen.pending,
        mats=tuple(_mat(seen, mat) for mat in seen.seats),
        hands=tuple(
            Hand(seen.mine.hand) if seen.mine is not None and seen.mine.seat == mat.seat else Hand()
            for mat in seen.seats
        ),
        deck=(),
        discards=seen.discards,
        events=(),
        event=seen.event,
        owners=tuple(held[province.code].owner for province in PROVINCES),
        occupiers=tuple(held[province.code].occupier for province in PROVINCES),
        allies=tuple(alliance.ally for alliance in seen.alliances),
        wars=seen.wars,
        curia=_curia(seen),
        token=_token(seen.token),
        committed=seen.committed,
        reformed=seen.reformed,
    )


def _mat(seen: View, mat: MatView) -> Mat:
    earned = {line.source: line.points for line in mat.earned}
    lies = {area.code: {put.seat: put.amount for put in area.influence} for area in seen.areas}
    return Mat(
        realm=mat.realm,
        catholic=mat.catholic,
        adm=mat.adm,
        dip=mat.dip,
        mil=mat.mil,
        ducats=mat.ducats,
        stability=mat.stability,
        advisors=mat.advisors,
        earned=tuple(earned.get(source, 0) for source in SOURCES),
        armies=mat.armies,
        influence=tuple(lies[area].get(mat.seat, 0) for area in COURTS),
        turns=mat.turns,
        passed=mat.passed,
        attacked=mat.attacked,
    )


def _curia(seen: View) -> Curia:
    return Curia(
        catholics=tuple(mat.seat for mat in seen.seats if mat.catholic),
        slots=tuple(owner for owner in seen.curia.slots if owner is not None),
        ally=seen.curia.ally,
        ruler=seen.curia.ruler,
    )


def _token(token: TokenView | None) -> Token | None:
    match token:
        case None:
            return None
        case TokenView(kind="excommunication", realm=str(realm)):
            return Excommunication(realm)
        case TokenView(kind="crusade", area=str(area), by=int(by)):
            return Crusade(area, by)
        case _:
            raise TypeError(f"no such token: {token!r}")
