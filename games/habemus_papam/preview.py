"""What a move would surely do, from the View alone: chance, hidden cards and other people are left out."""

import msgspec

from games.habemus_papam.board import changed
from games.habemus_papam.box import half
from games.habemus_papam.moves import (
    Discard,
    Distribute,
    Eliminate,
    Gift,
    Keep,
    Move,
    Pass,
    Permit,
    Place,
    Play,
    PutVeto,
)
from games.habemus_papam.rules.decisions import least
from games.habemus_papam.rules.effects import candidates_after, lying_after, pactum_takes, placing_costs, vetoes_after
from games.habemus_papam.seen import BoardView, View, Worth
from games.habemus_papam.state import Candidate, Lying, Veto
from games.habemus_papam.view import board_view, worth


class Preview(msgspec.Struct, frozen=True):
    """What is sure. `board`: as it would be right after the move, and after the Antipope's turn if that follows at
    once. `cost`: Influence that leaves the own reserve, and `cards` that leave the hand for it (the card that is
    played, and those that pay). `reserve`, `hand`: what the own reserve and hand would be after it, what is drawn left
    out; None for a spectator. `worth`: as in `Mine`, after it. `ends_phase`: the action phase ends with this turn."""

    board: BoardView
    cost: int
    cards: int
    reserve: int | None
    hand: int | None
    worth: tuple[Worth, ...]
    ends_phase: bool


class _After(msgspec.Struct):
    """What a move leaves behind, as far as it is sure."""

    candidates: tuple[Candidate, ...]
    lying: tuple[Lying, ...]
    vetoes: tuple[Veto, ...]
    cost: int = 0
    gain: int = 0
    cards: int = 0


def preview(seen: View, move: Move) -> Preview:
    """What the move would surely do."""
    after = _after(seen, move)
    mine = seen.mine
    reserve = None if mine is None else mine.reserve - after.cost + after.gain
    return Preview(
        board=_board(seen, after),
        cost=after.cost,
        cards=after.cards,
        reserve=reserve,
        hand=None if mine is None else len(mine.hand) - after.cards,
        worth=() if mine is None or reserve is None else _worth(seen, after, reserve),
        ends_phase=_ends_phase(seen, move),
    )


def _after(seen: View, move: Move) -> _After:
    candidates = tuple(Candidate(each.name, each.influence, each.out) for each in seen.board.candidates)
    vetoes = tuple(track.veto for track in seen.board.tracks if track.veto is not None)
    after = _After(candidates, seen.lying, vetoes)
    match move:
        case Distribute(influence=influence):
            after.candidates = changed(candidates, influence)
        case Place(influence=influence):
            after.candidates, after.cost = changed(candidates, influence), placing_costs(seen.lying, influence)
        case Play():
            _play(after, move, -1 if seen.mine is None else seen.mine.seat)
        case Eliminate(candidate=name):
            after.candidates = tuple(
                Candidate(each.name, each.influence, seen.round) if each.name == name else each for each in candidates
            )
        case PutVeto(pair=pair) if seen.mine is not None:
            after.vetoes = (*vetoes, Veto(pair, seen.round, seen.mine.seat))
        case Permit(answer="allow") if seen.income is not None:
            after.gain = half(seen.income)
        case Gift(influence=influence):
            after.cost = influence
        case Discard(cards=cards):
            after.cards = sum(cards.values())
        case Keep(card=card) if seen.mine is not None:
            after.cards = len(seen.mine.hand) - (card is not None)
        case _:  # nothing that is sure
            pass
    if _antipope_follows(seen, move):
        after.candidates = changed(after.candidates, dict.fromkeys(least(after.candidates), 1))
    return after


def _play(after: _After, move: Play, seat: int) -> None:
    after.cost, after.cards = move.influence, 1 + sum(move.cards.values())
    if move.card == "PACTUM":
        after.gain = pactum_takes(after.candidates, move.on)
    after.candidates = candidates_after(after.candidates, move.card, move.on, move.to, move.amount)
    after.lying = lying_after(after.lying, move.card, seat, 0, move.on)
    after.vetoes = vetoes_after(after.vetoes, move.card, move.on, move.to)


def _board(seen: View, after: _After) -> BoardView:
    objectives = tuple(seat.objective for seat in seen.seats)
    board = board_view(
        after.candidates, (0, 0, 0, 0), after.vetoes, after.lying, objectives, seen.round, seen.plurality
    )
    tracks = tuple(
        msgspec.structs.replace(then, side=now.side, spaces=now.spaces)
        for now, then in zip(seen.board.tracks, board.tracks, strict=True)
    )
    return msgspec.structs.replace(board, tracks=tracks)


def _worth(seen: View, after: _After, reserve: int) -> tuple[Worth, ...]:
    mine = seen.mine
    if mine is None:
        return ()
    return worth(after.candidates, seen.seats[mine.seat].objective, mine.secret, reserve, seen.round)


def _ends_phase(seen: View, move: Move) -> bool:
    """The pass that is needed last, or the turn after the own Suffragatio."""
    if not isinstance(move, Place | Play | Pass) or seen.mine is None:
        return False
    closing = any(card.card == "SUFFRAGATIO" and card.by == seen.mine.seat for card in seen.lying)
    return closing or (isinstance(move, Pass) and seen.passes + 1 == seen.passes_to_end)


def _antipope_follows(seen: View, move: Move) -> bool:
    """The Antipope acts after each turn of the Camarlengo, and when the phase ends (HP-10.1, HP-10.3, HP-10.6); after
    Conversio and Oratio the turn may not be over yet."""
    if not seen.antipope or seen.mine is None or not isinstance(move, Place | Play | Pass):
        return False
    if isinstance(move, Play) and move.card in ("CONVERSIO", "ORATIO"):
        return False
    return seen.mine.seat == seen.camarlengo or _ends_phase(seen, move)
