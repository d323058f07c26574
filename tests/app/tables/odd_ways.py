"""Ways to think that go wrong, for processes that think: each is found there by its name."""

import os
import time
from typing import Any

from app.tables import thinking
from app.tables.thinking import Fault, Meant, Thought


def which_process(thought: Thought) -> Any:
    """Says who thinks, as the tag of a move."""
    return Meant(str(os.getpid()), {})


def never_ends(thought: Thought) -> Any:
    """Thinks for good; but for the seat 1 it answers."""
    while thought.seat != 1:
        time.sleep(0.01)
    return which_process(thought)


def dies(thought: Thought) -> Any:
    """Takes its process along."""
    os._exit(3)


def takes_its_time(thought: Thought) -> Meant | Fault | None:
    """Half a second, and then as the bot would."""
    time.sleep(0.5)
    return thinking.think(thought)
