"""The rank of facts: which of them match a question, which are shown in a context, and where they stand among the hits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kg.retrieval.candidates import from_microseconds
from kg.retrieval.graph_matches import GraphMatches, MatchedFact
from kg.retrieval.relevance import fact_relevance
from kg.types import Hit

# Minimum cosine of a matching fact. Among facts about the right subject, wrong ones have around .35, right ones around .6.
_MIN_COSINE = 0.45
# Maximum difference to the cosine of the best fact.
_MAX_COSINE_GAP = 0.12
# Minimum cosine of a fact that answers the question directly.
_ANSWER_COSINE = 0.7
# At most one fact per this many hits, so that events are not displaced.
_HITS_PER_FACT = 3
# Least relevance of a fact in a context, and number of less relevant ones about entities that the message names.
_CONTEXT_RELEVANCE, _OTHER_FACTS = 0.03, 5
# Least relevance of a hit that no event among the hits supports.
_UNSUPPORTED_RELEVANCE = 0.1


def rank_matching_facts(matches: GraphMatches) -> list[MatchedFact]:
    """Return the facts that match the question, best first: by cosine, or without vectors by common words.

    Claimed facts are left out.
    """
    facts = [fact for fact in matches.facts if not fact.is_claimed]
    least = max([_MIN_COSINE, *(fact.cosine - _MAX_COSINE_GAP for fact in facts if fact.cosine is not None)])
    fits = [fact for fact in facts if (fact.cosine is None and fact.by_words) or (fact.cosine or 0) >= least]
    return sorted(fits, key=lambda fact: (-(fact.cosine or 0), -fact.strength, -fact.at, fact.id))


def best_fact_relevance(matches: GraphMatches) -> float:
    """Return the probability that the best matching fact answers the question; 0 if there is none."""
    return max((fact_relevance(fact) for fact in rank_matching_facts(matches)), default=0.0)


def select_context_facts(matches: GraphMatches, relevance: float, most: int = 40) -> list[MatchedFact]:
    """Return facts for a context: relevant facts, a few others about the named entities, then claimed facts.

    Args:
        matches: the facts and entities that match the message.
        relevance: the relevance of the scope to the message.
        most: maximum number of facts.
    """
    about = {entity.id for entity in matches.entities}
    ordered = sorted(
        matches.facts,
        key=lambda fact: (fact.is_claimed, -(fact.cosine or 0), -fact.strength, -fact.at, fact.id),
    )
    first = [fact for fact in ordered if fact_relevance(fact) * relevance >= _CONTEXT_RELEVANCE]
    rest = [fact for fact in ordered if fact not in first and {fact.subject, fact.object} & about]
    shown = {*(fact.id for fact in first), *(fact.id for fact in rest[:_OTHER_FACTS])}
    return [fact for fact in ordered if fact.id in shown][:most]


def insert_facts(hits: Sequence[Hit], matches: GraphMatches, limit: int) -> list[Hit]:
    """Insert matching facts among the hits: each before the first event that supports it, or that supports what it superseded.

    A fact that answers the question directly comes first, and one without such an event where its relevance puts it. So a current
    fact precedes what it replaced, and an answer precedes the long message that it was extracted from. The order of the events
    does not change.

    Args:
        hits: hits of events, best first.
        matches: the graph matches of the same trip.
        limit: maximum number of hits.
    """
    order = {hit.id: position for position, hit in enumerate(hits)}
    insertions: list[tuple[int, int, Hit]] = []
    for rank, fact in enumerate(rank_matching_facts(matches)):
        if len(insertions) >= max(1, limit // _HITS_PER_FACT):
            break
        position = _find_position(fact, hits, order)
        if position is not None and position < limit:
            insertions.append((position, rank, _to_hit(fact, hits[position] if position < len(hits) else None)))
    merged = list(hits)
    for position, _, hit in sorted(insertions, key=lambda each: (-each[0], -each[1])):
        merged.insert(position, hit)
    return merged[:limit]


def _find_position(fact: MatchedFact, hits: Sequence[Hit], order: dict[str, int]) -> int | None:
    positions = [order[event] for event in (*fact.sources, *fact.replaced) if event in order]
    relevance = fact_relevance(fact)
    if not positions and relevance < _UNSUPPORTED_RELEVANCE:
        return None
    if (fact.cosine or 0) >= _ANSWER_COSINE:
        return 0
    return min(positions) if positions else sum(hit.score > relevance for hit in hits)


def _to_hit(fact: MatchedFact, next_hit: Hit | None) -> Hit:
    """Return the hit of a fact; it takes score and time of the hit that it precedes, if there is one."""
    base = next_hit or Hit(id=fact.id, kind="fact", text="", score=fact_relevance(fact), at=from_microseconds(fact.at))
    return replace(
        base,
        id=fact.id,
        kind="fact",
        text=fact.dated_text,
        sources=fact.sources,
        speaker=fact.speaker,
        speaker_name=fact.speaker_name,
        role=None,
        instructs=False,
        subject=fact.subject,
    )
