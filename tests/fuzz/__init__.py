"""Requests that no page and no program of ours would send, at every table, from everybody: `python -m tests.fuzz`."""
