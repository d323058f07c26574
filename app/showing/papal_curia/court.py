"""The board of Papal Curia, the same for everybody: mats, the Curia, the map, alliances, Papal Action, wars."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.pages import SeatFacts, TableFacts
from app.showing.papal_curia.chart import Site, chart
from app.showing.papal_curia.realms import (
    ADVISORS,
    POWERS,
    Crown,
    area_name,
    card_title,
    crowns_of,
    province_name,
    realm_name,
    realm_title,
    several,
    signed,
)
from app.showing.papal_curia.track import Band, band
from app.wording import Wording, among, numeral

AGES = (1, 2, 3)
PHASES = {"actions": "Actions", "mercenaries": "Mercenaries", "over": "The end"}


@dataclass(frozen=True)
class Gauge:
    """A number of a mat, with its icon and its name."""

    icon: str
    name: str
    value: str


@dataclass(frozen=True)
class Chip:
    """A short word about a player. `kind`: a class of its looks."""

    icon: str
    words: str
    title: str
    kind: str = ""


@dataclass(frozen=True)
class Mat:
    """What lies before a crown. `turns`: how many are left, in words. `advisors`: the icons of their Powers, and their
    names."""

    crown: Crown
    turns: str
    asked: bool
    done: bool
    prestige: str
    gauges: tuple[Gauge, ...]
    allies: str
    advisors: tuple[tuple[str, str], ...]
    chips: tuple[Chip, ...]


@dataclass(frozen=True)
class Alliance:
    """A Christian Realm that nobody plays: its ally, and whose Influence counts."""

    name: str
    ally: Crown | None
    influence: tuple[tuple[Crown, int], ...]
    note: str


@dataclass(frozen=True)
class Forecast:
    """What phase 4 would bring a crown as things stand, and the end of the game."""

    crown: Crown
    ducats: str
    power: tuple[str, ...]
    prestige: str
    end: str
    parts: str


@dataclass(frozen=True)
class Court:
    """The whole board."""

    age: int
    beads: tuple[tuple[str, str, str], ...]
    headline: str
    phase: str
    mats: tuple[Mat, ...]
    band: Band
    sites: tuple[Site, ...]
    event: tuple[str, str]
    alliances: tuple[Alliance, ...]
    token: str
    token_icon: str
    wars: tuple[tuple[SeatFacts, str], ...]
    forecasts: tuple[Forecast, ...]
    order: str
    deck: int
    discards: int
    top: str


def court(view: Any, facts: TableFacts, wording: Wording) -> Court:
    """The board from a spectator's View."""
    crowns = crowns_of(view, facts.seats)
    return Court(
        age=view.age,
        beads=tuple(_bead(age, view) for age in AGES),
        headline=f"Round {view.round} of {view.rounds}",
        phase=PHASES[view.phase],
        mats=tuple(_mat(view, crown) for crown in crowns),
        band=band(view.curia, crowns),
        sites=chart(view, crowns),
        event=(wording.words[f"happening.{view.event}"], wording.words[f"effect.{view.event}"]),
        alliances=tuple(_alliance(one, crowns) for one in view.alliances),
        token=_token(view, crowns),
        token_icon="excom" if view.token is not None and view.token.kind == "excommunication" else "crusade",
        wars=tuple((crowns[war.by].who, _war(war, crowns)) for war in view.wars),
        forecasts=() if view.phase == "over" else tuple(_forecast(view, crown, wording) for crown in crowns),
        order=", ".join(crowns[seat].name for seat in view.order),
        deck=view.deck,
        discards=len(view.discards),
        top=card_title(view.discards[-1]) if view.discards else "",
    )


def _bead(age: int, view: Any) -> tuple[str, str, str]:
    name = numeral(age)
    if age == view.age:
        return name, "now", f"Age {name}, now"
    return (name, "done", f"Age {name}: past") if age < view.age else (name, "", f"Age {name}")


# --- mats --------------------------------------------------------------------------------------------------------


def _mat(view: Any, crown: Crown) -> Mat:
    shown = view.seats[crown.who.seat]
    return Mat(
        crown=crown,
        turns=_turns(view, shown),
        asked=shown.asked,
        done=shown.passed or shown.done,
        prestige=str(shown.prestige).replace("-", "−"),
        gauges=tuple(_gauges(shown)),
        allies=", ".join(realm_title(realm) for realm in shown.allies) or "no allies",
        advisors=tuple((ADVISORS[advisor], POWERS[ADVISORS[advisor]]) for advisor in shown.advisors),
        chips=tuple(_chips(view, shown)),
    )


def _turns(view: Any, shown: Any) -> str:
    if shown.passed:
        return "passed"
    return several(shown.turns_left, "turn") if view.phase == "actions" else ""


def _gauges(shown: Any) -> list[Gauge]:
    return [
        Gauge("adm", "Administrative Power", str(shown.adm)),
        Gauge("dip", "Diplomatic Power", str(shown.dip)),
        Gauge("mil", "Military Power", str(shown.mil)),
        Gauge("ducat", "Ducats", str(shown.ducats)),
        Gauge("stab", "Stability", signed(shown.stability)),
        Gauge("hat", "Cardinals", str(shown.cardinals)),
        Gauge("cards", "Cards", str(shown.hand)),
    ]


def _chips(view: Any, shown: Any) -> list[Chip]:
    struck = view.token is not None and view.token.realm == shown.realm
    found = [Chip("hourglass", "thinks", "The table waits for this player", "bad")] * shown.asked
    found += [Chip("keys", "Controller", "Papal Controller", "mine")] * shown.controller
    found += [Chip("crusade", "Committed", "Committed to the crusade", "lapis")] * shown.committed
    found += [Chip("excom", "struck", "Excommunicated until phase 4 E", "bad")] * struck
    found += [Chip("flame", "Protestant", "Of the new faith")] * (not shown.catholic)
    found += [Chip("pass", "passed", "Passed for this round")] * shown.passed
    return found


# --- beside the map ----------------------------------------------------------------------------------------------


def _alliance(one: Any, crowns: Sequence[Crown]) -> Alliance:
    counted = sorted(one.influence, key=lambda each: -each.amount)
    return Alliance(
        name=realm_title(one.realm),
        ally=None if one.ally is None else crowns[one.ally],
        influence=tuple((crowns[each.seat], each.amount) for each in counted),
        note=_note(one, counted),
    )


def _note(one: Any, counted: Sequence[Any]) -> str:
    """Why it is so, where that isn't plain."""
    if not one.areas:
        return "owns no Province"
    tied = len(counted) > 1 and counted[0].amount == counted[1].amount
    if one.ally is None:
        return "a tie: no ally" if tied and counted[0].amount > 1 else ("takes 2 Influence" if counted else "")
    return "a tie: the ally stays" if tied else ""


def _token(view: Any, crowns: Sequence[Crown]) -> str:
    token = view.token
    if token is None:
        return "There are no Papal Actions in Age III." if view.age == AGES[-1] else "No Papal Action yet this round."
    if token.kind == "excommunication":
        lies = f"; the token lies on {province_name(token.province)}" if token.province else ""
        return f"The ruler of {realm_name(token.realm)} is excommunicated{lies}. Catholics have a casus belli."
    went = among(crowns[seat].name for seat in view.committed) if view.committed else "nobody yet"
    return f"Crusade on {area_name(token.area)}, called by {crowns[token.by].name}. Committed: {went}."


def _war(war: Any, crowns: Sequence[Crown]) -> str:
    reason = {"holy_war": "Holy War", "excommunication": "with Excommunication", None: "without a casus belli"}
    return f"{crowns[war.by].name} against {realm_name(war.on)}, {reason[war.casus_belli]}."


def _forecast(view: Any, crown: Crown, wording: Wording) -> Forecast:
    shown = view.seats[crown.who.seat]
    parts = [f"{wording.words[f'part.{one.source}']} {signed(one.points)}" for one in shown.at_the_end]
    return Forecast(
        crown=crown,
        ducats=signed(shown.income),
        power=tuple(f"+{number}" for number in shown.growth),
        prestige=signed(shown.next_4e),
        end=signed(sum(one.points for one in shown.at_the_end)),
        parts=", ".join(parts),
    )
