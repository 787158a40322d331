"""Reflections: what several memories come to together, each with its sources; and what a failed tool left to think of."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from kg.errors import InvalidInput, NotFound
from kg.knowledge.entity_lookup import find
from kg.memories import input_checks, tool_failures
from kg.memories.fact_reflections import Thought, reflect
from kg.memories.memory_store import Shelf, Thing, identity
from kg.types import Fact, Reflection, identifiers

_LONGEST = 2_000


class Reflections:
    """The reflections of a scope."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def add(
        self, text: str, sources: Iterable[str], *, about: Iterable[str] = (), audience: str = "shared"
    ) -> Reflection:
        """Keep a reflection; the same text for the same audience is the same reflection.

        Args:
            text: the thought.
            sources: ids of what it rests on, one at least; it is for nobody who may not see them.
            about: entities, each by name or id.
            audience: who may know: shared, session:ID or person:ID.

        Raises:
            InvalidInput: names the field; nothing is written.
            NotFound: a source or an entity is not there; nothing is written.
        """
        told, rests_on = input_checks.text_of("text", text, _LONGEST), input_checks.names_of("sources", sources)
        if not rests_on:
            raise InvalidInput("sources", sources, "the id of what it rests on, or several")
        wanted = input_checks.names_of("about", about)
        ears = self._shelf.grounds(rests_on, input_checks.audience_of(audience))
        whom = tuple(self._entity(each) for each in wanted)
        thing = Thing(
            identity("reflection", ears, told), "reflection", told, self._shelf.clock.now(), {}, rests_on, whom, ears
        )
        self._shelf.put(thing)
        return _record(thing)

    def list(
        self,
        *,
        about: str | None = None,
        limit: int = 1_000,
        audiences: Collection[str] | None = None,
    ) -> Sequence[Reflection]:
        """Reflections, newest first; without those whose place a newer one took.

        Args:
            about: only about this entity, by name or id; there are none about one that is not known.
            limit: 1 to 10,000.
            audiences: tokens of who may see, as `kg.types.identifiers.audiences` gives them; None: all.

        Raises:
            InvalidInput: names the field.
        """
        most = input_checks.count_of("limit", limit)
        seen = None if audiences is None else list(audiences)
        if about is None:
            return [reflection_of(row) for row in self._shelf.many("reflection", limit=most, audiences=seen)]
        entities = find(self._shelf.graph, about, "about")
        if not entities:
            return []
        rows = self._shelf.many("reflection", limit=most, audiences=seen, about=entities[0].id)
        return [reflection_of(row) for row in rows]

    def draw(self, facts: Sequence[Fact]) -> Sequence[Reflection]:
        """Reflect on facts without a language model, and keep what comes of it; the same facts again change nothing.

        What was drawn of the same subject before, for the same audience, is superseded.

        Args:
            facts: current ones, newest first; see `kg.memories.fact_reflections.reflect`.

        Returns:
            What is new.

        Raises:
            NotFound: a fact is not there any more; what was drawn of other subjects before is kept.
        """
        made = []
        for thought in reflect(facts, self._said([fact.id for fact in facts])):
            before = [
                row
                for row in self._shelf.many("reflection", about=thought.subject, audiences=[thought.audience])
                if row.get("drawn_of") == thought.subject
            ]
            if any(row["id"] == thought.id for row in before):
                continue
            thing = self._drawn(thought)
            self._shelf.grounds(thing.sources)
            self._shelf.supersede(thing, [row["id"] for row in before])
            made.append(_record(thing))
        return made

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
        """Reflect on a tool's result that begins "Error:"; None for any other. The same failure of the same event is one.

        Args:
            tool: its name.
            result: what it answered.
            arguments: what it was called with.
            session: where.
            insight: what to think of it; by default what sort of error it was.
            sources: ids of its events.
            audience: who may know: shared, session:ID or person:ID.

        Raises:
            InvalidInput: names the field; nothing is written.
            NotFound: one of the sources is not there; nothing is written.
        """
        name = identifiers.plain("tool", tool)
        for field, value in (("result", result), ("arguments", arguments), ("insight", insight or "")):
            if not isinstance(value, str):
                raise InvalidInput(field, value, "text")
        chat = None if session is None else identifiers.session_name(session)
        rests_on = input_checks.names_of("sources", sources)
        if not tool_failures.failed(result):
            return None
        ears = self._shelf.grounds(rests_on, input_checks.audience_of(audience))
        now = self._shelf.clock.now()
        thought = tool_failures.bounded(
            (insight or "").strip() or tool_failures.insight(name, result), tool_failures.LONGEST_INSIGHT
        )
        properties = {
            "tool": name,
            "arguments": tool_failures.bounded(arguments, tool_failures.LONGEST_ARGUMENTS),
            "error": tool_failures.bounded(result, tool_failures.LONGEST_ERROR),
            "session": chat,
        }
        when = "" if rests_on else now.isoformat()
        key = (name, properties["arguments"] or "", properties["error"] or "", chat or "", when, *rests_on)
        thing = Thing(identity("reflection", *key), "reflection", thought, now, properties, rests_on, (), ears)
        if before := self._shelf.one("reflection", thing.id):
            return reflection_of(before)
        self._shelf.put(thing)
        return _record(thing)

    def failures(self, *, since: dt.datetime | None = None) -> Sequence[Reflection]:
        """The reflections on tools that failed, newest first; `since` is inclusive."""
        rows = self._shelf.many("reflection") if since is None else self._shelf.many("reflection", since=since)
        return [reflection_of(row) for row in rows if row.get("tool")]

    def _said(self, ids: Sequence[str]) -> dict[str, dt.datetime]:
        rows = self._shelf.graph.run("memories/source_times", ids=list(ids)) if ids else []
        return {row["id"]: row["at"].to_native().astimezone(dt.UTC) for row in rows}

    def _drawn(self, thought: Thought) -> Thing:
        return Thing(
            id=thought.id,
            kind="reflection",
            text=thought.text,
            at=self._shelf.clock.now(),
            properties={"drawn_of": thought.subject},
            sources=thought.sources,
            about=(thought.subject,),
            audience=thought.audience,
        )

    def _entity(self, name: str) -> str:
        found = find(self._shelf.graph, name, "about")
        if not found:
            raise NotFound(f"entity {name!r} in scope {self._shelf.graph.scope!r}")
        return found[0].id


def _record(thing: Thing) -> Reflection:
    return _of(
        {**thing.properties, "id": thing.id, "text": thing.text, "audience": thing.audience},
        thing.at,
        tuple(thing.sources),
        tuple(thing.about),
    )


def reflection_of(row: Mapping[str, Any]) -> Reflection:
    """The record of a reflection, as `Shelf.one` gives it."""
    return _of(row, row["at"].to_native().astimezone(dt.UTC), row["sources"], row["about"])


def _of(row: Mapping[str, Any], at: dt.datetime, sources: tuple[str, ...], about: tuple[str, ...]) -> Reflection:
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
