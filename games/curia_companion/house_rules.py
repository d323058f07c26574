"""The set-up as settings of the lobby: who is in the game, where it stands, who reports (PC-16.1)."""

from games.curia_companion.box import CROWNS, LAST_AGE
from games.curia_companion.state import Options
from games.kernel.contract import HouseRule, Setting

_PARTS = (Setting("catholic", "Catholic"), Setting("out", "Not in the game"), Setting("other", "Of another faith"))
_ABSENT = (Setting("out", "Not in the game"), Setting("other", "Of another faith"), Setting("catholic", "Catholic"))
_NUMERALS = ("I", "II", "III", "IV")
ROUNDS = 4
"""In which round of an Age one can begin."""


def _crown(code: str) -> HouseRule:
    name = code.lower()
    parts = _PARTS if getattr(Options(), name) == "catholic" else _ABSENT
    return HouseRule(name, "The Ottomans" if code == "OTTOMANS" else code.title(), "PC-16.1", parts)


HOUSE_RULES = (
    *(_crown(code) for code in CROWNS),
    HouseRule(
        "age", "Age", "PC-16.1", tuple(Setting(age, f"Age {_NUMERALS[age - 1]}") for age in range(1, LAST_AGE + 1))
    ),
    HouseRule("round", "Round", "PC-16.1", tuple(Setting(each, f"Round {each}") for each in range(1, ROUNDS + 1))),
    HouseRule(
        "reporters",
        "Who reports",
        "PC-16.1",
        (Setting("all", "Every phone at the table"), Setting("first", "The first seat alone")),
    ),
    HouseRule(
        "last_bonus",
        "Last bonus of the Controller",
        "PC-16.6",
        (Setting(True, "1 Prestige for each Catholic realm"), Setting(False, "None")),
    ),
)


def minutes(seats: int, options: Options) -> tuple[int, int]:
    """As long as the game on the board: an evening, or several."""
    return 120, 300
