"""What moves cost this seat now, in words: with the Papal Controller's discount, named, and what is there to pay it."""

from typing import Any

from app.showing.papal_curia.realms import POWERS

SHORT = {"adm": "Adm", "dip": "Dip", "mil": "Mil", "ducats": "Ducats", "prestige": "Prestige"}
LONG = {**{power: f"{name} Power" for power, name in POWERS.items()}, "ducats": "Ducats", "prestige": "Prestige"}

EACH = {
    "influence": (" each", ""),
    "recruit": (" + Units", " And 2 Ducats for each Regular, 3 for each Mercenary."),
    "campaign": (" or 2", " Or 2, for one die more in an attack."),
}
"""Move -> what its price says more, on the tile and in the prompt."""

CROSS = "crusade"
"""The tile of two moves with one price."""


def _price(view: Any, move: str) -> Any:
    known = {one.move: one.price for one in view.mine.prices}
    return known.get("call_crusade" if move == CROSS else move)


def _parts(price: Any, names: dict[str, str]) -> str:
    paid = [f"{getattr(price, what)} {name}" for what, name in names.items() if getattr(price, what)]
    return " and ".join(paid)


def short_price(view: Any, move: str) -> str:
    """On a tile: "3 Adm"; "3 Adm (−1)" with a discount; "free" for what costs nothing."""
    price = _price(view, move)
    if price is None:
        return "no cost"
    saved = f" (−{price.saved})" if price.saved else ""
    return f"{_parts(price, SHORT) or 'no cost'}{EACH.get(move, ('', ''))[0]}{saved}"


def long_price(view: Any, move: str) -> str:
    """In the prompt: "Costs 3 Administrative Power, 1 less as Papal Controller; you have 5."."""
    price = _price(view, move)
    if price is None:
        return "It costs nothing."
    saved = f", {price.saved} less as Papal Controller" if price.saved else ""
    mat = view.seats[view.mine.seat]
    has = [f"{getattr(mat, what)}" for what in LONG if what != "prestige" and getattr(price, what)]
    have = f"; you have {' and '.join(has)}" if has else ""
    costs = _parts(price, LONG) or "nothing"
    each = " for each" if move == "influence" else ""
    return f"Costs {costs}{each}{saved}{have}.{EACH.get(move, ('', ''))[1]}{_holy(view, move)}"


def _holy(view: Any, move: str) -> str:
    """The Holy League: a Holy War costs no Military this round."""
    price = _price(view, "holy_war")
    return " A Holy War costs nothing this round." if move == "declare_war" and not price.mil else ""
