"""The house's log: one line an event, as JSON (LOG_FORMAT=json) or as text for people. What happened is a sentence of
ours that never changes; what it happened to stands in fields beside it: the number of a request, of a table.

Records of libraries go the same way, by their first line alone: what follows may quote what they were given.
"""

import logging
import sys
import threading
import time
from typing import Any

import structlog
from structlog.stdlib import ProcessorFormatter
from structlog.typing import EventDict, WrappedLogger

from app.watching import figures
from app.written import traced

OURS = "conclave"
STRANGERS = (
    "Invalid HTTP request received.",
    "Unsupported upgrade request.",
    "Invalid UTF-8 sequence received from client.",
)
"""What the server says of requests that it can't read, whoever sends them."""
MINUTE = 60.0


def _to_record(_: WrappedLogger, __: str, event: EventDict) -> tuple[tuple[str], dict[str, Any]]:
    """What the standard library's logger is called with: fields go in one piece, so that none can overwrite its own."""
    what, error = event.pop("event"), event.pop("exc_info", None)
    return (what,), {"exc_info": error, "extra": {"fields": event}}


structlog.configure(
    processors=[
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.filter_by_level,
        _to_record,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    wrapper_class=structlog.stdlib.BoundLogger,
    cache_logger_on_first_use=True,
)


def logger(name: str = "") -> structlog.stdlib.BoundLogger:
    """The log of one part of the house. Its lines: `log.warning("what happened", table=12)`."""
    log: structlog.stdlib.BoundLogger = structlog.get_logger(f"{OURS}.{name}" if name else OURS)
    return log


def write(form: str) -> None:
    """From now on this process writes its log, and that of its libraries, to the error output in this form; and what
    Python itself would print there: warnings, and failures that nobody waited for."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter(form))
    handler.addFilter(Seldom())
    root = logging.getLogger()
    root.handlers = [handler, Counting()]
    root.setLevel(logging.WARNING)
    logging.captureWarnings(True)
    sys.excepthook = lambda kind, error, trace: _unawaited(error)
    sys.unraisablehook = lambda failed: _unawaited(failed.exc_value)
    threading.excepthook = lambda failed: _unawaited(failed.exc_value)


def _unawaited(error: BaseException | None) -> None:
    logger().error("a failure that nobody waited for", exc_info=error)


def formatter(form: str) -> logging.Formatter:
    """How a record becomes a line."""
    renderer: Any = structlog.processors.JSONRenderer() if form == "json" else _as_text
    return ProcessorFormatter(
        foreign_pre_chain=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _first_line,
        ],
        processors=[ProcessorFormatter.remove_processors_meta, renderer],
    )


class Seldom(logging.Filter):
    """Lets each sentence about requests that can't be read through once a minute: whoever sends them could fill a disk
    with it. The figures count them all."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is written."""
        sentence, now = str(record.msg).partition("\n")[0], time.monotonic()
        if sentence not in STRANGERS:
            return True
        if now - self._said.get(sentence, -MINUTE) < MINUTE:
            return False
        self._said[sentence] = now
        return True


class Counting(logging.Handler):
    """Counts what is written, by our own sentence or by the library's name: both are few."""

    def emit(self, record: logging.LogRecord) -> None:
        """One more."""
        figures.TROUBLE.labels(record.levelname.lower(), _kind(record)).inc()


def _kind(record: logging.LogRecord) -> str:
    return str(record.msg).partition("\n")[0] if record.name.partition(".")[0] == OURS else record.name


def _first_line(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """What happened, and to what; a trace has a field of its own, and no error its words."""
    record: logging.LogRecord = event["_record"]
    what, _, trace = str(event.pop("event")).partition("\n")
    error = event.pop("exc_info", None)
    if error and error[1] is not None:
        trace = traced(error[1])
    elif record.name.partition(".")[0] != OURS:
        trace = getattr(record, "trace", "")
    told = {"event": what, "level": record.levelname.lower(), "logger": record.name}
    return {**getattr(record, "fields", {}), **event, **told, **({"trace": trace} if trace else {})}


def _as_text(_: WrappedLogger, __: str, event: EventDict) -> str:
    """`2026-11-30T19:00:00Z warning conclave.bots: what happened (table=12)`, and a trace below it."""
    moment, level, name = (event.pop(field) for field in ("timestamp", "level", "logger"))
    what, trace = event.pop("event"), event.pop("trace", None)
    fields = ", ".join(f"{field}={_plain(value)}" for field, value in event.items())
    told = f"{moment} {level} {name}: {what}" + (f" ({fields})" if fields else "")
    return told if trace is None else f"{told}\n{trace}"


def _plain(value: object) -> str:
    """A value on its line: a line break in what somebody sent makes no second one."""
    text = str(value)
    return text if text.isprintable() else ascii(text)
