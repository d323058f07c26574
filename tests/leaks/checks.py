"""What must hold of any table at any moment, as functions that raise AssertionError: the leak tests call them on the
house as it is, the mutants on a house with a leak."""

import re
from collections.abc import Iterator
from typing import Any

from app import language
from games.kernel.contract import Outcome
from games.kernel.dice import Cup, dice_from
from games.kernel.events import IllegalMove, Seat, Viewer
from tests.games.twins import OPEN, viewers
from tests.games.walks import seed_of
from tests.leaks.kept import SEED, Kept, spread
from tests.leaks.leaving import Leaving, answered, attempts, cautioned, handed, moves_open_to, previewed, shown

SLOT = re.compile(r'(<div class="slot" id="[\w-]+" hx-morph-skip>).*?(</div>)', re.DOTALL)
PUBLIC = re.compile(r'<div id="public".*?</main>\n</div>', re.DOTALL)
REDEALT = seed_of(2026)


def same(here: Leaving, there: Leaving, what: str) -> None:
    """Raises AssertionError where a part differs, with the place."""
    assert here.keys() == there.keys(), f"{what}: other parts"
    for name, text in here.items():
        assert text == there[name], f"{what}: {name} tells: {_where(text, there[name])}"


def _where(one: str, other: str) -> str:
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"...{one[max(0, at - 60) : at + 40]!r} or ...{other[max(0, at - 60) : at + 40]!r}"


def twins_look_the_same(kept: Kept) -> None:
    """What each viewer is shown and handed is the same for the table and its twin, to the byte."""
    scene = kept.scene()
    for viewer in viewers(kept.seats):
        twin = kept.twin(viewer, REDEALT)
        same(handed(kept, viewer), handed(twin, viewer), f"viewer {viewer}")
        same(shown(scene, viewer), shown(twin.scene(), viewer), f"viewer {viewer}")


def twins_answer_the_same(kept: Kept) -> None:
    """Refusals, what the page asks before a move, and previews are the same for the table and its twin."""
    for viewer in range(kept.seats):
        twin, moves = kept.twin(viewer, REDEALT), attempts(kept, _chance(viewer))
        same(answered(kept, viewer, moves), answered(twin, viewer, moves), f"viewer {viewer}")
        same(cautioned(kept, viewer), cautioned(twin, viewer), f"viewer {viewer}")
        own = moves_open_to(kept, viewer, _chance(viewer))
        same(previewed(kept, viewer, own), previewed(twin, viewer, own), f"viewer {viewer}")


def twins_play_on_the_same(kept: Kept, most: int = 16) -> int:
    """After a move that reveals nothing to the viewer, made at the table and its twin with the same dice, they still
    look the same. At most so many moves, by viewers and others; how many were compared."""
    moves = [(seat, move) for seat in range(kept.seats) for move in moves_open_to(kept, seat, _chance(seat))]
    cases = [(viewer, seat, move) for viewer in viewers(kept.seats) for seat, move in moves]
    twins = {viewer: kept.twin(viewer, REDEALT).with_dice_of(kept) for viewer in viewers(kept.seats)}
    return sum(_play_on(kept, twins[viewer], viewer, seat, move) for viewer, seat, move in spread(cases, most))


def _play_on(kept: Kept, twin: Kept, viewer: Viewer, seat: Seat, move: Any) -> bool:
    here, there = _tried(kept, seat, move), _tried(twin, seat, move)
    if here is None or there is None:
        assert seat != viewer or here is there, "a viewer's own move is accepted at one and refused at the other"
        return False
    if _reveals(here, viewer) or _reveals(there, viewer):
        assert seat != viewer or _reveals(here, viewer) == _reveals(there, viewer), "a move reveals at one alone"
        return False
    after, other = kept.after(seat, here), twin.after(seat, there)
    same(handed(after, viewer), handed(other, viewer), f"viewer {viewer} after {move}")
    same(shown(after.scene(), viewer), shown(other.scene(), viewer), f"viewer {viewer} after {move}")
    return True


def _tried(kept: Kept, seat: Seat, move: Any) -> Outcome | None:
    try:
        return kept.game.resolve(kept.state, seat, move)
    except IllegalMove:
        return None


def _reveals(outcome: Outcome, viewer: Viewer) -> bool:
    return any(event.reveals_to(viewer) for event in outcome.events)


def changes_of_mind_are_unseen(kept: Kept) -> int:
    """A secret change of mind changes nothing for anybody else; how many changes were tried."""
    tried = 0
    for seat, outcome in _secret_changes(kept):
        after = kept.after(seat, outcome)
        assert after.scene().public == kept.scene().public, "what everybody sees tells of a change of mind"
        for viewer in viewers(kept.seats):
            if viewer != seat:
                same(handed(kept, viewer), handed(after, viewer), f"{viewer} about {seat}'s change of mind")
                same(
                    shown(kept.scene(), viewer), shown(after.scene(), viewer), f"{viewer} about {seat}'s change of mind"
                )
        tried += 1
    return tried


def _secret_changes(kept: Kept) -> Iterator[tuple[Seat, Outcome]]:
    for seat in range(kept.seats):
        free = [choice for choice in kept.game.choices(kept.state, seat) if choice.free is not None]
        for move in moves_open_to(kept, seat, _chance(seat)) if free else ():
            outcome = kept.game.resolve(kept.state, seat, move)
            if not outcome.events:
                yield seat, outcome


def each_gets_its_own(kept: Kept) -> None:
    """One scene serves all who watch: the public part is the same for all, and nobody gets what is another's."""
    shared = kept.scene()
    for viewer in viewers(kept.seats):
        alone, together = shown(kept.scene(), viewer), shown(shared, viewer)
        same(alone, together, f"viewer {viewer} after others")
        if not kept.over:
            assert _public_of(together["page"]) == _public_of(together["frame"]) == shared.public


def each_reads_the_own_language(kept: Kept) -> None:
    """One scene in two languages: whoever asks after somebody else gets what would have come alone."""
    shared, viewer = kept.scene(), 0
    for name in (*language.NAMES, language.ENGLISH):
        with language.speaking(name):
            same(shown(kept.scene(), viewer), shown(shared, viewer), f"in {name} after others")


def _public_of(html: str) -> str:
    """The part for everybody in a page or frame, its slots emptied."""
    found = PUBLIC.search(html)
    assert found is not None, "no public part"
    return SLOT.sub(r"\1\2", found[0])


def the_seed_is_unseen(kept: Kept) -> None:
    """Seed and key of the dice are in nothing that anybody gets; the seed only with the result."""
    key, scene = kept.state.dice.key, kept.scene()
    for viewer in viewers(kept.seats):
        for name, text in {**handed(kept, viewer), **shown(scene, viewer)}.items():
            assert key.hex() not in text, f"{name} shows the key of the dice"
            assert kept.over or SEED.hex() not in text, f"{name} shows the seed"


def reprs_tell_nothing(kept: Kept) -> None:
    """A State in a message, a log line or a traceback shows neither a hand nor the deck, a laid card or the dice."""
    state = kept.state
    twins = [kept.twin(viewer, REDEALT).state for viewer in viewers(kept.seats)]
    assert all(repr(twin) == repr(state) for twin in twins), "the repr of a State tells its twins apart"
    assert state.dice.key.hex() not in repr(state)
    assert SEED.hex() not in repr(kept.scene())


def twins_differ(kept: list[Kept]) -> None:
    """A redeal changes something at most moments, and depends on nothing that it hides: a redeal of a redeal is one."""
    for viewer in viewers(kept[0].seats):
        for one in kept:
            twin = one.twin(viewer, seed_of(1))
            again = one.game.redeal(twin.state, viewer, REDEALT)
            assert again == one.game.redeal(one.state, viewer, REDEALT), f"a redeal for {viewer} remembers"
        different = [one for one in kept if one.twin(viewer, REDEALT).with_dice_of(one).state != one.state]
        hides = kept[0].game.slug not in OPEN
        assert (2 * len(different) > len(kept)) is hides, f"{viewer} would be shown the same states again"


def _chance(number: int) -> Cup:
    return Cup(dice_from(seed_of(number), "checks"))
