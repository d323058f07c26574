"""The dock of Habemus Papam: what this seat does now, its reserve, its Secret Objective, its hand, gifts and deals."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from markupsafe import Markup

from app.language import gettext, later, ngettext
from app.pages import Asked, SeatFacts, TableFacts
from app.showing.forms import ShownForm
from app.showing.habemus_papam.faces import text, title
from app.showing.habemus_papam.moves import Answers, Moves, moves
from app.showing.prompts import Prompt, asking, away, few, over, round_of
from app.wording import Wording, among
from games.habemus_papam.box import ACTIONS
from games.habemus_papam.state import ANY, Goods
from games.kernel.choices import Choice
from games.kernel.contract import Game
from games.kernel.events import Fact, Viewer

ASKS = {
    "ADDERE": later("Add to which characteristic?"),
    "SUBTRAHERE": later("Take from which characteristic?"),
    "MOVERE": later("Move from whom to whom?"),
    "MURMUR": later("Murmur about whom?"),
    "EXTRACTUM": later("Take a card from whom?"),
    "SILENTIUM": later("Silence whom?"),
    "SUFFRAGATIO": later("Call the vote?"),
    "PACTUM": later("A pact with whom?"),
    "SPECULATORES": later("Spy on whom?"),
    "PROHIBERE": later("Forbid whom?"),
    "CONVERSIO": later("Look for another objective?"),
    "PERMUTATIO": later("Swap objectives with whom?"),
    "RESURRECTIO": later("Bring whom back?"),
    "TRIBUTUM": later("Tax whom?"),
    "BENEDICTIO": later("Bless whom?"),
    "DISPENSATIO": later("Move which veto?"),
    "ORATIO": later("Pray for two cards?"),
}
"""Card -> what the prompt asks once it is chosen."""

MARKS = {
    "ADDERE": "plus",
    "SUBTRAHERE": "minus",
    "MOVERE": "swap",
    "MURMUR": "chat",
    "EXTRACTUM": "hand",
    "SILENTIUM": "lock",
    "SUFFRAGATIO": "hourglass",
    "PACTUM": "deal",
    "SPECULATORES": "eye",
    "PROHIBERE": "x",
    "CONVERSIO": "seal",
    "PERMUTATIO": "swap",
    "RESURRECTIO": "sun",
    "TRIBUTUM": "influence",
    "BENEDICTIO": "up",
    "DISPENSATIO": "veto",
    "ORATIO": "book",
}
"""Card -> its watermark."""


TOGETHER = {
    "keeping": later("Each chooses in secret which card to keep. All hands change at once."),
    "discarding": later("Each chooses in secret what to discard. All hands change at once."),
}
"""Phase -> what several are choosing."""

Use = Literal["play", "keep", "discard", "look"]


@dataclass(frozen=True)
class HandCard:
    """A title in hand. `use`: what it is chosen for now. `form`: how it is played, kept or discarded; without it `why`
    says why it can't be played, with its clause."""

    code: str
    title: str
    cost: str
    note: str
    text: str
    number: int
    ask: str
    mark: str
    use: Use = "look"
    form: ShownForm | None = None
    why: Markup | str = ""
    clause: str = ""


@dataclass(frozen=True)
class ShownOffer:
    """An open offer from or to this seat, in full."""

    number: int
    mine: bool
    who: SeatFacts
    gives: str
    asks: str
    answers: Answers
    why: Markup | str = ""


@dataclass(frozen=True)
class Dock:
    """All of it. `wants`: the own characteristics and order, which the page gilds wherever they stand. `secret`: title
    and text. `pile`: what is known of the leftover objectives. `poor`: why nothing can be placed."""

    prompt: Prompt
    me: SeatFacts | None = None
    wants: str = ""
    reserve: int = 0
    secret: tuple[str, str] = ("", "")
    drawn: str = ""
    pile: tuple[str, ...] = ()
    hand: tuple[HandCard, ...] = ()
    held: int = 0
    limit: int = 0
    moves: Moves = field(default_factory=Moves)
    offers: tuple[ShownOffer, ...] = ()
    poor: Markup | str = ""


def dock(
    game: Game,
    facts: TableFacts,
    seat: Viewer,
    view: Any,
    choices: Sequence[Choice],
    asked: Asked | None,
    wording: Wording,
) -> Dock:
    """What the viewer's dock shows. A spectator's has only the prompt."""
    if seat is None or view.mine is None:
        return Dock(_waiting(facts, view, wording))
    resting = _resting(facts, seat, view, wording)
    if view.phase == "over":
        return resting
    if facts.seats[seat].away:
        return replace(resting, prompt=away())
    own = moves(facts, view, choices, asked)
    prompt = resting.prompt
    if view.mine.answered:
        prompt = _laid(facts, view, wording)
    elif asked is not None and asked.words is not None:
        prompt = asking(asked, wording)
    return replace(
        resting,
        prompt=prompt,
        moves=own,
        hand=_hand(view, own, wording),
        offers=tuple(_offer(offer, seat, own, wording) for offer in view.mine.deals),
        poor=wording.html(own.poor) if own.poor else "",
    )


def _resting(facts: TableFacts, seat: int, view: Any, wording: Wording) -> Dock:
    mine = view.mine
    return Dock(
        prompt=_waiting(facts, view, wording),
        me=facts.seats[seat],
        wants=" ".join((*view.seats[seat].objective.sides, view.seats[seat].objective.order)),
        reserve=mine.reserve,
        secret=(title(mine.secret), text(mine.secret)),
        drawn=title(mine.drawn) if mine.drawn else "",
        pile=_known_pile(mine.pile),
        hand=_hand(view, Moves(), wording),
        held=len(mine.hand),
        limit=view.seats[seat].limit,
    )


def _known_pile(pile: Sequence[str | None]) -> tuple[str, ...]:
    """What is known of the leftover objectives, from the top down."""
    return tuple(f"{at}. {title(secret)}" for at, secret in enumerate(pile, 1) if secret)


def _waiting(facts: TableFacts, view: Any, wording: Wording) -> Prompt:
    """Whom the table waits for. The words are chosen by what everybody sees."""
    waited = [seat.seat for seat in view.seats if seat.asked]
    if not waited:
        return over()
    if len(waited) > 1:
        waiting = gettext("Waiting for {names}", names=few(facts, waited))
        return Prompt("waiting", round_of(view), waiting, gettext(TOGETHER[view.phase]))
    words = _words(facts, view, waited[0], wording)
    return Prompt("waiting", words, words)


def _words(facts: TableFacts, view: Any, who: int, wording: Wording) -> str:
    return wording.text(Fact(_wait(view, who), {"who": who})).removesuffix(".")


def _wait(view: Any, who: int) -> str:
    match view.phase:
        case "camarlengo":
            return "wait.distribute"
        case "actions":
            return "wait.silenced" if view.turn == who and view.seats[who].silenced else "wait.turn"
        case "decision":
            return "wait.eliminate" if view.income is None else "wait.permit"
        case "veto":
            return "wait.veto"
        case "keeping":
            return "wait.keep"
        case "discarding":
            return "wait.discard"
        case "white_smoke" | "no_pope":
            return "wait.copy"
        case _:
            raise ValueError(f"nobody is waited for: {view.phase}")


def _laid(facts: TableFacts, view: Any, wording: Wording) -> Prompt:
    mine = view.mine
    kept = gettext("You keep {card}", card=title(mine.kept)) if mine.kept else gettext("You keep no card")
    ask = kept if mine.discarded is None else _discarding(mine.discarded)
    waiting = few(facts, [seat.seat for seat in view.seats if seat.asked])
    more = Markup(gettext("Waiting for <b>{names}</b>. Until then you may change it.")).format(names=waiting)  # noqa: S704
    return Prompt("laid", round_of(view), ask, more)


def _discarding(cards: dict[str, int]) -> str:
    named = _cards(cards)
    return gettext("You discard {cards}", cards=named) if named else gettext("You discard nothing")


# --- the hand ----------------------------------------------------------------------------------------------------


def _hand(view: Any, own: Moves, wording: Wording) -> tuple[HandCard, ...]:
    return tuple(_card(view, code, number, own, wording) for code, number in Counter(view.mine.hand).items())


def _card(view: Any, code: str, number: int, own: Moves, wording: Wording) -> HandCard:
    card, why = ACTIONS[code], own.barred.get(code)
    use, form = _use(code, own)
    return HandCard(
        code=code,
        title=title(code),
        cost="?" if card.cost is None else str(card.cost),
        note=_note(code, view),
        text=text(code),
        number=number,
        ask=gettext("Keep {card}?", card=title(code)) if use == "keep" else gettext(ASKS[code]),
        mark=MARKS[code],
        use=use,
        form=form,
        why=wording.html(why) if why else "",
        clause=why.clause if why else "",
    )


def _note(code: str, view: Any) -> str:
    """What a card costs whose price isn't printed as a number."""
    match code:
        case "MURMUR":
            return gettext("now {number}", number=view.round)
        case "MOVERE":
            return gettext("amount + 1")
        case _:
            return ""


def _use(code: str, own: Moves) -> tuple[Use, ShownForm | None]:
    """What the card is chosen for, and the form that it goes into."""
    if own.decision is not None and own.decision.move == "keep":
        return "keep", own.decision
    if own.decision is not None and own.decision.move == "discard":
        return "discard", own.decision
    return ("play" if code in own.plays or code in own.barred else "look"), own.plays.get(code)


# --- deals -------------------------------------------------------------------------------------------------------


def _offer(offer: Any, seat: int, own: Moves, wording: Wording) -> ShownOffer:
    answers = own.answers.get(offer.number, Answers())
    return ShownOffer(
        number=offer.number,
        mine=offer.by == seat,
        who=wording.seats[offer.to if offer.by == seat else offer.by],
        gives=goods(offer.gives),
        asks=goods(offer.asks),
        answers=answers,
        why=wording.html(answers.barred) if answers.barred else "",
    )


def goods(side: Goods) -> str:
    """One side of a deal in words."""
    influence = gettext("{number} Influence", number=side.influence)
    parts = [influence] * bool(side.influence) + [_cards(side.cards)] * bool(side.size)
    return among(parts) if parts else gettext("nothing")


def _cards(cards: dict[str, int]) -> str:
    named = [_number_of(card, number) for card, number in cards.items() if number]
    return among(named) if named else ""


def _number_of(card: str, number: int) -> str:
    if card == ANY:
        return ngettext("any {number} card", "any {number} cards", number)
    return title(card) if number == 1 else f"{number} × {title(card)}"
