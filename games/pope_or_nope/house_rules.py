"""What the host may choose before the deal: the fields of `Options` in words, each with its clause."""

from games.kernel.contract import HouseRule, Setting
from games.pope_or_nope.box import LEAST_HAND, MOST_HAND
from games.pope_or_nope.state import Options

HOUSE_RULES = (
    HouseRule(
        "teams",
        "Team game",
        "PN-5.4",
        (
            Setting(False, "Everyone for themselves"),
            Setting(True, "Two teams; points pooled, 7 win"),
        ),
    ),
    HouseRule(
        "target",
        "Points to win",
        "PN-5.3",
        (
            Setting("printed", "As printed: 5, or 7 for a team"),
            *(Setting(number, f"{number} points") for number in (3, 4, 6, 8, 10)),
        ),
    ),
    HouseRule(
        "hand_size",
        "Cards dealt",
        "PN-2.1",
        (
            Setting("printed", "As printed: 5, or 7 with two players"),
            *(Setting(number, f"{number} cards") for number in range(LEAST_HAND, MOST_HAND + 1)),
        ),
    ),
    HouseRule(
        "opening",
        "Opening with a Deed",
        "PN-2.2",
        (
            Setting("optional", "Optional, even with one in hand"),
            Setting("compulsory", "Compulsory if able"),
        ),
    ),
    HouseRule(
        "reshuffle",
        "Shuffling",
        "PN-2.8",
        (
            Setting("every_round", "All cards before every round"),
            Setting("when_short", "Only when the deck runs out"),
        ),
    ),
    HouseRule(
        "cancello",
        "What Cancello cancels",
        "PN-4.8",
        (
            Setting("strict", "Reduco and an empty Opportunitas"),
            Setting("broad", "Pope and Nope as well"),
        ),
    ),
)

_ROUNDS = {2: (10, 15), 3: (12, 17), 4: (16, 22), 5: (20, 28), 6: (24, 34), 7: (26, 36), 8: (27, 38)}
_TEAM_ROUNDS = {4: (7, 11), 6: (7, 10), 8: (7, 10)}
_TURNS = {2: 8, 3: 12, 4: 17, 5: 23, 6: 29, 7: 35, 8: 41}
_SECONDS_A_TURN, _SECONDS_A_ROUND = 6, 10


def minutes(seats: int, options: Options) -> tuple[int, int]:
    """How long a game with so many seats is likely to take, from and to.

    From games simulated with a sensible bot: the median number of rounds and the number that nine games in ten stay
    under, and the mean number of turns a round; each turn is taken to last 6 seconds and each round 10 more for the
    deal and the opening. More cards in hand make more turns, and more rounds too, because fewer piles stay standing.
    For teams, and for 7 players, the numbers are estimated from the others.
    """
    printed = Options(teams=options.teams)
    rounds = _TEAM_ROUNDS[seats] if options.teams else _ROUNDS[seats]
    target = options.points_to_win() / printed.points_to_win()
    hand = options.hand_for(seats) / printed.hand_for(seats)
    seconds = _TURNS[seats] * hand * _SECONDS_A_TURN + _SECONDS_A_ROUND
    few, many = (max(1, round(number * target * hand * seconds / 60)) for number in rounds)
    return few, many
