"""Pages of Papal Curia with something in them, from positions built by hand: each question, each action, each card."""

from functools import cache

from app import rendering
from games.kernel.events import Event
from games.papal_curia import GAME
from games.papal_curia.curia import Crusade, Excommunication
from games.papal_curia.state import Keeping, LosingCardinal, LosingInfluence, State, War
from tests.games.papal_curia.positions import position
from tests.pages import papam

EVERY_CARD = "MAN_OF_THE_CHURCH RED_HAT DISGRACE LEGATE WHISPERERS EDICT BOLD_STROKE BENEFICE"
RICH = {"adm": 9, "dip": 9, "mil": 9, "ducats": 18, "stability": 1, "advisors": ("DIPLOMATIC",)}


def rich(**fields: object) -> State:
    """Age II: the Controller is on turn, at war with two, with every card in hand, Units in two Areas, and Power."""
    given: dict[str, object] = {
        "track": "C A C",
        "hands": {0: EVERY_CARD, 1: "LEGATE"},
        "influence": {0: {"CENTRAL_ITALY": 4, "NAPLES": 2}, 1: {"CENTRAL_ITALY": 2, "ELBE": 3}, 2: {"ELBE": 3}},
        "armies": {0: {"CASTILE": (2, 0), "ANDALUCIA": (0, 2)}, 2: {"ILE_DE_FRANCE": (3, 1)}},
        "owners": {"MALAGA": "CASTILE"},
        "mats": {0: RICH},
        "wars": (War(0, "GRANADA", None), War(1, "CASTILE", None)),
        "event": "COUNCIL_OF_TRENT",
        "age": 2,
    }
    return position(4, **{**given, **fields})  # type: ignore[arg-type]


@cache
def moments() -> dict[str, State]:
    """A State for each question and each kind of turn, by name."""
    struck = {0: {"CENTRAL_ITALY": 4, "NAPLES": 2, "HUNGARY": 1}}
    return {
        "start": position(2),
        "six": position(6, hands={0: "DISGRACE"}),
        "rich": rich(),
        "poor": rich(mats={0: {"adm": 0, "dip": 0, "mil": 0, "ducats": 0}}, armies={0: {}}),
        "Protestant": rich(protestants=(0,), track="A F"),
        "Roma by force": rich(owners={"ROMA": "CASTILE"}, track="A F"),
        "crusade": rich(token=Crusade("RUMELIA", 0), committed=(0,), wars=(War(0, "OTTOMANS", "holy_war"),)),
        "excommunication": rich(token=Excommunication("AUSTRIA")),
        "occupied": rich(occupied={"GRANADA": "CASTILE", "MADRID": "AUSTRIA"}),
        "Age III": rich(age=3, event="ABSOLUTISM"),
        "lose a Cardinal": position(4, track="C A C", question=LosingCardinal(0, 1, "excommunication")),
        "disgrace": position(4, track="C A C", question=LosingCardinal(0, 1, "disgrace")),
        "lose Influence": position(4, influence=struck, question=LosingInfluence(0, 1)),
        "keep": position(
            4, armies={0: {"CASTILE": (1, 2), "NAPLES": (0, 1)}}, phase="mercenaries", question=Keeping(0)
        ),
    }


def over() -> State:
    """The end, with something from most sources."""
    mats = {0: {**RICH, "earned": (3, -2, -1, -2, 0, 1, 0, 4, 6, 4, 2)}, 2: {"earned": (0,) * 7 + (6, 2, 0, -6)}}
    return rich(age=3, event="ABSOLUTISM", phase="over", question=None, wars=(), owners={"ROMA": "FRANCE"}, mats=mats)


@cache
def pages() -> dict[str, str]:
    """Every whole page, by a name."""
    events: list[Event] = []
    found = {}
    for name, state in moments().items():
        found[f"curia, {name}"] = papam.table_page(state, events, 0, game=GAME)
    for name in ("rich", "lose a Cardinal", "lose Influence", "keep"):
        found[f"curia, {name}, waiting"] = papam.table_page(moments()[name], events, 1, game=GAME)
    found["curia, watcher"] = papam.table_page(moments()["rich"], events, None, game=GAME)
    found["curia, away"] = papam.table_page(moments()["rich"], events, 0, away=(0,), game=GAME)
    found["curia, result"] = rendering.result(papam.result_page(over(), events, GAME))
    return found
