"""The tools of an agent: typed functions whose docstrings are the descriptions that agents read."""

from kg.agent.tool_definition import Tool
from kg.agent.tools import core, forget, knowledge, overview, people, queries, writing

ALL: tuple[Tool, ...] = (
    core.save_memory,
    core.edit_memory,
    core.delete_memory,
    knowledge.search_memory,
    knowledge.get_entity,
    knowledge.get_relations,
    knowledge.recall,
    writing.remember_fact,
    people.update_person_note,
    people.view_person,
    people.list_people,
    people.mute_user,
    knowledge.memory_context,
    forget.forget,
    queries.query_graph,
    writing.add_memory,
    writing.log_message,
    overview.list_memories,
    writing.update_memory,
    overview.memory_history,
    overview.memory_health,
    people.mark_person,
)
"""All tools, in the order in which they are listed."""

CORE: tuple[Tool, ...] = (
    knowledge.memory_context,
    knowledge.search_memory,
    writing.add_memory,
    writing.remember_fact,
    knowledge.get_entity,
    forget.forget,
)
"""The tools that an agent needs most."""

__all__ = ["ALL", "CORE"]
