"""The dock: what this seat does now, or whom the table waits for, with the own piles and the hand."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.language import gettext
from app.pages import Asked, TableFacts
from app.showing.pope_or_nope.court import Area, area, passes
from app.showing.pope_or_nope.hand import HandCard, resting, to_open_with, to_play
from app.showing.pope_or_nope.targets import Target, options, targets
from app.showing.prompts import Prompt, asking, away, few, over, round_of
from app.wording import Wording
from games.kernel.choices import Choice
from games.kernel.contract import Game
from games.kernel.events import Fact, Viewer


@dataclass(frozen=True)
class Dock:
    """The prompt, and for a seat its piles and hand; the hand is only to be looked at as long as `question` is None.

    `field`: what the hand's radios are called. `question`, `key`: what the form sends under these names. `nothing`:
    one may open without a card. `stuck`: no card can be played or laid. `passes`: one may pass.
    """

    prompt: Prompt
    mine: Area | None = None
    hand: tuple[HandCard, ...] = ()
    held: int = 0
    targets: tuple[Target, ...] = ()
    field: str = "card"
    question: str | None = None
    key: str = ""
    nothing: bool = False
    stuck: bool = False
    passes: bool = False


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
    resting_dock = Dock(
        _waiting(facts, view, wording), area(view, seat, wording), resting(view, wording), len(view.mine.hand)
    )
    if view.phase == "over":
        return resting_dock
    if facts.seats[seat].away:
        return replace(resting_dock, prompt=away())
    if not choices or asked is None:
        return resting_dock
    if view.phase == "opening":
        return _opening(resting_dock, facts, view, choices[0], asked, wording)
    return _turn(resting_dock, game, view, choices, asked, wording)


def _waiting(facts: TableFacts, view: Any, wording: Wording) -> Prompt:
    """Whom the table waits for. The words are chosen by the phase alone, which everybody sees."""
    asked = [seat.seat for seat in view.seats if seat.asked]
    if not asked:
        return over()
    if len(asked) > 1:
        together = gettext("Opening deeds are chosen in secret and turned up together.")
        waiting = gettext("Waiting for {names}", names=few(facts, asked))
        return Prompt("waiting", round_of(view), waiting, together)
    words = wording.text(Fact("wait.open" if view.phase == "opening" else "wait.turn", {"who": asked[0]}))
    return Prompt("waiting", words.removesuffix("."), words.removesuffix("."))


def _opening(resting: Dock, facts: TableFacts, view: Any, choice: Choice, asked: Asked, wording: Wording) -> Dock:
    """PN-2.2: lay a Deed face down, or none; who has chosen may change it until the last one has."""
    field = options(choice, "deed")
    deeds = field.options if field else ()
    return replace(
        resting,
        prompt=_laid(facts, view, wording) if view.mine.answered else _asking(asked, view, wording),
        hand=to_open_with(view, [choice], wording),
        field="deed",
        question=choice.free or str(asked.id),
        key=asked.key,
        nothing=None in deeds and not (view.mine.answered and view.mine.laid is None),
        stuck=deeds == (None,),
    )


def _laid(facts: TableFacts, view: Any, wording: Wording) -> Prompt:
    laid = view.mine.laid
    ask = gettext("{card} lies face down", card=wording.card(laid)) if laid else gettext("You open with nothing")
    waits = few(facts, [seat.seat for seat in view.seats if seat.asked])
    return Prompt("laid", round_of(view), ask, gettext("You may change it until all have chosen."), waits)


def _asking(asked: Asked, view: Any, wording: Wording) -> Prompt:
    """The question; where it has no more to say, how far the round is from its end."""
    question = asking(asked, wording)
    return question if question.more else replace(question, more=passes(view))


def _turn(resting: Dock, game: Game, view: Any, choices: Sequence[Choice], asked: Asked, wording: Wording) -> Dock:
    """PN-2.4: play one card, or pass."""
    legal = targets(game, view, choices, wording)
    return replace(
        resting,
        prompt=_asking(asked, view, wording),
        hand=to_play(view, choices, legal, wording),
        targets=tuple(target for target in legal if target.owner == view.mine.seat),
        question=str(asked.id),
        key=asked.key,
        stuck=all(choice.barred is not None for choice in choices if choice.move == "play"),
        passes=any(choice.move == "pass" for choice in choices),
    )
