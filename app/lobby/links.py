"""The address of a table as people pass it on, or of a guest for their own devices; and the same as a QR code."""

import re
from functools import lru_cache
from typing import NamedTuple

import segno
from markupsafe import Markup
from starlette.requests import HTTPConnection

from app import addresses
from app.config import Settings
from app.language import gettext, later

_HOST = re.compile(r"(?P<name>[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:(?P<port>[0-9]{1,5}))?")

ONLY_HERE = later(
    "This link works on this computer alone. For other devices in the same network, end the server and start it with "
    "make run HOST=0.0.0.0 PORT={port}"
)
NO_NETWORK = later("This link works on this computer alone, which is in no network just now.")


class Link(NamedTuple):
    """A whole address, and what to do if friends can't reach it."""

    address: str
    note: str = ""


def link_to(settings: Settings, connection: HTTPConnection, code: str) -> Link:
    """The table's link."""
    return link(settings, connection, f"/t/{code}")


def link(settings: Settings, connection: HTTPConnection, path: str) -> Link:
    """The whole address of a page: from PUBLIC_URL, else from the address in the browser, else from the local
    network."""
    if settings.public_url is not None:
        return Link(settings.public_url + path)
    host = _HOST.fullmatch(connection.headers.get("host", ""))
    if host is None:
        return Link(addresses.web(settings.host, settings.port) + path)
    if addresses.open_to_network(host["name"].strip("[]")):
        return Link(f"{_scheme(connection)}://{host[0]}{path}")
    return _from_this_computer(settings, host["port"], f"{_scheme(connection)}://{host[0]}", path)


def _from_this_computer(settings: Settings, port: str | None, here: str, path: str) -> Link:
    if not addresses.open_to_network(settings.host):
        return Link(here + path, gettext(ONLY_HERE, port=settings.port))
    name = addresses.in_network()
    if name is None:
        return Link(here + path, gettext(NO_NETWORK))
    return Link(addresses.web(name, int(port or 80)) + path)


def _scheme(connection: HTTPConnection) -> str:
    return {"ws": "http", "wss": "https"}.get(connection.url.scheme, connection.url.scheme)


@lru_cache(maxsize=256)
def qr(address: str) -> Markup:
    """The address as an SVG element: no scripts, styles or ids in it."""
    code = segno.make(address, micro=False, error="m")
    return Markup(code.svg_inline(omitsize=True, border=2, svgclass=None, lineclass=None))  # noqa: S704 (made of numbers)
