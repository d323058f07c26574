"""Candidates as the page draws them: the man himself is fixed here, what he stands for is drawn from his traits."""

from dataclasses import dataclass

from app.language import gettext
from app.wording import words_of
from games import GAMES
from games.habemus_papam.box import CANDIDATES, PAIRS, SIDES, CandidateCard

ROBES = {
    "Benedictines": "scapular",
    "Cistercians": "scapular",
    "Dominicans": "mantle",
    "Carmelites": "mantle",
    "Franciscans": "friar",
    "Jesuits": "cassock",
    "Salesians": "cassock",
    "Augustines": "friar",
}
"""Order -> the cut of its habit."""
HOODED = ("Benedictines", "Dominicans", "Carmelites")
COLLARED = ("Jesuits", "Salesians", "Augustines")


@dataclass(frozen=True)
class Look:
    """What no trait decides. `colour` of the hair while it isn't grey; `beard`: full, goatee, short, or tash."""

    skin: int
    head: str
    nose: int
    hair: int
    colour: str = "grey"
    beard: str = ""
    mouth: str = ""
    glasses: bool = False


LOOKS = {
    "JUN": Look(2, "a", 1, 1, "black"),
    "SFACCIATO": Look(3, "b", 2, 2, beard="tash"),
    "GUY": Look(1, "b", 2, 1, beard="short"),
    "BACON": Look(1, "c", 3, 3, mouth="2", glasses=True),
    "HANNAH": Look(5, "b", 3, 1, beard="goatee"),
    "PAVITR": Look(4, "a", 1, 1, "black", beard="short", mouth="2"),
    "AL-MUQADAS": Look(4, "a", 2, 2, beard="full"),
    "CHANTANT": Look(2, "a", 2, 2, "auburn", mouth="2"),
    "TROFOB": Look(1, "a", 1, 3, "blond", glasses=True),
    "TYME": Look(6, "c", 3, 3, mouth="2", glasses=True),
    "GUARDA": Look(3, "c", 1, 2, beard="full", mouth="2"),
    "ANDPRAY": Look(5, "b", 3, 2, "black", mouth="2"),
    "BUENANUEVA": Look(4, "a", 1, 3, "brown", beard="goatee"),
    "SERIO": Look(3, "b", 2, 1, beard="tash"),
    "CREED": Look(6, "a", 3, 2, "black", beard="goatee"),
    "DIANCE": Look(1, "c", 1, 1, "auburn"),
}


@dataclass(frozen=True)
class Portrait:
    """The parts of a portrait from back to front, by the ids of the sprite."""

    skin: int
    hair: str
    order: str
    mundus: str
    behind: tuple[str, ...]
    before: tuple[str, ...]
    label: str


def portrait(code: str, pope: bool = False) -> Portrait:
    """The portrait of a Candidate. An elected one wears the tiara."""
    card = CANDIDATES[code]
    look = LOOKS.get(code, LOOKS["GUY"])
    _, age, _, mundus = card.sides
    hair = "grey" if age == "S" else look.colour
    return Portrait(look.skin, hair, card.order, mundus, _behind(card), _before(card, look, pope), spoken(card))


def _behind(card: CandidateCard) -> tuple[str, ...]:
    """What lies under the medal with the order's emblem."""
    parts = [f"p-bg-{card.sides[3]}", "p-neck", f"p-robe-{ROBES[card.order]}"]
    parts += ["p-hood"] * (card.order in HOODED) + ["p-collar"] * (card.order in COLLARED)
    return (*parts, "p-medal")


def _before(card: CandidateCard, look: Look, pope: bool) -> tuple[str, ...]:
    side, age, face, _ = card.sides
    long = look.hair == 3 and age == "I"
    parts = [
        "p-hair-I3" * long,
        f"p-head-{look.head}",
        "p-old" * (age == "S"),
        "p-cheeks" * (face == "Ve"),
        f"p-beard-{look.beard}" * (look.beard not in ("", "tash")),
        f"p-hair-{age}{look.hair}" * (not long),
        f"p-mouth-{face}{look.mouth}",
        "p-tash" * (look.beard == "tash"),
        f"p-eyes-{face}",
        f"p-brow-{face}",
        f"p-nose-{look.nose}",
        "p-glasses" * look.glasses,
        "p-tiara" if pope else f"p-hat-{side}",
    ]
    return tuple(part for part in parts if part)


def spoken(card: CandidateCard) -> str:
    """Name, traits and order, to read aloud."""
    return f"{card.name}: {', '.join(SIDES[side] for side in card.sides)}; {title(card.order)}"


def title(code: str) -> str:
    """What a card or an order is called."""
    return words_of(GAMES["habemus-papam"])[f"card.{code}"]


def text(code: str) -> str:
    """What a card says."""
    return words_of(GAMES["habemus-papam"])[f"text.{code}"]


def full_name(code: str) -> str:
    """A Candidate's name."""
    return CANDIDATES[code].name


def short_name(code: str) -> str:
    """The last of his names."""
    return CANDIDATES[code].name.split()[-1]


def short_side(side: str) -> str:
    """A side's name where there is little room."""
    return SIDES[side].replace("Mundus", "M.")


def pair_name(pair: str) -> str:
    """Both sides of a pair."""
    first, second = PAIRS[pair]
    return gettext("{first} or {second}", first=SIDES[first], second=SIDES[second])
