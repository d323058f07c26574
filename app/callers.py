"""Where a request comes from."""

import ipaddress

from starlette.requests import HTTPConnection

NEIGHBOURS = 64
"""Bits of an IPv6 address that name a household; whoever has one has all addresses in it."""


def address(connection: HTTPConnection) -> str:
    """The caller's address, as far as the server and its trusted proxies know it; for IPv6 the household's network."""
    host = connection.client.host if connection.client is not None else ""
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return host
    return host if found.version == 4 else str(ipaddress.ip_network((host, NEIGHBOURS), strict=False))
