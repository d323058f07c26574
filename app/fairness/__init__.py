"""Fair dice: the words that players mix into the seed, the check of a finished game, and a page for both."""
