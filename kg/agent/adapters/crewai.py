"""CrewAI: a storage backend for `Memory(storage=storage, embedder=storage.embed)`, with the embedder of the memory.

CrewAI searches by vector alone. The storage embeds its queries, so it knows their words as well, and ranks as the memory does.
"""

from __future__ import annotations

import asyncio
import datetime as dt
from typing import TYPE_CHECKING, Any

from kg.agent.adapters.item_store import ItemStore
from kg.agent.adapters.query_embedder import QueryEmbedder

if TYPE_CHECKING:
    from kg.memory import Memory


class MemoryStorage:
    """The records of a crew, each an item in the graph whose namespace is its scope.

    Attributes:
        embed: embeds texts, for `Memory(embedder=…)`.
    """

    def __init__(self, memory: Memory, *, speaker: str | None = None, audience: str = "shared") -> None:
        """Open a storage; open one for each person with audience `person`, so that no other can read their records.

        Args:
            memory: the memory.
            speaker: the account of the person whose records these are, as `platform:id`.
            audience: shared, or person: only for the speaker, and for owners.
        """
        self._items = ItemStore(memory, name="crewai", speaker=speaker, audience=audience)
        self._embedder = QueryEmbedder(memory.runtime.embedder)
        self.embed = self._embedder.embed

    def save(self, records: list[Any]) -> None:
        """Store records."""
        for record in records:
            self._put(record)

    def search(
        self,
        query_embedding: list[float],
        scope_prefix: str | None = None,
        categories: list[str] | None = None,
        metadata_filter: dict[str, Any] | None = None,
        limit: int = 10,
        min_score: float = 0.0,
    ) -> list[tuple[Any, float]]:
        """Return the records nearest to a query with their cosine similarities, the best first."""
        text = self._embedder.text_of(query_embedding)
        if text is None:
            found = self._items.items(_namespace(scope_prefix))
        else:
            most = 10 * limit if categories or metadata_filter else 3 * limit
            found = self._items.search(_namespace(scope_prefix), text, limit=most)
        records = [_to_record(item.value) for item in found]
        matching = [record for record in records if _matches(record, categories, metadata_filter)]
        scores = self._embedder.similarities(query_embedding, [record.content for record in matching])
        scored = [one for one in zip(matching, scores, strict=True) if one[1] >= min_score]
        return sorted(scored, key=lambda one: -one[1])[:limit]

    def delete(
        self,
        scope_prefix: str | None = None,
        categories: list[str] | None = None,
        record_ids: list[str] | None = None,
        older_than: dt.datetime | None = None,
        metadata_filter: dict[str, Any] | None = None,
    ) -> int:
        """Erase records; return how many."""
        chosen = [
            record
            for record in self.list_records(scope_prefix, limit=10_000)
            if _matches(record, categories, metadata_filter)
            and (record_ids is None or record.id in record_ids)
            and (older_than is None or record.created_at < older_than.replace(tzinfo=None))
        ]
        return sum(self._items.delete(_namespace(record.scope), record.id) for record in chosen)

    def update(self, record: Any) -> None:
        """Replace the record with the same id."""
        before = self.get_record(record.id)
        if before is not None and before.scope != record.scope:
            self._items.delete(_namespace(before.scope), record.id)
        self._put(record)

    def get_record(self, record_id: str) -> Any | None:
        """Return a record by its id; None if there is none."""
        return next((record for record in self.list_records(limit=10_000) if record.id == record_id), None)

    def list_records(self, scope_prefix: str | None = None, limit: int = 200, offset: int = 0) -> list[Any]:
        """Return the records of a scope, the newest first."""
        items = self._items.items(_namespace(scope_prefix))
        return [_to_record(item.value) for item in items][offset : offset + limit]

    def get_scope_info(self, scope: str) -> Any:
        """Return what is in a scope."""
        from crewai.memory.types import ScopeInfo  # noqa: PLC0415

        records = self.list_records(scope, limit=10_000)
        times = [record.created_at for record in records]
        return ScopeInfo(
            path=scope,
            record_count=len(records),
            categories=sorted(self.list_categories(scope)),
            oldest_record=min(times, default=None),
            newest_record=max(times, default=None),
            child_scopes=self.list_scopes(scope),
        )

    def list_scopes(self, parent: str = "/") -> list[str]:
        """Return the scopes directly below a scope."""
        above = _namespace(parent)
        below = {_namespace(record.scope)[: len(above) + 1] for record in self.list_records(parent, limit=10_000)}
        return sorted("/" + "/".join(path) for path in below if len(path) > len(above))

    def list_categories(self, scope_prefix: str | None = None) -> dict[str, int]:
        """Return how many records of a scope each category has."""
        names = [name for record in self.list_records(scope_prefix, limit=10_000) for name in record.categories]
        return {name: names.count(name) for name in sorted(set(names))}

    def count(self, scope_prefix: str | None = None) -> int:
        """Return how many records a scope has."""
        return len(self.list_records(scope_prefix, limit=10_000))

    def reset(self, scope_prefix: str | None = None) -> None:
        """Erase all records of a scope."""
        self.delete(scope_prefix)

    async def asave(self, records: list[Any]) -> None:
        """Store records, in a thread."""
        await asyncio.to_thread(self.save, records)

    async def asearch(self, query_embedding: list[float], **options: Any) -> list[tuple[Any, float]]:
        """Search, in a thread."""
        return await asyncio.to_thread(lambda: self.search(query_embedding, **options))

    async def adelete(self, **options: Any) -> int:
        """Erase records, in a thread."""
        return await asyncio.to_thread(lambda: self.delete(**options))

    def _put(self, record: Any) -> None:
        self._items.put(_namespace(record.scope), record.id, record.model_dump(mode="json", exclude={"embedding"}))


def _namespace(scope: str | None) -> tuple[str, ...]:
    return tuple(part for part in (scope or "/").split("/") if part)


def _to_record(value: Any) -> Any:
    from crewai.memory.types import MemoryRecord  # noqa: PLC0415 - it is needed only where there are records

    return MemoryRecord.model_validate(dict(value))


def _matches(record: Any, categories: list[str] | None, metadata: dict[str, Any] | None) -> bool:
    if categories and not set(categories) & set(record.categories):
        return False
    return all(record.metadata.get(name) == value for name, value in (metadata or {}).items())
