"""A guest's finished games in figures, on the guest's own page."""

from uuid import UUID

from sqlalchemy import func, select

from app.database import actions
from app.identity.service import Player
from app.lobby.figures import figures
from app.pages import Figures
from app.tables import takeback
from games import GAMES
from games.kernel.contract import decode
from tests.app.conftest import Guest, row_of, seats_at
from tests.app.tables.conftest import Seated
from tests.app.test_guest_kept import id_of
from tests.app.test_takeback import does


async def played(host: Guest, *others: tuple[Guest, str], game: str = "pope-or-nope", bots: int = 0) -> str:
    """A game to its end: its code."""
    answer = await host.send_form("/tables", game=game, name="Livia")
    code = answer.headers["location"].removeprefix("/t/")
    for guest, name in others:
        await guest.join(code, name)
    for _ in range(bots):
        await host.do(code, "bot", bot="novice")
    assert (await host.do(code, "start", sure="yes")).status_code == 303
    people = [row.player_id or UUID(int=0) for row in await seats_at(host.house, code)]
    table = Seated(host.house, code, people)
    if bots:
        return code
    await table.play(5000)
    return code


async def figures_of(guest: Guest) -> Figures | None:
    async with guest.house.engine.connect() as connection:
        return await figures(connection, id_of(guest))


async def test_nothing_is_told_before_a_game_is_finished(livia: Guest, teo: Guest) -> None:
    await played(livia, (teo, "Teo"), bots=1)
    assert await figures_of(livia) is None
    assert 'id="figures"' not in (await livia.get("/me")).text


async def test_games_wins_company_popes_and_the_longest(livia: Guest, teo: Guest, kofi: Guest) -> None:
    codes = [await played(livia, (teo, "Teo")) for _ in range(2)]
    codes.append(await played(livia, (teo, "Teo"), (kofi, "Kofi"), game="habemus-papam"))
    won, popes, moves = 0, 0, {}
    for code in codes:
        row = await row_of(livia.house, code)
        result = GAMES[row.game].result(decode(GAMES[row.game], row.state, row.schema))
        assert result is not None
        won += 0 in result.winners
        popes += result.how.key.startswith("how.pope")
        async with livia.house.engine.connect() as connection:
            count = select(func.count()).where(actions.c.table_id == row.id, actions.c.seat.is_not(None))
            moves[code] = int(await connection.scalar(count) or 0)
    told = await figures_of(livia)
    assert told is not None
    assert (told.games, told.won, told.popes) == (3, won, popes)
    assert told.company == (("Teo", 3), ("Kofi", 1))
    longest = max(moves, key=lambda code: moves[code])
    assert (told.longest.code, told.longest.moves) == (longest, moves[longest])
    of_kofi = await figures_of(kofi)
    assert of_kofi is not None
    assert (of_kofi.games, of_kofi.company) == (1, (("Livia", 1), ("Teo", 1)))
    page = (await livia.get("/me")).text
    assert "<dt>Finished</dt><dd>3</dd>" in page
    assert "<bdi>Teo</bdi> (3), <bdi>Kofi</bdi> (1)" in page
    assert f'href="/t/{longest}"' in page


async def test_that_a_move_was_taken_back_is_no_move(livia: Guest, teo: Guest) -> None:
    answer = await livia.send_form("/tables", game="pope-or-nope", name="Livia")
    code = answer.headers["location"].removeprefix("/t/")
    await teo.join(code, "Teo")
    await livia.do(code, "start", sure="yes")
    table = Seated(livia.house, code, [row.player_id for row in await seats_at(livia.house, code)])
    await table.play(2)
    (seat,) = await table.deciders()
    await table.move(seat, does("pass"))
    await takeback.take_back(livia.house, code, Player(table.people[seat], "P"))
    await table.play(5000)
    told = await figures_of(livia)
    assert told is not None
    assert told.longest.moves == len([action for action in await table.actions() if action.seat is not None]) - 1
