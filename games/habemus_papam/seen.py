"""The shape of what a viewer is shown: `View` and what it is made of. `view.py` puts it together.

A spectator's View is what everybody sees. A seat's has the same fields, and `mine` besides: whatever only that seat
knows stands there and nowhere else.
"""

from typing import Literal

import msgspec

from games.habemus_papam.state import Lying, Offer, PublicObjective, Veto
from games.kernel.events import Seat

Phase = Literal["camarlengo", "actions", "decision", "veto", "keeping", "discarding", "white_smoke", "no_pope", "over"]
"""camarlengo: phase 1; actions: phase 2; decision: phase 4; veto, keeping, discarding: what is asked in Black Smoke
(HP-7.4, and the two secret choices of HP-7.6); white_smoke: phase 5 with a Pope; no_pope: the end of round 5 without
one, while Corrupt's owner chooses."""


class CandidateView(msgspec.Struct, frozen=True):
    """A Candidate. `out`: the round in which he was eliminated, None if he is face up. `markers`: the seats who share
    three of five traits with him (HP-2.3). `murmured`: placing on him costs 2. `prohibited`: whose Prohibere keeps
    placings off him. `needs`: how much more on him alone makes him Papabile, 0 if he is, None if he is out. `breaks`:
    for the Papabile, how much placed on others ends it (with plurality: on the strongest of them); else None."""

    name: str
    sides: tuple[str, str, str, str]
    order: str
    influence: int
    out: int | None
    markers: tuple[Seat, ...]
    murmured: bool
    prohibited: Seat | None
    needs: int | None
    breaks: int | None


class TrackView(msgspec.Struct, frozen=True):
    """A pair's track. `side`, `spaces`: where its marker stands (None: at 0). `next_side`, `next_spaces`: where phase 3
    would put it now. `veto`: the veto on it."""

    pair: str
    side: str | None
    spaces: int
    next_side: str | None
    next_spaces: int
    veto: Veto | None


class BoardView(msgspec.Struct, frozen=True):
    """Candidates in the order in which they were laid, and what follows from their Influence. `total`: on all of them.
    `enough`: the least that makes Papabile with this total (with `round5_plurality` in round 5 it is not what
    counts)."""

    candidates: tuple[CandidateView, ...]
    total: int
    enough: int
    papabile: str | None
    tracks: tuple[TrackView, ...]


class SeatView(msgspec.Struct, frozen=True):
    """What everyone sees of a seat. `hand`: cards in hand; `limit`: the hand limit now. `passed`: in the present run of
    passes; `silenced`: must pass on the next turn; `asked`: the table waits for it. `reserve`, `secret`: None as long
    as they are hidden."""

    seat: Seat
    hand: int
    limit: int
    objective: PublicObjective
    passed: bool
    silenced: bool
    asked: bool
    reserve: int | None
    secret: str | None


class OfferView(msgspec.Struct, frozen=True):
    """What everyone sees of an open offer: Influence and numbers of cards on both sides (HP-4.10)."""

    number: int
    by: Seat
    to: Seat
    gives: int
    gives_cards: int
    asks: int
    asks_cards: int


class Memory(msgspec.Struct, frozen=True):
    """What this viewer surely knows of another seat: cards that are in its hand, and its Secret Objective."""

    seat: Seat
    hand: tuple[str, ...]
    secret: str | None


class Worth(msgspec.Struct, frozen=True):
    """What a Candidate would surely bring this seat as Pope, if the phase ended as the board is now. `shared`: the
    characteristics that both have; `order`: the order too. `points`: for the Public Objective and the order. `fulfils`:
    he would meet the condition of the own Secret Objective. `secret`: what that surely pays; what depends on hidden
    reserves or on another's objective is left out."""

    candidate: str
    shared: tuple[str, ...]
    order: bool
    points: int
    fulfils: bool
    secret: int


class Mine(msgspec.Struct, frozen=True):
    """What only this seat sees. `secret`: the own Secret Objective. `drawn`: the one that Conversio drew, while its
    player chooses. `answered`, with `kept` or `discarded`: the own answer to an open secret choice, still to be
    changed; its cards are in `hand` until the last answer is in. `deals`: open offers from or to this seat, in full.
    `memories`: what is surely known of others. `pile`: the leftover Secret Objectives from the top down, None where
    unknown. `worth`: a Candidate each, in the board's order, of those who are face up."""

    seat: Seat
    reserve: int
    hand: tuple[str, ...]
    secret: str
    drawn: str | None
    answered: bool
    kept: str | None
    discarded: dict[str, int] | None
    deals: tuple[Offer, ...]
    memories: tuple[Memory, ...]
    pile: tuple[str | None, ...]
    worth: tuple[Worth, ...]


class View(msgspec.Struct, frozen=True):
    """The table as one viewer sees it. `turn`: the seat on turn in phase 2. `passes`: passes in a row, of
    `passes_to_end` that end the phase. `to_distribute`: what the Camarlengo may place in phase 1 of this round. `dean`:
    who holds the Dean card, None if nobody does; `income`: what the Dean is asked to allow. `antipope`: it plays along
    (3 players). `lying`: cards that lie for their effect. `deck`, `discards`, `pile`: how many cards, and leftover
    Secret Objectives. `revealed`: secrets and reserves lie open. `pope`: the elected one. `copied`: whose objective
    Corrupt copied."""

    round: int
    phase: Phase
    turn: Seat | None
    passes: int
    passes_to_end: int
    to_distribute: int
    camarlengo: Seat
    dean: Seat | None
    income: int | None
    antipope: bool
    plurality: bool
    card_deals: bool
    board: BoardView
    seats: tuple[SeatView, ...]
    lying: tuple[Lying, ...]
    offers: tuple[OfferView, ...]
    deck: int
    discards: int
    pile: int
    revealed: bool
    pope: str | None
    copied: Seat | None
    mine: Mine | None
