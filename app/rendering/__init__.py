"""Pages and fragments from records and Views. Everything here returns HTML as `str`, in the language that is spoken
(`app.language`).

| room | makes |
|---|---|
| `templating.py` | the templates |
| `pages.py` | whole pages of the house |
| `board.py` | the parts of a running game |
| `tables.py` | a table's page and its live frames |
| `chat.py` | the chat |
"""

from app.rendering.board import (
    barred,
    caution,
    clocks,
    curtain,
    dock,
    foresee,
    log,
    numbers,
    own,
    public,
    reason,
    slots,
    take_back,
)
from app.rendering.chat import (
    chat_earlier,
    chat_lines,
    chat_list,
    chat_refused,
    chat_refused_page,
    chat_sent,
    chat_standing,
    chat_struck,
    nudged,
)
from app.rendering.pages import (
    absent,
    api,
    continue_as,
    erased,
    fair,
    home,
    join,
    lobby,
    lobby_frame,
    lobby_gone,
    me,
    problem,
    refusal,
    report,
    rules,
    sure,
    sure_page,
    takeover,
    takeover_link,
    told,
)
from app.rendering.tables import frame, replay, replay_frame, result, result_frame, table
from app.rendering.templating import ROOT, STATIC, static_url, template

__all__ = [
    "ROOT",
    "STATIC",
    "absent",
    "api",
    "barred",
    "caution",
    "chat_earlier",
    "chat_lines",
    "chat_list",
    "chat_refused",
    "chat_refused_page",
    "chat_sent",
    "chat_standing",
    "chat_struck",
    "clocks",
    "continue_as",
    "curtain",
    "dock",
    "erased",
    "fair",
    "foresee",
    "frame",
    "home",
    "join",
    "lobby",
    "lobby_frame",
    "lobby_gone",
    "log",
    "me",
    "nudged",
    "numbers",
    "own",
    "problem",
    "public",
    "reason",
    "refusal",
    "replay",
    "replay_frame",
    "report",
    "result",
    "result_frame",
    "rules",
    "slots",
    "static_url",
    "sure",
    "sure_page",
    "table",
    "take_back",
    "takeover",
    "takeover_link",
    "template",
    "told",
]
