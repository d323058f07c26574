"""The figures that Prometheus reads, and where each is counted. Labels have few values, all of them ours: a game, a
level of bots, a route's template, a status. So there are a few hundred series, whoever asks for whatever.
"""

from prometheus_client import Counter, Gauge, Histogram

QUICK = (0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper ends, in seconds, of the ranges in which waits are counted."""
THOUGHTS = (0.005, 0.02, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
"""The same for a bot's thinking, which BOT_SECONDS bounds."""

TABLES = Gauge("conclave_tables", "Tables in the database, by game and status", ["game", "status"])
MOVES = Counter("conclave_moves", "Moves written, by game and who made them: person, bot, late", ["game", "by"])
COMMITTED = Histogram("conclave_move_commit_seconds", "From a person's request to the commit", buckets=QUICK)
SHOWN = Histogram("conclave_move_shown_seconds", "From a move to each socket of the same process", buckets=QUICK)
SOCKETS = Gauge("conclave_sockets", "Open sockets: of pages, and of programs", ["kind"])
THINKING = Histogram("conclave_bot_seconds", "How long bots thought", ["game", "level"], buckets=THOUGHTS)
RUN_OUT = Counter("conclave_clocks_run_out", "Turns that a bot played because time was out", ["game"])
NOTICES = Counter("conclave_notices", "Notices heard from the database", ["channel"])
REQUESTS = Counter("conclave_requests", "Answers, by method, route and status", ["method", "route", "status"])
TROUBLE = Counter("conclave_trouble", "Warnings and errors in the log, by what they say", ["level", "event"])
TOOK = Histogram("conclave_request_seconds", "From a request to its answer, sockets left out", buckets=QUICK)
