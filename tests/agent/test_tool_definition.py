"""Definitions of tools: names, defaults, descriptions and schemas, and the validation of arguments."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from pydantic import Field

from kg.agent import Toolbox
from kg.agent.tool_definition import tool
from kg.agent.tools import ALL
from kg.errors import InvalidInput

DEFAULTS = {
    "save_memory": {"memory": ..., "section": ..., "importance": 5},
    "edit_memory": {"entry_id": ..., "new_content": None, "new_section": None, "importance": None},
    "delete_memory": {"entry_id": ..., "archive": True},
    "search_memory": {"query": ..., "kinds": None, "channel": None, "domain": None, "category": None, "limit": 5},
    "get_entity": {"name": ..., "include_facts": True, "include_relations": True},
    "get_relations": {"entity": ..., "relation_type": None, "min_strength": 0.5},
    "recall": {"topic": ..., "limit": 5},
    "remember_fact": {"subject": ..., "predicate": ..., "object": ...},
    "update_person_note": {"person": ..., "note": ...},
    "view_person": {"person": ...},
    "list_people": {},
    "mute_user": {"user": ..., "minutes": 5},
    "memory_context": {"message": ...},
    "forget": {"what": ..., "confirm": False},
    "query_graph": {"name": ..., "parameters": None},
    "add_memory": {"text": ..., "kind": "message", "about": None},
    "log_message": {"role": ..., "content": ..., "speaker": None},
    "list_memories": {"kind": None, "limit": 20, "cursor": None},
    "update_memory": {"id": ..., "text": ...},
    "memory_history": {"id": ...},
    "memory_health": {},
    "mark_person": {"person": ..., "positive": ..., "reason": ...},
}


@pytest.mark.parametrize("name", DEFAULTS)
def test_parameter_names_and_defaults_match_the_contract(tools: Toolbox, name: str) -> None:
    [one] = [one for one in ALL if one.name == name]
    defaults = {
        key: field.default if not field.is_required() else ...
        for key, field in one.arguments_model.model_fields.items()
    }
    assert {key: defaults[key] for key in DEFAULTS[name]} == DEFAULTS[name]
    assert list(defaults)[: len(DEFAULTS[name])] == list(DEFAULTS[name])
    assert all(one.schema["properties"][key]["description"] for key in defaults)
    assert one.schema["additionalProperties"] is False
    assert one.description.endswith(".")
    assert one.reason.endswith(".")
    assert not (one.read_only and one.destructive)


def test_descriptions_list_all_kinds_and_queries() -> None:
    from kg.retrieval import SEARCH_KINDS

    [one] = [one for one in ALL if one.name == "search_memory"]
    assert one.schema["properties"]["kinds"]["items"]["enum"] == list(SEARCH_KINDS)
    [one] = [one for one in ALL if one.name == "query_graph"]
    for name in one.schema["properties"]["name"]["enum"]:
        assert name in one.description, name


def test_schemas_have_the_shape_of_each_interface(tools: Toolbox) -> None:
    assert tools.names() == list(DEFAULTS)
    shapes = {
        "openai": {"type", "function"},
        "anthropic": {"name", "description", "input_schema"},
        "mcp": {"name", "description", "inputSchema", "annotations"},
    }
    for style, keys in shapes.items():
        assert [set(one) for one in tools.schemas(style=style)] == [keys] * len(ALL)
    answer = {one["name"]: one["annotations"] for one in tools.schemas(style="mcp")}
    assert answer["forget"] == {"readOnlyHint": False, "destructiveHint": True, "openWorldHint": False}
    assert answer["search_memory"]["readOnlyHint"]
    with pytest.raises(InvalidInput, match="style"):
        tools.schemas(style="soap")


@tool("anyone", "It is a trial.", read_only=True)
def count_boats(
    caller: Any, place: str, limit: Annotated[int, Field(ge=1, le=9)] = 3, kinds: list[str] | None = None
) -> str:
    """Count the boats in a place,
    of all kinds or of some.

    More about it.

    Args:
        place: where the boats are;
            a harbour or a river.
        limit: at most so many.
        kinds: only these.
    """
    return f"{place} {limit} {kinds}"


def test_a_definition_is_generated_from_a_function() -> None:
    assert count_boats.name == "count_boats"
    assert count_boats.description == "Count the boats in a place, of all kinds or of some. More about it."
    assert list(count_boats.parameters) == ["place", "limit", "kinds"], "the caller is not an argument"
    place, limit, _ = count_boats.schema["properties"].values()
    assert place == {"type": "string", "description": "where the boats are; a harbour or a river."}
    assert (limit["minimum"], limit["maximum"], limit["default"]) == (1, 9, 3)
    assert count_boats.schema["required"] == ["place"]
    assert "title" not in str(count_boats.schema)


def test_missing_arguments_get_their_defaults() -> None:
    assert count_boats.validate_arguments({"place": "Ghent"}) == {"place": "Ghent", "limit": 3, "kinds": None}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (None, "arguments must be an object with place, limit \\(optional\\), kinds \\(optional\\)"),
        ({}, "place must be given .*; count_boats takes place, limit"),
        ({"place": "Ghent", "caller": "x"}, "caller must be omitted"),
        ({"place": ["Ghent"]}, "place must be a valid string"),
        ({"place": "Ghent", "limit": "three"}, "limit must be a valid integer"),
        ({"place": "Ghent", "limits": 3}, "limits must be omitted .*; did you mean limit\\?"),
        ({"place": "Ghent", "limit": True}, "limit must be a valid integer"),
        ({"place": "Ghent", "limit": 10}, "limit must be less than or equal to 9"),
        ({"place": "Ghent", "kinds": ["sail", {}]}, "kinds.1 must be a valid string"),
    ],
)
def test_an_invalid_argument_is_named(arguments: object, message: str) -> None:
    with pytest.raises(InvalidInput, match=f"^{message}"):
        count_boats.validate_arguments(arguments)


def test_arguments_that_contain_themselves_are_refused() -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(InvalidInput, match="kinds"):
        count_boats.validate_arguments({"place": "Ghent", "kinds": endless})
