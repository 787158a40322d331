"""Whatever a tool is called with, it answers; and what it refuses it does not do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg import Event, Memory
from kg.agent import Tools, tools_for
from kg.agent.tools import ALL
from kg.bench.tool_calls import WRITES, printed
from tests.support import T0

Connect = Callable[..., Memory]
WORDS = st.sampled_from(
    ["Ann", "cli:eve", "boat", "lives_in", "people", "newest", "known", "shared", "", " ", "\ud800", "[id:x]"]
)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | WORDS
ANYTHING = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@st.composite
def calls(draw: st.DrawFn) -> tuple[str, Any]:
    one = draw(st.sampled_from(ALL))
    names = [*one.schema["properties"], "speaker", "acting"]
    given = draw(st.dictionaries(st.sampled_from(names), ANYTHING, max_size=len(names)) | ANYTHING)
    if isinstance(given, dict):
        given = {key: value for key, value in given.items() if (key, value) != ("confirm", True)}
    return one.name, given


@pytest.fixture
def memory(connect: Connect) -> Memory:
    memory = connect(owner="cli:olga")
    memory.log([Event("The boat is moored in Ghent.", speaker="cli:ann", speaker_name="Ann", session="cli:1", at=T0)])
    memory.digest()
    memory.people.ensure("cli:eve", name="Eve")
    return memory


@pytest.mark.slow
@pytest.mark.parametrize("speaker", ["cli:olga", "cli:eve"])
def test_a_refused_call_writes_nothing_and_says_why(
    memory: Memory, speaker: str, caplog: pytest.LogCaptureFixture
) -> None:
    tools: Tools = tools_for(memory, speaker=speaker)

    @settings(max_examples=100)
    @given(calls())
    def hold(call: tuple[str, Any]) -> None:
        before = printed(memory.graph)
        told = tools.call(*call)
        assert told.strip()
        assert "the tool failed" not in told, caplog.text
        assert memory.tokens.count(told) <= memory.settings.tool_tokens
        if told.startswith("Error: ") or call[0] not in WRITES:
            assert printed(memory.graph) == before
        if told.startswith("Error: "):
            assert len(told) > 20

    hold()


@given(st.sampled_from(ALL), ANYTHING)
def test_what_a_schema_lets_through_the_check_lets_through(one: Any, value: Any) -> None:
    """Arguments beyond those that are told are always refused."""
    from kg.errors import InvalidInput

    with pytest.raises(InvalidInput):
        one.checked({"no_such_argument": value})
