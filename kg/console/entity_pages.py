"""The pages of entities other than people: a list, and each entity with facts, relations, messages and what can be done."""

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
from kg.console.queries import optional, whole_number
from kg.graph import ENTITY_TYPES
from kg.memory import Memory
from kg.types import Entity, Relation

_MESSAGES, _RELATIONS = 20, 40
_QUOTE_CHARS = 220
_MAX_TOPIC_MESSAGES = 2_000


@dataclass(frozen=True)
class EntityView:
    """An entity as its page shows it.

    Attributes:
        entity: the record.
        details: the row of `console/entity_details`.
        memories: the row of `visualize/get_entity_memories`.
        groups: its facts by kind.
        relations: its relations to others.
    """

    entity: Entity
    details: Any
    memories: Any
    groups: Sequence[FactGroup]
    relations: Sequence[Relation]


def routes(console: Console) -> list[Route]:
    """Return the routes of the list, of the page of an entity, and of a topic."""
    memory = console.memory

    def show_list(request: Request) -> Response:
        type_, limit = optional(request, "type"), whole_number(request, "limit", 100, most=5_000)
        entities = memory.entities.list(type=type_, limit=limit)
        topics = [] if type_ else memory.topics.list(limit=24)
        return console.page(
            request, "entities", entities=entities, types=ENTITY_TYPES, type=type_, topics=topics, limit=limit
        )

    def show(request: Request) -> Response:
        id_ = request.path_params["id"]
        entity = memory.entities.get(id_)
        [row] = memory.graph.run("console/entity_details", id=entity.id, last=_MESSAGES, max_chars=_QUOTE_CHARS)
        if row["kind"] == "person" and memory.people.get(entity.id).identities:
            return RedirectResponse(page_address("person", entity.id), status_code=303)
        if entity.id != id_:
            return RedirectResponse(page_address("entity", entity.id), status_code=303)
        limit = whole_number(request, "facts", 80, most=1_000)
        return console.page(request, "entity", view=read_entity(memory, entity, row, limit), limit=limit)

    def show_topic(request: Request) -> Response:
        id_ = request.path_params["id"]
        label = next((topic.label for topic in memory.topics.list(limit=10_000) if topic.id == id_), id_)
        return console.page(request, "topic", label=label, events=memory.topics.events(label, limit=60))

    return [
        Route("/entities", show_list),
        Route("/entities/{id:path}", show),
        Route("/topics/{id:path}", show_topic),
    ]


def read_entity(memory: Memory, entity: Entity, details: Any, limit: int) -> EntityView:
    """Read what the page of an entity shows, with at most `limit` facts."""
    [memories] = memory.graph.run("visualize/get_entity_memories", id=entity.id, max_events=_MAX_TOPIC_MESSAGES)
    return EntityView(
        entity,
        details,
        memories,
        read_fact_groups(memory, entity.id, limit),
        memory.relations.list(entity.id, min_strength=0.0)[:_RELATIONS],
    )
