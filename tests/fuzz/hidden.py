"""What is hidden at a table now, as the texts that would give it away, and where they are looked for."""

import base64
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from prometheus_client import generate_latest

from app.api import keys
from app.house import House
from app.identity import cookies
from games import GAMES
from games.kernel.contract import decode
from games.kernel.events import Event, Viewer
from tests.fuzz.rooms import PASSWORD, Room
from tests.fuzz.sending import Told

ALL = dict(GAMES)
"""The games as they are, whatever is planted in them."""
STRUCTS = re.compile(r"\b(?:State|Dice|Hand|Opening|Ticket|Settings|Thought)\((?!data=)")
"""How the repr of something begins that holds what is hidden."""
WORD = re.compile(r"[A-Z][A-Z-]{3,}[A-Z0-9-]*|[A-Z]+-\d+")
"""What cards are called in a State; shorter words are words of sentences, too."""


def keys_of(room: Room) -> set[str]:
    """What opens seats and tables, and is written down nowhere: cookies, keys of programs, the password, the code."""
    cookies = {
        cookie.value for person in room.everybody() for cookie in person.cookies.jar if cookie.name == "conclave"
    }
    return {text for text in (*cookies, *(person.key for person in room.everybody()), PASSWORD) if text}


def seeds_of(row: Any) -> set[str]:
    """The table's seed and the key of its dice, in every way in which bytes are written."""
    game = ALL[row.game]
    state = None if row.state is None else decode(game, row.state, row.schema)
    found = [row.seed] if state is None else [row.seed, state.dice.key]
    return {text for secret in found if secret for text in _ways(bytes(secret))}


def _ways(secret: bytes) -> Iterator[str]:
    yield secret.hex()
    yield secret.hex().upper()
    yield repr(secret)[2:-1]
    yield base64.b64encode(secret).decode()
    yield base64.urlsafe_b64encode(secret).decode().rstrip("=")


KEPT = """
SELECT t.*,
  (SELECT json_object_agg(encode(hash, 'hex'), player_id) FROM api_keys WHERE table_id = t.id) AS keyed,
  (SELECT jsonb_agg(events ORDER BY seq) FROM actions WHERE table_id = t.id) AS told,
  (SELECT string_agg(concat_ws(' ', number, coalesce(device_id, player_id), player_id, bot, s.name, colour, ready,
     words), ';' ORDER BY number) FROM seats s LEFT JOIN players p ON p.id = player_id WHERE table_id = t.id) AS seated
FROM tables t WHERE code = :code"""
"""All that is kept of a table and was told there; of each seat first its number, and on whose device it is."""


def cards_of(row: Any, *viewers: Viewer) -> set[str]:
    """What lies in hands, decks and secrets, and stands nowhere in what these viewers see together."""
    if row.state is None or row.status != "playing":
        return set()
    game = ALL[row.game]
    state = decode(game, row.state, row.schema)
    seen = [game.view(state, viewer) for viewer in viewers]
    offered = [game.choices(state, viewer) for viewer in viewers if viewer is not None]  # of any title, in an offer
    return _words(msgspec.to_builtins(state)) - _words(msgspec.to_builtins([seen, offered]))


def told_to(row: Any, *viewers: Viewer) -> set[str]:
    """What the log has told these viewers: it is no secret any more, wherever such a card lies now."""
    events = msgspec.convert([event for made in row.told or () for event in made], list[Event], strict=False)
    facts = (event.seen_by(viewer) for event in events for viewer in viewers)
    return set().union(*(_words(fact.arguments) for fact in facts))


def _words(plain: Any) -> set[str]:
    match plain:
        case str():
            return {plain} if WORD.fullmatch(plain) else set()
        case dict():
            return set().union(*(_words(part) for part in (*plain.values(), *plain)))
        case list() | tuple() | set() | frozenset():
            return set().union(*(_words(part) for part in plain))
        case _:
            return set()


def told_in(text: str, secrets: set[str]) -> set[str]:
    """Which of the secrets stand in the text, and the reprs that hold some."""
    named = {
        secret
        for secret in secrets
        if secret in text and re.search(rf"(?<![\w-])(?:a-)?{re.escape(secret)}(?![\w-])", text)
    }
    return named | set(STRUCTS.findall(text))


class Ear(logging.Handler):
    """Hears all that any logger says, with what a formatter makes of it, errors too."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self._heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keeps the line, unless it is the testing client's own."""
        if not record.name.startswith(("httpx", "httpcore")):
            self._heard.append(f"{record.name} {self.format(record)} {getattr(record, 'fields', {})}")

    def news(self) -> str:
        """What was said since the last time."""
        heard, self._heard = self._heard, []
        return "\n".join(heard)


def figures() -> str:
    """The figures of this process, as they are exposed."""
    return generate_latest().decode()


FIGURES = 20
"""One look at the figures, which only grow, for so many at the log."""


class Witness:
    """Looks after each request at all that was written meanwhile, and at what was answered."""

    def __init__(self, house: House) -> None:
        self._ear = Ear()
        self._house = house
        self._looks = 0

    @contextmanager
    def listening(self) -> Iterator[None]:
        """In the block every logger is heard, at every level."""
        root = logging.getLogger()
        level = root.level
        root.addHandler(self._ear)
        root.setLevel(logging.DEBUG)
        try:
            yield
        finally:
            root.removeHandler(self._ear)
            root.setLevel(level)

    def look(self, told: Told, room: Room, row: Any) -> Iterator[str]:
        """What has leaked, each in a sentence."""
        self._looks += 1
        written = self._ear.news() + (figures() if self._looks % FIGURES == 0 else "")
        kept = keys_of(room) | (set() if row.status == "over" else seeds_of(row))
        for leak in told_in(written, kept | cards_of(row, None) | {room.code}):
            yield f"{leak!r} is written down: {_around(written, leak)!r}"
        at_table = room.code in told.what and "/replay" not in told.what  # Home has pictures; a replay the own past
        eyes = (None, *self._seats(told, room, row))
        hidden = kept | (cards_of(row, *eyes) - told_to(row, *eyes) if at_table else set())
        how = "in a refusal" if told.status >= 400 else "in an answer"
        for leak in told_in(told.text, {secret for secret in hidden if secret not in told.sent}):
            yield f"{leak!r} is told {how}: {_around(told.text, leak)!r}"

    def _seats(self, told: Told, room: Room, row: Any) -> list[int]:
        """Where whoever asked may look into the hand: by the key that was shown, or else by the cookie."""
        shown = [person for person in room.everybody() if person.key and f"Bearer {person.key}" in told.sent]
        visit = cookies.told(self._house.signer, told.who.cookies.get("conclave") or "")
        keyed = (row.keyed or {}).get(keys.digest(shown[0].key).hex()) if shown else None
        known = keyed or (str(visit.id) if visit else "nobody")
        there = [seat.partition(" ") for seat in (row.seated or "").split(";")]
        return [int(number) for number, _, rest in there if rest.startswith(known)]


def _around(text: str, leak: str) -> str:
    at = text.find(leak)
    return text[max(0, at - 100) : at + 100]
