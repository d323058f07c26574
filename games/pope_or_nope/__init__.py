"""Pope or Nope: a card game of good deeds and sabotage for 2 to 8, played in rounds.

Edition 1 follows the published rulebook as `rules.md` restates it in numbered clauses; what the rulebook leaves open is
marked Ruling there. House rules (`house_rules.py`): team game, points to win, cards dealt, compulsory opening,
shuffling only when the deck is short, and a broader Cancello.
"""

from games.kernel.contract import Game
from games.pope_or_nope import german, rules
from games.pope_or_nope.bot import BOTS
from games.pope_or_nope.clauses import CLAUSES
from games.pope_or_nope.house_rules import HOUSE_RULES, minutes
from games.pope_or_nope.state import Move, Options, State
from games.pope_or_nope.view import preview, redeal, view
from games.pope_or_nope.words import HOW_TO_PLAY, TAGLINE, WORDS

GAME = Game(
    slug="pope-or-nope",
    title="Pope or Nope",
    tagline=TAGLINE,
    seats=(2, 8),
    edition=1,
    schema=1,
    bots=BOTS,
    shows=frozenset({"play"}),
    Options=Options,
    State=State,
    Move=Move,
    house_rules=HOUSE_RULES,
    first_clause="PN-1.3",
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
