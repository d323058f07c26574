"""The names of the larger game's board: crowns, Realms without a player, and Areas where Muslims live."""

from games.papal_curia.curia import Crown

CROWNS = ("CASTILE", "AUSTRIA", "FRANCE", "ENGLAND", "POLAND", "VENICE", "OTTOMANS")
"""Crowns that may be played, in the order in which their Cardinals stand at first; part A knows them by number."""

NPRS = ("FLORENCE", "NAPLES", "HUNGARY", "ARAGON", "BURGUNDY", "SAXONY", "PAPAL_STATES", "OTHER_REALM")
"""Catholic Realms without a player; the last stands for whichever else is on the board."""

AREAS = ("ANDALUCIA", "BARBARY", "RUMELIA", "EGYPT", "OTHER_AREA")
"""Where a crusade may go; the last stands for whichever else is on the board."""

LAST_AGE = 4
"""The larger game's last Age."""

MOST_UNDONE = 100
"""How many reports can be taken back (PC-16.4)."""

SHOWN_REPORTS = 12
"""How many of the last reports the page shows beside the track; the log has them all."""


def code(crown: Crown) -> str:
    """A crown's code."""
    return CROWNS[crown]


def number(crown: str) -> Crown:
    """A crown by its code."""
    return CROWNS.index(crown)
