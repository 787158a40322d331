"""The tool that runs saved queries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory
from kg.agent import Toolbox
from kg.agent.tools import ALL
from tests.agent.tool_callers import OWNER
from tests.support import T0


def test_only_saved_queries_run_and_only_in_their_scope(
    tools: Toolbox, memory: Memory, connect: Callable[..., Memory]
) -> None:
    from tests.browser.test_saved_queries import QUERY_FILES

    [one] = [one for one in ALL if one.name == "query_graph"]
    assert one.schema["properties"]["name"]["enum"] == [path.stem for path in QUERY_FILES]
    memory.log([Event("The plums are ripe.", speaker="cli:ann", session="cli:1", at=T0)])
    assert "plums" in tools.call("query_graph", {"name": "newest_events"})
    assert "embedding" not in tools.call("query_graph", {"name": "session", "parameters": {"session": "cli:1"}})
    other = connect(f"{memory.scope}-other", owner=OWNER)
    other.log([Event("The plums of others.", speaker="cli:ann", session="cli:1", at=T0)])
    for words in ("plums", "plums) OR terms:(s1", "*:*"):
        assert "others" not in tools.call("query_graph", {"name": "full_text_search", "parameters": {"words": words}})
    assert tools.call("forget", {"what": "\ud800"}).startswith("Error: what must ")
    wrong: list[dict[str, Any]] = [
        {"name": "full_text_search", "parameters": {"words": "\ud800"}},
        {"name": "MATCH (n) RETURN n"},
        {"name": "entity_facts"},
        {"name": "newest_events", "parameters": {"limit": 101}},
        {"name": "newest_events", "parameters": {"scope": "x"}},
        {"name": "full_text_search", "parameters": {"words": "((("}},
    ]
    assert all(tools.call("query_graph", given).startswith("Error: ") for given in wrong)


def test_a_saved_query_cannot_write(memory: Memory) -> None:
    with pytest.raises(Exception, match=r"(?i)writing in read access mode|not allowed"):
        memory.graph.read_rows("agent/complete_bootstrap", {"now": T0}, timeout_s=5, max_rows=1)
