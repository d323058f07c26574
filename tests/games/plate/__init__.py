"""The Collection Plate, a little game written by docs/adding-a-game.md: a hidden coin, and a secret question that
everyone answers at once. Its rules stand in `rules.md`."""

from typing import Any

import msgspec

from games.kernel.choices import Choice, OneOf
from games.kernel.contract import Game, Outcome, Part, Result, Standing
from games.kernel.dice import Cup, Dice, dice_from
from games.kernel.events import Event, Fact, IllegalMove, Reason, Seat, Viewer

COINS = tuple(range(1, 13))
TIMES = 2


class Options(msgspec.Struct, frozen=True):
    """No house rules."""


class Give(msgspec.Struct, frozen=True, tag="give"):
    """The secret choice: give the coin, or keep it."""

    what: str


class State(msgspec.Struct, frozen=True):
    """`answers`: None until that seat has chosen. `time`: 1 or 2; 3 when all is over. The deck's top is the last."""

    dice: Dice
    time: int
    answers: tuple[str | None, ...]
    coins: tuple[int, ...]
    deck: tuple[int, ...]
    plate: tuple[int, ...]


class View(msgspec.Struct, frozen=True):
    """What a viewer sees. `coins`: all of them at the end, else nobody's; `mine`: the viewer's own, and its answer."""

    time: int
    chosen: tuple[bool, ...]
    plate: tuple[int, ...]
    deck: int
    coins: tuple[int, ...]
    mine: tuple[int, str | None] | None


def misfit(seats: int, options: Options) -> Reason | None:
    """CP-1.1."""
    return None if 2 <= seats <= 4 else Reason("CP-1.1", "refuse.seats")


def setup(seats: int, options: Options, seed: bytes, words: str) -> Outcome:
    """CP-1.1: one coin each."""
    cup = Cup(dice_from(seed, words))
    coins = cup.shuffled(COINS)
    state = State(cup.dice(), 1, (None,) * seats, tuple(coins[:seats]), tuple(coins[seats:]), ())
    return Outcome(state, (Event(Fact("event.dealt")),), tuple(cup.draws))


def over(state: State) -> bool:
    """CP-3.1."""
    return state.time > TIMES


def deciders(state: State) -> tuple[Seat, ...]:
    """All who have not chosen."""
    return () if over(state) else tuple(seat for seat, answer in enumerate(state.answers) if answer is None)


def question(state: State, seat: Seat) -> Fact | None:
    """The same for everyone."""
    return Fact("ask.give") if seat in deciders(state) else None


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """CP-2.1: choose, or change the choice."""
    if over(state) or not 0 <= seat < len(state.answers):
        return ()
    free = None if state.answers[seat] is None else "choosing"
    return (Choice("give", (OneOf("what", ("keep", "give")),), free=free),)


def resolve(state: State, seat: Seat, move: Give) -> Outcome:
    """CP-2.1, and CP-2.2 after the last choice."""
    if over(state):
        raise IllegalMove("CP-3.1", "refuse.over")
    if not 0 <= seat < len(state.answers):
        raise IllegalMove("CP-1.1", "refuse.seats")
    if move.what not in ("keep", "give"):
        raise IllegalMove("CP-2.1", "refuse.what")
    answers = tuple(move.what if at == seat else answer for at, answer in enumerate(state.answers))
    events = () if state.answers[seat] is not None else (Event(Fact("event.chosen", {"who": seat})),)
    state = msgspec.structs.replace(state, answers=answers)
    if None not in answers:
        state, more = _collect(state)
        events = (*events, *more)
    return Outcome(state, events, ())


def _collect(state: State) -> tuple[State, list[Event]]:
    coins, deck, plate, events = list(state.coins), list(state.deck), list(state.plate), []
    for seat, answer in enumerate(state.answers):
        if answer == "give":
            plate.append(coins[seat])
            coins[seat] = deck.pop()
            public = Fact("event.gives", {"who": seat, "coin": plate[-1]})
            events.append(Event(public, {seat: Fact("event.gives.mine", {"coin": coins[seat]})}, reveals=True))
    events.append(Event(Fact("event.collected"), reveals=True))  # by their silence one knows who kept
    nobody = (None,) * len(coins)
    after = State(state.dice, state.time + 1, nobody, tuple(coins), tuple(deck), tuple(plate))
    return after, events


def view(state: State, viewer: Viewer) -> View:
    """Coins are hidden until the end (CP-1.1, CP-3.1)."""
    return View(
        time=state.time,
        chosen=tuple(answer is not None for answer in state.answers),
        plate=state.plate,
        deck=len(state.deck),
        coins=state.coins if over(state) else (),
        mine=None if viewer is None else (state.coins[viewer], state.answers[viewer]),
    )


def preview(seen: View, move: Give) -> None:
    """Nothing about a draw is sure."""


def redeal(state: State, viewer: Viewer, seed: bytes) -> State:
    """Others' coins, the deck and others' answers anew; at the end only the deck is hidden."""
    cup = Cup(dice_from(seed, "redeal"))
    hidden = () if over(state) else tuple(seat for seat in range(len(state.coins)) if seat != viewer)
    pool = cup.shuffled(sorted([*state.deck, *(state.coins[seat] for seat in hidden)]))
    coins = tuple(pool.pop() if seat in hidden else coin for seat, coin in enumerate(state.coins))
    answers = tuple(
        cup.pick(("keep", "give")) if seat in hidden and answer is not None else answer
        for seat, answer in enumerate(state.answers)
    )
    return msgspec.structs.replace(state, dice=dice_from(seed), coins=coins, deck=tuple(pool), answers=answers)


def result(state: State) -> Result | None:
    """CP-3.1."""
    if not over(state):
        return None
    best = max(state.coins)
    standings = tuple(
        Standing(seat, 1 + sum(other > coin for other in state.coins), coin, (Part(Fact("part.coin"), coin),))
        for seat, coin in enumerate(state.coins)
    )
    return Result((state.coins.index(best),), standings, Fact("how.highest", {"coin": best}))


def check(state: State) -> None:
    """All 12 coins are there."""
    assert sorted((*state.coins, *state.deck, *state.plate)) == list(COINS), "a coin is missing"


WORDS = {
    "ask.give": "Keep your coin, or give it?",
    "ask.give.more": "",
    "wait.give": "{who:seat} is weighing a coin.",
    "event.dealt": "Everyone has a coin.",
    "event.chosen": "{who:seat} has chosen.",
    "event.gives": "{who:seat} gives a **{coin}**.",
    "event.gives.mine": "You draw a **{coin}**.",
    "event.collected": "The plate has gone round.",
    "refuse.seats": "Two to four may play.",
    "refuse.what": "Keep your coin or give it.",
    "refuse.over": "The game is over.",
    "part.coin": "The coin",
    "how.highest": "A **{coin}** was the highest coin.",
}


def minutes(seats: int, options: Any) -> tuple[int, int]:
    """It is a little game."""
    return 1, 2


GAME = Game(
    slug="plate",
    title="The Collection Plate",
    tagline="Give, or keep.",
    seats=(2, 4),
    edition=1,
    schema=1,
    Options=Options,
    State=State,
    Move=Give,
    house_rules=(),
    words=WORDS,
    how_to_play="Keep your coin or give it. The highest wins.",
    misfit=misfit,
    minutes=minutes,
    setup=setup,
    deciders=deciders,
    question=question,
    choices=choices,
    resolve=resolve,
    view=view,
    preview=preview,
    redeal=redeal,
    result=result,
    check=check,
)
