"""The bots of Pope or Nope, from the weakest."""

from games.kernel.bots import random_bot

BOTS = {"novice": random_bot, "courtier": random_bot, "cardinal": random_bot}
