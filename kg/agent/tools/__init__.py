"""The tools of an agent: typed functions whose docstrings are the descriptions that agents read."""

from kg.agent.tool_definition import Tool
from kg.agent.tools import core, forget, knowledge, people, queries

ALL: tuple[Tool, ...] = (
    core.save_memory,
    core.edit_memory,
    core.delete_memory,
    knowledge.search_memory,
    knowledge.get_entity,
    knowledge.get_relations,
    knowledge.recall,
    knowledge.remember_fact,
    people.update_person_note,
    people.view_person,
    people.list_people,
    people.mute_user,
    knowledge.memory_context,
    forget.forget,
    queries.query_graph,
)
"""All tools, in the order in which they are listed."""

__all__ = ["ALL"]
