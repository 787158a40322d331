"""Facts that the messages of a batch end, closed as soon as these are digested: the next search has the present state.

Each message of a person is compared with the earlier messages that are nearest to it in meaning and state something that is so
now. A tuned MiniLM estimates whether it ends what they state (see `kg.extraction.ended_statements`). One trip reads the messages
of a batch; only batches that end some facts take more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from kg.extraction import EarlierStatement, EndReader, may_end_statements, open_end_reader
from kg.graph import as_datetime
from kg.ingestion.batch_extraction import PreparedEvent, format_order, list_spoken_messages
from kg.knowledge import FactEnd, TrustPolicy, VectorCache, write_fact_ends
from kg.language import MINILM_NAME
from kg.runtime import Runtime

# Neighbours that are read for a message, the least cosine of one that is compared, and how many are.
_READ, _LEAST_COSINE, _COMPARED = 20, 0.35, 3
Pair = tuple[Mapping[str, Any], Mapping[str, Any]]


def end_outdated_facts(runtime: Runtime, vectors: VectorCache, prepared: Sequence[PreparedEvent]) -> int:
    """End the stored facts that the messages of a stored batch make out of date; return how many.

    Where messages after those of the batch are digested already, these may end facts of the batch.

    Raises:
        ModelUnavailable: the embedder has no weights.
    """
    if runtime.embedder.name != MINILM_NAME:
        return 0
    messages = {each.event["id"]: each.event for each in prepared if _may_end(each)}
    states = any(each.extracted is not None and each.extracted.statements for each in prepared)
    if not (messages or states):
        return 0
    batch = [each.event["id"] for each in prepared]
    [row] = runtime.graph.run(
        "knowledge/near_statements", events=list(messages), batch=batch, least=(1 + _LEAST_COSINE) / 2, limit=_READ
    )
    pairs = [*_limit_pairs(row["forward"], messages), *_read_later(row["backward"])]
    # Loading the tuned model takes half a second: most processes that write one message need none.
    reader = open_end_reader(runtime.embedder) if pairs else None
    if reader is None:
        return 0
    ends = list(_find_ends(pairs, reader))
    policy = TrustPolicy.from_settings(runtime.settings)
    return write_fact_ends(runtime.graph, ends, policy=policy, vectors=vectors, now=runtime.clock.now())


def _may_end(prepared_event: PreparedEvent) -> bool:
    event = prepared_event.event
    # A message that needs several passages is a text, not news.
    is_single = len(prepared_event.texts) == 1 and prepared_event.extracted is not None and bool(prepared_event.vectors)
    return (
        is_single
        and bool(list_spoken_messages(event))
        and may_end_statements(event["text"], prepared_event.vectors[0].to_numpy())
    )


def _limit_pairs(rows: Sequence[Mapping[str, Any]], messages: Mapping[str, Mapping[str, Any]]) -> Iterator[Pair]:
    """Yield the messages with the nearest earlier ones."""
    counts = Counter[str]()
    for row in rows:
        counts[row["later"]] += 1
        if counts[row["later"]] <= _COMPARED:
            yield messages[row["later"]], row["earlier"]


def _read_later(rows: Sequence[Mapping[str, Any]]) -> Iterator[Pair]:
    for row in rows:
        message = {**row["later"], "at": as_datetime(row["later"]["at"])}
        if may_end_statements(message["text"], np.array(message["vector"], np.float32)):
            yield message, row["earlier"]


def _find_ends(pairs: Sequence[Pair], reader: EndReader) -> Iterator[FactEnd]:
    statements = [
        EarlierStatement(
            f"{earlier['by']}: {earlier['text']}",
            tuple(fact["text"] for fact in earlier["facts"]),
            2 * earlier["score"] - 1,
        )
        for _, earlier in pairs
    ]
    news = [(str(message["person_name"] or message["speaker"] or ""), message["text"]) for message, _ in pairs]
    for (message, earlier), ended in zip(pairs, reader.find_ended(statements, news), strict=True):
        for place, rate in ended.items():
            yield _build_end(message, earlier["facts"][place], rate)


def _build_end(event: Mapping[str, Any], fact: Mapping[str, Any], rate: float) -> FactEnd:
    return FactEnd(
        fact=fact["id"],
        subject=fact["subject"],
        predicate=fact["predicate"],
        event=event["id"],
        at=event["at"],
        order=format_order(event),
        session=event["session"],
        audience=event["audience"],
        person=event["person"],
        length=len(event["text"]),
        probability=rate,
    )
