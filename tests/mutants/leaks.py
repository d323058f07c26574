"""Leaks planted in a game or in what is rendered, each with the check that must find it."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import msgspec
import pytest

from app import language
from app.tables import replay
from app.tables.scene import Scene
from games import GAMES
from games.kernel.choices import Choice
from games.kernel.dice import Dice, draw
from games.kernel.events import Event, Fact, IllegalMove, Seat, Viewer
from games.pope_or_nope import GAME
from games.pope_or_nope.box import CARDS
from games.pope_or_nope.state import Hand, Opening, State
from games.pope_or_nope.table import Table
from tests.games.walks import seed_of
from tests.leaks import checks
from tests.leaks.kept import Kept, moments, played, spread

Plant = Callable[[pytest.MonkeyPatch], None]


class Mutant(NamedTuple):
    """A leak: its kind in docs/hidden-information.md, a name, how it is planted, the check that must fail, and what
    the failure says."""

    kind: str
    name: str
    plant: Plant
    check: Callable[[], None]
    says: str


@cache
def _few() -> list[Kept]:
    """Moments of two games: openings, turns, such with a DRAW 2 in hand, the end."""
    lasting = GAME.Options(reshuffle="when_short")
    drawing = [kept for kept in played(GAME, 3, lasting, seed_of(5)) if _may_draw(kept)]
    return [*moments(GAME, 3, GAME.Options(), 4, some=4), *spread(drawing, 3)]


def _may_draw(kept: Kept) -> bool:
    asked = GAME.deciders(kept.state)
    return not isinstance(kept.state.question, Opening) and any(
        "DRAW" in kept.state.hands[seat].cards for seat in asked
    )


def _over(check: Callable[[Kept], Any]) -> Callable[[], None]:
    """The check at each of the few moments, by the game as it is registered now."""

    def run() -> None:
        for kept in _few():
            check(kept.by(GAMES[GAME.slug]))

    return run


def _as_a_whole(check: Callable[[list[Kept]], None]) -> Callable[[], None]:
    return lambda: check([kept.by(GAMES[GAME.slug]) for kept in _few()])


def hidden(state: State, viewer: Viewer) -> int:
    """0 or 1, by what the seat after the viewer holds."""
    seat = 0 if viewer is None else (viewer + 1) % state.seats
    return sum(map(CARDS.index, state.hands[seat].cards)) % 2


def _game(**changes: Callable[..., Any]) -> Plant:
    return lambda monkeypatch: monkeypatch.setitem(GAMES, GAME.slug, msgspec.structs.replace(GAME, **changes))


def _view(leak: Callable[[Any, State, Viewer], dict[str, Any]]) -> Plant:
    """A View with some fields changed."""

    def view(state: State, viewer: Viewer) -> Any:
        seen = GAME.view(state, viewer)
        return msgspec.structs.replace(seen, **leak(seen, state, viewer))

    return _game(view=view)


def _the_deck_is_open(seen: Any, state: State, viewer: Viewer) -> dict[str, Any]:
    return {"discards": (*seen.discards, *state.deck[-1:])}


def _seats_by_their_deeds(seen: Any, state: State, viewer: Viewer) -> dict[str, Any]:
    return {"seats": tuple(sorted(seen.seats, key=lambda seat: sorted(state.hands[seat.seat].cards)))}


def _laid_cards_leave_the_hand(seen: Any, state: State, viewer: Viewer) -> dict[str, Any]:
    laid = state.question.laid if isinstance(state.question, Opening) else (None,) * state.seats
    less = [msgspec.structs.replace(seat, hand=seat.hand - (laid[seat.seat] is not None)) for seat in seen.seats]
    return {"seats": tuple(less)}


def _the_next_draw_shows(seen: Any, state: State, viewer: Viewer) -> dict[str, Any]:
    return {"further": draw(state.dice, state.dice.count, 2)}


def _who_has_no_deed_is_not_asked(state: State) -> tuple[Seat, ...]:
    asked = GAME.deciders(state)
    if isinstance(state.question, Opening):
        return tuple(seat for seat in asked if any(card.startswith("DEED") for card in state.hands[seat].cards))
    return asked


def _a_choice_knows_the_neighbour(state: State, seat: Seat) -> tuple[Choice, ...]:
    own = GAME.choices(state, seat)
    return (*own, *own[: hidden(state, seat)])


def _a_question_knows_the_neighbour(state: State, seat: Seat) -> Fact | None:
    asked = GAME.question(state, seat)
    return Fact("ask.last") if asked is not None and hidden(state, seat) else asked


def _draws_are_told_to_all(table: Table, public: Fact, private: dict[Seat, Fact]) -> None:
    table.events.append(Event(next(iter(private.values()), public), private))


def _a_refusal_knows_the_neighbour(state: State, seat: Seat, move: Any) -> Any:
    try:
        return GAME.resolve(state, seat, move)
    except IllegalMove as refusal:
        clause = "PN-4.9" if hidden(state, seat) else refusal.reason.clause
        raise IllegalMove(clause, refusal.reason.key, **refusal.reason.arguments) from refusal


def _previews_know_the_state() -> Plant:
    looked: list[State] = []

    def view(state: State, viewer: Viewer) -> Any:
        looked.append(state)
        return GAME.view(state, viewer)

    def preview(seen: Any, move: Any) -> Any:
        told, more = GAME.preview(seen, move), hidden(looked[-1], seen.mine.seat)
        return msgspec.structs.replace(told, projected=tuple(points + more for points in told.projected))

    return _game(view=view, preview=preview)


def _a_title_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Scene.public.fget

    def public(scene: Scene) -> str:
        held = scene.state.hands[0].cards[:1]
        return str(honest(scene)).replace('id="public"', f'id="public" title="{held}"')

    monkeypatch.setattr(Scene, "public", property(public))


def _the_firsts_part_goes_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Scene._once

    def once(scene: Scene, what: str, make: Any, seat: Viewer = None) -> Any:
        return honest(scene, what, make)

    monkeypatch.setattr(Scene, "_once", once)


def _the_firsts_language_is_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Scene._once

    def once(scene: Scene, what: str, make: Any, seat: Viewer = None) -> Any:
        with language.speaking(next((first for first, _, _ in scene._kept), language.spoken())):
            return honest(scene, what, make, seat)

    monkeypatch.setattr(Scene, "_once", once)


def _a_dock_grows_with_others_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Scene.own

    def own(scene: Scene, seat: Viewer) -> Any:
        slots, dock = honest(scene, seat)
        return slots, dock + " " * hidden(scene.state, seat)

    monkeypatch.setattr(Scene, "own", own)


def _the_key_is_in_the_repr(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Dice, "__repr__", lambda dice: f"Dice({dice.key.hex()})")
    monkeypatch.setattr(State, "__repr__", lambda state: f"State({state.dice})")


def _hands_are_in_the_repr(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hand, "__repr__", lambda hand: f"Hand({hand.cards})")
    monkeypatch.setattr(State, "__repr__", lambda state: f"State({state.hands})")


def _the_seed_is_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Scene._render_own

    def own(scene: Scene, seat: Viewer) -> Any:
        slots, dock = honest(scene, seat)
        return slots, f'{dock}<span data-seed="{scene.table.seed.hex()}"></span>'

    monkeypatch.setattr(Scene, "_render_own", own)


def _a_watcher_sees_as_the_first_seat(state: State, viewer: Viewer) -> Any:
    return GAME.view(state, 0 if viewer is None else viewer)


def _redeals_keep_hands(state: State, viewer: Viewer, seed: bytes) -> State:
    return msgspec.structs.replace(state, dice=GAME.redeal(state, viewer, seed).dice)


def _all_see_the_past_as_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "eyes_of", lambda scene, seat: ("0",))


def _redeals_remember(state: State, viewer: Viewer, seed: bytes) -> State:
    """The deck is dealt anew by a seed in which a hidden hand has a part."""
    mixed = bytes([hidden(state, viewer)]) + seed[1:]
    dealt: State = GAME.redeal(state, viewer, mixed)
    return dealt


LOOK = _over(checks.twins_look_the_same)
ANSWER = _over(checks.twins_answer_the_same)
PLAY_ON = _over(lambda kept: checks.twins_play_on_the_same(kept, most=200))

LEAKS = (
    Mutant("field", "the deck's top is in the view", _view(_the_deck_is_open), LOOK, "view tells"),
    Mutant("order", "seats are listed by what they hold", _view(_seats_by_their_deeds), LOOK, "view tells"),
    Mutant("count", "a laid card leaves the hand at once", _view(_laid_cards_leave_the_hand), LOOK, "view tells"),
    Mutant("dice", "the next draw shows", _view(_the_next_draw_shows), LOOK, "view tells"),
    Mutant("asked", "no DEED, no question", _game(deciders=_who_has_no_deed_is_not_asked), LOOK, "tells"),
    Mutant("choice", "a choice more", _game(choices=_a_choice_knows_the_neighbour), LOOK, "choices tells"),
    Mutant("prompt", "other words", _game(question=_a_question_knows_the_neighbour), LOOK, "question tells"),
    Mutant(
        "event",
        "all are told what one draws",
        lambda monkeypatch: monkeypatch.setattr(Table, "tell_some", _draws_are_told_to_all),
        PLAY_ON,
        "told tells",
    ),
    Mutant("refusal", "another clause", _game(resolve=_a_refusal_knows_the_neighbour), ANSWER, "answer to .* tells"),
    Mutant("preview", "a preview from the state", _previews_know_the_state(), ANSWER, "preview of .* tells"),
    Mutant("render", "a title on the part for all", _a_title_tells, LOOK, "public tells"),
    Mutant("shared", "one seat's part for all", _the_firsts_part_goes_to_all, _over(checks.each_gets_its_own), "tells"),
    Mutant(
        "shared",
        "one language's part for all",
        _the_firsts_language_is_for_all,
        _over(checks.each_reads_the_own_language),
        "in de after others",
    ),
    Mutant("length", "a blank more", _a_dock_grows_with_others_cards, LOOK, "dock tells"),
    Mutant("seed", "the seed in an attribute", _the_seed_is_on_the_page, _over(checks.the_seed_is_unseen), "the seed"),
    Mutant("written", "the key in a repr", _the_key_is_in_the_repr, _over(checks.reprs_tell_nothing), "repr"),
    Mutant("written", "hands in a repr", _hands_are_in_the_repr, _over(checks.reprs_tell_nothing), "repr"),
    Mutant("spectator", "a replay through the first seat's eyes", _all_see_the_past_as_the_first, LOOK, "replay tells"),
    Mutant("spectator", "a seat's view", _game(view=_a_watcher_sees_as_the_first_seat), LOOK, "viewer None: view"),
    Mutant(
        "redeal", "hands stay", _game(redeal=_redeals_keep_hands), _as_a_whole(checks.twins_differ), "the same states"
    ),
    Mutant(
        "redeal", "a hand is remembered", _game(redeal=_redeals_remember), _as_a_whole(checks.twins_differ), "remembers"
    ),
)
