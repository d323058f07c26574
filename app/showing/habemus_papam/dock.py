"""The dock of Habemus Papam: what this seat does now, its reserve, its Secret Objective, its hand, gifts and deals."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from markupsafe import Markup

from app.pages import Asked, SeatFacts, TableFacts
from app.showing.forms import ShownForm
from app.showing.habemus_papam.moves import Answers, Moves, moves
from app.showing.prompts import Prompt, asking, away, few, over
from app.wording import Wording, among
from games.habemus_papam.box import ACTIONS, SECRETS
from games.habemus_papam.state import ANY, Goods
from games.kernel.choices import Choice
from games.kernel.contract import Game
from games.kernel.events import Fact, Viewer

ASKS = {
    "ADDERE": "Add to which characteristic?",
    "SUBTRAHERE": "Take from which characteristic?",
    "MOVERE": "Move from whom to whom?",
    "MURMUR": "Murmur about whom?",
    "EXTRACTUM": "Take a card from whom?",
    "SILENTIUM": "Silence whom?",
    "SUFFRAGATIO": "Call the vote?",
    "PACTUM": "A pact with whom?",
    "SPECULATORES": "Spy on whom?",
    "PROHIBERE": "Forbid whom?",
    "CONVERSIO": "Look for another objective?",
    "PERMUTATIO": "Swap objectives with whom?",
    "RESURRECTIO": "Bring whom back?",
    "TRIBUTUM": "Tax whom?",
    "BENEDICTIO": "Bless whom?",
    "DISPENSATIO": "Move which veto?",
    "ORATIO": "Pray for two cards?",
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
    "keeping": Markup("Each chooses in secret which card to keep. All hands change at once."),
    "discarding": Markup("Each chooses in secret what to discard. All hands change at once."),
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
    secret = SECRETS[mine.secret]
    return Dock(
        prompt=_waiting(facts, view, wording),
        me=facts.seats[seat],
        wants=" ".join((*view.seats[seat].objective.sides, view.seats[seat].objective.order)),
        reserve=mine.reserve,
        secret=(secret.title, secret.text),
        drawn=SECRETS[mine.drawn].title if mine.drawn else "",
        pile=_known_pile(mine.pile),
        hand=_hand(view, Moves(), wording),
        held=len(mine.hand),
        limit=view.seats[seat].limit,
    )


def _known_pile(pile: Sequence[str | None]) -> tuple[str, ...]:
    """What is known of the leftover objectives, from the top down."""
    return tuple(f"{at}. {SECRETS[title].title}" for at, title in enumerate(pile, 1) if title)


def _waiting(facts: TableFacts, view: Any, wording: Wording) -> Prompt:
    """Whom the table waits for. The words are chosen by what everybody sees."""
    waited = [seat.seat for seat in view.seats if seat.asked]
    if not waited:
        return over()
    if len(waited) > 1:
        together = TOGETHER[view.phase]
        return Prompt("waiting", f"Round {view.round}", f"Waiting for {few(facts, waited)}", together)
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
    kept = "You keep no card" if mine.kept is None else f"You keep {ACTIONS[mine.kept].title}"
    ask = kept if mine.discarded is None else f"You discard {_cards(mine.discarded) or 'nothing'}"
    waiting = few(facts, [seat.seat for seat in view.seats if seat.asked])
    more = Markup("Waiting for <b>{}</b>. Until then you may change it.").format(waiting)
    return Prompt("laid", f"Round {view.round}", ask, more)


# --- the hand ----------------------------------------------------------------------------------------------------


def _hand(view: Any, own: Moves, wording: Wording) -> tuple[HandCard, ...]:
    return tuple(_card(view, code, number, own, wording) for code, number in Counter(view.mine.hand).items())


def _card(view: Any, code: str, number: int, own: Moves, wording: Wording) -> HandCard:
    card, why = ACTIONS[code], own.barred.get(code)
    use, form = _use(code, own)
    return HandCard(
        code=code,
        title=card.title,
        cost="?" if card.cost is None else str(card.cost),
        note=f"now {view.round}" if code == "MURMUR" else card.price,
        text=card.text,
        number=number,
        ask=f"Keep {card.title}?" if use == "keep" else ASKS[code],
        mark=MARKS[code],
        use=use,
        form=form,
        why=wording.html(why) if why else "",
        clause=why.clause if why else "",
    )


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
    parts = [f"{side.influence} Influence"] * bool(side.influence) + [_cards(side.cards)] * bool(side.size)
    return among(parts) if parts else "nothing"


def _cards(cards: dict[str, int]) -> str:
    named = [_number_of(card, number) for card, number in cards.items() if number]
    return among(named) if named else ""


def _number_of(card: str, number: int) -> str:
    if card == ANY:
        return f"any {number} card{'' if number == 1 else 's'}"
    return ACTIONS[card].title if number == 1 else f"{number} × {ACTIONS[card].title}"
