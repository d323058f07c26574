"""What operators see of a running house: whether it is well and ready, its figures for Prometheus, and its log.

Figures and lines of the log know games, routes and numbers of tables: no hand, no code of a table, no guest.
"""
