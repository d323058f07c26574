"""Leaks planted in the house that writes, sends and plays, each with the check that must find it."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any, NamedTuple

import msgspec
import pytest
from sqlalchemy import func, select, text

from app import rendering
from app.api import documents
from app.api import live as programs
from app.chat import show as chat_show
from app.chat import store as words
from app.chat.live import Feed
from app.chat.notices import Notice
from app.chat.store import Reader
from app.database import chat
from app.lobby import show
from app.tables import bots, clock, history, live, questions, sharing, store, writing
from app.tables.live import Watching
from app.tables.scene import Scene
from games import GAMES
from games.pope_or_nope import GAME
from tests.leaks import bot_checks, chat_checks, device_checks, live_checks, written_checks


class LiveMutant(NamedTuple):
    """A leak: its kind in docs/hidden-information.md, a name, how it is planted, the check that must fail (given what
    its first argument is called), and what the failure says."""

    kind: str
    name: str
    plant: Callable[[pytest.MonkeyPatch], None]
    check: Callable[..., Awaitable[None]]
    says: str


def _versions_count_every_write(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = store.append

    async def append(connection: Any, action: store.Action, **values: Any) -> None:
        await honest(connection, msgspec.structs.replace(action, version=action.seq), **values)

    monkeypatch.setattr(store, "append", append)


def _home_is_ordered_by_every_write(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = store.append

    async def append(connection: Any, action: store.Action, **values: Any) -> None:
        await honest(connection, action, **values)
        await store.save(connection, action.table_id)  # which sets changed_at

    monkeypatch.setattr(store, "append", append)


def _moments_count_every_write(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_course", "_moment", "_lines"):
        honest = str(getattr(history, name))
        monkeypatch.setattr(history, name, text(honest.replace("AND jsonb_array_length(events) > 0", "")))


def _every_notice_wakes_every_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Watching.send

    async def send(watching: Watching, scene: Scene) -> None:
        watching.last = ""
        await honest(watching, scene)

    monkeypatch.setattr(Watching, "send", send)


def _everybody_gets_the_first_seats_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    async def frame(watching: Watching, scene: Scene, seat: Any, lines: str) -> str:
        slots, dock = scene.own(0)
        return rendering.frame(scene.public, slots, dock, lines)

    monkeypatch.setattr(live.Watching, "_frame", frame)


def _every_notice_wakes_every_program(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = programs.Watching.send

    async def send(watching: programs.Watching, scene: Scene) -> None:
        watching.last = None
        await honest(watching, scene)

    monkeypatch.setattr(programs.Watching, "send", send)


def _programs_get_the_first_seats_view(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = documents.document

    def document(scene: Scene, viewer: Any, entries: Any) -> Any:
        found = honest(scene, viewer, entries)
        return found if found.view is None else msgspec.structs.replace(found, view=scene.game.view(scene.state, 0))

    monkeypatch.setattr(documents, "document", document)


def _whatever_is_done_winds_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = clock.after

    def after(set_: Any, before: Any, people: Any, asked: Any, done: clock.Done, now: Any) -> Any:
        return honest(set_, before, people, {*asked, done.seat}, msgspec.structs.replace(done, answers=True), now)

    monkeypatch.setattr(clock, "after", after)


def _no_choice_no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = writing._bot_due

    def due(house: Any, seats: Any, asked: Any, *rest: Any) -> Any:
        at, keys = honest(house, seats, asked, *rest), {question.words.key for question in asked[1].asked.values()}
        return at if at is None or "ask.open_none" not in keys else at - timedelta(seconds=1)

    monkeypatch.setattr(writing, "_bot_due", due)


def _bots_get_the_state(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, GAME.slug, msgspec.structs.replace(GAME, view=lambda state, viewer: state))


def _the_lobby_shows_the_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(show, "commitment", lambda seed: seed.hex())


def _whoever_has_no_seat_gets_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Scene.seat_of
    monkeypatch.setattr(Scene, "seat_of", lambda scene, player_id: honest(scene, player_id) or 0)


def _moves_are_written_down(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = questions.asked_now

    def asked_now(game: Any, state: Any, *rest: Any) -> Any:
        bots.log.debug("a state", cards=state.hands[0].cards)
        return honest(game, state, *rest)

    monkeypatch.setattr(questions, "asked_now", asked_now)


def _everybody_reads_private_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "_theirs", lambda reader: chat.c.table_id == reader.table_id)


def _private_words_wake_all(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Feed.news

    async def news(feed: Feed, scene: Scene) -> str:
        feed._shown = None
        return await honest(feed, scene)

    monkeypatch.setattr(Notice, "concerns", lambda notice, player_id: True)
    monkeypatch.setattr(Feed, "news", news)


def _all_unread_words_count(monkeypatch: pytest.MonkeyPatch) -> None:
    async def unread(connection: Any, reader: Reader, most: int) -> int:
        others = (chat.c.table_id == reader.table_id) & (chat.c.player_id != reader.player_id)
        return int(await connection.scalar(select(func.count()).where(others)) or 0)

    monkeypatch.setattr(words, "unread", unread)


def _messages_show_their_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = chat_show._line

    def line(row: Any, player_id: Any, who: Any) -> Any:
        return replace(honest(row, player_id, who), name=f"{row.name} ({row.id})")

    monkeypatch.setattr(chat_show, "_line", line)


def _a_device_shows_its_owners_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Scene, "curtain", lambda scene, player_id: scene.own(scene.seat_of(player_id))[1])


def _the_curtain_stays_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fall_after(*_: Any) -> None:
        return None

    monkeypatch.setattr(sharing, "fall_after", fall_after)


MIND = live_checks.a_change_of_mind_is_silence
WHOLE = live_checks.a_whole_game_shows_own_cards_only
DEVICE = device_checks.a_shared_device_knows_what_it_shows
SHARED = device_checks.a_whole_game_on_a_shared_device
WHISPER = chat_checks.private_words_stay_between_two

LIVE_LEAKS = (
    LiveMutant("number", "versions count every write", _versions_count_every_write, MIND, "change of mind"),
    LiveMutant("number", "moments count every write", _moments_count_every_write, MIND, "replay tells"),
    LiveMutant("list", "Home is ordered by every write", _home_is_ordered_by_every_write, MIND, "home tells"),
    LiveMutant("timing", "a change of mind winds the clock", _whatever_is_done_winds_the_clock, MIND, "change of mind"),
    LiveMutant("frame", "every notice wakes all", _every_notice_wakes_every_socket, MIND, "told of a change of mind"),
    LiveMutant("frame", "every notice wakes all programs", _every_notice_wakes_every_program, MIND, "told of a change"),
    LiveMutant(
        "frame", "the first seat's view for programs", _programs_get_the_first_seats_view, WHOLE, "is another's"
    ),
    LiveMutant("frame", "the first seat's frame for all", _everybody_gets_the_first_seats_frame, WHOLE, "is another's"),
    LiveMutant("seed", "the lobby shows the seed", _the_lobby_shows_the_seed, WHOLE, "the seed shows"),
    LiveMutant(
        "spectator",
        "a watcher is given a seat",
        _whoever_has_no_seat_gets_the_first,
        live_checks.watchers_and_strangers_get_no_seat,
        "a watcher is given a seat",
    ),
    LiveMutant("curtain", "the owner's hand", _a_device_shows_its_owners_hand, DEVICE, "None"),
    LiveMutant("curtain", "the curtain stays up", _the_curtain_stays_up, SHARED, "the curtain has fallen"),
    LiveMutant("chat", "private words for all", _everybody_reads_private_words, WHISPER, "private words"),
    LiveMutant("chat", "private words wake all", _private_words_wake_all, WHISPER, "is told of private words"),
    LiveMutant("chat", "private words count for all", _all_unread_words_count, WHISPER, "tells|the count knows"),
    LiveMutant("chat", "messages show their numbers", _messages_show_their_numbers, WHISPER, "shows its number"),
)
"""Their checks want a served house."""

HOUSE_LEAKS = (
    LiveMutant("timing", "no choice, no pause", _no_choice_no_pause, bot_checks.the_pause_knows_no_hand, "pause tells"),
    LiveMutant("bot", "a State", _bots_get_the_state, bot_checks.a_bot_is_told_what_its_seat_may_see, "may not know"),
)
"""Their checks want a house."""

LOG_LEAKS = (
    LiveMutant("written", "a hand", _moves_are_written_down, written_checks.the_log_holds_no_secret, "a card is"),
)
"""Their checks want a house and its log."""
