"""Habemus Papam: Influence, Candidates and secret objectives for 3 to 6 players, over at most 5 rounds.

Edition 1 follows the published rulebook as `rules.md` restates it in numbered clauses; what the rulebook leaves open is
marked Ruling there, and card texts that are not the published ones are marked as reconstructed (`box.py`). House rules
(`house_rules.py`): election by plurality in round 5, deals with cards, open reserves.
"""

from games.habemus_papam import german, rules
from games.habemus_papam.bots import BOTS
from games.habemus_papam.clauses import CLAUSES
from games.habemus_papam.house_rules import HOUSE_RULES, minutes
from games.habemus_papam.moves import Move
from games.habemus_papam.preview import preview
from games.habemus_papam.redeal import redeal
from games.habemus_papam.state import Options, State
from games.habemus_papam.view import view
from games.habemus_papam.words import HOW_TO_PLAY, TAGLINE, WORDS
from games.kernel.contract import Game

GAME = Game(
    slug="habemus-papam",
    title="Habemus Papam",
    tagline=TAGLINE,
    seats=(3, 6),
    edition=2,
    schema=1,
    bots=BOTS,
    shows=frozenset({"play", "keep_objective", "discard"}),
    Options=Options,
    State=State,
    Move=Move,
    house_rules=HOUSE_RULES,
    first_clause="HP-2.5",
    words=WORDS,
    translated={"de": german.WORDS},
    clauses=CLAUSES,
    how_to_play=HOW_TO_PLAY,
    misfit=rules.misfit,
    minutes=minutes,
    setup=rules.setup,
    deciders=rules.deciders,
    question=rules.question,
    choices=rules.choices,
    resolve=rules.resolve,
    view=view,
    preview=preview,
    redeal=redeal,
    result=rules.result,
    check=rules.check,
)
