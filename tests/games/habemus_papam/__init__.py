"""Cases for the clauses of Habemus Papam, from positions built by hand, and the rulebook's example of play."""
