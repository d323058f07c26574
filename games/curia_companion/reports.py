"""What may be reported now, as forms: each report for each crown, and what contradicts the facts with the clause and
what would have to be reported first (PC-16.5)."""

from collections.abc import Callable, Iterator
from functools import lru_cache

import games.papal_curia.curia as curia
from games.curia_companion.box import AREAS, CROWNS, LAST_AGE, NPRS, code
from games.curia_companion.state import Facts
from games.kernel.choices import Choice, Field, OneOf, SomeOf, Value
from games.kernel.events import Reason
from games.papal_curia.curia import Crown, Crusade, Excommunication

Bar = Reason | None

YES_OR_NO = ("yes", "no")
_FINAL = OneOf("final", ("yes",), cautions=(("yes", Reason("PC-16.6", "caution.over")),))


def refused(clause: str, key: str, crown: Crown | None = None, other: Crown | None = None) -> Reason:
    """A reason about a crown, and another one."""
    named = {"crown": crown, "other": other}
    return Reason(clause, f"refuse.{key}", {name: code(each) for name, each in named.items() if each is not None})


@lru_cache(maxsize=1 << 10)
def reports(facts: Facts, belongs: str) -> tuple[Choice, ...]:
    """Every report, for each crown in the game, open or barred. `belongs`: what the free choices belong to."""
    each = (choice for crown in facts.crowns for choice in _of_crown(facts, crown, belongs))
    return (*each, *_of_phases(facts, belongs))


def _of_crown(facts: Facts, crown: Crown, belongs: str) -> Iterator[Choice]:
    for move, (fields, bar) in _REPORTS.items():
        crowned = OneOf("crown", (code(crown),))
        yield Choice(move, (crowned, *fields(facts, crown)), free=belongs, barred=bar(facts, crown))


def _stands(facts: Facts, crown: Crown) -> Bar:
    if not facts.fresh:
        return refused("PC-1.6", "not_fresh")
    return None if facts.curia.regular(crown) else refused("PC-1.1", "not_catholic", crown)


def _gained(facts: Facts, crown: Crown) -> Bar:
    match curia.barred_from_gaining(facts.curia, crown):
        case None:
            return None
        case "PC-1.1":
            return refused("PC-1.1", "not_catholic", crown)
        case clause:
            return refused(clause, "controls_roma", crown)


def _lost(facts: Facts, crown: Crown) -> Bar:
    if facts.curia.regular(crown):
        return None
    if facts.curia.roma == crown:
        return refused("PC-2.4", "roma_stays", crown)
    return _catholic("PC-1.1", facts, crown) or refused("PC-1.4", "no_cardinal", crown)


def _allied(facts: Facts, crown: Crown) -> Bar:
    if facts.curia.ally is None:
        return None
    if facts.curia.ally == crown:
        return refused("PC-2.1", "is_ally", crown)
    return refused("PC-2.1", "other_ally", crown, facts.curia.ally)


def _parted(facts: Facts, crown: Crown) -> Bar:
    return None if facts.curia.ally == crown else refused("PC-2.1", "no_ally", crown)


def _took_roma(facts: Facts, crown: Crown) -> Bar:
    if facts.curia.ruler is None:
        return None
    if facts.curia.ruler == crown:
        return refused("PC-2.2", "is_ruler", crown)
    return refused("PC-2.2", "other_ruler", crown, facts.curia.ruler)


def _lost_roma(facts: Facts, crown: Crown) -> Bar:
    return None if facts.curia.ruler == crown else refused("PC-2.2", "no_ruler", crown)


def _converted(facts: Facts, crown: Crown) -> Bar:
    return None


def _papal_action(facts: Facts) -> Bar:
    """Why nobody can take a Papal Action now (PC-4.1)."""
    if facts.age > curia.LAST_AGE:
        return refused("PC-4.1", "age")
    if facts.left is not None:
        return refused("PC-4.1", "phase_4_begun")
    if facts.token is not None:
        return refused("PC-4.1", "token")
    return refused("PC-4.1", "no_controller") if curia.control(facts.curia).controller is None else None


def _excommunicated(facts: Facts, crown: Crown) -> Bar:
    own = refused("PC-4.2", "own", crown) if curia.control(facts.curia).controller == crown else None
    return _papal_action(facts) or _catholic("PC-4.2", facts, crown) or own


def _by_controller(facts: Facts, crown: Crown) -> Bar:
    controller = curia.control(facts.curia).controller
    other = None if controller == crown else refused("PC-4.1", "not_controller", crown, controller)
    return _papal_action(facts) or other


def _catholic(clause: str, facts: Facts, crown: Crown) -> Bar:
    return None if crown in facts.curia.catholics else refused(clause, "not_catholic", crown)


def _committed(facts: Facts, crown: Crown) -> Bar:
    if not isinstance(facts.token, Crusade):
        return refused("PC-4.4", "no_crusade")
    if facts.left is not None and "crusade" not in facts.left:
        return refused("PC-4.5", "crusade_done")
    again = refused("PC-4.4", "is_committed", crown) if crown in facts.committed else None
    return again or _catholic("PC-4.4", facts, crown)


def _left(facts: Facts, crown: Crown) -> Bar:
    return refused("PC-16.6", "last_crown", crown) if facts.crowns == (crown,) else None


def _nothing_more(facts: Facts, crown: Crown) -> tuple[Field, ...]:
    return ()


def _which(facts: Facts, crown: Crown) -> tuple[Field, ...]:
    """Which Cardinal, if it matters: the slots that lead to different tracks."""
    tracks = {curia.lose(facts.curia, slot).curia.slots: slot for slot in reversed(facts.curia.places(crown))}
    slots: tuple[Value, ...] = tuple(sorted(tracks.values())) if len(tracks) > 1 else (None,)
    return (OneOf("slot", slots),)


def _realm(facts: Facts, crown: Crown) -> tuple[Field, ...]:
    return (OneOf("realm", NPRS),)


def _area(facts: Facts, crown: Crown) -> tuple[Field, ...]:
    return (OneOf("area", AREAS), OneOf("leads", YES_OR_NO))


_REPORTS: dict[str, tuple[Callable[[Facts, Crown], tuple[Field, ...]], Callable[[Facts, Crown], Bar]]] = {
    "stands": (_nothing_more, _stands),
    "gained": (_nothing_more, _gained),
    "lost": (_which, _lost),
    "died": (_which, _lost),
    "allied": (_nothing_more, _allied),
    "parted": (_nothing_more, _parted),
    "took_roma": (_nothing_more, _took_roma),
    "lost_roma": (_nothing_more, _lost_roma),
    "converted": (_nothing_more, _converted),
    "excommunicated": (_which, _excommunicated),
    "banned": (_realm, _by_controller),
    "crusade": (_area, _by_controller),
    "committed": (_nothing_more, _committed),
    "left": (_nothing_more, _left),
}
"""Report -> the fields it has besides the crown, and why it can't be made."""


def _of_phases(facts: Facts, belongs: str) -> Iterator[Choice]:
    begun = facts.left is not None
    yield Choice("phase_4", free=belongs, barred=refused("PC-16.3", "in_phase_4") if begun else None)
    for at, step in enumerate(facts.left or ()):
        yield _step(facts, step, belongs, refused("PC-4.6", "step_before") if at else None)
    unfinished = None if facts.left == () else refused("PC-16.3", "phase_4_first")
    last = refused("PC-16.6", "last_age") if facts.age == LAST_AGE else None
    yield Choice("round_ended", free=belongs, barred=unfinished)
    yield Choice("age_ended", free=belongs, barred=last or unfinished)
    yield Choice("game_over", (_FINAL,), free=belongs)


def _step(facts: Facts, step: str, belongs: str, bar: Bar) -> Choice:
    if step != "crusade":
        return Choice("ticked", (OneOf("step", (step,)),), free=belongs, barred=bar)
    may_be = tuple(code(crown) for crown in sorted(facts.committed) if crown in facts.curia.catholics)
    fields = (OneOf("muslims", YES_OR_NO), SomeOf("present", may_be, 0, len(may_be)))
    return Choice("crusade_ended", fields, free=belongs, barred=bar)


def lies_on(facts: Facts) -> str | None:
    """The Realm or Area on which the token lies, as a key of the words."""
    match facts.token:
        case None:
            return None
        case Excommunication(realm=realm):
            return f"{'crown' if realm in CROWNS else 'realm'}.{realm}"
        case Crusade(area=area):
            return f"area.{area}"
        case _:
            raise TypeError(f"no such token: {facts.token!r}")
