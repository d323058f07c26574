"""The companion to the Papal Curia: not a game, but the Curia of a larger board game, kept on the phones around it.

Edition 1. It runs part A of Papal Curia's rules (`games.papal_curia.curia`) alone: people report what happened on the
board, and it shows the track, the Controller, and what is due to whom. It waits for nobody; every report is a free
choice of any seat, and seats may be taken while it runs.
"""

from games.curia_companion import german, reporting
from games.curia_companion.clauses import CLAUSES
from games.curia_companion.house_rules import HOUSE_RULES, minutes
from games.curia_companion.state import Move, Options, State
from games.curia_companion.view import preview, redeal, view
from games.curia_companion.words import HOW_TO_PLAY, TAGLINE, WORDS
from games.kernel.contract import Game

GAME = Game(
    slug="curia-companion",
    title="Curia Companion",
    tagline=TAGLINE,
    seats=(1, 6),
    edition=1,
    schema=1,
    companion=True,
    Options=Options,
    State=State,
    Move=Move,
    house_rules=HOUSE_RULES,
    words=WORDS,
    translated={"de": german.WORDS},
    clauses=CLAUSES,
    how_to_play=HOW_TO_PLAY,
    misfit=reporting.misfit,
    minutes=minutes,
    setup=reporting.setup,
    deciders=reporting.deciders,
    question=reporting.question,
    choices=reporting.choices,
    resolve=reporting.resolve,
    admit=reporting.admit,
    view=view,
    preview=preview,
    redeal=redeal,
    result=reporting.result,
    check=reporting.check,
)
