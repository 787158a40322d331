"""Server addresses: validation and comparison."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from kg.errors import InvalidInput

LOCAL_ADDRESS = "local"
"""The name of the local server of `kg up`, whatever its address."""
_SCHEMES = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")
_PORT = 7687
_CREDENTIALS = re.compile(r"://\S*@")


def has_credentials(address: str) -> bool:
    """Whether an address has a user name or password, as in `bolt://user:password@host`."""
    return _CREDENTIALS.search(address) is not None


def refuse_credentials(address: str) -> str:
    """Return an address without user name and password.

    Raises:
        ValueError: it has them; they are not shown in the message.
    """
    if has_credentials(address):
        advice = "set them with KG_NEO4J_USER and KG_NEO4J_PASSWORD, or a key with KG_LLM_API_KEY"
        raise ValueError(f"must be an address without user and password; {advice}")
    return address


def validate_address(uri: str) -> str:
    """Return the address if it is valid: a known scheme, a host, optionally a port, and no credentials.

    Raises:
        InvalidInput: the address is invalid; credentials are not shown in the message.
    """
    if "@" in uri:
        shown = f"…@{uri.rpartition('@')[2]}"
        allowed = "an address without user and password; set them in KG_NEO4J_USER and KG_NEO4J_PASSWORD"
        raise InvalidInput("uri", shown, allowed)
    try:
        parts = urlsplit(uri)
        if parts.scheme in _SCHEMES and parts.hostname and parts.port != 0:
            return uri
    except ValueError:
        pass
    raise InvalidInput(
        "uri", uri, f"an address with one of the schemes {', '.join(_SCHEMES)}, such as bolt://localhost:7687"
    )


def host_and_port(uri: str) -> tuple[str, int]:
    """Return host and port of an address, normalised so that two spellings of one server are equal.

    Raises:
        InvalidInput: the address is invalid.
    """
    parts = urlsplit(validate_address(uri))
    host = parts.hostname or ""
    return ("127.0.0.1" if host == "localhost" else host), parts.port or _PORT
