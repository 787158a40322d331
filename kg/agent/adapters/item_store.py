"""Items with a namespace, a key and a value, as frameworks store them, in the graph: searched by meaning, private by audience.

An item is an event of a session that is its namespace. It is embedded, but nothing is extracted from it.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from kg.errors import InvalidInput, NotFound
from kg.events import append_events
from kg.retrieval import Filters, search_memories
from kg.types import Event, Identity, parse_identity

if TYPE_CHECKING:
    from kg.memory import Memory

Namespace = tuple[str, ...]
_CHANNEL = "store"
_MOST_ITEMS = 10_000
_MOST_HITS = 1_000
# Fields of a value whose text says what the item is about.
_TEXT_FIELDS = ("text", "content", "memory", "data", "fact", "value")


@dataclass(frozen=True)
class StoredItem:
    """An item.

    Attributes:
        namespace: its namespace.
        key: its key there.
        value: its value, a JSON object.
        created_at: when it was first stored.
        updated_at: when it was last stored.
        event: id of the event that it is.
        score: of a search, the probability that it answers the query.
    """

    namespace: Namespace
    key: str
    value: Mapping[str, Any]
    created_at: dt.datetime
    updated_at: dt.datetime
    event: str
    score: float | None = None


class ItemStore:
    """The items of one reader: those that are shared, and, in a private store, their own."""

    def __init__(self, memory: Memory, *, name: str, speaker: str | None = None, audience: str = "shared") -> None:
        """Open a store.

        Args:
            memory: the memory.
            name: the name of the store, which separates it from those of other frameworks.
            speaker: the account of the person whose items these are, as `platform:id`; None: they have none.
            audience: shared; or person: only for the speaker, and for owners.

        Raises:
            InvalidInput: the audience is person and there is no speaker, or it is none of these.
        """
        if audience not in ("shared", "person") or (audience == "person" and speaker is None):
            raise InvalidInput("audience", audience, "shared, or person if there is a speaker")
        self._memory = memory
        self._name = name
        self._who: Identity | None = None if speaker is None else parse_identity(speaker, name)
        self._token = "shared" if audience == "shared" or self._who is None else f"person:{self._who.person}"
        # What is shared is read where others read along: it shows nothing private, not even to its person.
        self._audiences = tuple(dict.fromkeys(("shared", self._token)))

    def put(self, namespace: Sequence[str], key: str, value: Mapping[str, Any]) -> None:
        """Store an item, in place of the one with its key.

        Raises:
            InvalidInput: the value is no JSON object.
        """
        before = self.get(namespace, key)
        if before is not None:
            self._memory.forget(event=before.event)
        now = self._memory.clock.now()
        created = now if before is None else before.created_at
        event = {
            "id": self._event_id(namespace, key),
            "text": _describe(key, value),
            "session": self._session(namespace),
            "kind": "observation",
            # What tools store is embedded, and nothing is extracted from it.
            "role": "tool",
            "direction": "internal",
            "metadata": {"key": key, "value": dict(value), "created_at": created.isoformat()},
        }
        ids = append_events(self._memory.runtime, [event], audience=self._token)
        self._memory.digest(only=ids)

    def get(self, namespace: Sequence[str], key: str) -> StoredItem | None:
        """Return the item with a key; None if there is none that the reader may read."""
        try:
            record = self._memory.get(self._event_id(namespace, key))
        except NotFound:
            return None
        if not isinstance(record, Event) or record.audience not in self._audiences:
            return None
        at = record.at if isinstance(record.at, dt.datetime) else self._memory.clock.now()
        return self._item(str(record.id), record.session, record.metadata or {}, at)

    def delete(self, namespace: Sequence[str], key: str) -> bool:
        """Erase an item; return whether there was one."""
        found = self.get(namespace, key)
        if found is not None:
            self._memory.forget(event=found.event)
        return found is not None

    def items(self, namespace: Sequence[str] = (), *, limit: int = _MOST_ITEMS) -> list[StoredItem]:
        """Return the items of a namespace and of those below it, the newest first."""
        rows = self._memory.graph.run(
            "agent/list_items", prefix=self._session(namespace), audiences=list(self._audiences), limit=_MOST_ITEMS
        )
        items = [
            self._item(row["id"], row["session"], json.loads(row["metadata"]), row["at"].to_native()) for row in rows
        ]
        return [item for item in items if item.namespace[: len(namespace)] == tuple(namespace)][:limit]

    def search(self, namespace: Sequence[str], query: str, *, limit: int = 10) -> list[StoredItem]:
        """Return the items that answer a query best, the best first."""
        filters = Filters.from_arguments(kinds=["event"], channel=_CHANNEL, audiences=self._audiences)
        wanted, prefix = max(50, limit * 5), self._session(namespace)
        while True:
            hits = search_memories(self._memory.runtime, query, limit=wanted, filters=filters)
            found = {hit.id: hit.score for hit in hits if (hit.session or "").startswith(prefix)}
            if len(found) >= limit or len(hits) < wanted or wanted >= _MOST_HITS:
                break
            wanted = min(_MOST_HITS, wanted * 4)
        by_id = {item.event: item for item in self.items(namespace)}
        ranked = [(by_id[id_], score) for id_, score in found.items() if id_ in by_id]
        return [StoredItem(**{**vars(item), "score": score}) for item, score in ranked[:limit]]

    def _item(self, event: str, session: str, metadata: Mapping[str, Any], at: dt.datetime) -> StoredItem:
        namespace = tuple(unquote(part) for part in session.split("/")[1:-1])
        created = dt.datetime.fromisoformat(metadata["created_at"])
        return StoredItem(namespace, metadata["key"], metadata["value"], created, at, event)

    def _session(self, namespace: Sequence[str]) -> str:
        """Return the session that is a namespace; that of a namespace below it begins with it."""
        return "/".join([f"{_CHANNEL}:{self._name}", *(quote(part, safe="") for part in namespace), ""])

    def _event_id(self, namespace: Sequence[str], key: str) -> str:
        """Return an id that differs from those of other readers' items with the same key."""
        whole = json.dumps([self._name, list(namespace), key, self._token], ensure_ascii=False)
        return "item-" + hashlib.blake2b(whole.encode(), digest_size=12).hexdigest()


def _describe(key: str, value: Mapping[str, Any]) -> str:
    """Return the text by which an item is found: that of its first field with a text, else all of it."""
    for name in _TEXT_FIELDS:
        if isinstance(value.get(name), str) and value[name].strip():
            return str(value[name])
    return f"{key}: {json.dumps(dict(value), ensure_ascii=False, default=str)}"
