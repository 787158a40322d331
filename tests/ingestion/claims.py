"""Claimed events, as the statement `ingestion/claim` returns them, for tests without a server."""

from __future__ import annotations

from typing import Any

from tests.support import T0


def claimed(text: str, **fields: Any) -> dict[str, Any]:
    """Return a message of Ann, with other fields where given."""
    return {
        "id": text[:20],
        "text": text,
        "event_kind": "message",
        "role": "user",
        "tool": None,
        "session": "cli:1",
        "seq": 7,
        "at": T0,
        "audience": "shared",
        "speaker": "cli:ann",
        "person": "person-ann",
        "person_name": "Ann",
        "others": [],
        "earlier": [],
    } | fields
