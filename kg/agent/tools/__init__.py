"""Every tool of an agent, each a typed function whose docstring an agent reads."""

from kg.agent.declared import Tool
from kg.agent.tools import core, knowing, letting_go, people, queries

ALL: tuple[Tool, ...] = (
    core.save_memory,
    core.edit_memory,
    core.delete_memory,
    knowing.search_memory,
    knowing.get_entity,
    knowing.get_relations,
    knowing.recall,
    knowing.remember_fact,
    people.update_person_note,
    people.view_person,
    people.list_people,
    people.mute_user,
    knowing.memory_context,
    letting_go.forget,
    queries.query_graph,
)
"""The tools, in the order in which they are told."""

__all__ = ["ALL"]
