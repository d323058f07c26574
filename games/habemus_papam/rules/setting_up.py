"""Section 2 of the rules: who fits at the table, and the first deal."""

from games.habemus_papam.box import (
    ANTIPOPE_SEATS,
    CANDIDATES,
    FACE_UP,
    FIRST_RESERVE,
    FULL_DECK,
    HAND_LIMIT,
    LEAST_SEATS,
    MOST_SEATS,
    ORDERS,
    PUBLIC_OBJECTIVES,
    SECRETS,
)
from games.habemus_papam.rules.black_smoke import from_the_left
from games.habemus_papam.rules.phases import go_on
from games.habemus_papam.state import Candidate, Options, PublicObjective, SecretObjective, State
from games.habemus_papam.table import Table
from games.kernel.contract import Outcome
from games.kernel.dice import Cup, dice_from
from games.kernel.events import Reason


def misfit(seats: int, options: Options) -> Reason | None:
    """Why these options can't be played with so many (HP-1.1, HP-2.5)."""
    if not LEAST_SEATS <= seats <= MOST_SEATS:
        return Reason("HP-1.1", "refuse.seats", {"least": LEAST_SEATS, "most": MOST_SEATS})
    if options.first is not None and not 0 <= options.first < seats:
        return Reason("HP-2.5", "refuse.first")
    return None


def secrets_for(seats: int) -> tuple[str, ...]:
    """The Secret Objectives in play: with 3 players the Antipope is out (HP-2.7)."""
    return tuple(title for title in SECRETS if title != "ANTIPOPE" or seats != ANTIPOPE_SEATS)


def setup(seats: int, options: Options, seed: bytes, words: str) -> Outcome:
    """The first deal. Raises ValueError if the options don't fit so many seats."""
    if unfit := misfit(seats, options):
        raise ValueError(f"{unfit.clause}: {unfit.key}")
    cup = Cup(dice_from(seed, words))
    table = Table(_laid_out(seats, options, cup))
    table.cup = cup
    table.tell("event.first.lot" if options.first is None else "event.first.named", who=table.camarlengo)
    for seat in from_the_left(table):  # HP-2.6
        table.draw(seat, table.limit(seat))
    table.tell("event.dealt.first", cards=HAND_LIMIT, who=table.camarlengo)
    go_on(table, "round")
    return table.outcome()


def _laid_out(seats: int, options: Options, cup: Cup) -> State:
    """The table before the Action cards are dealt (HP-2.1 to HP-2.5)."""
    faces = cup.shuffled(tuple(CANDIDATES))[:FACE_UP]
    traits = cup.shuffled(PUBLIC_OBJECTIVES)
    secrets = [SecretObjective(title) for title in cup.shuffled(secrets_for(seats))]
    orders = cup.shuffled(ORDERS)
    return State(
        seats=seats,
        options=options,
        dice=dice_from(bytes(32)),
        round=0,
        camarlengo=cup.below(seats) if options.first is None else options.first,
        dean=None,
        question=None,
        turns=0,
        candidates=tuple(Candidate(name) for name in faces),
        indicators=(0, 0, 0, 0),
        vetoes=(),
        lying=(),
        objectives=tuple(PublicObjective(traits[seat], orders[seat]) for seat in range(seats)),
        secrets=tuple(secrets[:seats]),
        pile=tuple(secrets[seats:]),
        reserves=(FIRST_RESERVE,) * seats,
        issued=FIRST_RESERVE * seats,
        hands=((),) * seats,
        deck=tuple(cup.shuffled(FULL_DECK)),
        discards=(),
        buried=(),
        unseen=(),
        unseen_own=((),) * seats,
        offers=(),
        offers_made=0,
        revealed=False,
        pope=None,
        copied=None,
    )
