"""Core memory: the few lines that every context holds, each section within its budget of tokens."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kg.errors import BudgetExceeded, InvalidInput, NotFound
from kg.graph import Graph
from kg.graph.driver_values import as_datetime
from kg.graph.scoped_graph import Turn
from kg.language.cleaning import quotable
from kg.memories.input_checks import audience_of, importance_of, text_of
from kg.memories.memory_store import Made, Shelf, Thing
from kg.protocols import TokenCounter
from kg.settings import CORE_LIMITS, Settings
from kg.types import CoreEntry, identifiers

SECTIONS: tuple[str, ...] = tuple(CORE_LIMITS)
"""The sections, in the order in which they are told."""
WHOLE = "core memory"
"""What a refusal calls all sections together."""
_KIND = "core"
_BESIDE = {"context": " (background, not current conversation)"}
# So many ids are looked up at once; sixteen million there are.
_TRIED = 8


def line(text: str) -> str:
    """An entry's text as it stands in a context: one harmless line, which is what its tokens are counted of."""
    return quotable(text)


def check(before: Mapping[str, int], after: Mapping[str, int], limits: Mapping[str, int], whole: int) -> None:
    """Refuse what would fill a section, or all of them, beyond the limit; what makes them no fuller may always be done.

    Args:
        before: tokens of each section as they are.
        after: the same as they would be.
        limits: of each section.
        whole: of all sections together.

    Raises:
        BudgetExceeded: names the section first, the whole only where every section has room.
    """
    for section in SECTIONS:
        if after[section] > limits[section] and after[section] > before[section]:
            raise BudgetExceeded(section, after[section], limits[section])
    used, was = sum(after.values()), sum(before.values())
    if used > whole and used > was:
        raise BudgetExceeded(WHOLE, used, whole)


class Core:
    """The core memory of a scope. Its writers take turns, so that two of them never fill the same room."""

    def __init__(self, shelf: Shelf, tokens: TokenCounter, settings: Settings) -> None:
        """Keep where entries are, what counts their tokens, and what the limits are."""
        self._shelf = shelf
        self._tokens = tokens
        self._limits: Mapping[str, int] = {section: settings.core_limits[section] for section in CORE_LIMITS}
        self._whole = settings.core_tokens
        self._longest = settings.max_text_chars

    def add(self, text: str, section: str, *, importance: int = 5, audience: str = "shared") -> CoreEntry:
        """Keep a line in a section; the same line again is the same entry, with this importance.

        Args:
            text: what it says.
            section: identity, people, preferences, context or scratch.
            importance: 1 to 10; what is beyond counts as the nearest of them.
            audience: who may read it: shared, session:ID or person:ID.

        Raises:
            InvalidInput: names the field.
            BudgetExceeded: the section, or the whole, has no room for it; nothing was written.
            ModelUnavailable: the embedder has no weights; nothing was written.
        """
        told = text_of("text", text, self._longest)
        given = CoreEntry("", told, _section(section), importance_of(importance), audience=audience_of(audience))
        # Before it is embedded: no model reads what no section could hold.
        self._alone(given)
        made, now = self._shelf.embedded(told), self._shelf.clock.now()

        def work(turn: Turn) -> CoreEntry:
            entries = self._taken(turn)
            same = [one for one in entries.values() if _what(one) == _what(given)]
            name, born = (same[0].id, same[0].created_at) if same else (self._free(turn, given), now)
            return self._written(turn, entries, replace(given, id=name, created_at=born, updated_at=now), made)

        return self._shelf.graph.transact(work)

    def edit(
        self,
        id: str,  # noqa: A002 - the contract's name
        *,
        text: str | None = None,
        section: str | None = None,
        importance: int | None = None,
    ) -> CoreEntry:
        """Change what an entry says, where it stands, or how important it is; what is None stays.

        Raises:
            InvalidInput: names the field; or nothing was to be changed.
            NotFound: there is no such entry.
            BudgetExceeded: the section that it would stand in, or the whole, has no room; nothing was written.
            ModelUnavailable: the embedder has no weights; nothing was written.
        """
        name = identifiers.plain("id", id)
        given: dict[str, Any] = {}
        if text is not None:
            given["text"] = text_of("text", text, self._longest)
        if section is not None:
            given["section"] = _section(section)
        if importance is not None:
            given["importance"] = importance_of(importance)
        if not given:
            raise InvalidInput("text", text, "a text, a section or an importance")
        if text is not None:
            self._alone(
                CoreEntry("", given["text"], given.get("section", max(self._limits, key=self._limits.__getitem__)))
            )
        made, now = self._shelf.embedded(given.get("text", "")), self._shelf.clock.now()

        def work(turn: Turn) -> CoreEntry:
            entries = self._taken(turn)
            entry = replace(self._known(entries, name, turn), **given, updated_at=now)
            return self._written(turn, entries, entry, made)

        return self._shelf.graph.transact(work)

    def delete(self, id: str, *, archive: bool = True) -> CoreEntry:  # noqa: A002 - the contract's name
        """Take an entry out of core memory; returns it as it was.

        Args:
            id: which.
            archive: keep it as long-term memory, with its id and importance, where searches find it; else it is gone for good.

        Raises:
            NotFound: there is no such entry.
        """
        name = identifiers.plain("id", id)

        def work(turn: Turn) -> CoreEntry:
            entry = self._known(self._taken(turn), name, turn)
            if archive:
                terms = self._shelf.terms(_thing(entry, "longterm"))
                turn.run("memories/demote_core", id=name, terms=terms, now=self._shelf.clock.now())
            else:
                self._shelf.remove(name, turn=turn)
            return entry

        return self._shelf.graph.transact(work)

    def get(self, id: str) -> CoreEntry:  # noqa: A002 - the contract's name
        """The entry of that id. One trip.

        Raises:
            NotFound: there is no such entry.
        """
        row = self._shelf.one(_KIND, identifiers.plain("id", id))
        if row is None:
            raise NotFound(f"core memory {id!r} in scope {self._shelf.graph.scope!r}")
        return core_entry(row)

    def list(self, section: str | None = None, *, audiences: Sequence[str] | None = None) -> list[CoreEntry]:
        """The entries, section by section, oldest first. One trip.

        Args:
            section: only of this one.
            audiences: tokens of who may see; None: all.

        Raises:
            InvalidInput: there is no such section.
        """
        wanted = SECTIONS if section is None else (_section(section),)
        entries = self._read(self._shelf.graph, audiences).values()
        return [one for place in wanted for one in entries if one.section == place]

    def usage(self) -> dict[str, tuple[int, int]]:
        """Section → its tokens and its limit. One trip."""
        used = self._used(self._read(self._shelf.graph))
        return {section: (used[section], self._limits[section]) for section in SECTIONS}

    def render(self, *, audiences: Sequence[str] | None = None) -> str:
        """Core memory as an agent reads it, with what is full told in the heading. One trip.

        Args:
            audiences: tokens of who may see; None: all.
        """
        entries = self._read(self._shelf.graph)
        seen = [one for one in entries.values() if audiences is None or one.audience in audiences]
        parts = [f"## Core Memory ({sum(self._used(entries).values())}/{self._whole} tokens)"]
        for section in SECTIONS:
            lines = [f"- {line(one.text)} [id:{one.id}]" for one in seen if one.section == section]
            if lines:
                parts.append("\n".join([f"### {section.capitalize()}{_BESIDE.get(section, '')}", *lines]))
        return "\n\n".join(parts)

    def _alone(self, entry: CoreEntry) -> None:
        """Refuse what its section could not hold if nothing else were in it."""
        nothing = dict.fromkeys(SECTIONS, 0)
        check(nothing, nothing | {entry.section: self._count(entry)}, self._limits, self._whole)

    def _taken(self, turn: Turn) -> dict[str, CoreEntry]:
        """All entries, with the turn of this scope's writers taken before they are read."""
        turn.run("knowledge/lock_writers", now=self._shelf.clock.now())
        return self._read(turn)

    def _read(self, graph: Graph, audiences: Sequence[str] | None = None) -> dict[str, CoreEntry]:
        found = [core_entry(row) for row in self._shelf.many(_KIND, audiences=audiences, turn=graph)]
        return {one.id: one for one in sorted(found, key=lambda one: (str(one.created_at), one.id))}

    def _known(self, entries: Mapping[str, CoreEntry], name: str, turn: Turn) -> CoreEntry:
        if name not in entries:
            raise NotFound(f"core memory {name!r} in scope {turn.scope!r}")
        return entries[name]

    def _count(self, entry: CoreEntry) -> int:
        return self._tokens.count(line(entry.text))

    def _used(self, entries: Mapping[str, CoreEntry]) -> dict[str, int]:
        used = dict.fromkeys(SECTIONS, 0)
        for entry in entries.values():
            used[entry.section] += self._count(entry)
        return used

    def _written(
        self, turn: Turn, entries: Mapping[str, CoreEntry], entry: CoreEntry, made: Mapping[str, Made]
    ) -> CoreEntry:
        check(self._used(entries), self._used({**entries, entry.id: entry}), self._limits, self._whole)
        self._shelf.put(_thing(entry, _KIND), turn=turn, made=made, now=entry.updated_at)
        return entry

    def _free(self, turn: Turn, entry: CoreEntry) -> str:
        """An id that nothing has: of what the entry says, so that a write that is tried again meets its own."""
        start = 0
        while True:
            tried = [_digits(*_what(entry), str(place)) for place in range(start, start + _TRIED)]
            taken = self._shelf.audiences(tried, turn=turn)
            if free := [name for name in tried if name not in taken]:
                return free[0]
            start += _TRIED


def _section(value: object) -> str:
    if not isinstance(value, str) or value.strip().lower() not in SECTIONS:
        raise InvalidInput("section", value, f"one of {', '.join(SECTIONS)}")
    return value.strip().lower()


def _what(entry: CoreEntry) -> list[str]:
    return [entry.section, entry.audience, entry.text]


def _digits(*parts: str) -> str:
    return hashlib.blake2b("\0".join(parts).encode(), digest_size=3).hexdigest()


def _thing(entry: CoreEntry, kind: str) -> Thing:
    if entry.created_at is None:
        raise ValueError("an entry that is kept has its time")
    return Thing(
        entry.id,
        kind,
        entry.text,
        entry.created_at,
        {"section": entry.section, "importance": entry.importance, "created_at": entry.created_at},
        audience=entry.audience,
    )


def core_entry(row: Mapping[str, Any]) -> CoreEntry:
    """The record of a line of core memory, as `Shelf.one` gives it."""
    return CoreEntry(
        row["id"],
        row["text"],
        row["section"],
        row["importance"],
        as_datetime(row["created_at"]),
        as_datetime(row["updated_at"]),
        row["audience"],
    )
