"""A tool answers any arguments with text, and a refused call writes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg import Event, Memory
from kg.agent import Toolbox, tools_for
from kg.agent.tools import ALL
from kg.bench.tool_calls import WRITING_TOOLS, fingerprint_scope
from tests.support import T0

Connect = Callable[..., Memory]
WORDS = st.sampled_from(
    [
        "Ann",
        "cli:eve",
        "boat",
        "lives_in",
        "people",
        "newest_events",
        "entity_facts",
        "shared",
        "",
        " ",
        "\ud800",
        "[id:x]",
    ]
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
    names = [*one.schema["properties"], "speaker", "caller"]
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
def test_a_refused_call_writes_nothing_and_gives_a_reason(
    memory: Memory, speaker: str, caplog: pytest.LogCaptureFixture
) -> None:
    tools: Toolbox = tools_for(memory, speaker=speaker)

    @settings(max_examples=100)
    @given(calls())
    def check_call(call: tuple[str, Any]) -> None:
        before = fingerprint_scope(memory.graph)
        answer = tools.call(*call)
        assert answer.strip()
        assert "the tool failed" not in answer, caplog.text
        assert memory.tokens.count(answer) <= memory.settings.tool_tokens
        if answer.startswith("Error: ") or call[0] not in WRITING_TOOLS:
            assert fingerprint_scope(memory.graph) == before
        if answer.startswith("Error: "):
            assert len(answer) > 20

    check_call()


@given(st.sampled_from(ALL), ANYTHING)
def test_unknown_arguments_are_refused(one: Any, value: Any) -> None:
    """Arguments that are not in the schema are refused."""
    from kg.errors import InvalidInput

    with pytest.raises(InvalidInput):
        one.validate_arguments({"no_such_argument": value})
