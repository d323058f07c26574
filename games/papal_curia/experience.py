"""What things turned out to be worth in games that were played: the cardinal's outlook.

The weights come from 300 games of four, played by bots with other prices each, 6 moves in 100 at random: the Prestige
that a seat still got, by least squares from what it had. They explain a quarter of its variance.
"""

from functools import lru_cache
from operator import mul
from typing import Self

from games.kernel.events import Seat
from games.papal_curia.box import ADVISORS, CHRISTIANS, PROVINCES, turns_a_round
from games.papal_curia.curia import LAST_AGE
from games.papal_curia.land import totals
from games.papal_curia.prospects import Outlook
from games.papal_curia.rules.rounds import income, turns_left
from games.papal_curia.state import Mat

Weight = tuple[float, float, float]
"""Prestige at the end of the game; more for each round of one's own still to come (in parts); more if all turns of the
rivals in this round are still to come."""

MAT: dict[str, Weight] = {
    "turns": (-0.93, 0.64, -1.00),
    "tax": (1.04, 0.04, -0.14),
    "stability": (1.89, -0.09, -0.28),
    "influence": (-0.03, 0.08, 0.13),
    "adm": (0.30, 0.02, -0.08),
    "spare_adm": (-0.03, 0.06, 0.06),
    "dip": (0.06, 0.08, 0.26),
    "spare_dip": (-0.18, -0.03, 0.05),
    "mil": (0.12, 0.05, -0.09),
    "spare_mil": (0.17, -0.02, 0.01),
    "ducats": (-0.01, -0.01, 0.03),
    "spare_ducats": (0.00, 0.02, -0.03),
    "adm_advisor": (0.20, 0.00, 0.08),
    "dip_advisor": (0.48, 0.05, -0.39),
    "mil_advisor": (-0.64, 0.08, 0.27),
    "regulars": (-0.26, 0.17, -0.03),
    "mercenaries": (-0.14, 0.01, 0.45),
    "protestant": (1.19, 0.48, -0.99),
}
"""What lies before a seat. `spare`: above 5 of a Power, above 12 Ducats (after 4 B)."""

RANK: dict[str, Weight] = {
    "alliances": (1.68, -0.50, -0.06),
    "margins": (0.11, 0.08, -0.12),
    "chances": (0.22, 0.03, -0.18),
    "cardinals": (0.45, -0.01, -0.10),
    "edge": (-0.53, -0.00, 0.16),
    "controller": (1.38, -0.07, -0.80),
    "prize": (1.36, -0.17, -0.71),
    "lead": (-0.62, 0.17, 0.26),
    "roma": (0.76, 0.07, -0.30),
    "ruler": (-0.21, -0.33, 0.42),
    "leftmost": (0.22, 0.01, -0.08),
    "cards": (-0.02, 0.06, 0.09),
    "token": (-0.37, 0.01, 0.09),
}
"""What it is to the others. `margins`: by how much it leads in its alliances, 3 each at most; `chances`: alliances of
others, or of nobody, in which it is one Influence behind at most; `edge`: it stands in the last slot, and the track is
full; `lead`: in Cardinals, 2 at most; `ruler`: it Controls Roma; `token`: it may still lay it."""

WAR: dict[str, Weight] = {
    "occupied": (0.85, 0.10, -0.08),
    "hope": (0.83, -0.05, 0.01),
    "crusade": (0.54, -0.09, -0.04),
}
"""What it occupies, and may take, as the courtier reckons it."""

Features = tuple[float, ...]


@lru_cache(maxsize=1 << 12)
def _weights(rounds: float, threats: float) -> tuple[Features, Features, Features]:
    """MAT, RANK and WAR, with so many own rounds, and such a part of the rivals' turns, to come."""
    mat, rank, war = (
        tuple(end + rounds * later + threats * more for end, later, more in weights.values())
        for weights in (MAT, RANK, WAR)
    )
    return mat, rank, war


def _dot(weights: Features, features: Features) -> float:
    return float(sum(map(mul, weights, features)))


class Experience(Outlook):
    """The outlook by these weights."""

    _mats: list[Features]
    _alliances: list[Features]
    _by_seat: list[tuple[Features, Features, Features]]

    def _weigh(self, kept: Self | None) -> list[float]:
        seats = range(self.state.seats)
        mats = self.state.mats
        self._mats = [
            kept._mats[seat] if kept is not None and self.same_mat(kept, seat) else self._before(seat, mats[seat])
            for seat in seats
        ]
        self._alliances = kept._alliances if kept is not None and self._same_influence(kept) else self._ties()
        self._by_seat = self._weights_by_seat()
        return [mats[seat].prestige + self._sum(seat) for seat in seats]

    def _sum(self, seat: Seat) -> float:
        mat, rank, war = self._by_seat[seat]
        worth = _dot(mat, self._mats[seat]) + _dot(rank, self._among(seat))
        if self.at_peace:
            return worth
        occupied = sum([PROVINCES[number].tax for number in self.occupied(self.state.mats[seat].realm)])
        return worth + _dot(war, (occupied, self.hopes(seat), self.crusade(seat)))

    def _weights_by_seat(self) -> list[tuple[Features, Features, Features]]:
        state, turns = self.state, turns_a_round(self.state.seats)
        parts = [turns_left(state, seat) / turns for seat in range(state.seats)]
        rivals = state.seats - 1
        return [_weights(self.left - 1 + part, round((sum(parts) - part) / rivals, 4)) for part in parts]

    def _before(self, seat: Seat, mat: Mat) -> Features:
        """As `MAT` lists them."""
        purse = max(0, mat.ducats + income(self.state, seat))
        powers = [part for points in (mat.adm, mat.dip, mat.mil) for part in (min(points, 5), max(0, points - 5))]
        return (
            1.0,
            self.land.tax.get(mat.realm, 0),
            mat.stability,
            sum(mat.influence),
            *powers,
            min(purse, 12),
            max(0, purse - 12),
            *(advisor in mat.advisors for advisor in ADVISORS),
            mat.regulars,
            sum(army.mercenaries for army in mat.armies),
            not mat.catholic,
        )

    def _among(self, seat: Seat) -> Features:
        """As `RANK` lists them."""
        state, now = self.state, self.state.curia
        leads = self.control.controller == seat
        return (
            *self._alliances[seat],
            now.cardinals(seat),
            len(now.slots) == now.open and now.slots[-1] == seat,
            leads,
            self.control.prize if leads else 0,
            self._lead(seat) if leads else 0,
            now.roma == seat,
            now.ruler == seat,
            bool(now.slots) and now.slots[0] == seat,
            len(state.hands[seat].cards),
            leads and state.token is None and state.age <= LAST_AGE,
        )

    def _lead(self, seat: Seat) -> int:
        now = self.state.curia
        second = max(now.cardinals(other) for other in range(self.state.seats) if other != seat)
        return min(2, self.control.cardinals - second)

    def _same_influence(self, other: "Outlook") -> bool:
        was, now = other.state, self.state
        return was.allies == now.allies and all(
            one.influence is two.influence for one, two in zip(was.mats, now.mats, strict=True)
        )

    def _ties(self) -> list[Features]:
        """Seat by seat: alliances, margins and chances."""
        seats = range(self.state.seats)
        found = [[0, 0, 0] for _ in seats]
        influence = tuple(mat.influence for mat in self.state.mats)
        for realm, ally in zip(CHRISTIANS, self.state.allies, strict=True):
            if not self.land.places[realm]:
                continue
            lies = totals(self.land, realm, influence)
            needs = max(1, max(lies)) if ally is None else lies[ally]
            if ally is not None:
                found[ally][0] += 1
                found[ally][1] += min(3, needs - max(lies[other] for other in seats if other != ally))
            for seat in seats:
                found[seat][2] += seat != ally and lies[seat] >= needs - 1
        return [tuple(each) for each in found]

    def effort(self, seat: Seat, extra: int, bold: int) -> float:
        """What an attack costs the seat by itself: Power, and perhaps a card."""
        mat, rank, _ = self._by_seat[seat]
        return mat[_MIL] * (1 + extra) + rank[_CARDS] * bold


_MIL, _CARDS = list(MAT).index("mil"), list(RANK).index("cards")
