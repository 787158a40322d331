"""Import of Letta agent files, of both versions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kg.transfer.importers.items import CoreItem
from tests.transfer.imports import events_of, items_of, left_out_of, write_json

AT = "2026-01-01T10:00:0"
ANSWER = {
    "id": "c1",
    "type": "function",
    "function": {"name": "send_message", "arguments": json.dumps({"message": "Red is nice"})},
}
SEARCH = {"id": "c2", "type": "function", "function": {"name": "search", "arguments": "{}"}}
MESSAGES: list[dict[str, Any]] = [
    {"role": "system", "content": [{"type": "text", "text": "You are"}]},
    {"role": "user", "content": json.dumps({"type": "heartbeat", "reason": "x"}), "created_at": f"{AT}1+00:00"},
    {"role": "user", "content": [{"type": "text", "text": json.dumps({"type": "user_message", "message": "My bike is red."})}],
     "created_at": f"{AT}2+00:00"},
    {"role": "assistant", "content": [{"type": "text", "text": "I think"}], "tool_calls": [ANSWER, SEARCH],
    "created_at": f"{AT}3+00:00"},
    {"role": "tool", "tool_call_id": "c1", "name": "send_message", "content": "{}", "created_at": f"{AT}4+00:00"},
    {"role": "tool", "tool_call_id": "c2", "name": "search", "content": [], "tool_returns": [{"tool_return": "3 hits"}],
     "created_at": f"{AT}5+00:00"},
]  # fmt: skip
BLOCKS = [
    {"label": "persona", "value": "I am Scout."},
    {"label": "human", "value": "- Name: Ann\n- Likes rye"},
    {"label": "x", "value": ""},
]
AGENT = {"id": "a", "name": "scout", "system": "You are", "messages": MESSAGES}


@pytest.mark.parametrize(
    "content",
    [
        {"agents": [AGENT], "blocks": BLOCKS, "tools": [{"name": "x"}]},
        {**AGENT, "agent_type": "x", "core_memory": BLOCKS, "tools": [{}]},
    ],
)
def test_blocks_are_core_memory_and_answers_messages(tmp_path: Path, content: object) -> None:
    items = items_of(write_json(tmp_path / "scout.af", content))
    assert [(item.text, item.section) for item in items if isinstance(item, CoreItem)] == [
        ("I am Scout.", "identity"), ("Name: Ann", "people"), ("Likes rye", "people"),
    ]  # fmt: skip
    said = [(event["role"], event["kind"], event.get("speaker"), event["text"]) for event in events_of(items)]
    assert said == [
        ("user", "message", "letta:user", "My bike is red."),
        ("assistant", "message", None, "Red is nice"),
        ("assistant", "tool_call", None, "search({})"),
        ("tool", "tool_result", None, "3 hits"),
    ]
    reasons = set(left_out_of(items).values())
    assert {
        "instructions of the program, no memory",
        "an event of the program: heartbeat",
        "the receipt of an answer",
    } <= reasons
    assert {"tools of the program", "the block 'x' is empty"} <= reasons


def test_the_name_of_an_author_is_none_of_another_platform(tmp_path: Path) -> None:
    said = [{"role": "user", "content": "I live in Lima.", "name": name} for name in ("cli:olga", "letta:bo", "ann")]
    items = items_of(write_json(tmp_path / "a.af", {"agents": [{**AGENT, "messages": said}], "blocks": BLOCKS}))
    assert [event["speaker"] for event in events_of(items)] == ["letta:cli:olga", "letta:bo", "letta:ann"]
