"""Candidate generation: vector and full-text search, with neighbours in their sessions, in one round trip."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from operator import itemgetter
from typing import Any, TypeVar

import neo4j
import numpy as np
from neo4j.vector import Vector
from numpy.typing import NDArray

from kg.graph import Graph
from kg.language import escape_lucene
from kg.retrieval.filters import Filters
from kg.retrieval.graph_matches import GraphMatches, extract_name_keys, parse_graph_matches
from kg.retrieval.question import Question
from kg.trust import CREDIBLE_TIERS

Floats = NDArray[np.float64]
# Number of facts from each index; of more where past ones are returned too, since retracted facts and claims are among them.
_MAX_FACTS, _MAX_PAST_FACTS = 10, 40
# `itemgetter` returns no tuple for a single row.
_FEW = 2
T = TypeVar("T")
_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


@dataclass(frozen=True, eq=False)
class Candidates:
    """Candidate memories, as columns of equal length.

    Attributes:
        id: id of the node.
        event: id of the event that it belongs to, or its own id.
        kind: stored kind: event, passage, person, longterm.
        seq: sequence number in its session.
        at: time, in microseconds since 1970.
        session: id of its session.
        speaker: identity of the speaker, `platform:id`.
        speaker_name: display name of the speaker.
        role: role of the speaker: user, assistant, …
        text: its text.
        instructs: whether it gives instructions to an agent; None if it is not yet digested.
        states: its block of token states (`kg.language.late_interaction`).
        sources: ids of its source events, newest first, for memories other than events.
        of_episode: whether it is a note that rests on an episode, as those that a sleep writes.
        meaning: cosine to the question; nan if vector search did not find it.
        words: BM25 score of the index; nan if full text did not find it.
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
    instructs: Sequence[bool | None]
    states: Sequence[bytes | None]
    sources: Sequence[tuple[str, ...]]
    of_episode: Sequence[bool]
    meaning: Floats
    words: Floats

    def __len__(self) -> int:
        return len(self.id)

    def sorted_by_id(self) -> Candidates:
        """Return the candidates ordered by id, so that sums and ties do not depend on the database's order."""
        return self.select(sorted(range(len(self.id)), key=self.id.__getitem__))

    def select(self, rows: Sequence[int]) -> Candidates:
        """Return some of the rows."""
        if len(rows) == len(self) and list(rows) == list(range(len(self))):
            return self
        columns: dict[str, Any] = {
            field.name: column[list(rows)]
            if isinstance(column := getattr(self, field.name), np.ndarray)
            else select_items(column, rows)
            for field in fields(self)
        }
        return Candidates(**columns)


def select_items(values: Sequence[T], rows: Sequence[int]) -> list[T]:
    """Return some of the values."""
    if len(rows) < _FEW:
        return [values[row] for row in rows]
    # A third of the time of a loop.
    return list(itemgetter(*rows)(values))


def from_microseconds(at: int | None) -> dt.datetime | None:
    """Return a time in microseconds since 1970 as a datetime."""
    return None if at is None else _EPOCH + dt.timedelta(microseconds=at)


def fetch_matches(
    graph: Graph,
    question: Question,
    filters: Filters,
    k: int,
    around: int,
    people: Sequence[str] = (),
    *,
    use: Callable[[Candidates], T],
) -> tuple[T, GraphMatches]:
    """Fetch up to k candidates of each index, neighbours of the best of them, and matching facts and entities.

    The candidates arrive first; `use` gets them while the server reads the facts and entities.

    Args:
        graph: the scope's graph.
        question: the question; its vector, if any, has the scope's dimension.
        filters: the filters, which are applied inside the indexes.
        k: maximum number of candidates of each index.
        around: number of the best candidates of each index whose neighbours are fetched.
        people: ids of persons that the question is about without naming them.
        use: receives the candidates, and is called again after a transient error of the database; its result is returned.
    """
    fragments, params = filters.cypher_params(with_past=question.asks_for_past)
    vector = None if question.asked is None else Vector.from_numpy(question.asked.vector)
    words = [escape_lucene(word) for word in question.words]

    def parse_rows(rows: Iterator[neo4j.Record]) -> tuple[T, GraphMatches]:
        parts: dict[str, Any] = {}
        used: list[T] = []
        for row in rows:
            parts |= row["part"]
            # Servers send the candidates first, so that they are used while the facts are read; Cypher does not promise it.
            if "facts" not in row["part"]:
                used.append(use(_within_time_range(_parse_candidates(parts), filters)))
        return used[0], parse_graph_matches(parts)

    return graph.receive(
        "retrieval/candidates",
        parse_rows,
        fragments,
        vector=vector,
        query=filters.lucene_query(graph.scope, words),
        fact_vector=vector if filters.include_facts else None,
        fact_query=filters.lucene_fact_query(graph.scope, words, with_past=question.asks_for_past),
        facts=_MAX_PAST_FACTS if question.asks_for_past else _MAX_FACTS,
        keys=extract_name_keys(question.text) if filters.include_facts else [],
        people=list(people) if filters.include_facts else [],
        credible_tiers=list(CREDIBLE_TIERS),
        kinds=list(filters.kinds),
        k=k,
        around=around,
        **params,
    )


def fetch_candidates(graph: Graph, question: Question, filters: Filters, k: int, around: int) -> Candidates:
    """Fetch only the candidates, see `fetch_matches`."""
    return fetch_matches(graph, question, filters, k, around, use=lambda candidates: candidates)[0]


def _within_time_range(candidates: Candidates, filters: Filters) -> Candidates:
    if not filters.has_time_range:
        return candidates
    rows = [row for row, at in enumerate(candidates.at) if filters.contains_time(from_microseconds(at))]
    return candidates.select(rows)


def _parse_candidates(row: Mapping[str, Any]) -> Candidates:
    ids = row["id"]
    # The vector index returns (1 + cosine) / 2.
    meaning = {node: 2 * score - 1 for node, score in zip(row["by_meaning"], row["meanings"], strict=True)}
    words = dict(zip(row["by_words"], row["weights"], strict=True))
    sources = {each["id"]: tuple(each["sources"]) for each in row["memory_sources"]}
    of_episode = {each["id"] for each in row["memory_sources"] if each["of_episode"]}
    return Candidates(
        event=[event or node for node, event in zip(ids, row["event"], strict=True)],
        sources=[sources.get(node, ()) for node in ids],
        of_episode=[node in of_episode for node in ids],
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
