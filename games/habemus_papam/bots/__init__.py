"""The bots of Habemus Papam, from the weakest."""

from games.habemus_papam.bots.courtier import courtier
from games.habemus_papam.bots.novice import novice
from games.kernel.bots import Bot

BOTS = {"novice": Bot(novice), "courtier": Bot(courtier), "cardinal": Bot(courtier)}
