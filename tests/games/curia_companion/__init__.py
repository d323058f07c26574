"""The companion: a case for each of its clauses."""
