"""The closed list of the game's Moves. `rules/forms.py` says which is open to whom; codes are those of `box.py`."""

from typing import Literal

import msgspec

from games.kernel.events import Seat

Cards = dict[str, int]
"""Cards by title -> how many."""


class Distribute(msgspec.Struct, frozen=True, tag="distribute"):
    """Phase 1: Influence from the general reserve, Candidate -> how much; may be none."""

    influence: dict[str, int]


class Place(msgspec.Struct, frozen=True, tag="place"):
    """Influence from the own reserve, Candidate -> how much arrives on him (each costs 2 on a murmured one)."""

    influence: dict[str, int]


class Play(msgspec.Struct, frozen=True, tag="play"):
    """Play an Action card and pay for it with `influence` and with `cards` from hand, discarded face down.

    | card | on | to | amount |
    |---|---|---|---|
    | ADDERE, SUBTRAHERE | a side | None | None |
    | MOVERE | the Candidate it is taken from | the Candidate who gets it | how much |
    | MURMUR, PACTUM, PROHIBERE, BENEDICTIO | a Candidate | None | None |
    | RESURRECTIO | an eliminated Candidate | None | None |
    | EXTRACTUM, SILENTIUM, PERMUTATIO, TRIBUTUM | a seat | None | None |
    | SPECULATORES | a seat | "hand" or "secret" | None |
    | DISPENSATIO | a vetoed pair | a pair without a veto | None |
    | SUFFRAGATIO, CONVERSIO, ORATIO | None | None | None |
    """

    card: str
    on: str | int | None
    to: str | None
    amount: int | None
    influence: int
    cards: Cards


class Pass(msgspec.Struct, frozen=True, tag="pass"):
    """Do nothing this turn."""


class KeepObjective(msgspec.Struct, frozen=True, tag="keep_objective"):
    """Conversio: the Secret Objective to keep, the own one or the drawn one."""

    secret: str


class Discard(msgspec.Struct, frozen=True, tag="discard"):
    """These cards from hand, face down: down to the hand limit exactly (Oratio, Black Smoke)."""

    cards: Cards


class Eliminate(msgspec.Struct, frozen=True, tag="eliminate"):
    """This Candidate, of those with the least Influence."""

    candidate: str


class Permit(msgspec.Struct, frozen=True, tag="permit"):
    """The Dean's answer."""

    answer: Literal["allow", "refuse"]


class PutVeto(msgspec.Struct, frozen=True, tag="veto"):
    """A veto on this pair."""

    pair: str


class Keep(msgspec.Struct, frozen=True, tag="keep"):
    """Black Smoke: the one card to keep, or None."""

    card: str | None


class Copy(msgspec.Struct, frozen=True, tag="copy"):
    """Corrupt: whose Secret Objective to copy, or None to decline."""

    player: Seat | None


class Gift(msgspec.Struct, frozen=True, tag="gift"):
    """Free, on a turn: Influence from the own reserve to another player, if one of the two is on turn (HP-4.9)."""

    to: Seat
    influence: int


class MakeOffer(msgspec.Struct, frozen=True, tag="offer"):
    """Free, on a turn: offer an exchange to a player, if one of the two is on turn (HP-4.10). `gives`, `asks`:
    Influence; `cards`: own cards given by title; `wants`: cards asked by title, or `ANY`."""

    to: Seat
    gives: int
    cards: Cards
    asks: int
    wants: Cards


class Accept(msgspec.Struct, frozen=True, tag="accept"):
    """Free: accept the offer of this number, naming the own cards that go."""

    offer: int
    cards: Cards


class Decline(msgspec.Struct, frozen=True, tag="decline"):
    """Free: refuse the offer of this number."""

    offer: int


class Withdraw(msgspec.Struct, frozen=True, tag="withdraw"):
    """Free: take back the own offer of this number."""

    offer: int


Move = (
    Distribute
    | Place
    | Play
    | Pass
    | KeepObjective
    | Discard
    | Eliminate
    | Permit
    | PutVeto
    | Keep
    | Copy
    | Gift
    | MakeOffer
    | Accept
    | Decline
    | Withdraw
)
