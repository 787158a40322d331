"""Names that are crafted to break queries are resolved and written as plain names, and affect nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kg import Memory
from tests.knowledge.builders import ScriptedChat, dump_graph, make_statement, requeue_all

Look = Callable[..., list[Any]]
Connect = Callable[..., Memory]

HOSTILE = {
    "lucene": '+terms:(x) OR *:* AND key:[* TO *] "a~2^9 \\',
    "operators": "NOT AND OR TO",
    "slashes": "/.*/ && || ! \\",
    "wild": "*",
    "cypher": "x'}) DETACH DELETE n //",
    "braces": "{scope: $scope} `Memory` $(name)",
    "nul": "Zed\0Zed",
    "separator": "\0".join("abc"),
    "long": "Z" * 10_000,
    "many words": "the " + " ".join(f"w{number}" for number in range(2_000)),
    "emoji": "👩‍👩‍👧 🏳️‍🌈",
    "right to left": "\u202eمحمد بن سلمان\u202c",
    "combining": "Z" + "\u0301" * 500,
    "lines": "Zed\r\n\tZed\u2028Zed",
    "format": "{s} {o} %s {0}",
    "quotes": "\"'“’`",
    "full width": "ＤＥＬＥＴＥ；",
}


def add_other_people(chat: ScriptedChat) -> None:
    chat.add_message(
        "Ann", make_statement("Ann", "lives_in", "Paris"), names=[("Paris", "place")], topics={"moving": 1.0}
    )
    chat.add_message("Ann", make_statement("Ann", "likes", "chess"), names=[("Robert Lee", "person")])


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("kind", ["person", "tool"])
def test_a_hostile_name_is_a_name_and_touches_nothing_else(connect: Connect, look: Look, name: str, kind: str) -> None:
    chat = ScriptedChat()
    add_other_people(chat)
    other_count = len(chat.events)
    predicate = "friend_of" if kind == "person" else "uses"
    for _ in range(2):
        chat.add_message(
            "Eve",
            make_statement("Eve", predicate, name),
            make_statement(name, "located_in", name + " town"),
            topics={"t": 1.0},
        )
    memory = connect(extractor=chat.extractor)
    memory.log(chat.events[:other_count])
    memory.log([])
    assert memory.digest().failed == 0
    before = dump_graph(look)
    memory.log(chat.events[other_count:])
    done = memory.digest()
    assert (done.events, done.failed, done.degraded) == (2, 0, ())
    after = dump_graph(look)
    for part, rows in before.items():
        assert set(rows) <= set(after[part]), "other people and facts are unchanged"
    facts = [
        row["f"] for row in look("MATCH (f:Fact {scope: $scope, predicate: $predicate}) RETURN f", predicate=predicate)
    ]
    assert [fact["strength"] for fact in facts] == [0.6], "stated twice, one fact"
    requeue_all(look)
    memory.digest()
    assert dump_graph(look) == after


def test_names_with_separators_are_not_other_names(connect: Connect, look: Look) -> None:
    chat = ScriptedChat()
    chat.add_message("Ann", make_statement("Ann", "uses", "paris"), make_statement("Ann", "uses", "paris\0place"))
    memory = connect(extractor=chat.extractor)
    memory.log(chat.events)
    memory.digest()
    assert len(look("MATCH (n:Entity {scope: $scope}) WHERE NOT n:Person RETURN n")) == 2


@pytest.mark.parametrize("predicate", ["plans", "likes", "friend_of", "lives_in", "email"])
def test_an_object_of_any_length_is_a_value(connect: Connect, look: Look, predicate: str) -> None:
    chat = ScriptedChat()
    for ending in ("a", "b", "b"):
        chat.add_message("Ann", make_statement("Ann", predicate, "z" * 10_000 + ending))
    memory = connect(extractor=chat.extractor)
    memory.log(chat.events)
    assert memory.digest().events == 3
    assert len(look("MATCH (f:Fact {scope: $scope}) RETURN f")) == 2
