"""Section 12.4 of the rules: an Action card is paid for, played, and does what its text says."""

from games.habemus_papam import hands
from games.habemus_papam.board import named
from games.habemus_papam.box import ACTIONS, half, in_order
from games.habemus_papam.moves import Play
from games.habemus_papam.rules.effects import (
    BENEDICTIO_BRINGS,
    RESURRECTIO_BRINGS,
    TRIBUTUM_MOST,
    candidates_after,
    lying_after,
    pactum_takes,
    vetoes_after,
)
from games.habemus_papam.state import Converting, SecretObjective, Trimming
from games.habemus_papam.table import Table
from games.kernel.events import Argument, Fact, Seat


def play(table: Table, seat: Seat, move: Play) -> None:
    """The card leaves the hand, the cost is paid in full (HP-4.12), then the card acts. Conversio and Oratio may leave
    a question to their player behind."""
    table.play(seat, move.card)
    table.bury(seat, move.cards)
    table.receive(seat, -move.influence)
    _tell_payment(table, seat, move)
    _act(table, seat, move)
    if not ACTIONS[move.card].lies:  # only now, so that it can't be drawn by its own effect (HP-4.4)
        table.discards.append(move.card)


def _tell_payment(table: Table, seat: Seat, move: Play) -> None:
    """How many cards paid is public, which is not (HP-4.3)."""
    cards = sum(move.cards.values())
    how = "both" if cards and move.influence else "cards" if cards else "influence"
    table.tell(f"event.play.{how}", who=seat, card=move.card, influence=move.influence, cards=cards)


def _act(table: Table, seat: Seat, move: Play) -> None:
    match move.card:
        case "EXTRACTUM":
            _extractum(table, seat, _player(move))
        case "PACTUM":
            _pactum(table, seat, str(move.on))
        case "SPECULATORES":
            _speculatores(table, seat, _player(move), str(move.to))
        case "CONVERSIO":
            _conversio(table, seat)
        case "PERMUTATIO":
            _permutatio(table, seat, _player(move))
        case "TRIBUTUM":
            _tributum(table, _player(move))
        case "ORATIO":
            _oratio(table, seat)
        case _:
            _on_the_board(table, seat, move)


def _player(move: Play) -> Seat:
    if not isinstance(move.on, int):
        raise TypeError(f"{move.card} is played on a player")
    return move.on


def _on_the_board(table: Table, seat: Seat, move: Play) -> None:
    """What everybody sees: Influence, lying cards, vetoes."""
    table.tell_some(Fact(f"event.{move.card}", {"who": seat, **_named(table, move)}), {})
    table.lying = lying_after(table.lying, move.card, seat, table.turns, move.on)
    table.vetoes = vetoes_after(table.vetoes, move.card, move.on, move.to)
    table.put(candidates_after(table.candidates, move.card, move.on, move.to, move.amount))


def _named(table: Table, move: Play) -> dict[str, Argument]:
    """What the sentence about a card may name."""
    amounts = {"BENEDICTIO": BENEDICTIO_BRINGS, "RESURRECTIO": RESURRECTIO_BRINGS, "MOVERE": move.amount}
    on = named(table.candidates, move.on)
    lost = half(on.influence) if on is not None and move.card == "MURMUR" else None
    return {"on": move.on, "to": move.to, "influence": amounts.get(move.card, lost)}


def _extractum(table: Table, seat: Seat, player: Seat) -> None:
    """A random card; only the two learn which (HP-12.4g)."""
    card = table.cup.pick(table.hands[player]).card
    table.hand_over(player, seat, card, (seat, player))
    told = Fact("event.EXTRACTUM.seen", {"who": seat, "player": player, "card": card})
    table.tell_some(Fact("event.EXTRACTUM", {"who": seat, "player": player}), {seat: told, player: told})


def _pactum(table: Table, seat: Seat, name: str) -> None:
    """Half of his Influence, 5 at most, from the general reserve; he keeps his."""
    amount = pactum_takes(table.candidates, name)
    table.receive(seat, amount)
    table.tell("event.PACTUM", who=seat, on=name, influence=amount)


def _tributum(table: Table, player: Seat) -> None:
    """Half the reserve, 5 at most; everyone sees how much (HP-12.4i)."""
    amount = min(TRIBUTUM_MOST, half(table.reserves[player]))
    table.receive(player, -amount)
    table.tell("event.TRIBUTUM", player=player, influence=amount)


def _speculatores(table: Table, seat: Seat, player: Seat, what: str) -> None:
    """A look at a hand or a Secret Objective, then a card (HP-12.4h)."""
    public = Fact(f"event.SPECULATORES.{what}", {"who": seat, "player": player})
    if what == "hand":
        cards = in_order(held.card for held in table.hands[player])
        table.hands[player] = hands.seen(table.hands[player], seat)
        key = "event.SPECULATORES.hand.seen" if cards else "event.SPECULATORES.hand.empty"
        table.tell_some(public, {seat: Fact(key, {"player": player, "cards": cards})})
    else:
        objective = table.secrets[player]
        table.secrets[player] = known_by(objective, seat)
        seen = Fact("event.SPECULATORES.secret.seen", {"player": player, "card": objective.title})
        table.tell_some(public, {seat: seen})
    draw(table, seat, 1)


def known_by(objective: SecretObjective, *seats: Seat) -> SecretObjective:
    """The objective, known to these seats too."""
    return SecretObjective(objective.title, tuple(sorted({*objective.known, *seats})))


def draw(table: Table, seat: Seat, number: int) -> None:
    """Cards drawn by one seat, which alone sees them."""
    cards = table.draw(seat, number)
    told = {seat: Fact("event.draws.mine", {"who": seat, "cards": cards})} if cards else {}
    table.tell_some(Fact(f"event.draws.{len(cards)}", {"who": seat}), told)


def _permutatio(table: Table, seat: Seat, player: Seat) -> None:
    """Swapped unseen; then each knows both (HP-12.4h)."""
    mine, theirs = table.secrets[seat], table.secrets[player]
    table.secrets[seat], table.secrets[player] = known_by(theirs, player), known_by(mine, seat)
    both = {
        one: Fact("event.PERMUTATIO.seen", {"player": other, "got": got.title, "gave": gave.title})
        for one, other, got, gave in ((seat, player, theirs, mine), (player, seat, mine, theirs))
    }
    table.tell_some(Fact("event.PERMUTATIO", {"who": seat, "player": player}), both)


def _conversio(table: Table, seat: Seat) -> None:
    """Its player sees the top leftover objective, and is asked which to keep (HP-12.4h)."""
    table.pile[-1] = known_by(table.pile[-1], seat)
    seen = Fact("event.CONVERSIO.seen", {"card": table.pile[-1].title})
    table.tell_some(Fact("event.CONVERSIO", {"who": seat}), {seat: seen})
    table.question = Converting(seat)


def keep_objective(table: Table, seat: Seat, title: str) -> None:
    """One stays, the other goes under the pile; what others knew of either is out of date (HP-12.4h)."""
    own, drawn = table.secrets[seat].title, table.pile.pop().title
    table.secrets[seat] = SecretObjective(title)
    table.pile.insert(0, SecretObjective(drawn if title == own else own, (seat,)))
    table.tell("event.CONVERSIO.kept", who=seat)


def _oratio(table: Table, seat: Seat) -> None:
    """Two cards; above the hand limit its player is asked what to discard."""
    draw(table, seat, 2)
    if len(table.hands[seat]) > table.limit(seat):
        table.question = Trimming(seat)


def trim(table: Table, seat: Seat, cards: dict[str, int]) -> None:
    """Oratio: down to the hand limit, face down."""
    table.bury(seat, cards)
    table.tell("event.discards", who=seat, cards=sum(cards.values()))
