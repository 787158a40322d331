"""Messages in the shapes of chat APIs."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg import Event, Memory
from kg.errors import InvalidInput
from kg.events.message_shapes import list_messages, read_message

CALL = {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Oslo"}'}}


@pytest.mark.parametrize(
    ("message", "fields"),
    [
        ("Hello.", {"text": "Hello."}),
        ({"role": "user", "content": "Hello."}, {"role": "user", "text": "Hello."}),
        ({"role": "human", "content": "Hello."}, {"role": "user", "text": "Hello."}),
        ({"role": "AI", "content": "Hi."}, {"role": "assistant", "text": "Hi.", "direction": "outbound"}),
        ({"role": "developer", "content": "x"}, {"role": "system", "text": "x", "direction": "internal"}),
        ({"role": "user", "content": "Hi.", "name": "Ann"}, {"role": "user", "text": "Hi.", "speaker_name": "Ann"}),
        ({"content": [{"type": "text", "text": "a"}, {"type": "image_url"}, "b"]}, {"text": "a\nb"}),
        (
            {"role": "assistant", "content": None, "tool_calls": [CALL]},
            {
                "role": "assistant", "text": 'weather({"city": "Oslo"})', "kind": "tool_call", "tool": "weather",
                "direction": "outbound", "metadata": {"tool_calls": [CALL]},
            },
        ),
        (
            {"role": "tool", "tool_call_id": "c1", "name": "weather", "content": "Rain."},
            {
                "role": "tool", "text": "Rain.", "tool": "weather", "kind": "tool_result", "direction": "internal",
                "metadata": {"tool_call_id": "c1"},
            },
        ),
        (
            {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "weather", "input": {"city": "Oslo"}}]},
            {
                "role": "assistant", "text": 'weather({"city": "Oslo"})', "kind": "tool_call", "tool": "weather",
                "direction": "outbound",
            },
        ),
        (
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": "Rain."}]},
            {"role": "tool", "text": "Rain.", "kind": "tool_result", "direction": "internal"},
        ),
    ],
)  # fmt: skip
def test_a_message_has_the_fields_of_an_event(message: Any, fields: dict[str, Any]) -> None:
    assert read_message(message) == fields


@pytest.mark.parametrize("one", ["Hello.", Event("Hello."), {"role": "user", "content": "Hello."}])
def test_one_message_is_a_batch_of_one(one: Any) -> None:
    assert list_messages(one) == [one]
    assert list_messages([one, one]) == [one, one]


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ({"role": "usr", "content": "x"}, "did you mean 'user'"),
        ({"text": "x", "content": "y"}, "content must be omitted if text is given"),
        ({"content": [{"x": 1}]}, "content must be a text, or a list of texts"),
        (7, "event must be an Event"),
    ],
)
def test_an_unknown_shape_is_refused_with_the_nearest(message: Any, text: str) -> None:
    with pytest.raises(InvalidInput, match=text):
        read_message(message)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
FIELDS = st.sampled_from(["role", "content", "text", "tool_calls", "tool_call_id", "name", "type", "metadata"])


@given(st.dictionaries(FIELDS, JSON, max_size=5))
def test_any_mapping_is_logged_or_refused(message: dict[str, Any]) -> None:
    with contextlib.suppress(InvalidInput):
        read_message(message)


def test_a_conversation_of_a_chat_api_is_logged_in_order(memory: Memory) -> None:
    ids = memory.log([
        {"role": "user", "content": "What is the weather in Oslo?"},
        {"role": "assistant", "content": None, "tool_calls": [CALL]},
        {"role": "tool", "tool_call_id": "c1", "content": "Rain."},
        {"role": "assistant", "content": "It rains."},
    ])  # fmt: skip
    assert [event.id for event in memory.history("default")] == ids
    assert [event.kind for event in memory.history("default")] == ["message", "tool_call", "tool_result", "message"]
    with pytest.raises(InvalidInput, match=r"events\[1\].contents must be one of the fields .*did you mean 'content'"):
        memory.log(["x", {"contents": "y"}])
