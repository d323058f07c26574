"""What a position is worth to a seat, in Prestige: what it has, and what it may expect of lands, alliances, the Curia,
stores and wars, each at a price. Bots weigh positions by it."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Self

import msgspec

from games.kernel.events import Seat
from games.papal_curia import curia
from games.papal_curia.box import HOME, PROVINCES, ROUNDS, Realm
from games.papal_curia.curia import Crusade
from games.papal_curia.land import land_of
from games.papal_curia.preview import chances, cleared
from games.papal_curia.rules.rounds import income, turns_left
from games.papal_curia.rules.war import Battle, battle, enemies_of, places_of
from games.papal_curia.state import Mat, State


class Prices(msgspec.Struct, frozen=True):
    """What things are worth by themselves, in Prestige.

    `power`: a point, up to five of a kind; `spare`: each above. `ducat`: each up to twelve; `coin`: each above.
    `influence`: a point. `advisor`, `controller`, `faith` (the Protestant): for each round to come. `deed`: that the
    Controller's token is still to be laid. `hope`: a Tax Value that an attack may take. `land`: a Tax Value Owned;
    `rent`: one more for each round to come, abroad. `fickle`: what an alliance is worth less when the game begins, as a
    share. `last`: the share of the stores that counts in the last round.
    """

    unit: float = 0.35
    card: float = 0.4
    influence: float = 0.18
    power: float = 0.45
    spare: float = 0.135
    ducat: float = 0.12
    coin: float = 0.03
    advisor: float = 0.15
    cardinal: float = 0.38
    controller: float = 0.7
    deed: float = 0.3
    faith: float = 0.45
    hope: float = 1.1
    land: float = 0.9
    rent: float = 0.12
    fickle: float = 0.4
    last: float = 0.2


PRICES = Prices()
"""The courtier's."""

_ROUNDS = [(age, number) for age, rounds in ROUNDS.items() for number in range(1, rounds + 1)]
ROUNDS_LEFT = {age_round: len(_ROUNDS) - number for number, age_round in enumerate(_ROUNDS)}
"""(Age, round) -> rounds to come, this one included."""

_TAX = {province.code: province.tax for province in PROVINCES}


class Outlook:
    """A State, and what its seats may expect of it: `worths`. `since`: one a move ago; what the move left alone isn't
    weighed again."""

    def __init__(self, state: State, prices: Prices = PRICES, since: Self | None = None) -> None:
        self.state, self.prices = state, prices
        self.land = land_of(state)
        self.control = curia.control(state.curia)
        self.left = ROUNDS_LEFT[state.age, state.round]
        self.card = prices.card if self.left > 1 else 0.1
        alike = since is not None and since.land is self.land and since.left == self.left
        self.worths = self._weigh(since if alike else None)

    def _weigh(self, kept: Self | None) -> list[float]:
        seats = range(self.state.seats)
        self._own = [self._kept_own(kept, seat) for seat in seats]
        self._war = [self._kept_war(kept, seat) for seat in seats]
        return [self._own[seat] + self._war[seat] + self._rank(seat) for seat in seats]

    def after(self, state: State) -> Self:
        """The outlook a move later."""
        return type(self)(state, self.prices, self)

    def balance(self, seat: Seat) -> float:
        """How much better off the seat is than its rivals."""
        return balance(self.worths, seat)

    def _kept_own(self, kept: Self | None, seat: Seat) -> float:
        if kept is not None and self.same_mat(kept, seat):
            return kept._own[seat]
        return self._mat(seat, self.state.mats[seat])

    def same_mat(self, other: "Outlook", seat: Seat) -> bool:
        """Whether the seat has what it had, and saves as much as the Controller."""
        leads, led = (each.control.controller == seat for each in (self, other))
        return leads == led and self.state.mats[seat] is other.state.mats[seat]

    def _mat(self, seat: Seat, mat: Mat) -> float:
        """What lies before the seat: Prestige, lands, Stability, Influence, stores, and its faith."""
        prices, left, powers = self.prices, self.left, (mat.adm, mat.dip, mat.mil)
        worth = mat.prestige + prices.land * self.land.tax.get(mat.realm, 0) + 2 * mat.stability
        worth += prices.influence * sum(mat.influence) + (0.0 if mat.catholic else prices.faith * left)
        stores = sum([prices.power * min(points, 5) + prices.spare * max(0, points - 5) for points in powers])
        purse = max(0, mat.ducats + income(self.state, seat))
        stores += prices.ducat * min(purse, 12) + prices.coin * max(0, purse - 12)
        for army in mat.armies:
            stores += prices.unit * (army.regulars + 0.5 * army.mercenaries)
        return worth + stores * (1 if left > 1 else prices.last) + prices.advisor * len(mat.advisors) * (left - 1)

    def _rank(self, seat: Seat) -> float:
        """What it is to the others: an ally, the Controller with its prize, or near to that; and its cards."""
        state, prices, left = self.state, self.prices, self.left
        worth = 2 * state.allies.count(seat) * (1 - prices.fickle * (left - 1) / 5)
        worth += prices.cardinal * state.curia.cardinals(seat) + self.card * len(state.hands[seat].cards)
        if self.control.controller != seat:
            return worth
        played = 1 - turns_left(state, seat) / 4
        worth += prices.controller * (left - 1) + self.control.prize * (0.65 + 0.3 * played)
        if state.token is None and state.age <= curia.LAST_AGE:
            worth += prices.deed
        return worth + (len(state.curia.catholics) if left == 1 else 0)

    def _kept_war(self, kept: Self | None, seat: Seat) -> float:
        if self.at_peace:
            return 0.0
        if kept is not None and self.same_war(kept) and kept.state.mats[seat] is self.state.mats[seat]:
            return kept._war[seat]
        return self._wars(seat, self.state.mats[seat])

    @property
    def at_peace(self) -> bool:
        """Whether no war is on and no crusade at stake."""
        return not self.state.wars and not self.state.committed

    def same_war(self, other: "Outlook") -> bool:
        """Whether wars and armies are as they were."""
        was, now = other.state, self.state
        return (
            was.wars is now.wars
            and was.token is now.token
            and was.committed is now.committed
            and all(one.armies is other.armies for one, other in zip(was.mats, now.mats, strict=True))
        )

    def _wars(self, seat: Seat, mat: Mat) -> float:
        """What the seat occupies, may still take, and has at stake in a crusade."""
        held = sum(
            PROVINCES[number].tax * self.abroad(self.state.owners[number], 1.0) for number in self.occupied(mat.realm)
        )
        return held + self.prices.hope * self.hopes(seat) + self.crusade(seat)

    def occupied(self, realm: Realm) -> list[int]:
        """The numbers of the Provinces that the Realm occupies."""
        return [number for number in self.land.controlled.get(realm, ()) if self.state.owners[number] != realm]

    def may_fight(self, seat: Seat) -> bool:
        """Whether the seat has Units, the Power to move them, and a turn for it."""
        mat = self.state.mats[seat]
        return mat.mil >= 1 and turns_left(self.state, seat) >= 1 and bool(mat.armies)

    def hopes(self, seat: Seat) -> float:
        """What the best attack on each enemy may take."""
        if not self.may_fight(seat):
            return 0.0
        return sum([self._hope(seat, realm) for realm in enemies_of(self.state, seat)])

    def abroad(self, realm: Realm | None, held: float = 0.9) -> float:
        """What a Tax Value taken from this Realm is worth, `held` already or not yet: a crown's home goes back at peace
        (PC-11.8), the rest pays rent."""
        return 1.0 if realm in HOME else held + self.prices.rent * self.left

    def _hope(self, seat: Seat, realm: Realm) -> float:
        """What the best attack on this enemy may take: the largest army, one die more."""
        mat = self.state.mats[seat]
        size = max(army.size for army in mat.armies)
        places = places_of(self.state, realm) - set(mat.attacked)
        if not places:
            return 0.0
        worth = max(self.taken(battle(self.state, seat, area, realm, size, 1)) for area in places)
        return self.abroad(realm) * worth

    def taken(self, fight: Battle) -> float:
        """The Tax Value that an attack takes on the average, less the Units that it loses."""
        tax, losses = _spoils(fight)
        return tax - self.prices.unit * losses

    def effort(self, seat: Seat, extra: int, bold: int) -> float:
        """What an attack costs the seat by itself: Power, and perhaps a card."""
        return (self.prices.power if self.left > 1 else 0.1) * (1 + extra) + self.card * bold

    def crusade(self, seat: Seat) -> float:
        """2 won or 2 lost, by the chance that the Area is cleared and a Unit stands there."""
        state, mat = self.state, self.state.mats[seat]
        if seat not in state.committed or not isinstance(state.token, Crusade) or not mat.catholic:
            return 0.0
        area, may = state.token.area, self.may_fight(seat)
        there = self.land.muslims[area]
        if not there:
            return 2.0 if mat.army(area).size else (1.0 if may else -2.0)
        if not may or area in mat.attacked:
            return -2.0
        size = max(army.size for army in mat.armies)
        return 4 * float(cleared(battle(state, seat, area, there[0], size, 1))) - 2


@lru_cache(maxsize=1 << 12)
def _spoils(fight: Battle) -> tuple[float, float]:
    """The Tax Value that an attack takes, and the Units that it loses, on the average."""
    falls, losses, _ = chances(fight)
    return sum(_TAX[code] * float(chance) for code, chance in falls.items()), float(losses)


def balance(worths: Sequence[float], seat: Seat) -> float:
    """The own worth less the mean of the rivals'; the one that leads counts half as much again."""
    rivals = [worth for other, worth in enumerate(worths) if other != seat]
    return worths[seat] - (sum(rivals) + 0.5 * max(rivals)) / (len(rivals) + 0.5)
