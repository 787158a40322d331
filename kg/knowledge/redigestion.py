"""Write events that are digested again: what the present extractor finds in them replaces what an earlier one found."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from kg.graph import Graph, GraphTransaction
from kg.knowledge.batch_writer import BatchResult, write_batch
from kg.knowledge.earlier_extraction import EarlierExtraction
from kg.knowledge.entity_cascade import EntityContribution, rebuild_entities
from kg.knowledge.evidence_retraction import retract_evidence
from kg.knowledge.extracted_events import ExtractedEvent
from kg.knowledge.topic_cascade import rebuild_topics
from kg.knowledge.vector_cache import VectorCache


def redigest_batch(
    graph: Graph,
    extracted: Sequence[ExtractedEvent],
    *,
    again: Collection[str],
    vectors: VectorCache,
    now: dt.datetime,
    **options: Any,
) -> BatchResult:
    """Write a batch as `write_batch` does, in which some events were digested before; all in one transaction.

    Facts that these events stated and state no more lose this evidence, as if the events had been erased: without any other
    they are removed, else adjudicated again. Facts that were retracted by hand stay retracted. Mentions and topics, with
    their counts, are replaced likewise; entities and topics without further events are removed.

    Args:
        graph: the scope.
        extracted: what was extracted from the events of the batch.
        again: ids of the events that were digested before; one that is not in `extracted` states nothing any more.
        vectors: of what is written, computed before.
        now: the present moment.
        options: the other arguments of `write_batch`.

    Raises:
        LeaseLost: some of the claimed events are no longer held; nothing was written.
    """

    def work(turn: GraphTransaction) -> BatchResult:
        earlier = EarlierExtraction.read(turn, again, now)
        settled = [earlier.settle_names(event) for event in extracted]
        result = write_batch(turn, settled, vectors=vectors, now=now, earlier=earlier, **options)
        return replace(result, removed_facts=_remove_outdated(turn, earlier, vectors, now))

    return graph.transact(work)


def _remove_outdated(
    turn: GraphTransaction, earlier: EarlierExtraction, vectors: VectorCache, now: dt.datetime
) -> tuple[str, ...]:
    """Remove what the earlier extraction found and the new one did not; return the ids of the removed facts."""
    evidence, mentions, topics = earlier.evidence_changes(), earlier.mention_changes(), earlier.topic_changes()
    if not (evidence or mentions or topics):
        return ()
    turn.run("knowledge/replace_extraction", evidence=evidence, mentions=mentions, topics=topics)
    retraction = retract_evidence(turn, earlier.changed_facts(), vectors=vectors, now=now)
    if topics:
        rebuild_topics(turn, {row["topic"] for row in topics}, now)
    contributions = dict.fromkeys(retraction.endpoint_ids, EntityContribution()) | earlier.contributions()
    if contributions:
        rebuild_entities(turn, contributions, (), vectors=vectors, now=now)
    return retraction.removed
