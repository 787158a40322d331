"""Arguments in the forms in which language models write them."""

from __future__ import annotations

from typing import Any

import pytest

from kg.agent.tools import ALL
from kg.errors import InvalidInput

TOOLS = {tool.name: tool for tool in ALL}


@pytest.mark.parametrize(
    ("name", "given", "read"),
    [
        ("search_memory", {"query": "x", "limit": "5"}, {"limit": 5}),
        ("search_memory", {"query": "x", "limit": 5.0}, {"limit": 5}),
        ("search_memory", {"query": "x", "limit": None}, {"limit": 5}),
        ("search_memory", {"query": "x", "channel": ""}, {"channel": None}),
        ("search_memory", {"query": 7}, {"query": "7"}),
        ("search_memory", {"Query": "x"}, {"query": "x"}),
        ("search_memory", {"query": "x", "kinds": "facts"}, {"kinds": ["fact"]}),
        ("search_memory", {"query": "x", "kinds": "facts, Messages"}, {"kinds": ["fact", "event"]}),
        ("search_memory", {"query": "x", "kinds": '["notes"]'}, {"kinds": ["longterm"]}),
        ("remember_fact", {"subject": "a", "predicate": "b", "object": 3}, {"object": "3", "confidence": 1.0}),
        ("remember_fact", {"subject": "a", "predicate": "b", "object": "c", "confidence": "0.5"}, {"confidence": 0.5}),
        ("forget", {"what": "x", "confirm": "false"}, {"confirm": False}),
        ("save_memory", {"memory": "x", "section": "Preference"}, {"section": "preferences"}),
        ("add_memory", {"text": "x", "kind": "Notes"}, {"kind": "note"}),
        ("query_graph", {"name": "Newest events"}, {"name": "newest_events"}),
        ("query_graph", {"name": "facts", "parameters": '{"limit": 3}'}, {"parameters": {"limit": 3}}),
    ],
)  # fmt: skip
def test_other_forms_are_read(name: str, given: dict[str, Any], read: dict[str, Any]) -> None:
    validated = TOOLS[name].validate_arguments(given)
    assert {key: validated[key] for key in read} == read


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("search_memory", {"query": "x", "kinds": ["evnt"]}, "did you mean 'event'"),
        ("search_memory", {"query": "x", "limit": 500}, "limit must be less than or equal to 50"),
        ("search_memory", {"query": "x", "limit": True}, "limit must be a valid integer"),
        ("search_memory", {"text": "x"}, "text must be omitted"),
        ("save_memory", {"memory": "x", "section": "peple"}, "did you mean 'people'"),
        ("add_memory", {"txt": "x"}, "did you mean text"),
    ],
)
def test_a_refusal_names_the_nearest(name: str, given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        TOOLS[name].validate_arguments(given)
