"""All that leaves the server for one viewer of one table, part by part, as text."""

from collections.abc import Iterator
from typing import Any

import msgspec
from starlette.requests import Request

from app import refusals, rendering
from app.api import documents
from app.pages import Missed, Visitor
from app.problems import Illegal
from app.tables import replay
from app.tables.history import Course, Moment
from app.tables.replay import Past
from app.tables.scene import Scene
from games.kernel.choices import Choice, OneOf
from games.kernel.events import IllegalMove, Reason, Seat, Viewer
from tests.games.walks import fillings, values_in
from tests.leaks.kept import CODE, TAIL, Kept

Leaving = dict[str, str]
"""Name of a part -> its text."""

VISITOR = Visitor("Anna", "auto", f"/t/{CODE}")
FORM = {"type": "http", "method": "POST", "path": f"/t/{CODE}/moves", "headers": [(b"hx-request", b"true")]}
CALL = {"type": "http", "method": "POST", "path": f"/api/tables/{CODE}/moves", "headers": []}


def shown(scene: Scene, viewer: Viewer) -> Leaving:
    """The pages and frames of this viewer, and the document of its program."""
    new = Missed(max(1, scene.log_length - TAIL))
    log = scene.log_since(max(0, scene.log_length - TAIL), viewer, 0 if viewer is None else new.seen)
    assert log is not None
    document = _json(documents.document(scene, viewer, scene.tail))
    replayed = _replayed(scene, viewer)
    if scene.status == "over":
        result = scene.result_page(VISITOR, viewer, log)
        page, frame = rendering.result(result), rendering.result_frame(result)
        return {"log": log, "document": document, "page": page, "frame": frame, **replayed}
    slots, dock = scene.own(viewer)
    return {
        "document": document,
        "public": scene.public,
        "slots": _json(slots),
        "dock": dock,
        "log": log,
        "absent": scene.absent(viewer),
        "page": scene.page(VISITOR, viewer, log, new=new),
        "clocks": scene.clock_strip(viewer) or "",
        "frame": rendering.frame(scene.public, slots, dock, log, scene.absent(viewer), scene.clock_strip(viewer)),
        **replayed,
    }


def _replayed(scene: Scene, viewer: Viewer) -> Leaving:
    """The moment as it is seen again in the running game, where many came after it; only its state is the past's."""
    moment = Moment(scene.table.version, scene.table.version, scene.table.state, scene.table.schema)
    eyes = replay.eyes_of(scene, viewer)[0]
    past = Past(scene, Course(moment.number + 9, (1, moment.number + 3)), moment, scene.tail, (eyes,), eyes)
    page = past.page(VISITOR)
    return {"replay": rendering.replay(page), "step of a replay": rendering.replay_frame(page)}


def handed(kept: Kept, viewer: Viewer) -> Leaving:
    """What pages, bots and other clients are made from."""
    game, asked = kept.game, kept.asked.asked
    own: tuple[Choice, ...] = () if viewer is None else game.choices(kept.state, viewer)
    words = asked[viewer].words if viewer in asked else None
    return {
        "view": _json(game.view(kept.state, viewer)),
        "choices": _json(own),
        "question": _json(words),
        "waited for": _json(game.deciders(kept.state)),
        "result": _json(game.result(kept.state)),
        "told": _json([entry.event.seen_by(viewer) for entry in kept.tail]),
    }


def previewed(kept: Kept, viewer: Seat, moves: list[Any]) -> Leaving:
    """What each of these moves is said to do, to programs and on the page."""
    view, facts = kept.game.view(kept.state, viewer), kept.scene().facts
    told = {f"preview of {move}": _json(kept.game.preview(view, move)) for move in moves}
    return told | {f"foreseen of {move}": rendering.foresee(kept.game, facts, view, move) for move in moves}


def answered(kept: Kept, viewer: Seat, moves: list[Any]) -> Leaving:
    """What the viewer is answered to each of these moves: refused with a reason, or accepted."""
    return {f"answer to {move}": _answer(kept, viewer, move) for move in moves}


def _answer(kept: Kept, viewer: Seat, move: Any) -> str:
    try:
        kept.game.resolve(kept.state, viewer, move)
    except IllegalMove as refusal:
        problem = Illegal("The rules don't allow that.", refusal.reason, kept.game.slug)
        told = [bytes(refusals.answer(problem, Request(scope)).body).decode() for scope in (FORM, CALL)]
        return "".join([*told, _json(refusal.reason)])
    return "accepted"


def cautioned(kept: Kept, viewer: Seat) -> Leaving:
    """What the page asks before it sends a move."""
    scene = kept.scene()
    return {
        f"caution about {choice.move} {value}": rendering.sure(rendering.caution(kept.game, scene.facts, why, {}))
        for choice in kept.game.choices(kept.state, viewer)
        for value, why in _cautions(choice)
    }


def _cautions(choice: Choice) -> Iterator[tuple[Any, Reason]]:
    for field in choice.fields:
        yield from field.cautions if isinstance(field, OneOf) else ()


def moves_open_to(kept: Kept, seat: Seat, chance: Any) -> list[Any]:
    """Every move this seat may make; of wide forms a few."""
    choices = [choice for choice in kept.game.choices(kept.state, seat) if choice.barred is None]
    return [kept.game.move(choice.move, filled) for choice in choices for filled in fillings(choice, chance)]


def attempts(kept: Kept, chance: Any) -> list[Any]:
    """Moves that somebody at the table may make, and each of them with one field from another form."""
    choices = [choice for seat in range(kept.seats) for choice in kept.game.choices(kept.state, seat)]
    values = list(dict.fromkeys(value for choice in choices for value in values_in(choice)))
    found: dict[str, Any] = {}
    for choice in choices:
        filled = next(fillings(choice, chance), {}) if choice.barred is None else {}
        spoiled = [{**filled, name: value} for name in filled for value in values]
        for given in (filled, *spoiled):
            try:
                move = kept.game.move(choice.move, given)
            except msgspec.ValidationError:  # not even of a move's shape
                continue
            found[repr(move)] = move
    return list(found.values())


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
