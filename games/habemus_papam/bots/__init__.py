"""The bots of Habemus Papam, from the weakest."""

from games.habemus_papam.bots.cardinal import cardinal
from games.habemus_papam.bots.courtier import courtier
from games.habemus_papam.bots.dealing import courteous, polite
from games.habemus_papam.bots.novice import novice
from games.kernel.bots import Bot

BOTS = {"novice": Bot(novice, polite), "courtier": Bot(courtier, courteous), "cardinal": Bot(cardinal, courteous)}
