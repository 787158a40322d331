"""Core memory: a few lines that every context contains, each section limited to a token budget."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kg.errors import BudgetExceeded, InvalidInput, NotFound
from kg.graph import Graph, GraphTransaction, as_datetime
from kg.language import make_quotable
from kg.memories.core_usage import CoreUsage
from kg.memories.input_checks import check_audience, check_importance, check_text
from kg.memories.memory_store import MemoryRecord, MemoryStore, TextEmbedding
from kg.runtime import Runtime
from kg.settings import CORE_LIMITS
from kg.types import CoreEntry, validate_name

CORE_SECTIONS: tuple[str, ...] = tuple(CORE_LIMITS)
"""The sections, in the order in which they are rendered."""
WHOLE_CORE_MEMORY = "core memory"
"""The `section` of a `BudgetExceeded` error that concerns all sections together."""
_KIND = "core"
_HEADING_NOTES = {"context": " (background, not current conversation)"}
# Number of candidate ids looked up per query. There are 16 million ids (3 bytes).
_ID_ATTEMPTS = 8


def render_core_line(text: str) -> str:
    """Return an entry's text as a context contains it: one sanitized line, which is the text whose tokens are counted."""
    return make_quotable(text)


def check_core_budget(
    before: Mapping[str, int], after: Mapping[str, int], limits: Mapping[str, int], whole: int
) -> None:
    """Refuse a change that would fill a section or the whole beyond its limit. A change that adds no tokens is accepted.

    Args:
        before: tokens of each section before the change.
        after: tokens of each section after the change.
        limits: token limit of each section.
        whole: token limit of all sections together.

    Raises:
        BudgetExceeded: a section has no room, or, where every section has, the whole has none.
    """
    for section in CORE_SECTIONS:
        if after[section] > limits[section] and after[section] > before[section]:
            raise BudgetExceeded(section, after[section], limits[section])
    used, was = sum(after.values()), sum(before.values())
    if used > whole and used > was:
        raise BudgetExceeded(WHOLE_CORE_MEMORY, used, whole)


class CoreMemory:
    """The core memory of a scope. Writers take a lock, so that concurrent writes cannot exceed a budget."""

    def __init__(self, runtime: Runtime) -> None:
        self._store = MemoryStore(runtime)
        self._tokens = runtime.tokens
        settings = runtime.settings
        self._limits: Mapping[str, int] = {section: settings.core_limits[section] for section in CORE_LIMITS}
        self._whole = settings.core_tokens
        self._longest = settings.max_text_chars

    def add(self, text: str, section: str, *, importance: int = 5, audience: str = "shared") -> CoreEntry:
        """Add a line to a section. The same line in the same section updates the existing entry's importance.

        Args:
            text: the line.
            section: identity, people, preferences, context or scratch.
            importance: 1 to 10; values outside the range are clamped.
            audience: who may read it: shared, session:ID or person:ID.

        Raises:
            InvalidInput: an argument is invalid.
            BudgetExceeded: the section, or core memory as a whole, has no room; nothing was written.
            ModelUnavailable: the embedder has no weights; nothing was written.
        """
        content = check_text("text", text, self._longest)
        changes = CoreEntry(
            "", content, _section(section), check_importance(importance), audience=check_audience(audience)
        )
        # Checked before embedding, so that no model reads a text that cannot fit.
        self._check_entry_fits(changes)
        embeddings, now = self._store.embed_texts(content), self._store.clock.now()

        def work(transaction: GraphTransaction) -> CoreEntry:
            entries = self._lock_and_read(transaction)
            same = [one for one in entries.values() if _content_key(one) == _content_key(changes)]
            name, created = (same[0].id, same[0].created_at) if same else (self._allocate_id(transaction, changes), now)
            return self._write_entry(
                transaction, entries, replace(changes, id=name, created_at=created, updated_at=now), embeddings
            )

        return self._store.graph.transact(work)

    def edit(
        self,
        id: str,  # noqa: A002 - the contract's name
        *,
        text: str | None = None,
        section: str | None = None,
        importance: int | None = None,
    ) -> CoreEntry:
        """Change an entry's text, section or importance. An argument that is None leaves its value unchanged.

        Raises:
            InvalidInput: an argument is invalid, or no change is given.
            NotFound: there is no such entry.
            BudgetExceeded: the target section, or core memory as a whole, has no room; nothing was written.
            ModelUnavailable: the embedder has no weights; nothing was written.
        """
        name = validate_name("id", id)
        changes: dict[str, Any] = {}
        if text is not None:
            changes["text"] = check_text("text", text, self._longest)
        if section is not None:
            changes["section"] = _section(section)
        if importance is not None:
            changes["importance"] = check_importance(importance)
        if not changes:
            raise InvalidInput("text", text, "given, unless a section or an importance is")
        if text is not None:
            self._check_entry_fits(
                CoreEntry("", changes["text"], changes.get("section", max(self._limits, key=self._limits.__getitem__)))
            )
        embeddings, now = self._store.embed_texts(changes.get("text", "")), self._store.clock.now()

        def work(transaction: GraphTransaction) -> CoreEntry:
            entries = self._lock_and_read(transaction)
            entry = replace(self._require_entry(entries, name, transaction), **changes, updated_at=now)
            return self._write_entry(transaction, entries, entry, embeddings)

        return self._store.graph.transact(work)

    def delete(self, id: str, *, archive: bool = True) -> CoreEntry:  # noqa: A002 - the contract's name
        """Remove an entry from core memory and return it.

        Args:
            id: the entry's id.
            archive: keep it as a long-term note with the same id and importance, which searches find; otherwise delete it.

        Raises:
            NotFound: there is no such entry.
        """
        name = validate_name("id", id)

        def work(transaction: GraphTransaction) -> CoreEntry:
            entry = self._require_entry(self._lock_and_read(transaction), name, transaction)
            if archive:
                terms = self._store.full_text_terms(_to_record(entry, "longterm"))
                transaction.run("memories/demote_core", id=name, terms=terms, now=self._store.clock.now())
            else:
                self._store.remove(name, transaction=transaction)
            return entry

        return self._store.graph.transact(work)

    def get(self, id: str) -> CoreEntry:  # noqa: A002 - the contract's name
        """Return the entry with this id. One trip.

        Raises:
            NotFound: there is no such entry.
        """
        row = self._store.find(_KIND, validate_name("id", id))
        if row is None:
            raise NotFound(f"core memory {id!r} in scope {self._store.graph.scope!r}")
        return to_core_entry(row)

    def list(self, section: str | None = None, *, audiences: Sequence[str] | None = None) -> list[CoreEntry]:
        """Return the entries, section by section, oldest first. One trip.

        Args:
            section: return only the entries of this section.
            audiences: audience tokens of the reader; None: all audiences.

        Raises:
            InvalidInput: there is no such section.
        """
        wanted = CORE_SECTIONS if section is None else (_section(section),)
        entries = self._read_entries(self._store.graph, audiences).values()
        return [one for name in wanted for one in entries if one.section == name]

    def usage(self) -> dict[str, tuple[int, int]]:
        """Return each section's tokens, for the reader who sees most of it, and limit. One trip."""
        used = self._count_sections(self._read_entries(self._store.graph))
        return {section: (used[section], self._limits[section]) for section in CORE_SECTIONS}

    def render(self, *, audiences: Sequence[str] | None = None) -> str:
        """Return core memory as Markdown for an agent, with the total usage in the heading. One trip.

        Args:
            audiences: audience tokens of the reader; None: all audiences.
        """
        entries = self._read_entries(self._store.graph)
        seen = [one for one in entries.values() if audiences is None or one.audience in audiences]
        parts = [f"## Core Memory ({sum(self._count_sections(entries).values())}/{self._whole} tokens)"]
        for section in CORE_SECTIONS:
            lines = [f"- {render_core_line(one.text)} [id:{one.id}]" for one in seen if one.section == section]
            if lines:
                parts.append("\n".join([f"### {section.capitalize()}{_HEADING_NOTES.get(section, '')}", *lines]))
        return "\n\n".join(parts)

    def _check_entry_fits(self, entry: CoreEntry) -> None:
        """Refuse an entry that would not fit into its section even if the section were empty."""
        nothing = dict.fromkeys(CORE_SECTIONS, 0)
        check_core_budget(nothing, nothing | {entry.section: self._count_tokens(entry)}, self._limits, self._whole)

    def _lock_and_read(self, transaction: GraphTransaction) -> dict[str, CoreEntry]:
        """Take the scope's writer lock, then return all entries."""
        transaction.run("knowledge/lock_writers", now=self._store.clock.now())
        return self._read_entries(transaction)

    def _read_entries(self, graph: Graph, audiences: Sequence[str] | None = None) -> dict[str, CoreEntry]:
        found = [to_core_entry(row) for row in self._store.list_rows(_KIND, audiences=audiences, transaction=graph)]
        return {one.id: one for one in sorted(found, key=lambda one: (str(one.created_at), one.id))}

    def _require_entry(self, entries: Mapping[str, CoreEntry], name: str, transaction: GraphTransaction) -> CoreEntry:
        if name not in entries:
            raise NotFound(f"core memory {name!r} in scope {transaction.scope!r}")
        return entries[name]

    def _count_tokens(self, entry: CoreEntry) -> int:
        return self._tokens.count(render_core_line(entry.text))

    def _count_sections(self, entries: Mapping[str, CoreEntry]) -> dict[str, int]:
        usage = CoreUsage()
        for entry in entries.values():
            usage.add(entry.section, entry.audience, self._count_tokens(entry))
        return usage.sections()

    def _write_entry(
        self,
        transaction: GraphTransaction,
        entries: Mapping[str, CoreEntry],
        entry: CoreEntry,
        embeddings: Mapping[str, TextEmbedding],
    ) -> CoreEntry:
        check_core_budget(
            self._count_sections(entries), self._count_sections({**entries, entry.id: entry}), self._limits, self._whole
        )
        self._store.put(_to_record(entry, _KIND), transaction=transaction, embeddings=embeddings, now=entry.updated_at)
        return entry

    def _allocate_id(self, transaction: GraphTransaction, entry: CoreEntry) -> str:
        """Return an unused id derived from the entry's content, so that a retried write finds its own entry."""
        start = 0
        while True:
            candidates = [
                _short_hash(*_content_key(entry), str(attempt)) for attempt in range(start, start + _ID_ATTEMPTS)
            ]
            taken = self._store.source_audiences(candidates, transaction=transaction)
            if free := [name for name in candidates if name not in taken]:
                return free[0]
            start += _ID_ATTEMPTS


def _section(value: object) -> str:
    if not isinstance(value, str) or value.strip().lower() not in CORE_SECTIONS:
        raise InvalidInput("section", value, f"one of {', '.join(CORE_SECTIONS)}")
    return value.strip().lower()


def _content_key(entry: CoreEntry) -> list[str]:
    return [entry.section, entry.audience, entry.text]


def _short_hash(*parts: str) -> str:
    return hashlib.blake2b("\0".join(parts).encode(), digest_size=3).hexdigest()


def _to_record(entry: CoreEntry, kind: str) -> MemoryRecord:
    if entry.created_at is None:
        raise ValueError("a stored core entry must have a creation time")
    return MemoryRecord(
        entry.id,
        kind,
        entry.text,
        entry.created_at,
        {"section": entry.section, "importance": entry.importance, "created_at": entry.created_at},
        audience=entry.audience,
    )


def to_core_entry(row: Mapping[str, Any]) -> CoreEntry:
    """Convert a row of `MemoryStore.find` to a `CoreEntry`."""
    return CoreEntry(
        row["id"],
        row["text"],
        row["section"],
        row["importance"],
        as_datetime(row["created_at"]),
        as_datetime(row["updated_at"]),
        row["audience"],
    )
