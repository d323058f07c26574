"""The one writer on a real PostgreSQL: races, repeated keys, stale questions, and what is written."""

import asyncio
import zlib
from types import SimpleNamespace
from typing import Any

import pytest

from app.house import House
from app.problems import Conflict, Gone, Illegal, KeyReused, Malformed, NoSuchTable, NotYours, Problem, Stale
from app.tables import questions, service, store, tickets
from app.tables.service import Ticket
from games import GAMES
from games.kernel.choices import Amounts, Choice, Field, Filled, Number, OneOf, SomeOf, Text
from games.kernel.contract import decode
from games.kernel.dice import Cup
from tests.app.tables.conftest import Seated, dealt, seat


def lay(deed: str | None) -> Any:
    """Chooses this opening."""

    def choose(choices: list[Choice], chance: Cup) -> tuple[Choice, Filled]:
        return choices[0], {"deed": deed}

    return choose


async def opened(house: House, number: int) -> Seated:
    """A table whose opening is over: nobody laid a deed."""
    made = await dealt(house, number)
    for at in range(number):
        await made.move(at, lay(None))
    return made


async def test_a_deal_writes_the_first_action(seated: Seated) -> None:
    row = await seated.row()
    deal = (await seated.actions())[0]
    assert (row.status, row.seq, row.version) == ("playing", 1, 1)
    assert deal.seat is None
    assert deal.first_event == 0
    assert deal.draws
    assert zlib.decompress(deal.state) == row.state


async def test_each_move_is_kept_with_the_state_after_it(seated: Seated) -> None:
    await seated.play(12)
    row, kept = await seated.row(), await seated.actions()
    assert [action.seq for action in kept] == list(range(1, 14))
    assert zlib.decompress(kept[-1].state) == row.state
    numbers = [action.first_event for action in kept]
    assert numbers == [sum(len(action.events) for action in kept[:at]) for at in range(len(kept))]
    assert row.log_length == sum(len(action.events) for action in kept)


async def test_two_people_choose_at_once_and_neither_is_stale(house: House) -> None:
    table = await dealt(house, 4)
    tickets = [await table.ticket(at, lay(None)) for at in range(4)]
    moves = [service.submit(house, table.code, table.people[at], tickets[at]) for at in range(4)]
    versions = await asyncio.gather(*moves)
    assert sorted(versions) == [2, 3, 4, 5]


async def test_a_double_click_is_one_move(house: House) -> None:
    table = await opened(house, 2)
    ticket = await table.ticket((await table.deciders())[0])
    who = table.people[(await table.deciders())[0]]
    before = len(await table.actions())
    versions = await asyncio.gather(*[service.submit(house, table.code, who, ticket) for _ in range(5)])
    assert len(set(versions)) == 1
    assert len(await table.actions()) == before + 1


async def test_the_same_key_with_another_move_is_refused(seated: Seated) -> None:
    ticket = await seated.ticket(0, lay(None))
    await service.submit(seated.house, seated.code, seated.people[0], ticket)
    other = Ticket(ticket.question, "pass", {}, ticket.key)
    with pytest.raises(KeyReused):
        await service.submit(seated.house, seated.code, seated.people[0], other)


async def test_a_form_sent_again_late_gets_the_first_answer(seated: Seated) -> None:
    """By then the choices are gone by which its fields were read."""
    ticket = await seated.ticket(0, lay(None))
    form = {"question": [ticket.question], "key": [ticket.key], "move": ["open"], "deed": [""]}
    version = await service.submit(seated.house, seated.code, seated.people[0], ticket)
    await seated.move(1, lay(None))
    await seated.move(2, lay(None))
    late = tickets.ticket(form, ())
    assert late.move != ticket.move
    assert await service.submit(seated.house, seated.code, seated.people[0], late) == version
    for other in ({**form, "deed": ["DEED-1"]}, {**form, "move": ["pass"]}):
        with pytest.raises(KeyReused):
            await service.submit(seated.house, seated.code, seated.people[0], tickets.ticket(other, ()))


@pytest.mark.parametrize(
    ("field", "sent"),
    [
        (OneOf("f", (None, 3)), {"f": ["3"]}),
        (OneOf("f", (None, 3)), {"f": [""]}),
        (OneOf("f", (None, 3)), {}),
        (SomeOf("f", ("a", "b"), 0, 2), {"f": ["b", "a"]}),
        (SomeOf("f", ("a", "b"), 0, 2), {}),
        (Number("f", -5, 5), {"f": ["-2"]}),
        (Text("f", 9), {"f": ["a b"]}),
        (Amounts("f", {"x": 2, "y": 2}), {"f.x": ["2"], "f.y": ["0"]}),
    ],
)
def test_every_field_of_a_form_sent_again_is_known(field: Field, sent: dict[str, list[str]]) -> None:
    form = {"question": ["1"], "key": ["k"], "move": ["do"], **sent}
    first = SimpleNamespace(first_move=tickets.ticket(form, [Choice("do", (field,))]).move, first_version=7)
    assert service._first_answer(first, tickets.ticket(form, ())) == 7
    for name in sent:
        with pytest.raises(KeyReused):
            service._first_answer(first, tickets.ticket({**form, name: ["9"]}, ()))


async def test_keys_are_the_seats_own(seated: Seated) -> None:
    """Two seats may use the same key for different moves: one never meets the other's answer."""
    first, second = await seated.ticket(0, lay(None)), await seated.ticket(1, lay(None))
    assert first.key == second.key
    await service.submit(seated.house, seated.code, seated.people[0], first)
    await service.submit(seated.house, seated.code, seated.people[1], second)
    assert await seated.deciders() == [2]


async def test_two_tabs_with_different_moves_one_is_told(house: House) -> None:
    table = await opened(house, 2)
    at = (await table.deciders())[0]
    row = await table.row()
    open_ = questions.read(row.questions)
    tickets = [Ticket(str(open_.asked[at].id), "pass", {}, key) for key in ("tab1", "tab2")]
    moves = [service.submit(house, table.code, table.people[at], ticket) for ticket in tickets]
    ended = await asyncio.gather(*moves, return_exceptions=True)
    assert sum(isinstance(end, int) for end in ended) == 1
    assert sum(isinstance(end, Stale) for end in ended) == 1


async def test_a_stale_question_is_refused_and_changes_nothing(house: House) -> None:
    table = await opened(house, 2)
    at = (await table.deciders())[0]
    await table.move(at, lambda choices, chance: (choices[-1], {}))
    row = await table.row()
    with pytest.raises(Stale):
        await service.submit(house, table.code, table.people[at], Ticket("2", "pass", {}, "late"))
    assert (await table.row()).seq == row.seq


async def test_a_question_outlives_the_other_seats_answers(seated: Seated) -> None:
    ticket = await seated.ticket(2, lay(None))
    await seated.move(0, lay(None))
    await seated.move(1, lay(None))
    await service.submit(seated.house, seated.code, seated.people[2], ticket)
    assert len(await seated.deciders()) == 1


async def test_a_change_of_mind_raises_no_version(seated: Seated) -> None:
    await seated.move(0, lay(None))
    row = await seated.row()
    game = GAMES[row.game]
    state = decode(game, row.state, row.schema)
    free = next(choice for choice in game.choices(state, 0) if choice.free is not None)
    again = Ticket(str(free.free), free.move, {"deed": None}, questions.read(row.questions).key(0))
    version = await service.submit(seated.house, seated.code, seated.people[0], again)
    after = await seated.row()
    assert (version, after.version, after.seq, after.log_length) == (
        row.version,
        row.version,
        row.seq + 1,
        row.log_length,
    )
    assert questions.read(after.questions).asked == questions.read(row.questions).asked


async def test_a_change_of_mind_comes_too_late_after_the_turn_up(house: House) -> None:
    table = await dealt(house, 2)
    await table.move(0, lay(None))
    row = await table.row()
    game = GAMES[row.game]
    free = next(c for c in game.choices(decode(game, row.state, row.schema), 0) if c.free is not None)
    await table.move(1, lay(None))
    late = Ticket(str(free.free), free.move, {"deed": None}, "late")
    with pytest.raises(Stale):
        await service.submit(house, table.code, table.people[0], late)


async def test_a_change_of_mind_is_no_opening_of_the_next_round(house: House) -> None:
    table = await dealt(house, 2)
    late = Ticket("opening-1", "open", {"deed": None}, "late")
    for _ in range(4):  # nobody lays a deed, nobody plays
        await table.move((await table.deciders())[0], lambda choices, _: (choices[-1], _nothing(choices[-1])))
    await table.move(0, lay(None))
    with pytest.raises(Stale):
        await service.submit(house, table.code, table.people[0], late)


def _nothing(choice: Choice) -> Filled:
    return {"deed": None} if choice.move == "open" else {}


async def test_an_illegal_move_names_its_clause_and_changes_nothing(house: House) -> None:
    table = await opened(house, 2)
    at = (await table.deciders())[0]
    open_ = questions.read((await table.row()).questions)
    before = await table.row()
    ticket = Ticket(str(open_.asked[at].id), "play", {"card": "DEED-1", "pile": 99}, "k")
    with pytest.raises(Illegal) as refused:
        await service.submit(house, table.code, table.people[at], ticket)
    assert refused.value.reason is not None
    assert refused.value.reason.clause.startswith("PN-")
    assert await table.row() == before


@pytest.mark.parametrize(
    ("tag", "filled"),
    [
        ("fly", {}),
        ("open", {"deed": 5}),
        ("open", {"deed": ["DEED-1"]}),
        ("open", {}),
        ("", {}),
    ],
)
async def test_what_is_no_move_is_malformed(seated: Seated, tag: str, filled: dict[str, Any]) -> None:
    open_ = questions.read((await seated.row()).questions)
    with pytest.raises(Malformed):
        await service.submit(
            seated.house, seated.code, seated.people[0], Ticket(str(open_.asked[0].id), tag, filled, "k")
        )


@pytest.mark.parametrize("question", ["", "0", "-1", "999999999999999999999", "x", "٣", "opening", "opening-2"])
async def test_an_unknown_question_is_stale(seated: Seated, question: str) -> None:
    with pytest.raises(Stale):
        await service.submit(seated.house, seated.code, seated.people[0], Ticket(question, "open", {"deed": None}, "k"))


@pytest.mark.parametrize("key", ["", "a" * 41, "k k", "é", "<b>"])
async def test_a_key_has_to_be_one(seated: Seated, key: str) -> None:
    ticket = await seated.ticket(0)
    with pytest.raises(Malformed):
        await service.submit(
            seated.house, seated.code, seated.people[0], Ticket(ticket.question, ticket.tag, ticket.filled, key)
        )


async def test_strangers_and_other_tables_people_cant_move(house: House) -> None:
    one, other = await dealt(house, 2), await dealt(house, 2)
    with pytest.raises(NotYours):
        await service.submit(house, one.code, other.people[0], await one.ticket(0))
    with pytest.raises(NoSuchTable):
        await service.submit(house, "NO-SUCH-TABLE-00", one.people[0], await one.ticket(0))


async def test_no_moves_in_the_lobby_and_after_the_end(house: House) -> None:
    lobby = await seat(house, 2)
    with pytest.raises(Conflict):
        await service.submit(house, lobby.code, lobby.people[0], Ticket("1", "pass", {}, "k"))
    ended = await dealt(house, 2)
    async with service.changing(house, ended.code) as (connection, row):
        await store.save(connection, row.id, status="ended")
    with pytest.raises(Gone):
        await service.submit(house, ended.code, ended.people[0], Ticket("1", "pass", {}, "k"))


async def test_a_game_is_played_to_its_result_and_then_refuses_moves(house: House) -> None:
    table = await dealt(house, 2, target=1)
    await table.play(2000)
    row = await table.row()
    assert row.status == "over"
    assert row.ended_at is not None
    with pytest.raises(Conflict):
        await service.submit(house, table.code, table.people[0], Ticket("1", "pass", {}, "k"))


async def test_a_failure_inside_a_change_undoes_all_of_it(seated: Seated) -> None:
    before = await seated.row()

    class Broken(Problem):
        pass

    with pytest.raises(Broken):
        async with service.changing(seated.house, seated.code) as (connection, row):
            await store.save(connection, row.id, status="ended")
            raise Broken("no")
    assert await seated.row() == before


async def test_a_second_start_is_refused(seated: Seated) -> None:
    with pytest.raises(Conflict):
        async with service.changing(seated.house, seated.code) as (connection, row):
            await service.start(seated.house, connection, row)


async def test_rules_that_dont_fit_are_refused_at_the_start(house: House) -> None:
    table = await seat(house, 3, teams=True)
    with pytest.raises(Illegal) as refused:
        async with service.changing(house, table.code) as (connection, row):
            await service.start(house, connection, row)
    assert refused.value.reason is not None
    assert refused.value.reason.clause == "PN-1.2"
