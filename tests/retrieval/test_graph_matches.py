"""Facts and entities that match a question."""

from __future__ import annotations

from typing import Any

from kg.retrieval.graph_matches import extract_name_keys, parse_graph_matches


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
