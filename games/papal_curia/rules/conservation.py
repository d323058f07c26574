"""What can never be lost or doubled, and facts that the State keeps twice because part A is told them."""

from games.papal_curia import curia
from games.papal_curia.box import (
    CHRISTIANS,
    CROWNS,
    EVENTS,
    FULL_DECK,
    MOST_INFLUENCE,
    MOST_POWER,
    MOST_REGULARS,
    PROVINCES,
    REALMS,
    STABILITY,
    in_order,
    turns_a_round,
)
from games.papal_curia.land import alliances, land_of
from games.papal_curia.state import LosingCardinal, LosingInfluence, Mat, State, Turn


def check(state: State) -> None:
    """Raises AssertionError, in words."""
    _check_cards(state)
    _check_map(state)
    _check_curia(state)
    for mat in state.mats:
        _check_mat(state, mat)
    _check_questions(state)


def _check_cards(state: State) -> None:
    held = [card for hand in state.hands for card in hand.cards]
    assert in_order([*state.deck, *state.discards, *held]) == FULL_DECK, "a card is lost or doubled"
    assert set(state.events) < set(EVENTS[state.age]), "an event of another Age lies here"
    assert len(set(state.events)) == len(state.events), "an event lies twice"


def _check_map(state: State) -> None:
    """Every Province has one owner, but those of closed crowns; only crowns occupy, and only in a war."""
    assert len(state.owners) == len(state.occupiers) == len(PROVINCES)
    played = {mat.realm for mat in state.mats}
    for province, owner, occupier in zip(PROVINCES, state.owners, state.occupiers, strict=True):
        closed = province.owner in CROWNS and province.owner not in played
        assert (owner is None) == closed, f"{province.code} has no owner, or a closed crown's has one"
        assert owner is None or owner in played or owner not in CROWNS
        assert occupier is None or (occupier in played and occupier != owner), f"{province.code} is occupied wrongly"
        if province.owner in played and state.phase != "actions":
            assert owner == province.owner, f"{province.code} did not go back in the peace"
    assert state.wars or not any(state.occupiers), "an occupation outlives the wars"
    assert all(war.on in REALMS for war in state.wars)


def _check_curia(state: State) -> None:
    """Part A knows the facts as the frame has them; no Cardinal stands where none may."""
    now = state.curia
    assert now.catholics == tuple(seat for seat, mat in enumerate(state.mats) if mat.catholic)
    assert len(now.slots) <= now.open, "more Cardinals than slots"
    for owner in now.slots:
        assert curia.barred_from_gaining(now, owner) is None, f"seat {owner} has a regular Cardinal and may have none"
    assert now.ruler == state.seat_of(land_of(state).roma), "part A has another Controller of Roma"
    influence = tuple(mat.influence for mat in state.mats)
    assert state.allies == alliances(land_of(state), influence, state.allies), "an alliance is not read"
    assert now.ally == state.allies[CHRISTIANS.index("PAPAL_STATES")], "part A has another ally of the Papal States"


def _check_mat(state: State, mat: Mat) -> None:
    assert mat.ducats >= 0, f"{mat.realm} is in debt"
    assert STABILITY[0] <= mat.stability <= STABILITY[1]
    assert all(0 <= power <= MOST_POWER for power in (mat.adm, mat.dip, mat.mil))
    assert all(0 <= amount <= MOST_INFLUENCE for amount in mat.influence)
    assert mat.regulars <= MOST_REGULARS, f"{mat.realm} has too many Regulars"
    for army in mat.armies:
        assert army.size, f"{mat.realm} has an army of nobody in {army.area}"
        assert min(army.regulars, army.mercenaries) >= 0
    assert len({army.area for army in mat.armies}) == len(mat.armies)
    assert len(set(mat.advisors)) == len(mat.advisors)
    assert mat.turns <= turns_a_round(state.seats)


def _check_questions(state: State) -> None:
    """Nobody is asked what has one answer (PC-15.2), and nobody on turn has had all turns (PC-8.3)."""
    assert (state.question is None) == (state.phase == "over")
    for asked in (state.question, *state.then):
        if isinstance(asked, Turn):
            mat = state.mats[asked.seat]
            assert not mat.passed
            assert mat.turns < turns_a_round(state.seats)
        if isinstance(asked, LosingCardinal):
            assert curia.losses(state.curia, asked.seat) > 1, "there is no choice of a Cardinal"
        if isinstance(asked, LosingInfluence):
            assert sum(state.mats[asked.seat].influence) > curia.LOST_INFLUENCE, "there is no choice of Influence"
