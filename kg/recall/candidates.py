"""Candidates: what both indexes and the sessions' neighbours bring, in one trip."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

import numpy as np
from neo4j.vector import Vector
from numpy.typing import NDArray

from kg.graph import Graph
from kg.recall.filters import Filters

_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


@dataclass(frozen=True, slots=True)
class Candidate:
    """One memory that may answer.

    Attributes:
        id: the node.
        event: the event that it belongs to, or itself.
        meaning: cosine to the question, or None where vectors did not find it.
        words: BM25, or None where full text did not find it.
    """

    id: str
    event: str
    kind: str
    seq: int | None
    at: dt.datetime | None
    session: str | None
    speaker: str | None
    speaker_name: str | None
    text: str
    meaning: float | None
    words: float | None


def candidates(
    graph: Graph, vector: NDArray[np.float32] | None, words: list[str], filters: Filters, k: int
) -> list[Candidate]:
    """Up to k candidates of each index, and their neighbours in their sessions.

    Args:
        graph: the scope.
        vector: the question's, of the scope's dimension; None where there is none.
        words: the question's, escaped for Lucene.
        filters: all of them hold inside the indexes.
        k: how many of each.
    """
    fragments, params = filters.cypher()
    [row] = graph.run(
        "recall/candidates",
        fragments,
        vector=None if vector is None else Vector.from_numpy(vector),
        query=filters.lucene(graph.scope, words),
        kinds=list(filters.kinds),
        k=k,
        **params,
    )
    return [one for one in _read(row) if filters.keeps(one.at)]


def _read(row: Any) -> list[Candidate]:
    meanings, words = row["meaning"], row["words"]
    found = len(meanings)
    columns = zip(
        row["id"], row["event"], row["kind"], row["seq"], row["at"], row["session"], row["speaker"], row["speaker_name"],
        row["text"], strict=True,
    )  # fmt: skip
    return [
        Candidate(
            id=node,
            event=event or node,
            kind=kind,
            seq=seq,
            at=None if at is None else _EPOCH + dt.timedelta(microseconds=at),
            session=session,
            speaker=speaker,
            speaker_name=speaker_name,
            text=text,
            # Neo4j gives (1 + cosine) / 2.
            meaning=2 * meanings[place] - 1 if place < found and meanings[place] >= 0 else None,
            words=words[place] if place < found and words[place] >= 0 else None,
        )
        for place, (node, event, kind, seq, at, session, speaker, speaker_name, text) in enumerate(columns)
    ]
