"""One request of the fuzz: a page's form, a call of the API, a page by a strange address, a raw body, or a socket."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from itertools import cycle
from typing import Any
from urllib.parse import urlencode
from weakref import WeakKeyDictionary

import httpx
import msgspec

from app.api import documents, openapi
from app.lobby.routes import DEEDS
from games.kernel.dice import Cup, dice_from
from tests.app.api.conftest import filling
from tests.fuzz import forms, values
from tests.fuzz.house import HOST, Person
from tests.fuzz.rooms import PASSWORD, Room

PAGES = (
    "/", "/me", "/rules/pope-or-nope", "/t/{code}", "/t/{code}/replay", "/t/{code}/fair", "/t/{code}/report",
    "/t/{code}/chat", "/t/{code}/as/0-0", "/me/download", "/t/{code}/record.json", "/api/docs", "/me/erased",
)  # fmt: skip
ASKED = ("at", "as", "line", "log", "q", "card", "before", "since", "page", "chat", "mark", "v")
"""What addresses may ask for."""
FRESH = 5
"""One look at a page, for so many forms."""
FORM = {"content-type": "application/x-www-form-urlencoded"}

PATIENCE = 60
"""Seconds in which a socket must be told something."""


@dataclass
class Told:
    """What was sent, and what came back."""

    who: Person
    what: str
    """Method and address, for a message about it."""
    sent: str
    """Everything that the caller said."""
    status: int
    text: str
    headers: httpx.Headers
    asked: str
    """"GET", "POST" or "WS"."""


class Sender:
    """Sends one request after the other; all chance is drawn from `chance`. `doors`: where something is taken."""

    def __init__(self, chance: random.Random, doors: Collection[str] = ()) -> None:
        self.chance = chance
        self._doors = cycle(sorted(doors))
        self._sent: Counter[str] = Counter()
        self._seen: WeakKeyDictionary[Person, forms.Page] = WeakKeyDictionary()
        self.read: list[Told] = []
        """Pages that were looked at for the last request's sake, before it."""
        self._ways: tuple[tuple[int, Callable[[Room, Person], Awaitable[Told]]], ...] = (
            (50, self.form),
            (18, self.call),
            (14, self.page),
            (6, self.raw),
            (12, self.socket),
        )

    async def one(self, room: Room) -> Told:
        """Somebody at this table sends something."""
        self.read = []
        weights, ways = zip(*self._ways, strict=True)
        (way,) = self.chance.choices(ways, weights)
        return await way(room, self.chance.choice(room.everybody()))

    async def form(self, room: Room, who: Person) -> Told:
        """A form of a page, filled as nobody should; one that the page doesn't have is taken from another's page."""
        page = await self._look(room, self.chance.choice((who, who, *room.everybody())))
        if not page.forms:
            return await self.page(room, who)
        form = self._seldom(room, page.forms)
        filled = {name: self._filled(name, offered) for name, offered in form.fields.items() if self._in(20)}
        if not self._in(8):
            filled[self.chance.choice(("sure", "seat", "name", "key", "x", "\0"))] = [values.text(self.chance, ["yes"])]
        return await self.post(who, form.action, filled, htmx=self._in(2))

    def _seldom(self, room: Room, found: list[forms.Form]) -> forms.Form:
        """One of the forms, sooner one that was sent seldom: every page has some for theme and language."""
        kinds = [form.action.replace(room.code, "") for form in found]
        (at,) = self.chance.choices(range(len(found)), [1 / (1 + self._sent[kind]) for kind in kinds])
        self._sent[kinds[at]] += 1
        return found[at]

    async def _look(self, room: Room, who: Person) -> forms.Page:
        """A page that this person may see: a usual one, or one that it leads to; or the one of a while ago."""
        if who in self._seen and self._in(FRESH):
            return self._seen[who]
        page = await self._read(who, self.chance.choice(PAGES[:7]).format(code=room.code))
        here = [link for link in page.links if room.code in link or link.startswith("/me")]
        if here and not self._in(3):
            page = await self._read(who, self.chance.choice(here))
        self._seen[who] = page
        return page

    async def _read(self, who: Person, path: str) -> forms.Page:
        answer = await who.get(path, follow_redirects=True)
        self.read.append(
            Told(who, f"GET {answer.url.path}", "", answer.status_code, answer.text, answer.headers, "GET")
        )
        is_page = answer.headers.get("content-type", "").startswith("text/html")
        return forms.read(answer.text) if is_page else forms.Page([], [])

    def _filled(self, name: str, offered: list[str]) -> list[str]:
        if name == "password" and self._in(2):
            return [PASSWORD]
        if offered and self._in(1.3):  # as it came, so that others of the form's fields are looked at
            return [self.chance.choice(offered)]
        return [values.text(self.chance, offered) for _ in range(1 if self._in(20) else 3)]

    async def call(self, room: Room, who: Person) -> Told:
        """A call of the API, in a body that is as documented or nearly."""
        documented = openapi.described()
        path, methods = self.chance.choice(list(documented["paths"].items()))
        method, call = self.chance.choice(list(methods.items()))
        body = values.written(values.spoilt(self.chance, await self._body(room, who, call, documented)))
        keys = (who.key, who.key, who.key, "", "x", *(other.key for other in room.everybody()))
        headers = {"authorization": f"Bearer {self.chance.choice(keys)}", "content-type": "application/json"}
        address = path.format(code=room.code) + self._query(4)
        return await self.send(who, method.upper(), address, b"" if method == "get" else body, headers)

    async def _body(self, room: Room, who: Person, call: dict[str, Any], documented: dict[str, Any]) -> Any:
        """What the call takes, by its schema; a move that the seat has now."""
        named = str(call.get("requestBody", "")).rpartition("schemas/")[2].partition("'")[0]
        if named == "NewMove":
            seen = (await who.get(f"/api/tables/{room.code}", headers={"authorization": f"Bearer {who.key}"})).json()
            if seen.get("choices"):
                return self._move(self.chance.choice(seen["choices"]))
        if not named:
            return None
        fields = documented["components"]["schemas"][named]["properties"]
        return {name: self._example(name, field) for name, field in fields.items() if self._in(2)}

    def _example(self, name: str, field: dict[str, Any]) -> Any:
        usual = {
            "game": "pope-or-nope",
            "bot": "novice",
            "password": PASSWORD,
            "options": {},
            "sure": True,
            "words": "amen",
        }
        return field.get("examples", [usual.get(name, values.plain(self.chance, 2))])[0]

    def _move(self, offer: dict[str, Any]) -> dict[str, Any]:
        offered = msgspec.convert(offer, documents.Offer)
        filled = {} if offered.barred else filling(offered, Cup(dice_from(self.chance.randbytes(32))))
        key = "".join(self.chance.choices("abcdef0123456789", k=12))
        return {"question": offered.question, "move": {"type": offered.move, **filled}, "key": key}

    async def page(self, room: Room, who: Person) -> Told:
        """A page, by an address or with headers that nobody means well with."""
        known = self.chance.choice(PAGES).format(code=room.code)
        address = known + self._query(2) if self._in(1.5) else self.chance.choice(values.PATHS)
        headers = dict(self.chance.sample(values.HEADERS, self.chance.choice((0, 0, 1, 1, 3))))
        method = (
            "GET"
            if self._in(1.15)
            else self.chance.choice(("HEAD", "OPTIONS", "PUT", "DELETE", "TRACE", "BREW", "POST"))
        )
        return await self.send(who, method, address, b"", headers)

    async def raw(self, room: Room, who: Person) -> Told:
        """A body that is no form and no document, to whatever takes one."""
        headers = {"content-type": self.chance.choice(values.KINDS), "authorization": f"Bearer {who.key}"}
        headers |= dict(self.chance.sample(values.HEADERS, self.chance.choice((0, 0, 1))))
        path = next(self._doors)
        for place, filled in (("code", room.code), ("deed", self.chance.choice(sorted(DEEDS))), ("token", "a.b")):
            path = path.replace(f"{{{place}}}", filled)
        return await self.send(who, "POST", path, self.chance.choice(values.RAW), headers)

    async def socket(self, room: Room, who: Person) -> Told:
        """A socket that somebody opens, and that hears whatever is said first, until its caller talks or goes."""
        path = self.chance.choice(
            ("/t/{code}/live", "/t/{code}/live", "/t/{code}/as/0-0/live", "/api/tables/{code}/live", "/t/x/live")
        )
        query = self._query(1.2) or "?page=table&since=0&chat="
        headers = {"host": HOST, "origin": f"http://{HOST}", "cookie": who.cookie}
        headers |= {"authorization": f"Bearer {who.key}"} if self._in(2) and who.key else {}
        headers |= dict(self.chance.sample(values.HEADERS, self.chance.choice((0, 0, 0, 1))))
        said = self.chance.choice((None, "", "x" * 5000, b"\xff\x00", "{}"))
        path = path.format(code=room.code)
        heard = await hear(who, path, query.removeprefix("?"), headers, said)
        ends = [message.get("code", 1000) for message in heard if message["type"] == "websocket.close"]
        told = "\n".join(str(message.get("text") or message.get("reason") or "") for message in heard)
        refused = not ends or ends[0] in (1000, 1005)
        return Told(
            who, f"WS {path}{query}", query + str(headers), 101 if refused else ends[0], told, httpx.Headers(), "WS"
        )

    def _query(self, rate: float) -> str:
        if not self._in(rate):
            return ""
        asked = {name: values.text(self.chance, ["0", "1", "7", "table"]) for name in self.chance.sample(ASKED, 2)}
        return "?" + urlencode(asked, errors="surrogatepass")

    def _in(self, rate: float) -> bool:
        """True but for one time in `rate`."""
        return self.chance.random() > 1 / rate

    async def post(self, who: Person, address: str, fields: Mapping[str, Any], htmx: bool = False) -> Told:
        """Sends a form; of several values in a list each."""
        body = urlencode(fields, doseq=True, errors="surrogatepass").encode()
        return await self.send(who, "POST", address, body, FORM | ({"hx-request": "true"} if htmx else {}))

    async def send(
        self, who: Person, method: str, address: str, body: bytes = b"", headers: Mapping[str, str] = {}
    ) -> Told:
        """Sends just this."""
        raw = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
        target = httpx.URL(f"http://{HOST}").copy_with(raw_path=_target(address))
        answer = await who.request(method, target, content=body, headers=raw)
        sent = f"{address}\n{headers}\n{body.decode('latin-1')}"
        return Told(who, f"{method} {address}", sent, answer.status_code, answer.text, answer.headers, method)


def _target(address: str) -> bytes:
    """The address as it goes over the wire: nothing is made right in it."""
    return address.encode("ascii", "ignore")


async def hear(who: Person, path: str, query: str, headers: dict[str, str], said: str | bytes | None) -> list[Any]:
    """What the house says to a socket that says one thing, or nothing, and goes."""
    heard: list[Any] = []
    told = asyncio.Event()
    coming: list[dict[str, Any]] = [{"type": "websocket.connect"}]
    if isinstance(said, bytes):
        coming.append({"type": "websocket.receive", "bytes": said})
    elif said is not None:
        coming.append({"type": "websocket.receive", "text": said})

    async def receive() -> Any:
        if coming:
            return coming.pop(0)
        async with asyncio.timeout(PATIENCE):
            await told.wait()
        return {"type": "websocket.disconnect", "code": 1001}

    async def send(message: Any) -> None:
        heard.append(message)
        if message["type"] != "websocket.accept":
            told.set()

    await who.app(
        {
            "type": "websocket",
            "scheme": "ws",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()],
            "client": (who.address, 1),
            "subprotocols": [],
        },
        receive,
        send,
    )
    return heard
