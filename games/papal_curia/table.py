"""The working copy of a State while one move is carried out, with the verbs of the game."""

from typing import Any

import msgspec

from games.kernel.events import Seat
from games.kernel.working import WorkingCopy
from games.papal_curia import curia
from games.papal_curia.box import CHRISTIANS, COURT_NUMBER, MOST_INFLUENCE, MOST_POWER, STABILITY, Realm, in_order
from games.papal_curia.curia import Control, Turned
from games.papal_curia.land import Holders, Land, alliances, map_order, survey
from games.papal_curia.state import SOURCES, Army, Hand, Mat, Source, State

PAPAL_STATES = CHRISTIANS.index("PAPAL_STATES")


class Table(WorkingCopy):
    """What a move changes; `outcome` makes a State of it again."""

    def __init__(self, state: State) -> None:
        super().__init__(state.dice)
        self.was = state
        self.seats = state.seats
        self.age, self.round, self.order = state.age, state.round, state.order
        self.phase, self.question, self.then = state.phase, state.question, state.then
        self.mats = list(state.mats)
        self.hands = list(state.hands)
        self.deck, self.discards = state.deck, state.discards
        self.events_left, self.event = state.events, state.event
        self.owners, self.occupiers = state.owners, state.occupiers
        self.allies, self.wars = state.allies, state.wars
        self.curia = state.curia
        self.token, self.committed, self.reformed = state.token, state.committed, state.reformed

    def state(self) -> State:
        """The State as it lies now."""
        return State(
            seats=self.seats,
            options=self.was.options,
            dice=self.cup.dice(),
            age=self.age,
            round=self.round,
            order=self.order,
            phase=self.phase,
            question=self.question,
            then=self.then,
            mats=tuple(self.mats),
            hands=tuple(self.hands),
            deck=self.deck,
            discards=self.discards,
            events=self.events_left,
            event=self.event,
            owners=self.owners,
            occupiers=self.occupiers,
            allies=self.allies,
            wars=self.wars,
            curia=self.curia,
            token=self.token,
            committed=self.committed,
            reformed=self.reformed,
        )

    # Mats

    def change(self, seat: Seat, **fields: Any) -> Mat:
        """The mat with these fields changed."""
        self.mats[seat] = mat = msgspec.structs.replace(self.mats[seat], **fields)
        return mat

    def pay(self, seat: Seat, adm: int = 0, dip: int = 0, mil: int = 0, ducats: int = 0) -> None:
        """What an action costs. Nothing falls below 0: what a move costs is asked before it is offered."""
        mat = self.mats[seat]
        self.change(seat, adm=mat.adm - adm, dip=mat.dip - dip, mil=mat.mil - mil, ducats=mat.ducats - ducats)

    def gain_power(self, seat: Seat, **points: int) -> None:
        """Power, 10 of a type at most (PC-6.4)."""
        mat = self.mats[seat]
        self.change(seat, **{power: min(MOST_POWER, getattr(mat, power) + more) for power, more in points.items()})

    def take_ducats(self, seat: Seat, ducats: int) -> None:
        """Ducats that a seat loses, as many as it has (PC-6.4)."""
        self.change(seat, ducats=max(0, self.mats[seat].ducats - ducats))

    def shift_stability(self, seat: Seat, steps: int) -> None:
        """Stability up or down, from -3 to 3 (PC-6.4)."""
        least, most = STABILITY
        self.change(seat, stability=min(most, max(least, self.mats[seat].stability + steps)))

    def earn(self, seat: Seat, source: Source, points: int) -> None:
        """Prestige, which has no limit either way (PC-6.4)."""
        earned = list(self.mats[seat].earned)
        earned[SOURCES.index(source)] += points
        self.change(seat, earned=tuple(earned))

    def muster(self, seat: Seat, area: str, regulars: int = 0, mercenaries: int = 0) -> None:
        """So many Units more in this Area, or fewer."""
        mat = self.mats[seat]
        was = mat.army(area)
        now = Army(area, was.regulars + regulars, was.mercenaries + mercenaries)
        others = [army for army in mat.armies if army.area != area]
        armies = [*others, now] if now.size else others
        self.change(seat, armies=tuple(sorted(armies, key=lambda army: map_order(army.area))))

    def fall(self, seat: Seat, area: str, units: int) -> tuple[int, int]:
        """So many Units are removed, Mercenaries first (PC-11.6): (Regulars, Mercenaries) gone."""
        army = self.mats[seat].army(area)
        mercenaries = min(units, army.mercenaries)
        regulars = min(units - mercenaries, army.regulars)
        self.muster(seat, area, -regulars, -mercenaries)
        return regulars, mercenaries

    # Cards

    def draw(self, seat: Seat) -> str | None:
        """The top card into this hand. Discards replace an empty deck; None: there are none either (PC-8.2)."""
        if not self.deck and self.discards:
            self._shuffle_discards()
        if not self.deck:
            return None
        card, hand = self.deck[-1], self.hands[seat]
        self.deck = self.deck[:-1]
        self.hands[seat] = Hand(hand.older, in_order((*hand.newer, card)))
        return card

    def _shuffle_discards(self) -> None:
        self.deck = tuple(self.cup.shuffled(in_order(self.discards)))
        self.discards = ()
        self.hands = [Hand(in_order(hand.cards)) for hand in self.hands]
        self.tell("event.shuffle", cards=len(self.deck))

    def discard(self, seat: Seat, card: str) -> None:
        """One card of this title out of the hand, face up (PC-12.1); of several the one held longest."""
        hand = self.hands[seat]
        if card in hand.older:
            self.hands[seat] = Hand(_without(hand.older, card), hand.newer)
        else:
            self.hands[seat] = Hand(hand.older, _without(hand.newer, card))
        self.discards = (*self.discards, card)

    # The map, Influence, alliances

    @property
    def land(self) -> Land:
        """The map as it lies now."""
        return survey(self.owners, self.occupiers)

    def hand_over(self, number: int, owner: Realm | None) -> None:
        """The Province of this number is Owned by another Realm; `settle` reads what follows."""
        self.owners = _with(self.owners, number, owner)

    def occupy(self, number: int, occupier: Realm | None) -> None:
        """The Province of this number is occupied, or no longer; `settle` reads what follows."""
        self.occupiers = _with(self.occupiers, number, occupier)

    def seat_of(self, realm: str | None) -> Seat | None:
        """Who plays this Realm; None for an NPR."""
        return self.was.seat_of(realm)

    def place(self, seat: Seat, area: str, amount: int) -> int:
        """Influence into an Area, 5 at most; what goes over is lost (PC-6.4). Returns how much lies there more."""
        placed = min(amount, MOST_INFLUENCE - self.mats[seat].influence_in(area))
        self._influence(seat, {area: placed})
        return placed

    def remove(self, seat: Seat, amounts: dict[str, int]) -> None:
        """Influence off these Areas, no more than lies there."""
        self._influence(seat, {area: -amount for area, amount in amounts.items()})

    def _influence(self, seat: Seat, changes: dict[str, int]) -> None:
        influence = list(self.mats[seat].influence)
        for area, more in changes.items():
            influence[COURT_NUMBER[area]] = max(0, influence[COURT_NUMBER[area]] + more)
        self.change(seat, influence=tuple(influence))
        self.settle()

    def settle(self) -> None:
        """Allies and Roma are read anew, at once (PC-10.3, PC-11.7)."""
        land, influence = self.land, tuple(mat.influence for mat in self.mats)
        allies = alliances(land, influence, self.allies)
        for realm, before, after in zip(CHRISTIANS, self.allies, allies, strict=True):
            if before != after:
                self._tell_ally(realm, before, after)
        self.allies = allies
        if (ruler := self.seat_of(land.roma)) != self.curia.ruler:
            self.turn_curia(curia.enthrone(self.curia, ruler), "roma")
        if (ally := allies[PAPAL_STATES]) != self.curia.ally:
            self.turn_curia(curia.befriend(self.curia, ally), "roma")

    def _tell_ally(self, realm: str, before: Seat | None, after: Seat | None) -> None:
        if after is not None:
            self.tell("event.ally", who=after, realm=realm)
        else:
            self.tell("event.ally.none", who=before, realm=realm)

    # The Curia

    def gain_cardinal(self, seat: Seat) -> None:
        """A Cardinal, unless the seat may have none (PC-1.3, PC-2.3)."""
        if curia.barred_from_gaining(self.curia, seat):
            self.tell("event.cardinal.none", who=seat)
            return
        self.tell("event.cardinal", who=seat)
        self.turn_curia(curia.gain(self.curia, seat), "pushed")

    def lose_cardinal(self, slot: int, why: str) -> None:
        """The Cardinal in this slot goes; `why` is part of an event's key."""
        self.turn_curia(curia.lose(self.curia, slot), why)

    def turn_curia(self, turned: Turned, why: str) -> None:
        """What an event made of the Curia, and who was sent home and why: a part of an event's key."""
        before, roma = curia.control(self.curia), self.curia.roma
        self.curia = turned.curia
        for owner in turned.returned:
            self.tell(f"event.returned.{why}", who=owner)
        if self.curia.roma != roma:
            self.tell("event.roma" if self.curia.roma is not None else "event.roma.none", who=self.curia.roma)
        after = curia.control(self.curia)
        if (after.controller, after.uncontested) != (before.controller, before.uncontested):
            self._tell_controller(after)

    def _tell_controller(self, now: Control) -> None:
        how = "uncontested" if now.uncontested else now.by
        self.tell(f"event.controller.{how}", who=now.controller, cardinals=now.cardinals)


def _with(holders: Holders, number: int, realm: Realm | None) -> Holders:
    return (*holders[:number], realm, *holders[number + 1 :])


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]
