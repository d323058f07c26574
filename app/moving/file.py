"""The form of the file: all that a table is but for its clock, with seats in place of guests, so that no number of a
guest leaves the server. It holds seed and hands: it is for operators alone."""

from datetime import datetime
from typing import Any

import msgspec

from app.language import gettext, later
from games.kernel.events import Event, Seat

FORM = 1
LARGEST = 256 * 1024 * 1024
"""Bytes; the longest games have a tenth of that."""


class FileError(ValueError):
    """What was given is no table, or none that can be taken in; the message is a sentence."""


class MovedSeat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A taken seat. `person`: somebody plays here, or has a bot sit in; `device`: the seat on whose device, if that is
    another's."""

    number: Seat
    name: str
    colour: int
    person: bool
    device: Seat | None
    bot: str | None
    ready: bool
    words: str


class MovedAction(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of the record, with the State after it, of this schema."""

    seq: int
    version: int
    seat: Seat | None
    move: dict[str, Any]
    events: tuple[Event, ...]
    first_event: int
    draws: tuple[tuple[int, int], ...]
    key: str | None
    edition: int
    schema: int
    state: msgspec.Raw
    at: datetime


class MovedLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of the chat: by whom and for whom, where they have a seat; None as words: removed."""

    seat: Seat | None
    name: str
    to: Seat | None
    private: bool
    words: str | None
    at: datetime


class MovedTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table. `seed` is 64 hexadecimal digits; `release` the version of the program that wrote the file; `reports`
    what players reported, and the newest error that the house met at this table."""

    form: int
    release: str
    code: str
    game: str
    edition: int
    schema: int
    options: dict[str, Any]
    status: str
    host: Seat | None
    chairs: int
    private: bool
    watchers: bool
    watchers_chat: bool
    pace: str
    seed: str
    words: str
    seq: int
    version: int
    log_length: int
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    seats: tuple[MovedSeat, ...]
    actions: tuple[MovedAction, ...]
    chat: tuple[MovedLine, ...]
    reports: tuple[str, ...] = ()


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
        raise FileError(gettext("This is no table that was exported: {why}.", why=str(error).rstrip("."))) from error


class _Form(msgspec.Struct):
    form: int
