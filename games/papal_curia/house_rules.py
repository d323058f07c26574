"""What is settled before the game: who wears which crown. There are no house rules. And how long a game takes."""

from games.kernel.contract import HouseRule, Setting
from games.papal_curia.box import CROWNS
from games.papal_curia.state import Options
from games.papal_curia.words import WORDS

HOUSE_RULES: tuple[HouseRule, ...] = ()
CROWN = HouseRule("realms", "Crown", "PC-6.1", tuple(Setting(crown, WORDS[f"realm.{crown}"]) for crown in CROWNS))

_DECISIONS = {2: 48, 3: 72, 4: 94, 5: 94, 6: 111}
_SECONDS = (25, 45)


def minutes(seats: int, options: Options) -> tuple[int, int]:
    """How long a game with so many seats is likely to take, from and to: so many decisions of 25 to 45 seconds each."""
    least, most = (round(_DECISIONS[seats] * seconds / 60) for seconds in _SECONDS)
    return least, most
