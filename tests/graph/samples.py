"""Sample parameters with which every statement can be planned."""

from __future__ import annotations

import datetime as dt
from typing import Any

import numpy as np
from neo4j.vector import Vector

VECTOR = Vector.from_numpy(np.full(64, 0.125, dtype=np.float32))
NOW = dt.datetime(2026, 3, 2, tzinfo=dt.UTC)
ENTITY = {
    "id": "entity-1",
    "label": "Place",
    "other_labels": ["Thing"],
    "properties": {"name": "Oslo"},
    "first": NOW,
    "last": NOW,
    "keys": [{"key": "oslo", "name": "Oslo", "terms": "s1"}],
    "vector": VECTOR,
    "embed": True,
}
FACT = {
    "id": "fact-1",
    "subject": "person-1",
    "object": "entity-1",
    "properties": {"text": "Ann lives in Oslo."},
    "state": {"status": "current"},
    "vector": VECTOR,
    "states": None,
    "superseded": [{"id": "fact-2", "at": NOW}],
    "evidence": [
        {"event": "event-1", "at": NOW, "order": "1", "said_from": None, "said_to": None}
        | {"start": 0, "end": 4, "confidence": 0.8, "rests_on": None}
    ],
}
RELATION = {
    "subject": "person-1",
    "object": "entity-1",
    "predicate": "lives_in",
    "type": "social",
    "strength": 0.5,
    "first_seen": NOW,
    "last_seen": NOW,
    "facts": ["fact-1"],
    "current": True,
}
EVENT = {
    "id": "event-1",
    "status": "complete",
    "error": None,
    "attempts": 0,
    "retry_at": None,
    "vector": VECTOR,
    "states": None,
    "terms": None,
    "passages": [{"id": "passage-1", "ordinal": 0, "text": "x", "start": 0, "end": 1, "terms": "s1", "vector": VECTOR}],
    "mentions": [
        {"entity": "entity-1", "count": 1, "spans": [0, 4], "forms": ["Oslo"], "types": ["place"], "ends": []}
    ],
    "topics": [{"id": "topic-1", "relevance": 0.5}],
}
TRUST_STATE = {"id": "trust-1", "person": "person-1", "signals": {"message_count": 1}, "score": 0.1, "tier": "stranger"}
THING = {"id": "summary-1", "label": "Summary", "properties": {"text": "Ann lives in Oslo."}, "vector": VECTOR} | {
    "states": None,
    "sources": ["event-1"],
    "about": ["entity-1"],
}
BRANCH = {"id": "summary-2", "key": "channel:cli", "name": "cli", "level": 1, "of": "cli"}
LEAF = {"id": "summary-1", "key": "session:cli:1", "name": "cli:1", "level": 0, "of": "cli:1", "of_kind": "session"} | {
    "revision": 0,
    "seen": 0,
    "covered": 10,
    "told": True,
    "parents": [BRANCH],
}
# Parameters that have another shape in some statements.
STATEMENT_SAMPLES: dict[tuple[str, str], Any] = {
    ("knowledge/write_batch", "events"): [EVENT],
    ("knowledge/resolution_candidates", "ties"): ["friend_of"],
    ("trust/is_endorsed", "ties"): ["friend_of"],
    ("knowledge/replace_extraction", "evidence"): [
        {"event": "event-1", "fact": "fact-1", "properties": {"confidence": 0.8}},
        {"event": "event-1", "fact": "fact-2", "properties": None},
    ],
    ("knowledge/replace_extraction", "mentions"): [
        {"event": "event-1", "entity": "entity-1", "properties": {"count": 1}}
    ],
    ("knowledge/replace_extraction", "topics"): [{"event": "event-1", "topic": "topic-1", "relevance": 0.5}],
    ("knowledge/near_statements", "events"): ["event-1"],
    ("knowledge/near_statements", "batch"): ["event-1"],
    ("knowledge/tasks", "states"): [False, True],
    ("knowledge/tasks", "done"): True,
    ("maintenance/reembed_page", "by"): "hashing 64",
    ("maintenance/reembed_store", "by"): "hashing 64",
    ("maintenance/reembed_switch", "by"): "hashing 64",
    ("erasure/rename_entities", "labels"): [{"id": "entity-1", "label": "Place", "other_labels": ["Thing"]}],
    ("erasure/rename_entities", "audits"): [{"id": "merge-1", "properties": {"reason": ""}}],
    ("erasure/rename_entities", "name_audiences"): [{"entity": "entity-1", "key": "oslo", "audiences": None}],
    ("erasure/update_nodes", "rows"): [{"id": "entity-1", "properties": {"name": "Oslo"}, "vector": VECTOR}],
    ("trust/update_states", "rows"): [
        {"id": "trust-1", "person": "person-1", "properties": {"message_count": 1}, "score": 0.1, "tier": "stranger"}
    ],
    ("trust/import_prior", "prior"): {"prior_messages": 9, "prior_first": NOW, "prior_until": NOW},
    ("trust/import_prior", "sentiment"): 0.01,
    ("trust/import_prior", "marks"): [
        {
            "id": "mark-1",
            "name": "violation",
            "kind": "violation",
            "severity": 0.1,
            "reason": "",
            "at": NOW,
            "by": None,
        }
    ],
    ("knowledge/importable_entities", "names"): [
        {"n": 0, "key": "oslo", "platform": None, "platform_id": None},
        {"n": 1, "key": "ann", "platform": "cli", "platform_id": "ann"},
    ],
    ("knowledge/persons_of_accounts", "accounts"): [{"platform": "cli", "platform_id": "ann"}],
    ("llm/import_usage", "rows"): [
        {"id": "usage-1", "date": "2026-03-02", "model": "m", "prompt": 1, "completion": 2, "requests": 3}
    ],
    ("memories/link_superseded", "pairs"): [{"newer": "note-1", "older": "note-2"}],
    ("people/note", "at"): NOW,
    ("erasure/words_still_used", "rows"): [{"word": "word", "query": "+terms:s1^0 +text:(word)"}],
    ("erasure/erase_reasons", "marks"): ["mark-1"],
    ("erasure/erase_reasons", "facts"): ["fact-1"],
    ("erasure/erase_reasons", "ties"): [["person-1", "person-2"]],
    ("erasure/erase_summaries", "subjects"): ["entity-1"],
    ("erasure/erase_summaries", "sessions"): ["cli:1"],
    ("erasure/update_sessions", "sessions"): [
        {"id": "cli:1", "ids": ["event-1"], "speakers": ["cli:ann"], "replies": 0, "first": NOW, "last": NOW}
    ],
    ("erasure/events_with_words", "queries"): ["+terms:s1^0 +text:(word)"],
    ("erasure/update_sessions", "entities"): ["entity-1"],
    ("erasure/newest_excess_event", "count"): 50,
    ("retrieval/candidates", "facts"): 10,
    ("relocation/erase_edges", "rows"): [
        {"type": "NEXT", "source": ["Memory", "event-1"], "target": ["Memory", "event-2"]}
    ],
    ("relocation/erase_nodes", "rows"): [{"family": "Memory", "key": ["event-1"]}],
    ("relocation/mark_move", "marks"): {"closed": True},
    ("transfer/write_edges", "rows"): [
        {
            "type": "NEXT",
            "source": ["Memory", "event-1"],
            "target": ["Memory", "event-2"],
            "properties": {},
            "times": {},
        }
    ],
    ("transfer/write_nodes", "rows"): [
        {
            "family": "Memory",
            "key": ["event-1"],
            "labels": ["Memory", "Event"],
            "properties": {},
            "times": {"at": "2026-03-02T00:00Z"},
        }
        | {"embedding": VECTOR}
    ],
    ("events/append", "speakers"): [],
    ("consolidation/mark_episodes", "rows"): [{"id": "episode-1", "properties": {"studied": True}}],
    ("consolidation/mark_described", "rows"): [{"session": "cli:1", "told": 10}],
    ("memories/write", "rows"): [THING],
    ("maintenance/reembed_store", "rows"): [{"id": "event-1", "vector": VECTOR, "states": None, "at": 0}],
    ("summaries/leaf_material", "max_facts"): 10,
    ("summaries/claim", "rows"): [LEAF],
}
SAMPLES: dict[str, Any] = {
    "scope": "plans",
    "direction": VECTOR,
    "vector": VECTOR,
    "query": "+terms:s1^0 +text:(word)",
    "kinds": ["event"],
    "audiences": ["shared"],
    "events": [],
    "sessions": [],
    "speakers": ["person-1"],
    "trust_states": [TRUST_STATE],
    "removed": [],
    "tokens": ["person:person-1"],
    "removed_names": [{"entity": "entity-1", "key": "oslo"}],
    "left": ["fact-1"],
    "trusts": ["trust-1"],
    "audits": ["merge-1"],
    "include_linked": False,
    "sections": ["scratch"],
    "supported_before": NOW,
    "names": [
        {"n": 0, "key": "oslo", "id": None, "query": "+key:(oslo)", "vector": VECTOR}
        | {
            "sought": [
                {
                    "predicates": ["lives_in"],
                    "whole": False,
                    "objects": ["=oslo"],
                    "aspects": [],
                    "words": [],
                    "tasks": True,
                }
            ]
        }
    ],
    "entities": [ENTITY],
    "facts": [FACT],
    "relations": [RELATION],
    "topics": [
        {"id": "topic-1", "label": "rain", "audience": "shared", "terms": "s1", "shared_terms": "s1", "vector": VECTOR}
    ],
    "links": [{"one": "entity-1", "other": "entity-2", "confidence": 0.75, "how": "vector", "event": "event-1"}],
    "pairs": [{"keep": "fact-1", "absorb": "fact-2"}],
    "fact_vector": VECTOR,
    "message_vector": VECTOR,
    "fact_query": "+terms:s1^0 +text:(word)",
    "message_query": "+terms:s1^0 +text:(word)",
    "moment": NOW,
    "fact_states": [True, False],
    **{
        key: ["x"]
        for key in (
            "keys",
            "people",
            "slot_keys",
            "ids",
            "subjects",
            "objects",
            "statuses",
            "predicates_of_kind",
            "aliases",
            "older",
        )
    },
    **{
        key: ["x"]
        for key in ("owners", "accounts", "compact_accounts", "compact_ids", "named", "predicates", "credible_tiers")
    },
    "display_names": [
        {
            "number": 0,
            "name": "Ann",
            "skeleton": "ann",
            "imitates_owner": False,
            "token": "q1",
            "account": "cli:ann",
            "account_token": "q2",
        }
    ],
    "properties": {"text": "Likes tea."},
    "ties": 8,
    "notes": 5,
    "most": 50,
    "max_notes": 50,
    "max_recent": 50,
    "max_events": 10,
    "pets": ["dog"],
    "max_quotes": 2,
    "max_chars": 300,
    "depth": 3,
    "present": ["cli:ann"],
    "task_states": [True],
    "max_tasks": 8,
    "max_preferences": 8,
    "preference_predicates": ["likes", "prefers"],
    "today": 700_000,
    "memory_queries": [{"kind": "core", "since": 0, "session": None, "limit": 5}],
    "summaries": ["summary-1"],
    "hit_events": ["event-1"],
    "working": "working-1",
    "chat_context": "working-2",
    "working_since": 0,
    "full_history": 25,
    "verbatim": 20,
    "selection_interval": 3,
    "spans": [0, 4],
    "leaves": [{"summary": "summary-1", "kind": "session", "id": "cli:1", "until": 10}],
    "enough": 10,
    "selection_reach": 400,
    "reach": 400,
    "count": 10,
    "window": 200,
    "level": 1,
    "unsure": 0.3,
    "before": NOW,
    "k": 10,
    "around": 5,
    "last": 5,
    "limit": 5,
    "dimension": 64,
    "version": 1,
    "seconds": 1,
    "days": 7,
    "hops": 3,
    "least": 1,
    "min_strength": 0.5,
    "start": 0,
    "done": 1,
    "marks": [
        {"id": "mark-1", "name": "positive", "kind": "positive", "severity": 0.0, "reason": "", "at": NOW, "by": None}
    ],
    "importance": 4,
    "rows": [
        {"id": "core-1", "label": "CoreEntry", "properties": {"kind": "core"}, "vector": VECTOR, "states": None}
        | {"sources": ["event-1"], "about": ["entity-1"]}
    ],
    "platform": "cli",
    "after": "",
    "by_name": ["entity"],
    "platform_id": "ann",
    "key": "ann",
    "max_received": 10,
    "max_given": 10,
    "by": ["person-1"],
    "rating": 0.5,
    "results": ["{}"],
    "items": ["{}"],
    **dict.fromkeys(("now", "until", "since", "ended", "lease_until", "at", "suspected_since", "muted_until"), NOW),
}
