"""Candidates: what both indexes and the sessions' neighbours bring, in one trip."""

from __future__ import annotations

import datetime as dt
from typing import Any, NamedTuple

import numpy as np
from neo4j.vector import Vector
from numpy.typing import NDArray

from kg.graph import Graph
from kg.recall.filters import Filters

_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


class Candidate(NamedTuple):
    """One memory that may answer.

    Attributes:
        id: the node.
        event: the event that it belongs to, or itself.
        kind: as it is stored: event, passage, person.
        seq: its place in its session.
        at: when it was said.
        session: where.
        speaker: by whom, `platform:id`.
        speaker_name: what they are called.
        text: what was said.
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
    graph: Graph, vector: NDArray[np.float32] | None, words: list[str], filters: Filters, k: int, around: int
) -> list[Candidate]:
    """Up to k candidates of each index, and neighbours in their sessions of the best of them.

    Args:
        graph: the scope.
        vector: the question's, of the scope's dimension; None where there is none.
        words: the question's, escaped for Lucene.
        filters: all of them hold inside the indexes.
        k: how many of each.
        around: of how many of the best of each the neighbours are looked at.
    """
    fragments, params = filters.cypher()
    [row] = graph.run(
        "recall/candidates",
        fragments,
        vector=None if vector is None else Vector.from_numpy(vector),
        query=filters.lucene(graph.scope, words),
        kinds=list(filters.kinds),
        k=k,
        around=around,
        **params,
    )
    found = _read(row)
    return [one for one in found if filters.keeps(one.at)] if filters.timed else found


def _read(row: Any) -> list[Candidate]:
    # Neo4j gives (1 + cosine) / 2.
    meaning = {node: 2 * score - 1 for node, score in zip(row["by_meaning"], row["meanings"], strict=True)}
    words = dict(zip(row["by_words"], row["weights"], strict=True))
    columns = [row[name] for name in ("id", "event", "kind", "seq", "at", "session", "speaker", "speaker_name", "text")]
    return [
        Candidate(
            node,
            event or node,
            kind,
            seq,
            None if at is None else _EPOCH + dt.timedelta(microseconds=at),
            session,
            speaker,
            speaker_name,
            text,
            meaning.get(node),
            words.get(node),
        )
        for node, event, kind, seq, at, session, speaker, speaker_name, text in zip(*columns, strict=True)
    ]
