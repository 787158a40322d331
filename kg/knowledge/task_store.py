"""Tasks as callers see them: what persons are to do, open or closed; add and close them by hand."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from typing import Any

from kg.errors import InvalidInput, NotFound
from kg.graph import Graph, GraphTransaction, as_datetime
from kg.knowledge.entity_lookup import check_limit, find_entities
from kg.knowledge.fact_arguments import TimeLike, parse_object, parse_partial_date
from kg.knowledge.fact_state import SHARED
from kg.knowledge.hand_written_facts import HandWrittenFact, write_by_hand
from kg.knowledge.partial_dates import PAST, parse_date_end
from kg.knowledge.vector_cache import VectorCache
from kg.language import fold_text, format_partial_date
from kg.protocols import ExtractedStatement
from kg.runtime import Runtime
from kg.trust import find_person
from kg.types import Person, Task, parse_identity, validate_name, visible_audiences

TASK_STATUSES = ("open", "overdue", "done", "dropped")
"""The statuses of tasks; `open` tasks include overdue ones where tasks are listed."""
_CLOSED = ("done", "dropped")
_FRAGMENTS = {"open": "open", "overdue": "open", "done": "closed", "dropped": "closed", None: "known"}
_MAX_ROWS = 10_000
_TO_DO = "{s} is to "
_CLOSING_TEMPLATES = {
    "done": "{s} has done this: ",
    "dropped": "{s} does not have to do this any more: ",
}
# The predicate of a task whose first word cannot be one.
_ANY_VERB = "do"
_VERB = re.compile(r"[a-z]{1,40}")
_PLACEHOLDER = re.compile(r"\{([so])\}")
_END_MARKS = " .!?,;:"


def is_overdue(due: str | None, now: dt.datetime) -> bool:
    """Whether a due date is over: for a month or a year, its end counts."""
    end = parse_date_end(due, now)
    return end is not None and end <= now


class Tasks:
    """The tasks of a scope: facts of kind "task" that are accepted. A task that is only claimed is not listed."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._graph = runtime.graph
        self._clock = runtime.clock
        self._owners = runtime.owners
        self._vectors = VectorCache(runtime.embedder)

    def list(
        self,
        status: str | None = "open",
        *,
        person: str | None = None,
        limit: int = 100,
        asker: str | None = None,
        session: str | None = None,
    ) -> Sequence[Task]:
        """Return tasks, the earliest due date first and those without one last.

        A task that was stated again in a newer form, as with another due date, is not listed.

        Args:
            status: open (with overdue ones), overdue, done or dropped; None: all of them.
            person: who is to do them, by name, id or account (`platform:id`).
            limit: 1 to 10,000.
            asker: on whose behalf (`platform:id`); None: the caller's own code, which may read all audiences.
            session: the session in which they ask.

        Raises:
            InvalidInput: names the field.
        """
        if status not in _FRAGMENTS:
            raise InvalidInput("status", status, f"None or one of {', '.join(TASK_STATUSES)}")
        fragments: list[str] = ["all" if person is None else "person", _FRAGMENTS[status]]
        params: dict[str, Any] = {"limit": check_limit(limit), "states": [True]}
        if status is None or status in _CLOSED:
            params["states"] = [False, True]
        if status in _CLOSED:
            params["done"] = status == "done"
        audiences = None if asker is None else visible_audiences(asker, session, self._owners)
        if audiences is not None:
            fragments.append("audience")
            params["audiences"] = list(audiences)
        if person is not None:
            params["people"] = self._find_people(person)
        now = self._clock.now()
        tasks = [_build_task(row, now) for row in self._graph.run("knowledge/tasks", fragments, **params)]
        # Overdue tasks are the first of the open ones.
        tasks = [task for task in tasks if status != "overdue" or task.status == "overdue"]
        return _drop_private_duplicates(tasks)

    def add(self, text: str, owner: str, *, due: TimeLike | None = None, audience: str = SHARED) -> Task:
        """Add a task by hand: an event of its own is its evidence.

        The same task with another due date replaces the open one.

        Args:
            text: what is to be done, beginning with a verb: "call the roofer".
            owner: who is to do it, by name, id or account; a new name becomes a person.
            due: a time, or a date only as precise as known ("2026", "2026-03", "2026-03-12").
            audience: `shared`, or `person`: for the person who is to do it, who needs an account, and for owners.

        Raises:
            InvalidInput: names the field; nothing is written.
            NotFound: no person has this id or account.
        """
        words = _parse_words(text)
        date = _parse_due(due)
        person = self._find_owner(owner)
        name = validate_name("owner", owner) if person is None else person.name
        predicate, rest = _split_verb(words)
        statement = ExtractedStatement(
            subject=name,
            predicate=predicate,
            object=rest,
            polarity=True,
            valid_from=None,
            valid_to=None,
            start=0,
            end=0,
            confidence=1.0,
            template=_TO_DO + words + (f" by {format_partial_date(date)}" if date else ""),
            kind="task",
            roles=(("due", date),) if date else (),
        )
        written = HandWrittenFact(
            statement,
            self._clock.now(),
            known_entities={} if person is None else {fold_text(name): person.id},
            audience=_parse_audience(audience, person),
            person=name if person is None else "",
        )
        id_ = self._graph.transact(lambda turn: write_by_hand(self._runtime, turn, self._vectors, written))
        return self._get(self._graph, id_)

    def close(self, id: str, status: str = "done") -> Task:  # noqa: A002 - the name that other stores use
        """Close a task by hand. Closing it again with the same status changes nothing.

        A task that is stated again after it was closed is open again.

        Args:
            id: of the task.
            status: done or dropped.

        Raises:
            InvalidInput: the status, or the task was closed with the other status, or a newer task replaced it.
            NotFound: there is no such task.
        """
        if status not in _CLOSED:
            raise InvalidInput("status", status, f"one of {', '.join(_CLOSED)}")
        name = validate_name("id", id)
        self._graph.transact(lambda turn: self._close(turn, name, status))
        return self._get(self._graph, name)

    def _close(self, turn: GraphTransaction, task_id: str, status: str) -> None:
        now = self._clock.now()
        # Locked before it is read, so that it cannot be closed differently meanwhile.
        turn.run("knowledge/lock_writers", now=now)
        row = _find_task(turn, task_id)
        task = _build_task(row, now)
        if task.status == status:
            return
        if task.status in _CLOSED:
            raise InvalidInput("id", task_id, f"the id of an open task; this one was {task.status} already")
        if not row["is_open"]:
            raise InvalidInput("id", task_id, "the id of an open task; a newer task replaced this one")
        stored = row["task"]
        verb = stored["predicate"].replace("_", " ")
        template = stored["template"] or ""
        words = template.removeprefix(_TO_DO) if template.startswith(_TO_DO) else f"{verb} {{o}}"
        statement = ExtractedStatement(
            subject=task.owner,
            predicate=stored["predicate"],
            object=stored["object_text"],
            polarity=status == "done",
            valid_from=None,
            valid_to=None,
            start=0,
            end=0,
            confidence=1.0,
            template=_CLOSING_TEMPLATES[status] + words,
            kind="event" if status == "done" else "plan",
        )
        # A task that was logged with a time in the future is closed after it.
        moment = now if task.at is None or task.at < now else task.at + dt.timedelta(microseconds=1)
        known = {fold_text(task.owner): task.owner_id}
        written = HandWrittenFact(statement, moment, known_entities=known, audience=task.audience)
        write_by_hand(self._runtime, turn, self._vectors, written)

    def _get(self, graph: Graph, task_id: str) -> Task:
        return _build_task(_find_task(graph, task_id), self._clock.now())

    def _find_people(self, person: str) -> Sequence[str]:
        """Return the ids of the entities of that name, or of the person with that id or account."""
        if not _is_account(person):
            return [entity.id for entity in find_entities(self._graph, person, "person")]
        try:
            return [find_person(self._graph, person, self._owners).person.id]
        except NotFound:
            return []

    def _find_owner(self, owner: str) -> Person | None:
        """Return the person who is to do a task; None for a name that is new."""
        try:
            return find_person(self._graph, owner, self._owners, "owner").person
        except NotFound:
            if _is_account(owner) or owner.strip().startswith(("person-", "entity-")):
                raise
            return None


def _is_account(text: object) -> bool:
    platform, _, platform_id = text.partition(":") if isinstance(text, str) else ("", "", "")
    return bool(platform and platform_id)


def _find_task(graph: Graph, task_id: str) -> Mapping[str, Any]:
    rows = graph.run("knowledge/tasks", ["one"], limit=1, id=task_id)
    if not rows:
        raise NotFound(f"task {task_id!r} in scope {graph.scope!r}")
    return rows[0]


def _build_task(row: Mapping[str, Any], now: dt.datetime) -> Task:
    """Return the record of a task, as `knowledge/tasks` returns it."""
    task, closing, due = row["task"], row["closing"], row["due"]
    status = "overdue" if is_overdue(due, now) else "open"
    if closing is not None:
        status = "done" if closing["polarity"] else "dropped"
    return Task(
        id=task["id"],
        text=task["text"],
        owner=row["owner"] or "",
        owner_id=task["subject"],
        due=due,
        status=status,
        at=as_datetime(task["at"]),
        closed_at=None if closing is None else as_datetime(closing["at"]),
        sources=tuple(row["sources"]),
        audience=task["audience"],
    )


def _drop_private_duplicates(tasks: Sequence[Task]) -> Sequence[Task]:
    """Return the tasks without private ones that a shared task repeats."""
    shared = {(task.owner_id, task.text, task.status) for task in tasks if task.audience == SHARED}
    return [task for task in tasks if task.audience == SHARED or (task.owner_id, task.text, task.status) not in shared]


def _parse_words(text: object) -> str:
    """Return what is to be done as it follows "is to": without a capital first letter, "to" and a full stop."""
    words = parse_object(text, "text").rstrip(_END_MARKS)
    first, _, rest = words.partition(" ")
    if fold_text(first) == "to" and rest:
        words = rest
        first = words.partition(" ")[0]
    if not words.strip():
        raise InvalidInput("text", text, "must not be blank")
    if first[1:].islower():
        words = words[:1].lower() + words[1:]
    # Braces with these letters would be replaced by names.
    return _PLACEHOLDER.sub(r"{ \1 }", words)


def _split_verb(words: str) -> tuple[str, str]:
    """Return the predicate and the object of a task: its first word, and the rest."""
    first, _, rest = words.partition(" ")
    verb = re.sub(r"[-'’]|[:,]$", "", fold_text(first))
    if not _VERB.fullmatch(verb):
        return _ANY_VERB, words
    return verb, rest or words


def _parse_due(due: TimeLike | None) -> str | None:
    """Return the due date as an ISO date only as precise as given."""
    if due == PAST:
        raise InvalidInput("due", due, "a date such as 2026-03-12, 2026-03 or 2026")
    return parse_partial_date("due", due)


def _parse_audience(audience: object, owner: Person | None) -> str:
    """Return the audience token for `shared` or `person`."""
    if audience == SHARED:
        return SHARED
    if audience != "person":
        raise InvalidInput("audience", audience, "'shared' or 'person'")
    if owner is None or not owner.identities:
        raise InvalidInput("audience", audience, "'shared', since the person who is to do it has no account")
    ids = [parse_identity(account, "system").person for account in owner.identities]
    return f"person:{owner.id if owner.id in ids else ids[0]}"
