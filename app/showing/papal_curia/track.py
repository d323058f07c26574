"""The Curia as the page shows it: the track with the Roma slot, who is Papal Controller, and why."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.language import gettext, later, ngettext, pgettext
from app.showing.papal_curia.realms import Crown
from app.wording import among


@dataclass(frozen=True)
class Niche:
    """A place of the track. `kind`: held, open, shut."""

    label: str
    kind: str
    crown: Crown | None = None


@dataclass(frozen=True)
class Band:
    """The whole Curia. `why`: what makes the Controller; `prize`: what that is worth; `spoken`: the track, read out."""

    controller: Crown | None
    why: str
    prize: str
    roma: Niche
    niches: tuple[Niche, ...]
    spoken: str


def band(curia: Any, crowns: Sequence[Crown]) -> Band:
    """The Curia of a View."""
    control = curia.control
    return Band(
        controller=None if control.controller is None else crowns[control.controller],
        why=_why(control, crowns),
        prize=_prize(control),
        roma=_niche("Roma", curia.roma, crowns),
        niches=tuple(niches(curia, crowns)),
        spoken=_spoken(curia, crowns),
    )


def niches(curia: Any, crowns: Sequence[Crown]) -> list[Niche]:
    """The regular slots from the left, the blocked ones last."""
    found = [_niche(str(at), owner, crowns) for at, owner in enumerate(curia.slots, 1)]
    return found + [Niche(str(len(found) + more), "shut") for more in range(1, curia.blocked + 1)]


def _niche(label: str, owner: int | None, crowns: Sequence[Crown]) -> Niche:
    return Niche(label, "open") if owner is None else Niche(label, "held", crowns[owner])


def _why(control: Any, crowns: Sequence[Crown]) -> str:
    match control.by:
        case "none":
            return gettext("Nobody has a Cardinal.")
        case "most":
            return ngettext(
                "{number} Cardinal, more than anybody.", "{number} Cardinals, more than anybody.", control.cardinals
            )
        case "roma" | "leftmost":
            others = among(crowns[seat].name for seat in control.tied[1:])
            level = {"number": control.cardinals, "crowns": others, "more": _more(control.by)}
            if len(control.tied) == 2:
                return gettext("{number} to {number} with {crowns}, {more}.", **level)
            return gettext("At {number} with {crowns}, {more}.", **level)
        case by:
            raise ValueError(f"no such reason: {by}")


def _more(by: str) -> str:
    return gettext("and Roma") if by == "roma" else gettext("further left")


def _prize(control: Any) -> str:
    if control.controller is None:
        return ""
    if control.uncontested:
        return gettext("Uncontested: {number} Prestige in phase 4 E.", number=control.prize)
    return gettext("Contested: no prize.") if len(control.tied) > 1 else gettext("No prize: that takes 2 Cardinals.")


def _spoken(curia: Any, crowns: Sequence[Crown]) -> str:
    nobody = pgettext("Roma", "nobody")
    roma = nobody if curia.roma is None else crowns[curia.roma].name
    by = ""
    if curia.roma is not None:
        by = gettext(", by force") if curia.roma == curia.ruler else gettext(", by alliance")
    held = [crowns[owner].name for owner in curia.slots if owner is not None]
    open_ = ngettext("{number} slot open", "{number} slots open", len(curia.slots) - len(held))
    sentence = later("Roma: {roma}{by}. From the left: {crowns}; {open}")
    return gettext(sentence, roma=roma, by=by, crowns=", ".join(held) or nobody, open=open_)
