"""The dock of Papal Curia: what this seat does now, the tiles of its actions, its hand."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from app.language import gettext, later
from app.pages import Asked, TableFacts
from app.showing.forms import ShownForm
from app.showing.papal_curia.moves import ACTIONS, CARDS, Moves, Offered, moves
from app.showing.papal_curia.prices import long_price, short_price
from app.showing.papal_curia.realms import Crown, card_title, crowns_of
from app.showing.prompts import Prompt, asking, away, over
from app.wording import Wording
from games.kernel.choices import Choice
from games.kernel.contract import Game
from games.kernel.events import Fact, Reason, Viewer
from games.papal_curia.state import Keeping, LosingCardinal, LosingInfluence, Turn

TILES = {
    "raise_cardinal": (
        "hat",
        later("Cardinal"),
        later("Raise a Cardinal?"),
        later("He enters the first slot; the others move right."),
    ),
    "increase_stability": (
        "stab",
        later("Stability"),
        later("Increase Stability?"),
        later("Stability + 1: Ducats each round, and 2 Prestige at the end."),
    ),
    "influence": (
        "influence",
        later("Influence"),
        later("Influence into which Area?"),
        later("Most Influence with a Realm makes you its ally."),
    ),
    "excommunicate": (
        "excom",
        later("Excommun."),
        later("Excommunicate whom?"),
        later("A crown so struck loses 1 Prestige, 1 Cardinal and 4 Influence."),
    ),
    "crusade": (
        "crusade",
        later("Crusade"),
        later("Call a crusade?"),
        later("Who goes and wins has 2 Prestige, who fails loses 2."),
    ),
    "change_religion": (
        "swap",
        later("Religion"),
        later("Change your religion?"),
        later("Protestants have no Cardinals, but 2 Ducats and 1 Prestige a round."),
    ),
    "declare_war": (
        "shield",
        later("Declare war"),
        later("War on whom?"),
        later("It ends with the round. Without a casus belli it costs 1 Stability."),
    ),
    "campaign": (
        "flame",
        later("Campaign"),
        later("March where?"),
        later("0 to 2 steps, then an attack on an enemy that is there."),
    ),
    "recruit": (
        "people",
        later("Recruit"),
        later("Recruit where?"),
        later("Never more than 3 Regulars in all."),
    ),
    "hire": (
        "advisor",
        later("Hire"),
        later("Hire which Advisor?"),
        later("1 Power more each round, for 2 Ducats each round. Your turn goes on."),
    ),
    "dismiss": (
        "leave",
        later("Dismiss"),
        later("Dismiss whom?"),
        later("It is free, and your turn goes on."),
    ),
}
"""Tile -> its icon and name, and what the prompt asks and tells once it is chosen."""

FREE = ("hire", "dismiss")
"""Before the action of the turn, any number."""

LOOKS = {
    "MAN_OF_THE_CHURCH": "hat",
    "RED_HAT": "hat",
    "DISGRACE": "hat",
    "LEGATE": "influence",
    "WHISPERERS": "influence",
    "EDICT": "stab",
    "BOLD_STROKE": "mil",
    "BENEFICE": "ducat",
}
"""Card -> what it touches: its icon and the colour of its spine."""

NOT_NOW = later("not now")
SHORTLY = {
    "refuse.papal.not_controller": later("not Controller"),
    "refuse.papal.age": later("not in Age III"),
    "refuse.papal.token": later("token lies"),
    "refuse.religion.age": later("from Age II on"),
    "refuse.short.adm": later("too little Adm"),
    "refuse.short.dip": later("too little Dip"),
    "refuse.short.mil": later("too little Mil"),
    "refuse.short.ducats": later("too few Ducats"),
    "refuse.campaign.no_units": later("no Units"),
    "refuse.cardinal.protestant": later("Protestant"),
    "refuse.cardinal.roma": later("you hold Roma"),
    "refuse.cardinal.full": later("all yours"),
    "refuse.stability.most": later("at its most"),
    "refuse.hire.all": later("you have all"),
}
"""Reason -> what a tile that can't be taken says of it."""


@dataclass(frozen=True)
class Tile:
    """An action, or a title in hand. `do`: how the page calls it; `offered`: how it is done now; without any `why` says
    why not, with its clause."""

    do: str
    icon: str
    name: str
    price: str
    ask: str
    more: str
    offered: tuple[Offered, ...] = ()
    why: Markup | str = ""
    clause: str = ""
    free: bool = False
    number: int = 1

    @property
    def one(self) -> ShownForm | None:
        """Its form, if it has only one."""
        return self.offered[0].form if len(self.offered) == 1 else None

    @property
    def opens(self) -> bool:
        """Whether there is something to fill once it is chosen."""
        return any(one.form.fields for one in self.offered) or len(self.offered) > 1

    @property
    def choosable(self) -> bool:
        """Whether the page has anything to tell once it is chosen."""
        return bool(self.offered or self.why)


@dataclass(frozen=True)
class Dock:
    """All of it. A spectator's has only the prompt. `tiles` only on this seat's turn; `passing` the form to pass."""

    prompt: Prompt
    me: Crown | None = None
    tiles: tuple[Tile, ...] = ()
    hand: tuple[Tile, ...] = ()
    held: int = 0
    question: str = ""
    passing: ShownForm | None = None
    decision: ShownForm | None = None

    @property
    def picks(self) -> tuple[Tile, ...]:
        """Whatever can be chosen here."""
        return tuple(tile for tile in (*self.tiles, *self.hand) if tile.choosable)


def dock(
    game: Game,
    facts: TableFacts,
    seat: Viewer,
    view: Any,
    choices: Sequence[Choice],
    asked: Asked | None,
    wording: Wording,
) -> Dock:
    """What the viewer's dock shows."""
    waiting = _waiting(facts, view, wording)
    if seat is None or view.mine is None:
        return Dock(waiting)
    crowns = crowns_of(view, facts.seats)
    resting = Dock(waiting, crowns[seat], hand=_hand(view, Moves(), wording), held=len(view.mine.hand))
    if view.phase == "over":
        return resting
    if facts.seats[seat].away:
        return replace(resting, prompt=away())
    if asked is None or asked.words is None:
        return resting
    own = moves(view, crowns, choices, asked)
    passing = own.offered("pass")
    return replace(
        resting,
        prompt=_asking(view, asked, wording),
        tiles=() if own.decision else tuple(_tile(do, view, own, wording) for do in ACTIONS),
        hand=_hand(view, own, wording),
        question=own.question,
        passing=passing[0].form if passing else None,
        decision=own.decision,
    )


def _asking(view: Any, asked: Asked, wording: Wording) -> Prompt:
    """The question; before 4 A also what 4 B would bring if all stayed."""
    prompt = asking(asked, wording)
    if not isinstance(view.asked, Keeping):
        return prompt
    mat = view.seats[view.mine.seat]
    bring = later("You have {ducats} Ducats; phase 4 B would bring you {number} if all stay.")
    cost = later("You have {ducats} Ducats; phase 4 B would cost you {number} if all stay.")
    tells = gettext(bring if mat.income >= 0 else cost, ducats=mat.ducats, number=abs(mat.income))
    return replace(prompt, more=Markup("{} {}").format(prompt.more, tells))


def _waiting(facts: TableFacts, view: Any, wording: Wording) -> Prompt:
    """Whom the table waits for, in the words of the question."""
    if view.asked is None:
        return over()
    words = wording.text(Fact(_wait(view.asked), {"who": view.asked.seat})).removesuffix(".")
    return Prompt("waiting", words, words)


def _wait(question: Any) -> str:
    match question:
        case Turn():
            return "wait.turn"
        case LosingCardinal(why=why):
            return f"wait.lose_cardinal.{why}"
        case LosingInfluence():
            return "wait.lose_influence"
        case Keeping():
            return "wait.keep"
        case _:
            raise TypeError(f"no such question: {question!r}")


# --- tiles -------------------------------------------------------------------------------------------------------


def _tile(do: str, view: Any, own: Moves, wording: Wording) -> Tile:
    icon, *words = TILES[do]
    name, ask, more = (gettext(one) for one in words)
    why = own.why_not(*ACTIONS[do])
    price = gettext("free") if do == "dismiss" else short_price(view, do)
    return Tile(
        do=do,
        icon=icon,
        name=name,
        price=_shortly(why) if why else price,
        ask=ask,
        more=more if do == "dismiss" else f"{long_price(view, do)} {more}",
        offered=own.offered(*ACTIONS[do]),
        why=wording.html(why) if why else "",
        clause=why.clause if why else "",
        free=do in FREE,
    )


def _shortly(why: Reason) -> str:
    return gettext(SHORTLY.get(why.key, NOT_NOW))


def _hand(view: Any, own: Moves, wording: Wording) -> tuple[Tile, ...]:
    return tuple(_card(card, number, view, own, wording) for card, number in Counter(view.mine.hand).items())


def _card(card: str, number: int, view: Any, own: Moves, wording: Wording) -> Tile:
    move, title = CARDS.get(card, ""), card_title(card)
    why = own.why_not(move)
    return Tile(
        do=move or card.lower(),
        icon=LOOKS[card],
        name=title,
        price=short_price(view, move) if move else gettext("with an attack"),
        ask=gettext("Play {card}?", card=title),
        more=wording.words[f"effect.{card}"],
        offered=own.offered(move),
        why=wording.html(why) if why else "",
        clause=why.clause if why else "",
        number=number,
    )
