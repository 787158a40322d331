"""The records of the console as JSON, for its scripts and for programs on this machine."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kg.console.console import Console
from kg.console.entity_pages import read_entity
from kg.console.fact_pages import read_fact
from kg.console.people_pages import read_person
from kg.console.queries import optional, whole_number
from kg.console.session_pages import read_messages
from kg.types import canonical_session, to_plain

_FACTS, _MESSAGES, _QUOTE_CHARS = 100, 20, 220


def routes(console: Console) -> list[Route]:
    """Return the routes of people, facts, entities and sessions."""
    memory = console.memory

    def list_people(request: Request) -> Response:
        people = memory.trust.everybody(limit=whole_number(request, "limit", 100, most=5_000))
        return console.json([to_plain(person) | {"trust": to_plain(trust)} for person, trust in people])

    def get_person(request: Request) -> Response:
        view = read_person(memory, memory.people.get(request.path_params["id"]), _FACTS)
        facts = [fact for group in view.groups for fact in (*group.facts, *group.over)]
        return console.json(
            to_plain(view.person)
            | {"trust": view.trust, "facts": facts, "ties": view.ties, "marks": view.marks, "tasks": view.tasks}
            | {"messages": view.details["messages"], "card": memory.people.card(view.person.id)}
        )

    def list_facts(request: Request) -> Response:
        status = request.query_params.get("status", "current")
        return console.json(
            memory.facts.list(
                subject=optional(request, "subject"),
                predicate=optional(request, "predicate"),
                kind=optional(request, "kind"),
                status=None if status == "any" else status,
                as_of=optional(request, "as_of"),
                limit=whole_number(request, "limit", _FACTS, most=10_000),
            )
        )

    def get_fact(request: Request) -> Response:
        row = read_fact(memory, request.path_params["id"])
        return console.json(to_plain(memory.facts.get(request.path_params["id"])) | {"details": row})

    def list_entities(request: Request) -> Response:
        limit = whole_number(request, "limit", 100, most=10_000)
        return console.json(memory.entities.list(type=optional(request, "type"), limit=limit))

    def get_entity(request: Request) -> Response:
        entity = memory.entities.get(request.path_params["id"])
        [row] = memory.graph.run("console/entity_details", id=entity.id, last=_MESSAGES, max_chars=_QUOTE_CHARS)
        view = read_entity(memory, entity, row, _FACTS)
        facts = [fact for group in view.groups for fact in (*group.facts, *group.over)]
        topics = [dict(topic) for topic in view.memories["topics"]]
        return console.json(
            to_plain(entity)
            | {"facts": facts, "relations": view.relations, "messages": row["messages"], "topics": topics}
        )

    def list_sessions(request: Request) -> Response:
        rows = memory.graph.run("console/sessions", limit=whole_number(request, "limit", 100, most=10_000))
        return console.json([row.data() for row in rows])

    def get_session(request: Request) -> Response:
        session = canonical_session(request.path_params["id"])
        rows = read_messages(memory, session, whole_number(request, "last", 100, most=2_000))
        return console.json({"session": session, "messages": [row.data() for row in rows]})

    return [
        Route("/api/people", list_people),
        Route("/api/people/", list_people),
        Route("/api/people/{id:path}", get_person),
        Route("/api/facts", list_facts),
        Route("/api/facts/", list_facts),
        Route("/api/facts/{id:path}", get_fact),
        Route("/api/entities", list_entities),
        Route("/api/entities/", list_entities),
        Route("/api/entities/{id:path}", get_entity),
        Route("/api/sessions", list_sessions),
        Route("/api/sessions/", list_sessions),
        Route("/api/sessions/{id:path}", get_session),
    ]
