"""In which language a request is answered: that of the guest's row; for who has none there, of the cookie; else the one
that the browser asks for. Programs are answered in English.

A page's socket says which language its page is in, so that frames never mix with it, whatever is chosen elsewhere.
"""

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from app import language
from app.api.problems import is_for_programs
from app.identity import cookies


class Languages:
    """Speaks the visitor's language for as long as a request is answered, as far as the request itself tells it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        with language.speaking(_of(HTTPConnection(scope))):
            await self.app(scope, receive, send)


def _of(connection: HTTPConnection) -> str:
    if is_for_programs(connection):
        return language.ENGLISH
    return of_page(connection) or cookies.language(connection) or _asked_for(connection)


def of_page(connection: HTTPConnection) -> str | None:
    """The language of the page whose socket this is; None if it says none, or is no socket."""
    said = connection.query_params.get("language") if connection.scope["type"] == "websocket" else None
    return said if said in language.NAMES else None


def _asked_for(connection: HTTPConnection) -> str:
    return language.asked_for(connection.headers.get("accept-language", ""))


def speak_as(connection: HTTPConnection, chosen: str | None) -> None:
    """The request turns out to be of a guest who has chosen this language."""
    if chosen in language.NAMES and not is_for_programs(connection) and of_page(connection) is None:
        language.speak(chosen)
