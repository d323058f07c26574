"""The chat: its lines, what stands around them, and the answers to words that were sent."""

from collections.abc import Sequence

from app.chat.pages import Chat, EarlierPage, Line, RefusedPage, Standing
from app.pages import (
    Refusal,
    SeatFacts,
)
from app.rendering.pages import refusal
from app.rendering.templating import partial, render, template


def chat_lines(lines: Sequence[Line], host: bool) -> str:
    """More lines of the chat, as part of a live frame. `host`: the guest may remove them."""
    return partial("#chat", "beforeend", template("chat/lines.html").render(lines=lines, host=host))


def chat_struck(lines: Sequence[Line]) -> str:
    """Lines that were removed, each in the place where it stands on the page, as part of a live frame."""
    html = template("chat/lines.html")
    return "".join(partial(f"#m-{line.token}", "outerHTML", html.render(lines=[line], host=False)) for line in lines)


def chat_list(chat: Chat) -> str:
    """All lines anew, as part of a live frame."""
    return partial("#chat-list", "innerMorph", template("chat/list.html").render(chat=chat))


def chat_standing(address: str, standing: Standing) -> str:
    """What stands around the lines, as part of a live frame. `address`: the table's."""
    given = {"address": address, "standing": standing}
    parts = ("unread", "to", "muted", "barred")
    return "".join(
        partial(f"#chat-{part}", "innerMorph", template(f"chat/{part}.html").render(given)) for part in parts
    )


def chat_sent(key: str) -> str:
    """The answer to words that were sent: the form gets another key."""
    return partial("#chat-said", "innerHTML", "") + _chat_key(key)


def chat_refused(sentence: str, key: str) -> str:
    """The answer to words under a spent key."""
    return refusal(Refusal(sentence)) + _chat_key(key)


def _chat_key(key: str) -> str:
    return partial("#chat-key", "innerHTML", str(template("macros.html").module.hidden([("key", key)])))  # type: ignore[attr-defined]


def chat_earlier(page: EarlierPage) -> str:
    """Lines further back, as a page."""
    return render("chat/earlier.html", page)


def chat_refused_page(page: RefusedPage) -> str:
    """Why words were not sent, as a page that holds them."""
    return render("chat/refused.html", page)


def nudged(by: SeatFacts) -> str:
    """That somebody nudges, as part of a live frame."""
    return partial("#nudged", "innerHTML", template("chat/nudged.html").render(by=by))
