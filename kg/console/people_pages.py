"""The pages of people: a list, and each person with trust, facts, ties, messages and what can be done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from kg.console.console import Console
from kg.console.display import page_address
from kg.console.fact_groups import FactGroup, read_fact_groups
from kg.console.queries import whole_number
from kg.errors import NotFound
from kg.memory import Memory
from kg.types import Mark, Person, Task, Tie, Trust

_MESSAGES, _MARKS, _TIES = 15, 12, 40
_QUOTE_CHARS = 220
_MAX_TOPIC_MESSAGES = 2_000


@dataclass(frozen=True)
class PersonView:
    """A person as their page shows them.

    Attributes:
        person: the record.
        trust: the trust in them.
        details: the row of `console/entity_details`.
        memories: the row of `visualize/get_entity_memories`.
        groups: their facts by kind.
        ties: their ties.
        marks: the newest marks on them.
        tasks: their open tasks.
    """

    person: Person
    trust: Trust
    details: Any
    memories: Any
    groups: Sequence[FactGroup]
    ties: Sequence[Tie]
    marks: Sequence[Mark]
    tasks: Sequence[Task]


def routes(console: Console) -> list[Route]:
    """Return the routes of the list and of the page of a person."""
    memory = console.memory

    def show_list(request: Request) -> Response:
        limit = whole_number(request, "limit", 100, most=5_000)
        people = memory.trust.everybody(limit=limit)
        return console.page(request, "people", people=people, limit=limit)

    def show(request: Request) -> Response:
        id_ = request.path_params["id"]
        person = memory.people.get(id_)
        if person.id != id_:
            return RedirectResponse(page_address("person", person.id), status_code=303)
        limit = whole_number(request, "facts", 80, most=1_000)
        return console.page(request, "person", view=read_person(memory, person, limit), limit=limit)

    return [Route("/people", show_list), Route("/people/{id:path}", show)]


def read_person(memory: Memory, person: Person, limit: int) -> PersonView:
    """Read what the page of a person shows, with at most `limit` facts."""
    graph = memory.graph
    [details] = graph.run("console/entity_details", id=person.id, last=_MESSAGES, max_chars=_QUOTE_CHARS)
    [memories] = graph.run("visualize/get_entity_memories", id=person.id, max_events=_MAX_TOPIC_MESSAGES)
    return PersonView(
        person,
        memory.trust.of(person.id),
        details,
        memories,
        read_fact_groups(memory, person.id, limit),
        memory.social.neighbors(person.id)[:_TIES],
        _read_marks(memory, person.id),
        memory.tasks.list(person=person.id),
    )


def _read_marks(memory: Memory, id_: str) -> Sequence[Mark]:
    try:
        return memory.trust.ledger(id_, limit=_MARKS)
    except NotFound:
        return []
