"""The form of the file: all that a table is, with seats in place of guests, so that no number of a guest leaves the
server. It holds seed and hands: it is for operators alone."""

from datetime import datetime
from typing import Annotated, Any

import msgspec

from app.identity import names
from app.language import gettext, later
from app.tables.clock import Clock
from games.kernel.events import Event, Seat

FORM = 1
Count = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
"""Nothing that is counted at a table comes near the end of these."""
Moment = Annotated[datetime, msgspec.Meta(tz=True)]
Key = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
LARGEST = 256 * 1024 * 1024
"""Bytes; the longest games have a tenth of that."""


class FileError(ValueError):
    """What was given is no table, or none that can be taken in; the message is a sentence."""


class MovedSeat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A taken seat. `person`: somebody plays here, or has a bot sit in; `device`: the seat on whose device, if that is
    another's."""

    number: Seat
    name: str
    colour: Count
    person: bool
    device: Seat | None
    bot: str | None
    ready: bool
    words: str


class MovedAction(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of the record, with the State after it, of this schema."""

    seq: Count
    version: Count
    seat: Seat | None
    move: dict[str, Any]
    events: tuple[Event, ...]
    first_event: Count
    draws: tuple[tuple[Count, Count], ...]
    key: Key | None
    edition: Count
    schema: Count
    state: msgspec.Raw
    at: Moment


class MovedLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of the chat: by whom and for whom, where they have a seat; None as words: removed."""

    seat: Seat | None
    name: str
    to: Seat | None
    private: bool
    words: str | None
    at: Moment


class MovedTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table. `seed` is 64 hexadecimal digits; `release` the version of the program that wrote the file; `reports`
    what players reported, and the newest error that the house met at this table; `clock` what the host has set, and not
    how the clocks stand."""

    form: Count
    release: str
    code: str
    game: str
    edition: Count
    schema: Count
    options: dict[str, Any]
    status: str
    host: Seat | None
    chairs: Count
    private: bool
    watchers: bool
    watchers_chat: bool
    pace: str
    seed: str
    words: str
    seq: Count
    version: Count
    log_length: Count
    created_at: Moment
    started_at: Moment | None
    ended_at: Moment | None
    seats: tuple[MovedSeat, ...]
    actions: tuple[MovedAction, ...]
    chat: tuple[MovedLine, ...]
    reports: tuple[str, ...] = ()
    clock: Clock | None = None


def read(data: bytes) -> MovedTable:
    """A table as it was exported. Raises FileError."""
    if len(data) > LARGEST:
        sentence = later("This file is too large to be a table: it has more than {most} bytes.")
        most = f"{LARGEST:,}"
        raise FileError(gettext(sentence, most=most))
    try:
        form = msgspec.json.decode(data, type=_Form).form
        if form != FORM:
            sentence = later("This file has form {form}, and this version reads form {known}.")
            raise FileError(gettext(sentence, form=form, known=FORM))
        return msgspec.json.decode(data, type=MovedTable)
    except (msgspec.DecodeError, RecursionError) as error:
        why = shown(str(error), 200).rstrip(".")
        raise FileError(gettext("This is no table that was exported: {why}.", why=why)) from error


def shown(text: str, most: int) -> str:
    """What a file says, for a terminal: so many characters at most, and none that steer it."""
    seen = names.seen(text)
    return seen if len(seen) <= most else f"{seen[:most]}…"


class _Form(msgspec.Struct):
    form: int
