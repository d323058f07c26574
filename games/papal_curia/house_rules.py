"""How long a game takes. There are no house rules: who wears which crown is picked in the Options, seat by seat."""

from games.kernel.contract import HouseRule
from games.papal_curia.state import Options

HOUSE_RULES: tuple[HouseRule, ...] = ()

_DECISIONS = {2: 48, 3: 72, 4: 94, 5: 94, 6: 111}
_SECONDS = (25, 45)


def minutes(seats: int, options: Options) -> tuple[int, int]:
    """How long a game with so many seats is likely to take, from and to: so many decisions of 25 to 45 seconds each."""
    least, most = (round(_DECISIONS[seats] * seconds / 60) for seconds in _SECONDS)
    return least, most
