"""The board of Papal Curia, the same for everybody: mats, the Curia, the map, alliances, Papal Action, wars."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.language import gettext, later, ngettext
from app.pages import SeatFacts, TableFacts
from app.showing.chips import Chip, played_by_bot
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
    signed,
)
from app.showing.papal_curia.track import Band, band
from app.wording import Wording, among, numeral

AGES = (1, 2, 3)
PHASES = {"actions": later("Actions"), "mercenaries": later("Mercenaries"), "over": later("The end")}

REASONS = {
    "holy_war": later("Holy War"),
    "excommunication": later("with Excommunication"),
    None: later("without a casus belli"),
}
"""Casus belli -> what is said of a war."""


@dataclass(frozen=True)
class Gauge:
    """A number of a mat, with its icon and its name."""

    icon: str
    name: str
    value: str


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
        headline=gettext("Round {number} of {all}", number=view.round, all=view.rounds),
        phase=gettext(PHASES[view.phase]),
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
        return name, "now", gettext("Age {name}, now", name=name)
    if age < view.age:
        return name, "done", gettext("Age {name}: past", name=name)
    return name, "", gettext("Age {name}", name=name)


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
        allies=", ".join(realm_title(realm) for realm in shown.allies) or gettext("no allies"),
        advisors=tuple((ADVISORS[advisor], gettext(POWERS[ADVISORS[advisor]])) for advisor in shown.advisors),
        chips=tuple(_chips(view, shown, crown.who)),
    )


def _turns(view: Any, shown: Any) -> str:
    if shown.passed:
        return gettext("passed")
    return ngettext("{number} turn", "{number} turns", shown.turns_left) if view.phase == "actions" else ""


def _gauges(shown: Any) -> list[Gauge]:
    return [
        Gauge("adm", gettext("Administrative Power"), str(shown.adm)),
        Gauge("dip", gettext("Diplomatic Power"), str(shown.dip)),
        Gauge("mil", gettext("Military Power"), str(shown.mil)),
        Gauge("ducat", gettext("Ducats"), str(shown.ducats)),
        Gauge("stab", gettext("Stability"), signed(shown.stability)),
        Gauge("hat", gettext("Cardinals"), str(shown.cardinals)),
        Gauge("cards", gettext("Cards"), str(shown.hand)),
    ]


def _chips(view: Any, shown: Any, who: SeatFacts) -> list[Chip]:
    struck = view.token is not None and view.token.realm == shown.realm
    committed = Chip("crusade", gettext("Committed"), gettext("Committed to the crusade"), "lapis")
    found = [Chip("hourglass", gettext("thinks"), gettext("The table waits for this player"), "bad")] * shown.asked
    found += [Chip("keys", gettext("Controller"), gettext("Papal Controller"), "mine")] * shown.controller
    found += [committed] * shown.committed
    found += [Chip("excom", gettext("struck"), gettext("Excommunicated until phase 4 E"), "bad")] * struck
    found += [Chip("flame", gettext("Protestant"), gettext("Of the new faith"))] * (not shown.catholic)
    found += [Chip("pass", gettext("passed"), gettext("Passed for this round"))] * shown.passed
    return found + played_by_bot(who)


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
        return gettext("owns no Province")
    tied = len(counted) > 1 and counted[0].amount == counted[1].amount
    if one.ally is None:
        if tied and counted[0].amount > 1:
            return gettext("a tie: no ally")
        return gettext("takes 2 Influence") if counted else ""
    return gettext("a tie: the ally stays") if tied else ""


def _token(view: Any, crowns: Sequence[Crown]) -> str:
    token = view.token
    if token is None:
        none, last = gettext("No Papal Action yet this round."), gettext("There are no Papal Actions in Age III.")
        return last if view.age == AGES[-1] else none
    if token.kind == "excommunication":
        where = token.province and province_name(token.province)
        lies = gettext("; the token lies on {province}", province=where) if where else ""
        struck = later("The ruler of {realm} is excommunicated{lies}. Catholics have a casus belli.")
        return gettext(struck, realm=realm_name(token.realm), lies=lies)
    went = among(crowns[seat].name for seat in view.committed) if view.committed else gettext("nobody yet")
    called = later("Crusade on {area}, called by {crown}. Committed: {crowns}.")
    return gettext(called, area=area_name(token.area), crown=crowns[token.by].name, crowns=went)


def _war(war: Any, crowns: Sequence[Crown]) -> str:
    reason, sentence = gettext(REASONS[war.casus_belli]), later("{crown} against {realm}, {reason}.")
    return gettext(sentence, crown=crowns[war.by].name, realm=realm_name(war.on), reason=reason)


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
