"""Addresses of servers: what they may be, and when two of them mean one place."""

from __future__ import annotations

from urllib.parse import urlsplit

from kg.errors import InvalidInput

LOCAL = "local"
"""What stands for the local server of `kg up`, wherever it listens."""
_SCHEMES = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")
_PORT = 7687


def checked_address(uri: str) -> str:
    """The address, if it is one: a known scheme, a host, perhaps a port, and no password, which is not to be shown.

    Raises:
        InvalidInput: names what is allowed.
    """
    if "@" in uri:
        shown = f"…@{uri.rpartition('@')[2]}"
        allowed = "an address without user and password; they are KG_NEO4J_USER and KG_NEO4J_PASSWORD"
        raise InvalidInput("uri", shown, allowed)
    try:
        parts = urlsplit(uri)
        if parts.scheme in _SCHEMES and parts.hostname and parts.port != 0:
            return uri
    except ValueError:
        pass
    raise InvalidInput(
        "uri", uri, f"an address that begins with one of {', '.join(_SCHEMES)}, as bolt://localhost:7687"
    )


def host_and_port(uri: str) -> tuple[str, int]:
    """Where an address leads, however it is written: two of one server are equal.

    Raises:
        InvalidInput: it is none.
    """
    parts = urlsplit(checked_address(uri))
    host = parts.hostname or ""
    return ("127.0.0.1" if host == "localhost" else host), parts.port or _PORT
