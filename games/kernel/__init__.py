"""What every game stands on: dice, forms for moves, events, and the contract that `games.RULED` keeps.

Standard library and msgspec only. Nothing here knows a user, a table's address, a clock, HTML or `await`.
"""
