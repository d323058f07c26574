"""Papal Curia: Catholic crowns compete for Rome over three Ages; 2 to 6 players.

Edition 1. Part A of the rules (`curia.py`) is section 19 of the rulebook of a larger board game, restated in `rules.md`
in numbered clauses; part B, the frame in which it is played, is our own. The companion to the larger game stands on the
same part A.
"""

from games.kernel.contract import Game
from games.papal_curia import german, rules
from games.papal_curia.bot import BOTS
from games.papal_curia.clauses import CLAUSES
from games.papal_curia.house_rules import CROWN, HOUSE_RULES, minutes
from games.papal_curia.preview import preview
from games.papal_curia.state import Move, Options, State
from games.papal_curia.view import letters, redeal, view
from games.papal_curia.words import HOW_TO_PLAY, TAGLINE, WORDS

GAME = Game(
    slug="papal-curia",
    title="Papal Curia",
    tagline=TAGLINE,
    seats=(2, 6),
    edition=2,
    schema=1,
    bots=BOTS,
    shows=frozenset({"man_of_the_church", "red_hat", "disgrace", "legate", "whisperers", "edict", "benefice"}),
    Options=Options,
    State=State,
    Move=Move,
    house_rules=HOUSE_RULES,
    pick=CROWN,
    words=WORDS,
    translated={"de": german.WORDS},
    clauses=CLAUSES,
    how_to_play=HOW_TO_PLAY,
    misfit=rules.misfit,
    minutes=minutes,
    setup=rules.setup,
    deciders=rules.deciders,
    question=rules.question,
    letters=letters,
    choices=rules.choices,
    resolve=rules.resolve,
    view=view,
    preview=preview,
    redeal=redeal,
    result=rules.result,
    check=rules.check,
)
