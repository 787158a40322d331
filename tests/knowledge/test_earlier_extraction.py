"""What an earlier extraction wrote, compared with the present one; without a database."""

from __future__ import annotations

from typing import Any

from kg.knowledge.earlier_extraction import EarlierExtraction
from kg.knowledge.extracted_events import ExtractedEvent
from tests.support import T0

MENTION = {
    "event": "e1",
    "entity": "oslo",
    "count": 1,
    "spans": [0, 4],
    "forms": ["Oslo"],
    "types": ["place"],
    "ends": [],
}
EVIDENCE = {
    "event": "e1",
    "fact": "f1",
    "order": "1",
    "said_from": None,
    "said_to": None,
    "start": 0,
    "end": 4,
    "confidence": 0.8,
    "tier": None,
    "own": False,
    "quarantine": None,
    "rests_on": None,
    "void": False,
}


def stored(**parts: Any) -> EarlierExtraction:
    return EarlierExtraction({"e1"}, {"evidence": [], "facts": [], "mentions": [], "topics": [], **parts})


def extracted(event: str) -> ExtractedEvent:
    return ExtractedEvent(event, T0, "1", "cli:1", "shared")


def test_a_name_means_what_it_meant_before() -> None:
    other = {**MENTION, "entity": "other", "forms": ["Ann"]}
    earlier = stored(mentions=[MENTION, other, {**other, "entity": "a third"}])
    assert earlier.settle_names(extracted("e1")).settled_names == {"oslo": "oslo"}, "Ann meant two entities"
    assert earlier.settle_names(extracted("e2")).settled_names is None, "it is digested for the first time"


def test_equal_mentions_and_topics_are_no_change() -> None:
    earlier = stored(mentions=[MENTION], topics=[{"event": "e1", "topic": "rain", "relevance": 0.5}])
    rows = {"e1": {"mentions": [MENTION], "topics": [{"id": "rain", "relevance": 0.5}]}}
    assert earlier.compare_mentions(rows) == set()
    assert (earlier.mention_changes(), earlier.topic_changes(), earlier.contributions()) == ([], [], {})


def test_missing_mentions_topics_and_evidence_are_removed() -> None:
    fact = {"id": "f1", "subject": "ann", "predicate": "lives_in", "filed": None}
    topic = {"event": "e1", "topic": "rain", "relevance": 0.5}
    earlier = stored(evidence=[EVIDENCE], facts=[fact], mentions=[MENTION], topics=[topic])
    assert earlier.compare_mentions({}) == {("e1", "oslo")}
    assert earlier.evidence_changes() == [{"event": "e1", "fact": "f1", "properties": None}]
    assert earlier.mention_changes() == [{"event": "e1", "entity": "oslo", "properties": None}]
    assert earlier.topic_changes() == [{"event": "e1", "topic": "rain", "relevance": None}]
    assert earlier.changed_facts() == [fact]
    assert earlier.contributions()["oslo"].types == {"place": 1}


def test_stored_facts_lose_the_evidence_of_the_events() -> None:
    facts = [{"id": "f1", "worth": 0.9, "evidence": [["e1"], ["e2"]]}, {"id": "f2", "worth": 0.9, "evidence": [["e1"]]}]
    assert stored().remove_evidence(facts) == [
        {"id": "f1", "worth": 0.9, "evidence": [["e2"]]},
        {"id": "f2", "worth": None, "evidence": []},
    ]
