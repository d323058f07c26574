"""What lies in the box: 16 Candidates, 16 Public and 9 Secret Objectives, 56 Action cards, 8 order tokens (HP-1.2).

All cards are data, here alone: titles, copies, costs, traits, texts, each with its status, so that an owner of the game
can put other texts and counts in their place. What a card does is in `rules/`.
"""

from collections.abc import Iterable
from itertools import product
from typing import Literal

import msgspec

Status = Literal["known", "deduced", "likely", "reconstructed"]
"""Where a fact about a card comes from: the rulebook, its examples, a guess that fits them, or our own making."""

PAIRS: dict[str, tuple[str, str]] = {
    "N-C": ("N", "C"),
    "I-S": ("I", "S"),
    "Ve-So": ("Ve", "So"),
    "Nov-Vet": ("Nov", "Vet"),
}
"""A characteristic, by its two sides -> these, in the order of the board."""

SIDES: dict[str, str] = {
    "N": "Novator",
    "C": "Conservator",
    "I": "Iuvenis",
    "S": "Senex",
    "Ve": "Venustus",
    "So": "Solemnis",
    "Nov": "Novus Mundus",
    "Vet": "Vetus Mundus",
}
"""Side -> its Latin name."""

ORDERS = (
    "Benedictines",
    "Cistercians",
    "Dominicans",
    "Carmelites",
    "Franciscans",
    "Jesuits",
    "Salesians",
    "Augustines",
)


class CandidateCard(msgspec.Struct, frozen=True):
    """A Candidate: name, one side of each pair, and an order. `status` is that of the sides; all orders are our own."""

    code: str
    name: str
    sides: tuple[str, str, str, str]
    order: str
    status: Status


class ActionCard(msgspec.Struct, frozen=True):
    """An Action card. `cost`: None where it is printed as ?, and `price` says what it is. The numbers of copies are all
    reconstructed. `lies`: it stays on the table as long as its effect lasts."""

    code: str
    title: str
    copies: int
    cost: int | None
    text: str
    status: Status
    price: str = ""
    lies: bool = False


class SecretCard(msgspec.Struct, frozen=True):
    """A Secret Objective in words. `side`: the Pope's side that pays, for the four that name one."""

    code: str
    title: str
    text: str
    status: Status
    side: str | None = None


def _candidate(code: str, name: str, sides: str, order: str, status: Status) -> CandidateCard:
    one, two, three, four = sides.split()
    return CandidateCard(code, name, (one, two, three, four), order, status)


CANDIDATES: dict[str, CandidateCard] = {
    card.code: card
    for card in (
        _candidate("GUY", "Christian Guy", "N S So Vet", "Franciscans", "known"),
        _candidate("SFACCIATO", "Giovanni Sfacciato", "N S Ve Vet", "Jesuits", "deduced"),
        _candidate("PAVITR", "Hitesh Pavitr", "C I So Vet", "Salesians", "deduced"),
        _candidate("AL-MUQADAS", "Muhammad Al-Muqadas", "C S So Vet", "Augustines", "reconstructed"),
        _candidate("BACON", "Chris P. Bacon", "C S Ve Vet", "Benedictines", "reconstructed"),
        _candidate("JUN", "Jong-Gyoui Jun", "C I Ve Vet", "Dominicans", "reconstructed"),
        _candidate("HANNAH", "Hoss Hannah", "C S Ve Nov", "Carmelites", "reconstructed"),
        _candidate("TROFOB", "Klaus Trofob", "N I So Vet", "Carmelites", "reconstructed"),
        _candidate("CHANTANT", "Grégoire Chantant", "N I Ve Vet", "Cistercians", "reconstructed"),
        _candidate("TYME", "Abbott Tyme", "N S So Nov", "Dominicans", "reconstructed"),
        _candidate("GUARDA", "Ángel Guarda", "N S Ve Nov", "Salesians", "reconstructed"),
        _candidate("ANDPRAY", "Neil Andpray", "N I So Nov", "Benedictines", "reconstructed"),
        _candidate("BUENANUEVA", "Gabriel Buenanueva", "N I Ve Nov", "Augustines", "reconstructed"),
        _candidate("SERIO", "Augusto Sério", "C S So Nov", "Cistercians", "reconstructed"),
        _candidate("CREED", "Justin Creed", "C I So Nov", "Jesuits", "reconstructed"),
        _candidate("DIANCE", "Ray Diance", "C I Ve Nov", "Franciscans", "reconstructed"),
    )
}

PUBLIC_OBJECTIVES: tuple[tuple[str, str, str, str], ...] = tuple(product(*PAIRS.values()))  # type: ignore[arg-type]
"""One Public Objective for each of the 16 combinations (HP-1.3, likely)."""

_SIDE_TEXT = "If the Pope is {side}: 10 Influence. If then nobody has a larger reserve: 10 more."

SECRETS: dict[str, SecretCard] = {
    card.code: card
    for card in (
        SecretCard(
            "MACHIAVELLI",
            "Machiavelli",
            "If the Pope shares none of your four characteristics, the reserves of all other players become 0.",
            "known",
        ),
        SecretCard(
            "CORRUPT",
            "Corrupt",
            "Choose another player's revealed Secret Objective and score it as your own, or decline.",
            "known",
        ),
        SecretCard("FANATIC", "Fanatic", "If a Pope is elected in rounds 1 to 4: 25 Influence.", "known"),
        SecretCard(
            "LOSS-OF-FAITH",
            "Loss of Faith",
            "If the Pope shares at least three of your four characteristics, your reserve counts twice.",
            "likely",
        ),
        SecretCard("ANTIPOPE", "Antipope", "If there is no Pope at the end of round 5: 30 Influence.", "reconstructed"),
        SecretCard("HEIR", "Heir of Old Rome", _SIDE_TEXT.format(side="Vetus Mundus"), "reconstructed", "Vet"),
        SecretCard("INQUISITOR", "Inquisitor", _SIDE_TEXT.format(side="Conservator"), "likely", "C"),
        SecretCard("FIREBRAND", "Firebrand", _SIDE_TEXT.format(side="Iuvenis"), "reconstructed", "I"),
        SecretCard("SHOWMAN", "Showman", _SIDE_TEXT.format(side="Venustus"), "reconstructed", "Ve"),
    )
}

MACHIAVELLI_MAX_SHARED = 0
"""How many characteristics the Pope may share with Machiavelli's owner (HP-12.3c)."""
LOSS_OF_FAITH_MIN_SHARED = 3
FANATIC_PAYS, ANTIPOPE_PAYS, SIDE_PAYS, RICHEST_PAYS, ORDER_PAYS = 25, 30, 10, 10, 10

ACTIONS: dict[str, ActionCard] = {
    card.code: card
    for card in (
        ActionCard(
            "ADDERE",
            "Addere",
            5,
            1,
            "Name a characteristic: each Candidate who has it gains 1.",
            "known",
        ),
        ActionCard(
            "MOVERE",
            "Movere",
            4,
            None,
            "Move any amount of Influence from one Candidate to another.",
            "known",
            price="amount + 1",
        ),
        ActionCard(
            "MURMUR",
            "Murmur",
            4,
            None,
            "A Candidate loses half his Influence. For the rest of the round 1 Influence from a player's reserve costs "
            "2 on him.",
            "known",
            price="the round",
            lies=True,
        ),
        ActionCard("EXTRACTUM", "Extractum", 4, 1, "Take a random Action card from a player's hand.", "known"),
        ActionCard(
            "SILENTIUM", "Silentium", 4, 1, "A player must pass on the next turn of this round.", "known", lies=True
        ),
        ActionCard(
            "SUFFRAGATIO",
            "Suffragatio",
            2,
            3,
            "The action phase ends right after your next turn. While this lies, nobody plays another.",
            "known",
            lies=True,
        ),
        ActionCard(
            "PACTUM",
            "Pactum",
            4,
            1,
            "Take half of a Candidate's Influence, 5 at most, into your reserve. He keeps his.",
            "known",
        ),
        ActionCard(
            "SPECULATORES",
            "Speculatores",
            4,
            1,
            "Look at a player's hand, or at a player's Secret Objective. Then draw 1 Action card.",
            "reconstructed",
        ),
        ActionCard(
            "PROHIBERE",
            "Prohibere",
            3,
            2,
            "Until your next turn nobody places from a reserve on one Candidate.",
            "reconstructed",
            lies=True,
        ),
        ActionCard(
            "CONVERSIO",
            "Conversio",
            3,
            2,
            "Draw the top leftover Secret Objective. Keep one of the two; the other goes under the pile.",
            "reconstructed",
        ),
        ActionCard("PERMUTATIO", "Permutatio", 2, 3, "Swap Secret Objectives, unseen, with a player.", "reconstructed"),
        ActionCard(
            "RESURRECTIO", "Resurrectio", 2, 2, "An eliminated Candidate returns, with 2 Influence.", "reconstructed"
        ),
        ActionCard("TRIBUTUM", "Tributum", 3, 2, "A player loses half the reserve, 5 at most.", "reconstructed"),
        ActionCard(
            "SUBTRAHERE",
            "Subtrahere",
            4,
            1,
            "Name a characteristic: each Candidate who has it loses 1, not below 0.",
            "reconstructed",
        ),
        ActionCard(
            "BENEDICTIO", "Benedictio", 3, 2, "Put 3 Influence on a Candidate who is not in the lead.", "reconstructed"
        ),
        ActionCard("DISPENSATIO", "Dispensatio", 2, 2, "Move a veto to a pair that has none.", "reconstructed"),
        ActionCard(
            "ORATIO", "Oratio", 3, 1, "Draw 2 Action cards, then discard down to the hand limit.", "reconstructed"
        ),
    )
}
"""Action cards in the order in which hands are shown. Copies of one title have no names of their own."""

FULL_DECK = tuple(code for code, card in ACTIONS.items() for _ in range(card.copies))

LEAST_SEATS, MOST_SEATS = 3, 6
ANTIPOPE_SEATS = 3
"""With so many players the Antipope plays along (section 10)."""
DEAN_SEATS = (3, 6)
"""With so many, round 5 has a Dean (HP-9.1, HP-10.4)."""
LOTTERY_SEATS = 4
"""With so many, the Camarlengo of round 5 is drawn (HP-7.5)."""
ROUNDS = 5
FACE_UP = 8
FIRST_RESERVE = 10
HAND_LIMIT = 4
SPACES = 5
MARKED = 3
"""How many of five traits a Candidate shares with a player whose marker he carries (HP-2.3)."""

_RANK = {code: rank for rank, code in enumerate((*ACTIONS, *SECRETS))}


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Action cards or Secret Objectives sorted as this module lists them, so that their order tells nothing."""
    return tuple(sorted(cards, key=_RANK.__getitem__))


def half(amount: int) -> int:
    """Half, rounded up (HP-1.5)."""
    return (amount + 1) // 2
