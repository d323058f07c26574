"""A move as a program sends it: `{"type": ..., and its fields}`, of exactly the shape that the game's Move has."""

import msgspec

from app.api.bodies import NewMove
from app.problems import Malformed
from app.tables.service import Ticket
from games.kernel.contract import Game


def shapes(game: Game) -> dict[str, tuple[str, ...]]:
    """Tag of a move -> the names of its fields."""
    kinds = [kind.cls for kind in _members(game)]
    return {str(kind.__struct_config__.tag): tuple(kind.__struct_fields__) for kind in kinds}


def _members(game: Game) -> list[msgspec.inspect.StructType]:
    found = msgspec.inspect.type_info(game.Move)
    members = found.types if isinstance(found, msgspec.inspect.UnionType) else (found,)
    return [member for member in members if isinstance(member, msgspec.inspect.StructType)]


def ticket(game: Game, sent: NewMove) -> Ticket:
    """The move on its way to the rules, which say whether it is allowed. Raises Malformed for what is no move."""
    tag, known = sent.move.get("type"), shapes(game)
    if not isinstance(tag, str) or tag not in known:
        raise Malformed(f"{game.title} has no such move. Its “type” is one of {', '.join(known)}.")
    filled = {name: value for name, value in sent.move.items() if name != "type"}
    if filled.keys() != set(known[tag]):
        raise Malformed(f"The move “{tag}” has {_listed(known[tag])}. Send exactly that.")
    try:
        made = msgspec.to_builtins(game.move(tag, filled))
    except msgspec.ValidationError as error:
        raise Malformed(f"The move “{tag}” can't be read: {_what(error)}.") from error
    return Ticket(str(sent.question), tag, {name: made[name] for name in known[tag]}, sent.key)


def _listed(fields: tuple[str, ...]) -> str:
    return f"the fields type, {', '.join(fields)}" if fields else "no field but its type"


def _what(error: msgspec.ValidationError) -> str:
    """msgspec's own words, from the move on: "expected `str`, got `int` at `$.card`"."""
    said = str(error).replace("$.move", "$").replace(" - at", " at")
    return said[:1].lower() + said[1:]
