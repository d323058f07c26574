"""The working copy of a State while one move is carried out, with the verbs of the game."""

import msgspec

from games.kernel.events import Seat
from games.kernel.working import WorkingCopy
from games.pope_or_nope.box import in_order
from games.pope_or_nope.state import Hand, Pile, State


class Table(WorkingCopy):
    """What a move changes, as lists; `outcome` makes a State of it again."""

    def __init__(self, state: State) -> None:
        super().__init__(state.dice)
        self.seats = state.seats
        self.options = state.options
        self.round = state.round
        self.token = state.token
        self.question = state.question
        self.deck = list(state.deck)
        self.discards = list(state.discards)
        self.hands = list(state.hands)
        self.piles = {pile.number: pile for pile in state.piles}
        self.piles_made = state.piles_made
        self.draws_spent = state.draws_spent
        self.history = state.history
        self.further = state.further

    def state(self) -> State:
        """The State as it lies now."""
        return State(
            seats=self.seats,
            options=self.options,
            dice=self.cup.dice(),
            round=self.round,
            token=self.token,
            question=self.question,
            deck=tuple(self.deck),
            discards=tuple(self.discards),
            hands=tuple(self.hands),
            piles=tuple(self.piles.values()),
            piles_made=self.piles_made,
            draws_spent=self.draws_spent,
            history=self.history,
            further=self.further,
        )

    def draw(self, seat: Seat) -> str | None:
        """The top card into this hand. Discards replace an empty deck (PN-2.8, PN-4.7); None: both are empty."""
        if not self.deck and len(self.discards) > self.draws_spent:
            self._shuffle_discards()
        if not self.deck:
            return None
        card = self.deck.pop()
        hand = self.hands[seat]
        self.hands[seat] = Hand(hand.older, in_order((*hand.newer, card)))
        return card

    def _shuffle_discards(self) -> None:
        back = list(self.discards)
        for _ in range(self.draws_spent):  # else two DRAW 2 could bring each other back for ever (PN-2.9)
            back.remove("DRAW")
        self.deck = self.cup.shuffled(in_order(back))
        self.discards = ["DRAW"] * self.draws_spent
        self.hands = [Hand(in_order(hand.cards)) for hand in self.hands]
        self.tell("event.shuffle", cards=len(self.deck))

    def take(self, seat: Seat, card: str) -> None:
        """One card of this title out of the hand; of several the one held longest."""
        hand = self.hands[seat]
        if card in hand.older:
            self.hands[seat] = Hand(_without(hand.older, card), hand.newer)
        else:
            self.hands[seat] = Hand(hand.older, _without(hand.newer, card))

    def start_pile(self, owner: Seat, card: str) -> Pile:
        """A new pile before this seat, with this card of its own on it."""
        self.piles_made += 1
        pile = Pile(self.piles_made, owner, (card,), (owner,))
        self.piles[pile.number] = pile
        return pile

    def lay(self, seat: Seat, card: str, number: int) -> Pile:
        """A card on top of a pile."""
        pile = self.piles[number]
        laid = Pile(number, pile.owner, (*pile.cards, card), (*pile.by, seat))
        self.piles[number] = laid
        return laid

    def uncover(self, number: int) -> str:
        """The top card of a pile to the discards; a pile without cards is gone (PN-4.12)."""
        pile = self.piles[number]
        if len(pile.cards) == 1:
            del self.piles[number]
        else:
            self.piles[number] = msgspec.structs.replace(pile, cards=pile.cards[:-1], by=pile.by[:-1])
        self.discards.append(pile.cards[-1])
        return pile.cards[-1]


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]
