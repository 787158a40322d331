"""Facts and entities that match a question."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kg.retrieval.graph_matches import MatchedFact, extract_name_keys, parse_graph_matches


def test_name_keys_are_word_sequences_longest_first() -> None:
    keys = extract_name_keys("Where does Ann Lee live?")
    assert keys[:2] == ["where does ann lee", "does ann lee live"]
    assert keys.index("ann lee") < keys.index("ann")
    assert "where" not in keys
    assert "will" not in extract_name_keys("Will it rain?")
    assert extract_name_keys("") == extract_name_keys("?! ,") == []
    assert extract_name_keys("Ann's") == ["ann"]


def test_a_word_inside_a_longer_name_does_not_match() -> None:
    def row(name: str, key: str | None, mentions: int = 1) -> dict[str, Any]:
        empty = dict.fromkeys(("aliases", "description", "first_seen", "last_seen", "importance"))
        return {"id": name, "name": name, "type": "person", "key": key, "mention_count": mentions, **empty}

    rows = [row("lee", "lee"), row("asker", None), row("ann lee", "ann lee"), row("bob", "bob"), row("rob", "bob", 5)]
    known = parse_graph_matches({"model": None, "facts": [], "entities": rows, "attributions": []})
    assert [entity.id for entity in known.entities] == ["ann lee", "rob", "bob", "asker"]


def test_a_fact_is_said_by_the_first_of_its_sources() -> None:
    sources = [["e2", True, "chat:ann", "Ann"], ["e1", False, "chat:bob", "Bob"]]
    row = dict.fromkeys(MatchedFact.__dataclass_fields__) | {
        "id": "f",
        "text": "Ann sails.",
        "audience": "shared",
    }
    facts = [
        row | {"sources": sources, "replaced": []},
        row | {"text": "Bob sails.", "sources": [], "replaced": [["f0", "e0"], ["f0", "e9"]]},
    ]
    found = parse_graph_matches({"model": None, "facts": facts, "entities": [], "attributions": []}).facts
    assert [(one.replaced, one.supersedes) for one in found] == [((), ()), (("e0", "e9"), ("f0",))]
    assert [(one.speaker, one.speaker_name, one.sources, one.said) for one in found] == [
        ("chat:ann", "Ann", ("e2", "e1"), True),
        (None, None, (), False),
    ]


def test_a_rated_fact_differs_in_its_rating_only() -> None:
    row = dict.fromkeys(MatchedFact.__dataclass_fields__) | {
        "text": "Ann sails.",
        "sources": [],
        "replaced": [],
    }
    [fact] = parse_graph_matches({"model": None, "facts": [row], "entities": [], "attributions": []}).facts
    assert fact.with_relevance((1.0,), 0.5) == replace(fact, signals=(1.0,), relevance=0.5)
    assert fact.relevance == 0.0
