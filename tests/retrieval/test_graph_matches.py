"""What is known beside what was said: whom a question names, which facts fit it, and where they stand among the hits."""

from __future__ import annotations

from typing import Any

import pytest

from kg.retrieval.graph_matches import Known, KnownFact, fitting, keys_in, read_known, telling, with_facts
from kg.types import Entity, Hit
from tests.support import T0


def fact(name: str, cosine: float | None = 0.6, **other: Any) -> KnownFact:
    chosen: dict[str, Any] = {
        "text": f"Fact {name}.", "subject": "s", "object": None, "predicate": "likes", "strength": 0.5, "at": 0,
        "valid_from": None, "valid_to": None, "by_words": False, "said_by": None, "tier": None,
        "status": "current", "audience": "shared", "sources": (), "replaced": (),
    } | other  # fmt: skip
    return KnownFact(id=name, cosine=cosine, **chosen)


def hits(count: int) -> list[Hit]:
    return [Hit(f"e{place}", "event", "said", 1 - place / 100, T0, speaker="cli:ann") for place in range(count)]


def placed(known: tuple[KnownFact, ...], count: int = 9, limit: int = 9) -> list[str]:
    return [hit.id for hit in with_facts(hits(count), Known(known), limit)]


def test_runs_of_words_may_name_an_entity_the_longest_first() -> None:
    keys = keys_in("Where does Ann Lee live?")
    assert keys[:2] == ["where does ann lee", "does ann lee live"]
    assert keys.index("ann lee") < keys.index("ann")
    assert "where" not in keys
    assert "will" not in keys_in("Will it rain?")
    assert keys_in("") == keys_in("?! ,") == []
    assert keys_in("Ann's") == ["ann"]


def test_a_word_within_a_longer_name_names_nothing_by_itself() -> None:
    def row(name: str, key: str | None, mentions: int = 1) -> dict[str, Any]:
        empty = dict.fromkeys(("aliases", "description", "first_seen", "last_seen", "importance"))
        return {"id": name, "name": name, "type": "person", "key": key, "mention_count": mentions, **empty}

    rows = [row("lee", "lee"), row("asker", None), row("ann lee", "ann lee"), row("bob", "bob"), row("rob", "bob", 5)]
    known = read_known({"model": None, "facts": [], "entities": rows})
    assert [entity.id for entity in known.entities] == ["ann lee", "rob", "bob", "asker"]


def test_what_is_far_from_the_question_or_far_behind_the_best_does_not_fit() -> None:
    facts = (
        fact("low", 0.44),
        fact("mid", 0.5),
        fact("best", 0.6),
        fact("words", None, by_words=True),
        fact("no", None),
    )
    assert [one.id for one in fitting(Known(facts))] == ["best", "mid", "words"]
    assert [one.id for one in fitting(Known((*facts, fact("top", 0.75))))] == ["top", "words"]
    assert [one.id for one in fitting(Known((fact("weak"), fact("strong", strength=0.9))))] == ["strong", "weak"]


def test_a_fact_stands_before_the_first_event_that_says_it() -> None:
    assert placed((fact("f", sources=("e4", "e2")),))[:4] == ["e0", "e1", "f", "e2"]
    assert placed((fact("f", sources=("gone",)),)) == [f"e{place}" for place in range(9)]


def test_a_fact_stands_before_what_says_what_it_superseded() -> None:
    assert placed((fact("f", sources=("e5",), replaced=("e1",)),))[:3] == ["e0", "f", "e1"]


def test_a_fact_that_answers_goes_before_all() -> None:
    assert placed((fact("f", 0.7, sources=("e3",)),))[0] == "f"
    assert placed((fact("f", 0.69, sources=("e3",)),))[3] == "f"


@pytest.mark.parametrize(("limit", "most"), [(1, 1), (2, 1), (3, 1), (6, 2), (9, 3)])
def test_facts_are_a_third_of_the_hits_at_most(limit: int, most: int) -> None:
    facts = tuple(fact(f"f{place}", sources=("e0",)) for place in range(8))
    found = placed(facts, limit=limit)
    assert len(found) == limit
    assert [name for name in found if name.startswith("f")] == [f"f{place}" for place in range(most)]
    assert [name for name in found if name.startswith("e")] == [f"e{place}" for place in range(limit - most)]


def test_a_fact_is_nobodys_word_and_tells_its_time() -> None:
    one = fact("f", sources=("e0",), valid_from="2024-01-01T00:00Z", valid_to="2025-01-01T00:00Z")
    hit = with_facts(hits(1), Known((one,)), 3)[0]
    assert (hit.kind, hit.text) == ("fact", "Fact f (since 2024-01-01 until 2025-01-01).")
    assert (hit.speaker, hit.speaker_name, hit.sources) == (None, None, ("e0",))


def test_an_agent_is_told_what_fits_and_then_what_else_is_known_of_whom_it_names() -> None:
    facts = (
        fact("else", 0.1, subject="other"),
        fact("about", 0.2, subject="ann"),
        fact("of", 0.3, object="ann"),
        fact("fits"),
    )
    known = Known(facts, (Entity("ann", "Ann", "person"),))
    assert [one.id for one in telling(known)] == ["fits", "of", "about"]
    assert [one.id for one in telling(known, most=1)] == ["fits"]
