"""What moves cost this seat now, in words: with the Papal Controller's discount, named, and what is there to pay it."""

from typing import Any

from app.language import gettext, later
from app.wording import among

SHORT = {
    "adm": later("Adm"),
    "dip": later("Dip"),
    "mil": later("Mil"),
    "ducats": later("Ducats"),
    "prestige": later("Prestige"),
}
LONG = {
    "adm": later("Administrative Power"),
    "dip": later("Diplomatic Power"),
    "mil": later("Military Power"),
    "ducats": later("Ducats"),
    "prestige": later("Prestige"),
}

EACH = {
    "influence": (later(" each"), ""),
    "recruit": (later(" + Units"), later(" And 2 Ducats for each Regular, 3 for each Mercenary.")),
    "campaign": (later(" or 2"), later(" Or 2, for one die more in an attack.")),
}
"""Move -> what its price says more, on the tile and in the prompt."""

CROSS = "crusade"
"""The tile of two moves with one price."""


def _price(view: Any, move: str) -> Any:
    known = {one.move: one.price for one in view.mine.prices}
    return known.get("call_crusade" if move == CROSS else move)


def _parts(price: Any, names: dict[str, str]) -> str:
    paid = [f"{getattr(price, what)} {gettext(name)}" for what, name in names.items() if getattr(price, what)]
    return among(paid) if paid else ""


def short_price(view: Any, move: str) -> str:
    """On a tile: "3 Adm"; "3 Adm (−1)" with a discount; "free" for what costs nothing."""
    price = _price(view, move)
    if price is None:
        return gettext("no cost")
    saved = f" (−{price.saved})" if price.saved else ""
    return (_parts(price, SHORT) or gettext("no cost")) + gettext(EACH.get(move, ("", ""))[0]) + saved


def long_price(view: Any, move: str) -> str:
    """In the prompt: "Costs 3 Administrative Power, 1 less as Papal Controller; you have 5."."""
    price = _price(view, move)
    if price is None:
        return gettext("It costs nothing.")
    saved = gettext(", {number} less as Papal Controller", number=price.saved) if price.saved else ""
    mat = view.seats[view.mine.seat]
    has = [f"{getattr(mat, what)}" for what in LONG if what != "prestige" and getattr(price, what)]
    have = gettext("; you have {numbers}", numbers=among(has)) if has else ""
    each = gettext(" for each") if move == "influence" else ""
    costs = gettext("Costs {price}", price=_parts(price, LONG) or gettext("nothing"))
    return f"{costs}{each}{saved}{have}.{gettext(EACH.get(move, ('', ''))[1])}{_holy(view, move)}"


def _holy(view: Any, move: str) -> str:
    """The Holy League: a Holy War costs no Military this round."""
    price = _price(view, "holy_war")
    return gettext(" A Holy War costs nothing this round.") if move == "declare_war" and not price.mil else ""
