"""The address of a table as people pass it on, and the same as a QR code."""

import re
from functools import lru_cache
from typing import NamedTuple

import segno
from markupsafe import Markup
from starlette.requests import HTTPConnection

from app import addresses
from app.config import Settings

_HOST = re.compile(r"(?P<name>[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:(?P<port>[0-9]{1,5}))?")

ONLY_HERE = (
    "This link works on this computer alone. For friends in the same network, end the server and start it with "
    "make run HOST=0.0.0.0"
)
NO_NETWORK = "This link works on this computer alone, which is in no network just now."


class Link(NamedTuple):
    """A whole address, and what to do if friends can't reach it."""

    address: str
    note: str = ""


def link_to(settings: Settings, connection: HTTPConnection, code: str) -> Link:
    """The table's link: from PUBLIC_URL, else from the address in the browser, else from the local network."""
    if settings.public_url is not None:
        return Link(f"{settings.public_url}/t/{code}")
    host = _HOST.fullmatch(connection.headers.get("host", ""))
    if host is None:
        return Link(f"{addresses.web(settings.host, settings.port)}/t/{code}")
    if addresses.open_to_network(host["name"].strip("[]")):
        return Link(f"{_scheme(connection)}://{host[0]}/t/{code}")
    return _from_this_computer(settings, host["port"], f"{_scheme(connection)}://{host[0]}", code)


def _from_this_computer(settings: Settings, port: str | None, here: str, code: str) -> Link:
    if not addresses.open_to_network(settings.host):
        return Link(f"{here}/t/{code}", ONLY_HERE)
    name = addresses.in_network()
    if name is None:
        return Link(f"{here}/t/{code}", NO_NETWORK)
    return Link(f"{addresses.web(name, int(port or 80))}/t/{code}")


def _scheme(connection: HTTPConnection) -> str:
    return {"ws": "http", "wss": "https"}.get(connection.url.scheme, connection.url.scheme)


@lru_cache(maxsize=256)
def qr(address: str) -> Markup:
    """The address as an SVG element: no scripts, styles or ids in it."""
    code = segno.make(address, micro=False, error="m")
    return Markup(code.svg_inline(omitsize=True, border=2, svgclass=None, lineclass=None))  # noqa: S704 (made of numbers)
