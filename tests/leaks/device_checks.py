"""What must hold of a device that several share, as functions that raise AssertionError: with the curtain down it gets
what a watcher gets, with a hand shown that one alone."""

import asyncio

from websockets.asyncio.client import ClientConnection

from games.kernel.events import Seat
from tests.app.tables.conftest import Seated
from tests.games.walks import seed_of
from tests.leaks.checks import same
from tests.leaks.live_checks import CARD, FRESH, VERSION, _collect, _history, _holds_own_cards_only
from tests.leaks.sitting import NAMES, Sitting, frame, frames_until_silence
from tests.served import Guest, Served

HERE: tuple[Seat, ...] = (0, 1)
"""The seats on Anna's device: her own and Bruno's."""


async def _share(served: Served, **rules: str) -> Sitting:
    """Anna and Bruno at her device, Carla at her own; the game has begun."""
    anna, carla = served.guest(), served.guest()
    code = await anna.open(name=NAMES[0])
    if rules:
        assert (await anna.deed(code, "rules", **rules)).status_code == 204
    assert (await anna.deed(code, "beside", name=NAMES[1])).status_code == 204
    assert (await carla.join(code, NAMES[2])).status_code == 303
    assert (await anna.deed(code, "start", sure="yes")).status_code == 204
    return Sitting(served, code, [anna, anna, carla], served.guest(), [], {})


async def _show(sitting: Sitting, seat: Seat) -> str:
    """Raises the curtain before this hand: its address, as what stands for the table's code."""
    answer = await sitting.people[seat].http.post(f"/t/{sitting.code}/show", data={"seat": seat, "name": NAMES[seat]})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).removeprefix("/t/")


async def _everything(anna: Guest, code: str) -> dict[str, str]:
    """All that a device can ask for below this address, and Home."""
    paths = (f"/t/{code}", f"/t/{code}?log=all", f"/t/{code}/chat", "/")
    pages = {path: await anna.http.get(path) for path in paths}
    assert {answer.status_code for answer in pages.values()} == {200}
    return {path: FRESH.sub("", answer.text) for path, answer in pages.items()}


async def a_shared_device_knows_what_it_shows(served: Served) -> None:
    """The table becomes what a watcher can't tell from it: the curtain is the same and silent. It becomes what Bruno
    can't tell from it: so is the page of his hand."""
    sitting = await _share(served)
    assert (await sitting.people[2].move(sitting.code, "open", deed="")).status_code == 204
    anna, bruno = sitting.people[0], await _show(sitting, 1)
    for at, (viewer, code, page) in enumerate(((None, sitting.code, "curtain"), (1, bruno, "table"))):
        async with anna.socket(code, page=page) as socket:
            await frame(socket)
            before, state = await _everything(anna, code), await sitting.state()
            await sitting.become(sitting.game.redeal(state, viewer, seed_of(at)))
            surprises = await frames_until_silence(socket)
            assert not surprises, f"the page of {viewer} is told of what it can't know: {surprises[0][:200]}"
            same(before, await _everything(anna, code), f"the page of {viewer}")


async def a_whole_game_on_a_shared_device(served: Served) -> None:
    """A game to its end: no frame and no page of the curtain holds a card that isn't open, none of a hand another's;
    and once its curtain has fallen, a hand's address and socket hold nothing."""
    sitting = await _share(served, target="3", hand_size="3", reshuffle="when_short")
    curtain: list[str] = []
    hands: list[tuple[Seat, str]] = []
    async with sitting.people[0].socket(sitting.code, page="curtain") as socket:
        reader = asyncio.create_task(_collect(socket, curtain))
        await _play(sitting, curtain, hands)
        await asyncio.wait_for(reader, 20)
    states = await _history(sitting)
    assert len(curtain) > 10, "hardly a frame came"
    assert len(hands) > 10, "hardly a hand was shown"
    for html in curtain:
        _holds_own_cards_only(html, None, states)
    for seat, html in hands:
        _holds_own_cards_only(html, seat, states)


async def _play(sitting: Sitting, curtain: list[str], hands: list[tuple[Seat, str]]) -> None:
    people = await sitting.players()
    seated = Seated(sitting.served.house, sitting.code, [people[seat] for seat in sorted(people)])
    for _ in range(2000):
        waiting = await seated.deciders()
        if not waiting:
            return
        if waiting[0] in HERE:
            curtain.append(await sitting.people[0].page(sitting.code))
            await _play_behind_the_curtain(sitting, seated, waiting[0], hands)
        else:
            await seated.move(waiting[0])


async def _play_behind_the_curtain(sitting: Sitting, seated: Seated, seat: Seat, hands: list[tuple[Seat, str]]) -> None:
    hand = await _show(sitting, seat)
    async with sitting.people[seat].socket(hand) as socket:
        hands += [(seat, await frame(socket)), (seat, await sitting.people[seat].page(hand))]
        await seated.move(seat)
        if seat not in await seated.deciders():
            await _nothing_is_left(sitting, hand, socket)


async def _nothing_is_left(sitting: Sitting, hand: str, socket: ClientConnection) -> None:
    answer = await sitting.people[0].http.get(f"/t/{hand}")
    assert answer.status_code == 303, "the curtain has fallen, and its address shows a hand"
    last: list[str] = []
    await asyncio.wait_for(_collect(socket, last), 10)
    for html in last:
        assert not VERSION.search(html), "the curtain has fallen, and the hand's page is told on"
        assert not CARD.search(html), "the curtain has fallen, and a card shows"
