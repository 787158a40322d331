"""Reflections: conclusions from several memories, with their sources, and records of tool failures."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from kg.errors import InvalidInput, NotFound
from kg.knowledge import get_entity
from kg.memories import input_checks, tool_failures
from kg.memories.fact_patterns import NO_NAMES, ReflectionDraft, draft_reflections
from kg.memories.memory_store import MemoryRecord, MemoryStore, derive_memory_id
from kg.people import name_people, needs_attribution
from kg.runtime import Runtime
from kg.trust import CREDIBLE_TIERS
from kg.types import Fact, Reflection, canonical_session, validate_name

_LONGEST = 2_000


class Reflections:
    """The reflections of a scope."""

    def __init__(self, runtime: Runtime) -> None:
        self._store = MemoryStore(runtime)

    def add(
        self, text: str, sources: Iterable[str], *, about: Iterable[str] = (), audience: str = "shared"
    ) -> Reflection:
        """Add a reflection. The same text for the same audience is the same reflection.

        Args:
            text: the reflection.
            sources: ids of at least one memory that it is based on; readers who may not see them cannot see it.
            about: entities, each by name or id.
            audience: who may read it: shared, session:ID or person:ID.

        Raises:
            InvalidInput: an argument is invalid; nothing is written.
            NotFound: a source or an entity does not exist; nothing is written.
        """
        content, source_ids = (
            input_checks.check_text("text", text, _LONGEST),
            input_checks.check_names("sources", sources),
        )
        if not source_ids:
            raise InvalidInput("sources", sources, "a list of at least one source id")
        subjects = input_checks.check_names("about", about)
        visible_to = self._store.require_sources(source_ids, input_checks.check_audience(audience))
        about_ids = tuple(self._resolve_entity(each) for each in subjects)
        record = MemoryRecord(
            derive_memory_id("reflection", visible_to, content),
            "reflection",
            content,
            self._store.clock.now(),
            {},
            source_ids,
            about_ids,
            visible_to,
        )
        self._store.put(record)
        return _to_written_reflection(record)

    def list(
        self,
        *,
        about: str | None = None,
        limit: int = 1_000,
        audiences: Collection[str] | None = None,
    ) -> Sequence[Reflection]:
        """Return current reflections, newest first.

        Args:
            about: return only reflections about this entity, by name or id; none where the entity is unknown.
            limit: maximum number of reflections, 1 to 10,000.
            audiences: audience tokens of the reader, from `kg.types.identifiers.visible_audiences`; None: all audiences.

        Raises:
            InvalidInput: an argument is invalid.
        """
        most = input_checks.check_limit("limit", limit)
        seen = None if audiences is None else list(audiences)
        if about is None:
            return [to_reflection(row) for row in self._store.list_rows("reflection", limit=most, audiences=seen)]
        try:
            entity = get_entity(self._store.graph, about, "about")
        except NotFound:
            return []
        rows = self._store.list_rows("reflection", limit=most, audiences=seen, about=entity.id)
        return [to_reflection(row) for row in rows]

    def draw(self, facts: Sequence[Fact], *, names: Mapping[str, str] = NO_NAMES) -> Sequence[Reflection]:
        """Write reflections on facts, without a language model. Idempotent for the same facts.

        A reflection supersedes the earlier one on the same pattern and audience.

        Args:
            facts: current and superseded facts; see `kg.memories.fact_patterns.draft_reflections`.
            names: id of a subject → the name to show.

        Returns:
            The new reflections.

        Raises:
            NotFound: a fact no longer exists; reflections written before it are kept.
        """
        added = []
        ids = [fact.id for fact in facts]
        for draft in draft_reflections(facts, self._last_said(ids), names, self._authors(ids)):
            earlier = [
                row
                for row in self._store.list_rows("reflection", about=draft.subject, audiences=[draft.audience])
                if row.get("drawn_of") == draft.pattern
            ]
            if any(row["id"] == draft.id for row in earlier):
                continue
            record = self._draft_record(draft)
            self._store.require_sources(record.sources)
            self._store.supersede(record, [row["id"] for row in earlier])
            added.append(_to_written_reflection(record))
        return added

    def failure(
        self,
        tool: str,
        result: str,
        *,
        arguments: str = "",
        session: str | None = None,
        insight: str | None = None,
        sources: Iterable[str] = (),
        audience: str = "shared",
    ) -> Reflection | None:
        """Add a reflection on a tool result that begins with "Error:"; None for other results. Idempotent per event.

        Args:
            tool: name of the tool.
            result: the tool's result.
            arguments: the arguments of the call.
            session: the session of the call.
            insight: the text of the reflection; by default the class of the error.
            sources: ids of the call's events.
            audience: who may read it: shared, session:ID or person:ID.

        Raises:
            InvalidInput: an argument is invalid; nothing is written.
            NotFound: a source does not exist; nothing is written.
        """
        name = validate_name("tool", tool)
        for field, value in (("result", result), ("arguments", arguments), ("insight", insight or "")):
            if not isinstance(value, str):
                raise InvalidInput(field, value, "text")
        chat = None if session is None else canonical_session(session)
        source_ids = input_checks.check_names("sources", sources)
        if not tool_failures.is_failed_result(result):
            return None
        visible_to = self._store.require_sources(source_ids, input_checks.check_audience(audience))
        now = self._store.clock.now()
        text = tool_failures.truncate_text(
            (insight or "").strip() or tool_failures.failure_insight(name, result), tool_failures.MAX_INSIGHT_CHARS
        )
        properties = {
            "tool": name,
            "arguments": tool_failures.truncate_text(arguments, tool_failures.MAX_ARGUMENTS_CHARS),
            "error": tool_failures.truncate_text(result, tool_failures.MAX_ERROR_CHARS),
            "session": chat,
        }
        when = "" if source_ids else now.isoformat()
        key = (name, properties["arguments"] or "", properties["error"] or "", chat or "", when, *source_ids)
        record = MemoryRecord(
            derive_memory_id("reflection", *key), "reflection", text, now, properties, source_ids, (), visible_to
        )
        if earlier := self._store.find("reflection", record.id):
            return to_reflection(earlier)
        self._store.put(record)
        return _to_written_reflection(record)

    def failures(self, *, since: dt.datetime | None = None) -> Sequence[Reflection]:
        """Return the reflections on tool failures, newest first; `since` is inclusive."""
        rows = (
            self._store.list_rows("reflection") if since is None else self._store.list_rows("reflection", since=since)
        )
        return [to_reflection(row) for row in rows if row.get("tool")]

    def _last_said(self, ids: Sequence[str]) -> dict[str, dt.datetime]:
        rows = self._store.graph.run("memories/source_times", ids=list(ids)) if ids else []
        return {row["id"]: row["at"].to_native().astimezone(dt.UTC) for row in rows}

    def _authors(self, ids: Sequence[str]) -> Mapping[str, Sequence[str]]:
        """Return fact id → the names of who states it, for facts that are shown with these."""
        if not ids:
            return {}
        store = self._store
        rows = store.graph.run("memories/fact_speakers", ids=list(ids), credible_tiers=list(CREDIBLE_TIERS))
        stated = {
            row["id"]: [(account, name, role) for _, _, account, name, role in row["speakers"]]
            for row in rows
            if all(needs_attribution(authority, is_own=own, text=row["text"]) for authority, own, *_ in row["speakers"])
        }
        asked = [one for speakers in stated.values() for one in speakers]
        names = name_people(store.graph, store.owners, store.clock.now(), speakers=asked).speakers
        return {
            id_: list(dict.fromkeys(names.get(one) or one[0] or "" for one in speakers))
            for id_, speakers in stated.items()
        }

    def _draft_record(self, draft: ReflectionDraft) -> MemoryRecord:
        return MemoryRecord(
            id=draft.id,
            kind="reflection",
            text=draft.text,
            at=self._store.clock.now(),
            properties={"drawn_of": draft.pattern},
            sources=draft.sources,
            about=(draft.subject,),
            audience=draft.audience,
        )

    def _resolve_entity(self, name: str) -> str:
        return get_entity(self._store.graph, name, "about").id


def _to_written_reflection(record: MemoryRecord) -> Reflection:
    return _build_reflection(
        {**record.properties, "id": record.id, "text": record.text, "audience": record.audience},
        record.at,
        tuple(record.sources),
        tuple(record.about),
    )


def to_reflection(row: Mapping[str, Any]) -> Reflection:
    """Convert a row of `MemoryStore.find` to a `Reflection`."""
    return _build_reflection(row, row["at"].to_native().astimezone(dt.UTC), row["sources"], row["about"])


def _build_reflection(
    row: Mapping[str, Any], at: dt.datetime, sources: tuple[str, ...], about: tuple[str, ...]
) -> Reflection:
    return Reflection(
        id=row["id"],
        text=row["text"],
        sources=sources,
        at=at,
        about=about,
        tool=row.get("tool"),
        arguments=row.get("arguments") or "",
        error=row.get("error") or "",
        session=row.get("session"),
        audience=row["audience"],
    )
