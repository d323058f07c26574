"""Papal Curia: a case for each clause."""
