"""Helpers for tests of erasure: a short talk, and what the indexes still find."""

from __future__ import annotations

import neo4j
from neo4j.vector import Vector

from kg import Event, Memory
from kg.language.hashing_embedder import HashingEmbedder
from tests.support import T0, minutes

TALK = (
    ("cli:ann", "I live in Oslo with my cat Biscuit."),
    ("cli:bob", "I work at Acme with Ann."),
    ("cli:bob", "The wifi password is zanzibar-42."),
    ("cli:ann", "Bob is my brother."),
)


def say(memory: Memory, *said: tuple[str, str], session: str = "cli:1", first: int = 0) -> list[str]:
    ids = memory.log(
        [
            Event(text, speaker=speaker, session=session, at=T0 - minutes(500 - first - place))
            for place, (speaker, text) in enumerate(said)
        ]
    )
    memory.digest()
    return ids


def in_indexes(driver: neo4j.Driver, scope: str, text: str) -> list[str]:
    """Return texts that full-text search finds by a phrase and vector search by the same sentence."""
    worded = driver.execute_query(
        "CALL db.index.fulltext.queryNodes('memory_text', $query) YIELD node WHERE node.scope = $scope RETURN node.text AS text",
        query=f'"{text}"',
        scope=scope,
    ).records
    vector = Vector.from_numpy(HashingEmbedder().embed([text])[0])
    near = driver.execute_query(
        "CYPHER 25 MATCH (n:Memory) SEARCH n IN (VECTOR INDEX memory_embedding FOR $vector WHERE n.scope = $scope LIMIT 20) "
        "SCORE AS score WHERE score > 0.99 RETURN n.text AS text",
        vector=vector,
        scope=scope,
    ).records
    return [row["text"] for row in (*worded, *near)]
