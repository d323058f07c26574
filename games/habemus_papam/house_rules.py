"""What the host may choose before the deal: the fields of `Options` in words, each with its clause."""

from games.habemus_papam.state import Options
from games.kernel.contract import HouseRule, Setting

HOUSE_RULES = (
    HouseRule(
        "round5_plurality",
        "Election in round 5",
        "HP-4.8",
        (
            Setting(False, "More than half of all Influence"),
            Setting(True, "More Influence than any other Candidate is enough"),
        ),
    ),
    HouseRule(
        "card_deals",
        "Deals with cards",
        "HP-4.10",
        (
            Setting(True, "Influence and cards may change hands"),
            Setting(False, "Gifts of Influence only"),
        ),
    ),
    HouseRule(
        "open_reserves",
        "Reserves",
        "HP-11.3",
        (
            Setting(False, "Hidden behind the screens"),
            Setting(True, "Open, for everyone to see"),
        ),
    ),
)

_TURNS = {3: (41, 60), 4: (48, 75), 5: (72, 105), 6: (102, 150)}
_ROUNDS = {3: (5, 5), 4: (3, 5), 5: (3, 5), 6: (4, 5)}
_SECONDS_A_TURN, _SECONDS_A_ROUND = 25, 150


def minutes(seats: int, options: Options) -> tuple[int, int]:
    """How long a game with so many seats is likely to take, from and to.

    From games simulated with a sensible bot: the mean number of turns and rounds, and the number of turns that nine
    games in ten stay under. Each turn is taken to last 25 seconds, and each round two and a half minutes more for
    gifts, deals, the Camarlengo's decisions and new hands. No house rule changes that by much.
    """
    few, many = (
        round((turns * _SECONDS_A_TURN + rounds * _SECONDS_A_ROUND) / 60)
        for turns, rounds in zip(_TURNS[seats], _ROUNDS[seats], strict=True)
    )
    return few, many
