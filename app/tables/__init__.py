"""Tables in play: the one writer, what it stores, and who is told."""
