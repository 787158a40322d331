"""Candidates: what both indexes and the sessions' neighbours bring, in one trip."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from neo4j.vector import Vector
from numpy.typing import NDArray

from kg.graph import Graph
from kg.language.keywords import lucene_escape
from kg.retrieval.filters import Filters
from kg.retrieval.graph_matches import Known, keys_in, read_known
from kg.retrieval.question import Question
from kg.trust.formula import HEEDED

Floats = NDArray[np.float64]
# Facts of each index that are looked at.
_FACTS = 10
_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


@dataclass(frozen=True, eq=False)
class Candidates:
    """Memories that may answer, as columns of equal length.

    Attributes:
        id: the node.
        event: the event that it belongs to, or itself.
        kind: as it is stored: event, passage, person, longterm.
        seq: its place in its session.
        at: when it was said, microseconds since 1970.
        session: where.
        speaker: by whom, `platform:id`.
        speaker_name: what they are called.
        role: theirs: user, assistant, …
        text: what was said.
        instructs: whether that tells an agent what to do.
        states: its block of token states (`kg.language.late_interaction`).
        sources: events that it rests on, newest first, where it is kept beside them.
        meaning: cosine to the question; nan where vectors did not find it.
        words: the index's BM25; nan where full text did not find it.
    """

    id: Sequence[str]
    event: Sequence[str]
    kind: Sequence[str]
    seq: Sequence[int | None]
    at: Sequence[int | None]
    session: Sequence[str | None]
    speaker: Sequence[str | None]
    speaker_name: Sequence[str | None]
    role: Sequence[str | None]
    text: Sequence[str]
    instructs: Sequence[bool]
    states: Sequence[bytes | None]
    sources: Sequence[tuple[str, ...]]
    meaning: Floats
    words: Floats

    def __len__(self) -> int:
        return len(self.id)

    def ordered(self) -> Candidates:
        """In the order of their ids: whichever way the database gave them, sums and ties come out the same."""
        return self.only(sorted(range(len(self.id)), key=self.id.__getitem__))

    def only(self, rows: Sequence[int]) -> Candidates:
        """Some of the rows."""
        kept: dict[str, Any] = {
            field.name: column[list(rows)]
            if isinstance(column := getattr(self, field.name), np.ndarray)
            else [column[row] for row in rows]
            for field in fields(self)
        }
        return Candidates(**kept)


def when(at: int | None) -> dt.datetime | None:
    """A column's time as a datetime."""
    return None if at is None else _EPOCH + dt.timedelta(microseconds=at)


def fetch(
    graph: Graph, question: Question, filters: Filters, k: int, around: int, people: Sequence[str] = ()
) -> tuple[Candidates, Known]:
    """Up to k candidates of each index, neighbours in their sessions of the best of them, and what is known beside.

    Args:
        graph: the scope.
        question: its vector, where it has one, is of the scope's dimension.
        filters: all of them hold inside the indexes.
        k: how many of each.
        around: of how many of the best of each the neighbours are looked at.
        people: ids of persons that it is about without naming them.
    """
    fragments, params = filters.cypher()
    vector = None if question.asked is None else Vector.from_numpy(question.asked.vector)
    words = [lucene_escape(word) for word in question.words]
    [row] = graph.run(
        "retrieval/candidates",
        fragments,
        vector=vector,
        query=filters.lucene(graph.scope, words),
        fact_vector=vector if filters.facts else None,
        fact_query=filters.lucene_facts(graph.scope, words),
        facts=_FACTS,
        keys=keys_in(question.text) if filters.facts else [],
        people=list(people) if filters.facts else [],
        heeded=list(HEEDED),
        kinds=list(filters.kinds),
        k=k,
        around=around,
        **params,
    )
    found = _read(row)
    if filters.timed:
        found = found.only([place for place, at in enumerate(found.at) if filters.keeps(when(at))])
    return found, read_known(row)


def candidates(graph: Graph, question: Question, filters: Filters, k: int, around: int) -> Candidates:
    """The candidates alone, see `fetch`."""
    return fetch(graph, question, filters, k, around)[0]


def _read(row: Any) -> Candidates:
    ids = row["id"]
    # Neo4j gives (1 + cosine) / 2.
    meaning = {node: 2 * score - 1 for node, score in zip(row["by_meaning"], row["meanings"], strict=True)}
    words = dict(zip(row["by_words"], row["weights"], strict=True))
    sources = {each["id"]: tuple(each["sources"]) for each in row["kept"]}
    return Candidates(
        event=[event or node for node, event in zip(ids, row["event"], strict=True)],
        sources=[sources.get(node, ()) for node in ids],
        meaning=np.array([meaning.get(node, np.nan) for node in ids], np.float64),
        words=np.array([words.get(node, np.nan) for node in ids], np.float64),
        **{
            name: row[name]
            for name in (
                "id",
                "kind",
                "seq",
                "at",
                "session",
                "speaker",
                "speaker_name",
                "role",
                "text",
                "instructs",
                "states",
            )
        },
    )
