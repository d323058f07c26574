"""What Home, the way in, and the lobby show: rows made into the records that templates take."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.requests import HTTPConnection

from app import rendering
from app.chat.pages import Chat
from app.house import House
from app.identity.service import Player, visitor
from app.language import gettext
from app.lobby import clocks, codes, links, store
from app.lobby.mine import my_tables, skipped
from app.lobby.service import CHAIRS, COLOURS, expect_welcome
from app.pages import (
    Chair,
    GameCard,
    HomePage,
    JoinPage,
    ListedTable,
    LobbyPage,
    Option,
    Refusal,
    RuleChoice,
)
from app.presence.store import away
from app.problems import NoSuchTable
from app.tables import levels
from app.tables.clock import clock_of
from app.tables.marks import letters, seat_facts
from app.tables.seatwise import picks
from app.tables.service import is_open
from app.tables.store import SeatRow, TableRow, find, seats_of
from app.wording import in_words, wording_of
from games import GAMES
from games.kernel.contract import Game, HouseRule, Options
from games.kernel.dice import commitment


async def find_table(connection: AsyncConnection, typed: str) -> TableRow:
    """The table whose code was meant. Raises NoSuchTable."""
    meant = codes.readings(typed)
    code = await store.which(connection, meant) if meant else None
    table = None if code is None else await find(connection, code)
    if table is None:
        raise NoSuchTable
    return table


# --- Home --------------------------------------------------------------------------------------------------------


async def home_page(house: House, player: Player | None, request: HTTPConnection, **tried: Any) -> str:
    """Home; `code` and `refusal` after a code that leads nowhere. Raises Malformed."""
    skip = skipped(request.query_params.get("older"))
    async with house.reading.connect() as connection:
        own, older = ((), False) if player is None else await my_tables(connection, player.id, skip)
        listed = await store.listed(connection)
        seats = await store.seats_of_all(connection, [row.id for row in listed])
    page = HomePage(
        visitor=await visitor(request),
        games=tuple(_card(game) for game in GAMES.values()),
        mine=own,
        older=skip + store.MOST_SHOWN if older else None,
        newer=max(0, skip - store.MOST_SHOWN) if skip else None,
        listed=tuple(_listed_table(row, seats[row.id]) for row in listed),
        key=secrets.token_urlsafe(12),
        **tried,
    )
    return rendering.home(page)


def _card(game: Game) -> GameCard:
    seats = max(game.seats[0], min(CHAIRS, game.seats[1]))
    minutes = game.minutes(seats, game.Options())
    return GameCard(game.slug, game.title, in_words(game, game.tagline), game.seats, minutes, game.companion)


def _listed_table(table: Any, seats: Sequence[SeatRow]) -> ListedTable:
    """A password hides who sits there, here as at the door."""
    return ListedTable(
        code=table.code,
        slug=table.game,
        title=GAMES[table.game].title,
        host=None if table.password_hash is not None else table.host,
        taken=len(seats),
        chairs=table.chairs,
        running=not is_open(table),
        locked=table.password_hash is not None,
        watchers=table.watchers,
    )


# --- the way in --------------------------------------------------------------------------------------------------


async def join_page(
    house: House,
    table: TableRow,
    player: Player | None,
    request: HTTPConnection,
    refusal: Refusal | None = None,
    tried: str = "",
) -> str:
    """What somebody sees who was not let in yet. A password hides who sits there. Raises Gone, NotYours."""
    async with house.reading.connect() as connection:
        await expect_welcome(connection, table, None if player is None else player.id)
        seats = await seats_of(connection, table.id)
    locked = table.password_hash is not None
    page = JoinPage(
        visitor=await visitor(request),
        code=table.code,
        slug=table.game,
        title=GAMES[table.game].title,
        host=None if locked else next((row.name for row in seats if row.player_id == table.host_id), None),
        seats=() if locked else seat_facts(seats),
        chairs=table.chairs,
        open=is_open(table) and len(seats) < table.chairs,
        running=table.status != "lobby",
        over=table.status == "over",
        password=locked,
        watchers=table.watchers,
        refusal=refusal,
        tried=tried,
    )
    return rendering.join(page)


# --- the lobby ---------------------------------------------------------------------------------------------------


async def lobby_page(
    house: House, table: TableRow, player: Player | None, request: HTTPConnection, chat: Chat | None
) -> str:
    """The whole lobby, as this guest sees it."""
    page = await _lobby(house, table, None if player is None else player.id, request)
    return rendering.lobby(replace(page, chat=chat))


async def lobby_frame(house: House, table: TableRow, player_id: UUID | None, socket: HTTPConnection) -> str:
    """The lobby as a live frame for this guest."""
    return rendering.lobby_frame(await _lobby(house, table, player_id, socket))


async def _lobby(house: House, table: TableRow, player_id: UUID | None, connection: HTTPConnection) -> LobbyPage:
    async with house.reading.connect() as database:
        seats = await seats_of(database, table.id)
        watching = await store.watching(database, table.id)
        gone = await away(database, table.id)
    game = GAMES[table.game]
    options: Options = msgspec.convert(table.options, game.Options)
    link = links.link_to(house.settings, connection, table.code)
    return LobbyPage(
        visitor=await visitor(connection),
        code=table.code,
        slug=game.slug,
        title=game.title,
        version=table.version,
        chairs_taken=tuple(_chairs(table, seats, player_id, options, gone)),
        chairs=table.chairs,
        chair_numbers=tuple(range(max(game.seats[0], len(seats)), game.seats[1] + 1)),
        me=None if player_id is None else next((row.number for row in seats if row.player_id == player_id), None),
        host=player_id is not None and table.host_id == player_id,
        private=table.private,
        password=table.password_hash is not None,
        watchers=table.watchers,
        watchers_chat=table.watchers_chat,
        watching=watching,
        rules=tuple(_rule(game, rule, options) for rule in game.house_rules),
        first=_first(seats, options),
        first_clause=game.first_clause,
        pick_title="" if game.pick is None else in_words(game, game.pick.title),
        pick_clause="" if game.pick is None else game.pick.clause,
        colours=tuple(colour for colour in COLOURS if colour not in {row.colour for row in seats}),
        bots=levels.options(game),
        paces=tuple(Option(one, gettext(words), one == table.pace) for one, words in levels.PACES.items()),
        companion=game.companion,
        minutes=_minutes(game, len(seats), options),
        lacking=max(0, game.seats[0] - len(seats)),
        misfit=_misfit(game, seats, options),
        link=link.address,
        link_note=link.note,
        qr=links.qr(link.address),
        commitment=commitment(table.seed),
        clock=clocks.shown(game, clock_of(table.clock)),
    )


def _chairs(
    table: TableRow, seats: Sequence[SeatRow], player_id: UUID | None, options: Options, gone: Mapping[UUID, datetime]
) -> list[Chair]:
    teams = "AB" if getattr(options, "teams", False) else ""
    picked = picks(GAMES[table.game], table.options, len(seats))
    return [
        Chair(
            seat=row.number,
            name=row.name,
            letter=mark,
            colour=row.colour,
            ready=row.ready,
            host=row.player_id is not None and row.player_id == table.host_id,
            me=row.player_id is not None and row.player_id == player_id,
            here=row.device_id is not None and row.device_id == player_id,
            beside=_beside(seats, row),
            bot=levels.word(row.bot),
            gone=None if row.player_id is None else gone.get(row.player_id),
            team=teams[row.number % 2] if teams else None,
            words=row.words,
            picked=_words(GAMES[table.game], picked[row.number]),
            picks=_picks(GAMES[table.game], picked, row.number) if _may_pick(table, row, player_id) else (),
        )
        for row, mark in zip(seats, letters([row.name for row in seats]), strict=True)
    ]


def _beside(seats: Sequence[SeatRow], row: SeatRow) -> str:
    """On whose device somebody plays who has none, by name; "" for everybody else."""
    owners = (other.name for other in seats if row.device_id is not None and other.player_id == row.device_id)
    return next(owners, "")


def _words(game: Game, value: Any) -> str | None:
    settings = () if game.pick is None else game.pick.settings
    return next((in_words(game, one.words) for one in settings if one.value == value), None)


def _may_pick(table: TableRow, row: SeatRow, player_id: UUID | None) -> bool:
    return player_id is not None and player_id in (row.player_id or table.host_id, row.device_id)


def _picks(game: Game, picked: Sequence[Any], seat: int) -> tuple[Option, ...]:
    """What this seat may still pick, and that nothing is."""
    if game.pick is None:
        return ()
    taken = {value for number, value in enumerate(picked) if number != seat}
    free = (one for one in game.pick.settings if one.value not in taken)
    options = (Option(as_text(one.value), in_words(game, one.words), one.value == picked[seat]) for one in free)
    by_lot = gettext("{pick} by lot", pick=in_words(game, game.pick.title))
    return (Option("", by_lot, picked[seat] is None), *options)


def as_text(value: str | int | bool) -> str:
    """A house rule's value as a form sends it."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _rule(game: Game, rule: HouseRule, options: Options) -> RuleChoice:
    chosen = as_text(getattr(options, rule.name))
    settings = tuple(
        Option(as_text(setting.value), in_words(game, setting.words), as_text(setting.value) == chosen)
        for setting in rule.settings
    )
    return RuleChoice(rule.name, in_words(game, rule.title), rule.clause, settings)


def _first(seats: Sequence[SeatRow], options: Options) -> tuple[Option, ...]:
    chosen = getattr(options, "first", None)
    by_lot = Option("", gettext("Drawn by lot"), chosen is None)
    return (by_lot, *(Option(str(row.number), row.name, row.number == chosen) for row in seats))


def _minutes(game: Game, seated: int, options: Options) -> tuple[int, int]:
    """The expected length with as many as are seated, or with the nearest number that these rules can be played by."""
    counts = sorted(range(game.seats[0], game.seats[1] + 1), key=lambda count: abs(count - seated))
    return game.minutes(next(count for count in counts if game.misfit(count, options) is None), options)


def _misfit(game: Game, seats: Sequence[SeatRow], options: Options) -> Refusal | None:
    reason = game.misfit(max(game.seats[0], len(seats)), options)
    if reason is None:
        return None
    return Refusal(wording_of(game, seat_facts(seats)).text(reason), reason.clause, game.slug)
