"""Section 7 of the rules: what a round without a Pope brings, the veto, and new hands."""

from games.habemus_papam.board import towards
from games.habemus_papam.box import HAND_LIMIT, LOTTERY_SEATS, PAIRS, ROUNDS
from games.habemus_papam.hands import by_title
from games.habemus_papam.state import Candidate, Discarding, Keeping, PublicObjective, Veto, Vetoing
from games.habemus_papam.table import Table
from games.kernel.events import Fact, Seat

EVERYONE_TAKES = 2
LAST_VETO = 3
"""The last round at whose end a veto is put (HP-7.4)."""


def score(table: Table) -> str:
    """2 for everyone, and the own sides of the indicators (HP-7.1, HP-7.2); then the board is cleared (HP-7.3)."""
    vetoed = {side for veto in table.vetoes for side in PAIRS[veto.pair]}
    for seat, objective in enumerate(table.objectives):
        scored = income(table.indicators, objective, vetoed) * (1 if table.round <= 2 else 2)
        table.receive(seat, EVERYONE_TAKES + scored)
        table.tell("event.smoke.income", who=seat, influence=EVERYONE_TAKES + scored, scored=scored)
    _clear(table)
    return "veto"


def income(indicators: tuple[int, int, int, int], objective: PublicObjective, vetoed: set[str]) -> int:
    """Spaces on the objective's sides, but for vetoed pairs."""
    return sum(towards(indicators, side) for side in objective.sides if side not in vetoed)


def _clear(table: Table) -> None:
    """Influence goes back, indicators to 0, and cards that lay are discarded (HP-7.3)."""
    table.put(tuple(Candidate(each.name, 0, each.out) for each in table.candidates))
    table.indicators = (0, 0, 0, 0)
    table.discards += [each.card for each in table.lying]
    table.lying = ()


def ask_veto(table: Table) -> str | None:
    """The outgoing Camarlengo's veto in rounds 1 to 3; after round 4 all go (HP-7.4)."""
    if table.round <= LAST_VETO:
        table.question = Vetoing(table.camarlengo)
        return None
    table.vetoes = ()
    table.tell("event.vetoes_lifted")
    return "hand on"


def put_veto(table: Table, seat: Seat, pair: str) -> str:
    """It first counts in the next round (HP-7.4)."""
    table.vetoes = (*table.vetoes, Veto(pair, table.round, seat))
    table.tell("event.veto", who=seat, pair=pair)
    return "hand on"


def hand_on(table: Table) -> str:
    """The Camarlengo card passes to the left; with 4 players that of round 5 is drawn (HP-7.5, HP-7.9)."""
    if table.seats == LOTTERY_SEATS and table.round == ROUNDS - 1:
        table.camarlengo = table.cup.below(table.seats)
        table.tell("event.camarlengo.lot", who=table.camarlengo)
    else:
        table.camarlengo = (table.camarlengo + 1) % table.seats
        table.tell("event.camarlengo", who=table.camarlengo)
    return "keep"


def ask_keeping(table: Table) -> str | None:
    """Everyone with a card is asked at once; how many each holds is public, so an empty hand need not be (HP-7.6)."""
    answered = tuple(not hand for hand in table.hands)
    if all(answered):
        return "deal"
    table.question = Keeping(answered, (None,) * table.seats)
    return None


def keep(table: Table, asked: Keeping, seat: Seat, card: str | None) -> str | None:
    """One secret answer, or a change of it; the last one in changes all hands together (HP-11.5)."""
    kept = tuple(card if at == seat else was for at, was in enumerate(asked.kept))
    if not _answer(table, asked.answered, seat):
        table.question = Keeping(_with(asked.answered, seat), kept)
        return None
    for at, one in enumerate(kept):
        if table.hands[at]:
            _keep_one(table, at, one)
    return "deal"


def _keep_one(table: Table, seat: Seat, card: str | None) -> None:
    """All but this card goes face down to the discard pile."""
    cards = {title: number - (title == card) for title, number in by_title(table.hands[seat])}
    table.bury(seat, cards)
    table.tell("event.kept", reveals=True, who=seat, cards=sum(cards.values()), kept=len(table.hands[seat]))


def _answer(table: Table, answered: tuple[bool, ...], seat: Seat) -> bool:
    """Tells that a seat has chosen, if it had not yet; whether its answer is the last one."""
    if not answered[seat]:
        table.tell("event.chosen", who=seat)
    return all(_with(answered, seat))


def _with(answered: tuple[bool, ...], seat: Seat) -> tuple[bool, ...]:
    return tuple(had or at == seat for at, had in enumerate(answered))


def deal(table: Table) -> str | None:
    """4 cards each, then everyone above the limit is asked at once (HP-7.6, HP-7.8)."""
    dealt = {seat: table.draw(seat, HAND_LIMIT) for seat in from_the_left(table)}
    private = {seat: Fact("event.dealt.mine", {"cards": cards}) for seat, cards in dealt.items() if cards}
    table.tell_some(Fact("event.dealt", {"cards": sum(len(cards) for cards in dealt.values())}), private)
    answered = tuple(len(table.hands[seat]) <= table.limit(seat) for seat in range(table.seats))
    if all(answered):
        return "round"
    table.question = Discarding(answered, ({},) * table.seats)
    return None


def from_the_left(table: Table) -> list[Seat]:
    """All seats, beginning left of the Camarlengo."""
    return [(table.camarlengo + 1 + at) % table.seats for at in range(table.seats)]


def discard(table: Table, asked: Discarding, seat: Seat, cards: dict[str, int]) -> str | None:
    """One secret answer, or a change of it; the last one in changes all hands together (HP-11.5)."""
    discards = tuple(cards if at == seat else was for at, was in enumerate(asked.discards))
    if not _answer(table, asked.answered, seat):
        table.question = Discarding(_with(asked.answered, seat), discards)
        return None
    for at, gone in enumerate(discards):
        if gone:
            table.bury(at, gone)
            table.tell("event.discards", who=at, cards=sum(gone.values()))
    return "round"
