"""Import of Chroma collections with its own client, from a copy, because opening may modify the data.

Needs the extra kg-agent-memory[chroma].
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from kg.errors import ModelUnavailable
from kg.transfer.importers.items import DatedItem, EventItem, ImportContext, ImportItem, SkippedItem, qualify_speaker
from kg.transfer.importers.source_folder import ImportSource

_FILE = "chroma.sqlite3"
_PAGE = 500
_TIME = ("timestamp", "created_at", "at", "ts", "date", "time")
_SESSION = ("session", "session_id", "session_key", "conversation_id", "chat_id")
_SPEAKER = ("speaker", "sender", "author", "user_id", "user")
_ROLES = ("user", "assistant", "system", "tool")


def recognise(source: ImportSource) -> bool:
    """Recognise a folder with a Chroma database."""
    return source.path.is_dir() and (source.path / _FILE).is_file()


def read(source: ImportSource, context: ImportContext) -> Iterator[ImportItem]:
    """Read documents with a role, a speaker or a session as events, and others as long-term notes; vectors are not read.

    Raises:
        ModelUnavailable: Chroma's client is not installed.
    """
    try:
        import chromadb  # noqa: PLC0415 - an optional dependency
    except ImportError:
        raise ModelUnavailable(
            "Chroma's client, which reads its collections, is not installed.",
            how="pip install 'kg-agent-memory[chroma]'",
        ) from None
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "chroma"
        shutil.copytree(source.path, copy, ignore=_symbolic_links)
        client = chromadb.PersistentClient(str(copy), chromadb.Settings(anonymized_telemetry=False))
        for listed in client.list_collections():
            # No embedding function: the original one may not be available on this machine.
            collection = client.get_collection(listed.name, embedding_function=None)
            for start in range(0, collection.count(), _PAGE):
                page = collection.get(limit=_PAGE, offset=start, include=["documents", "metadatas"])
                rows = zip(page["ids"], page["documents"] or [], page["metadatas"] or [], strict=True)
                yield from (_item(listed.name, key, text, meta or {}, context) for key, text, meta in rows)


def _symbolic_links(folder: str, names: list[str]) -> list[str]:
    """Return the symbolic links among the files of a folder: they may lead out of it."""
    return [name for name in names if (Path(folder) / name).is_symlink()]


def _item(collection: str, key: str, text: str | None, meta: Mapping[str, Any], context: ImportContext) -> ImportItem:
    where = f"{collection}, {key}"
    if not text or not text.strip():
        return SkippedItem(where, "no document")
    at = next((moment for name in _TIME if (moment := context.parse_time(meta.get(name)))), None)
    role, session, speaker = meta.get("role"), _first(meta, _SESSION), _first(meta, _SPEAKER)
    if role is None and session is None and speaker is None:
        weight = meta.get("importance")
        is_number = isinstance(weight, (int, float)) and not isinstance(weight, bool)
        return DatedItem(where, text, "note", at, round(weight) if is_number and weight else 5)
    session = session or f"chroma:{collection}"
    event = {
        "id": context.make_id("chroma", collection, key, text),
        "text": text,
        "speaker": qualify_speaker(speaker, session, "chroma"),
        "session": session,
        "at": at,
        "role": role if role in _ROLES else "user",
        "metadata": {name: value for name, value in meta.items() if value is not None} or None,
    }
    return EventItem(where, event)


def _first(meta: Mapping[str, Any], names: tuple[str, ...]) -> str | None:
    return next((str(meta[name]) for name in names if meta.get(name) not in (None, "")), None)
