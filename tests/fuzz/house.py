"""The house that is fuzzed: the whole application without a port, and people who call it. No limit on how often anybody
asks is ever reached: the house's own limiter counts nothing."""

import time
from collections import Counter
from typing import Any

import httpx
from fastapi import FastAPI
from limits import RateLimitItem, WindowStats
from sqlalchemy import text
from starlette.routing import BaseRoute
from starlette.types import Receive, Scope, Send

from app.house import House
from app.main import create_app
from tests.app.tables.aloud import Aloud
from tests.served import settings

HOST = "conclave.test"


class Unhurried:
    """A limiter that lets everybody through."""

    async def hit(self, limit: RateLimitItem, *names: str, cost: int = 1) -> bool:
        """One more of this kind."""
        return True

    async def test(self, limit: RateLimitItem, *names: str, cost: int = 1) -> bool:
        """Whether one more may come."""
        return True

    async def get_window_stats(self, limit: RateLimitItem, *names: str) -> WindowStats:
        """Nothing has come yet."""
        return WindowStats(time.time(), limit.amount)


def open_house(database_url: str) -> FastAPI:
    """The application, on an empty database."""
    app = create_app(settings(database_url))
    house: House = app.state.house
    house.minds, house.limits = Aloud(), Unhurried()  # type: ignore[assignment]
    return app


class Wire(httpx.AsyncHTTPTransport):
    """To the house's port on this machine, whatever the house is called."""

    def __init__(self, port: int) -> None:
        super().__init__()
        self._port = port

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Sends it; its host, in the header and for cookies, is the one that was meant."""
        url = request.url.copy_with(scheme="http", host="127.0.0.1", port=self._port)
        given = {"headers": request.headers, "stream": request.stream, "extensions": request.extensions}
        return await super().handle_async_request(httpx.Request(request.method, url, **given))


class Person(httpx.AsyncClient):
    """Somebody with a browser or a program: cookies, an address, and the key of a seat, if there is one. `app`: the
    application, or the port at which it is served."""

    def __init__(self, app: Any, role: str, address: str) -> None:
        within = httpx.ASGITransport(app, client=(address, 50000), raise_app_exceptions=False)
        transport = Wire(app) if isinstance(app, int) else within
        headers = {"origin": f"http://{HOST}", "accept": "text/html"}
        super().__init__(transport=transport, base_url=f"http://{HOST}", headers=headers)
        self.app, self.role, self.address = app, role, address
        self.key = ""

    @property
    def cookie(self) -> str:
        """The header with all cookies."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies.jar)


class Counted:
    """The application, with a count of the routes that its requests reach."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app
        self.routes = list(_routes(app.routes))
        self.reached: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        method = scope.get("method", "WS")
        self.reached.update(f"{method} {path}" for path, found in self.routes if _takes(found, method, scope["path"]))
        await self._app(scope, receive, send)

    def taking(self, method: str) -> set[str]:
        """Every address with this method, as its route has it."""
        return {path for path, route in self.routes if method in (getattr(route, "methods", None) or {"WS"})}


def _routes(routes: list[BaseRoute]) -> Any:
    for route in routes:
        below = getattr(getattr(route, "original_router", None), "routes", None)
        if below:
            yield from _routes(below)
        elif hasattr(route, "path_regex") and route.path:
            yield route.path, route


def _takes(route: Any, method: str, path: str) -> bool:
    methods = getattr(route, "methods", None) or {"WS"}
    return method in methods and route.path_regex.match(path) is not None


async def rows(house: House, statement: str, **places: Any) -> list[Any]:
    """What the database holds."""
    async with house.reading.connect() as connection:
        return list(await connection.execute(text(statement), places))
