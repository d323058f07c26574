"""The addresses at which this machine's server can be reached, for people to pass on."""

import ipaddress
import socket

_ANYWHERE = ("192.0.2.1", 9)  # kept for documentation (RFC 5737): choosing a way to it sends nothing


def in_network() -> str | None:
    """This machine's address in its local network; None if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ANYWHERE)
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if _is_local(found) else found


def open_to_network(host: str) -> bool:
    """Whether others in the network can reach a server that listens here."""
    return not (host == "localhost" or _is_local(host))


def web(host: str, port: int) -> str:
    """The http address of a host and port. "Every address" is told as this machine."""
    named = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    shown = f"[{named}]" if ":" in named else named
    return f"http://{shown}" if port == 80 else f"http://{shown}:{port}"


def _is_local(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
