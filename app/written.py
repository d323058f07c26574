"""What may be written down of a failure: which kind of error it was, what had caused it, and every place that it
passed. Never its words: an error of a game may name a card in a hand, one of the database a whole row with its seed."""

import asyncio
import logging
import traceback
from typing import Any

FRAMES = 40
"""Places of one error, the innermost, that are written down."""
MOST_CAUSES = 5


def traced(error: BaseException, causes: int = MOST_CAUSES) -> str:
    """The error as Python prints it, causes first, without any words."""
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    before = "" if cause is None or causes == 0 else f"{traced(cause, causes - 1)}\nand then\n"
    places = "".join(traceback.format_tb(error.__traceback__, limit=-FRAMES))
    return f"{before}{places}{type(error).__module__}.{type(error).__qualname__}"


def keep_words_out() -> None:
    """From now on no line of any logger in this process, a library's too, has the words of an error."""
    logging.setLogRecordFactory(_record)


def _record(*given: Any, **named: Any) -> logging.LogRecord:
    record = logging.LogRecord(*given, **named)
    error = record.exc_info[1] if record.exc_info else None
    if error is not None:
        trace = record.__dict__["trace"] = traced(error)
        record.msg, record.args = f"{record.getMessage()}\n{trace}", ()
        record.exc_info = None
    return record


def unhandled(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """For what no task awaited: asyncio itself would write the error's words, in the task's repr."""
    error = context.get("exception")
    logging.getLogger("conclave").error("%s", context.get("message"), exc_info=error)
