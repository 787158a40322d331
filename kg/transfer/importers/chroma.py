"""Collections of Chroma, read with its own client (extra kg[chroma]) from a copy, since opening may change what is there."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from kg.errors import ModelUnavailable
from kg.transfer.importers.items import Dated, Given, Item, Left, Told
from kg.transfer.importers.source_folder import Place

_FILE = "chroma.sqlite3"
_PAGE = 500
_TIME = ("timestamp", "created_at", "at", "ts", "date", "time")
_SESSION = ("session", "session_id", "session_key", "conversation_id", "chat_id")
_SPEAKER = ("speaker", "sender", "author", "user_id", "user")
_ROLES = ("user", "assistant", "system", "tool")


def recognise(place: Place) -> bool:
    """A folder that Chroma keeps its collections in."""
    return place.path.is_dir() and (place.path / _FILE).is_file()


def read(place: Place, given: Given) -> Iterator[Item]:
    """Documents with a role, a speaker or a session are events; others are long-term notes. Vectors are made anew.

    Raises:
        ModelUnavailable: Chroma's client is not installed.
    """
    try:
        import chromadb  # noqa: PLC0415 - an extra
    except ImportError:
        raise ModelUnavailable(
            "Chroma's collections are read with its own client.", how="pip install 'kg[chroma]'"
        ) from None
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "chroma"
        shutil.copytree(place.path, copy)
        client = chromadb.PersistentClient(str(copy), chromadb.Settings(anonymized_telemetry=False))
        for listed in client.list_collections():
            # Without a function that makes vectors: the one that was used may be anywhere.
            collection = client.get_collection(listed.name, embedding_function=None)
            for start in range(0, collection.count(), _PAGE):
                page = collection.get(limit=_PAGE, offset=start, include=["documents", "metadatas"])
                rows = zip(page["ids"], page["documents"] or [], page["metadatas"] or [], strict=True)
                yield from (_item(listed.name, key, text, meta or {}, given) for key, text, meta in rows)


def _item(collection: str, key: str, text: str | None, meta: Mapping[str, Any], given: Given) -> Item:
    where = f"{collection}, {key}"
    if not text or not text.strip():
        return Left(where, "no document")
    at = next((moment for name in _TIME if (moment := given.time(meta.get(name)))), None)
    role, session, speaker = meta.get("role"), _first(meta, _SESSION), _first(meta, _SPEAKER)
    if role is None and session is None and speaker is None:
        weight = meta.get("importance")
        known = isinstance(weight, (int, float)) and not isinstance(weight, bool)
        return Dated(where, text, "note", at, round(weight) if known and weight else 5)
    event = {
        "id": given.own_id("chroma", collection, key, text),
        "text": text,
        "speaker": speaker,
        "session": session or f"chroma:{collection}",
        "at": at,
        "role": role if role in _ROLES else "user",
        "metadata": {name: value for name, value in meta.items() if value is not None} or None,
    }
    return Told(where, event)


def _first(meta: Mapping[str, Any], names: tuple[str, ...]) -> str | None:
    return next((str(meta[name]) for name in names if meta.get(name) not in (None, "")), None)
