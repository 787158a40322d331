"""The rank of facts: which of them match a question, which are shown in a context, and where they stand among the hits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from kg.language import extract_keywords
from kg.retrieval.candidates import from_microseconds
from kg.retrieval.graph_matches import CONTEXT_RELEVANCE, GraphMatches, MatchedFact
from kg.types import Hit

# Least relevance of a fact among the hits of a search, and of one that comes first.
_LEAST_RELEVANCE, _ANSWER_RELEVANCE = 0.1, 0.5
# Minimum cosine of a fact that superseded what a hit says.
_SUCCESSOR_COSINE = 0.1
# At most one fact per this many hits, so that events are not displaced.
_HITS_PER_FACT = 3
# Number of facts about the named entities for "who is Ann?" and "what does Ann like?".
_FACTS_ABOUT_ENTITIES = 12
# Share of common words from which two facts say the same.
_SAME_SHARE = 0.6


def rank_matching_facts(matches: GraphMatches) -> list[MatchedFact]:
    """Return the facts that match the question, the most relevant first, each statement once. Claimed facts are left out."""
    return _without_repetitions(
        fact for fact in matches.facts_by_relevance if not fact.is_claimed and fact.relevance >= _LEAST_RELEVANCE
    )


def best_fact_relevance(matches: GraphMatches) -> float:
    """Return the probability that the best matching fact answers the question; 0 if there is none."""
    best = max((fact.relevance for fact in matches.facts_by_relevance if not fact.is_claimed), default=0.0)
    return best if best >= _LEAST_RELEVANCE else 0.0


def best_kept_relevance(matches: GraphMatches) -> float:
    """Return the probability that the best fact that was added by hand answers the question; 0 if there is none."""
    kept = [fact for fact in matches.facts_by_relevance if not fact.is_claimed and not fact.said]
    best = max((fact.relevance for fact in kept), default=0.0)
    return best if best >= _LEAST_RELEVANCE else 0.0


def select_context_facts(matches: GraphMatches, most: int = 40) -> list[MatchedFact]:
    """Return facts for a context, each statement once: relevant facts, then relevant claims.

    The facts about named entities that are most worth noting are relevant if the message asks for their predicate, or for nothing
    else than these entities.

    Args:
        matches: the facts and entities that match the message.
        most: maximum number of facts.
    """
    relevant = [fact for fact in matches.facts_by_relevance if fact.relevance >= CONTEXT_RELEVANCE]
    named = {entity.id for entity in matches.entities}
    asked = [
        fact
        for fact in matches.facts
        if named & {fact.subject, fact.object}
        and not fact.is_claimed
        and (matches.asks_about_entities or fact.predicate in matches.asked_predicates)
    ]
    asked.sort(key=lambda fact: (fact.is_past, -fact.worth, -fact.strength, -fact.at, fact.id))
    relevant += [fact for fact in asked if fact not in relevant][:_FACTS_ABOUT_ENTITIES]
    return sorted(_without_repetitions(relevant), key=lambda fact: fact.is_claimed)[:most]


def _without_repetitions(facts: Iterable[MatchedFact]) -> list[MatchedFact]:
    """Return facts without those that say nearly the same of a subject, and of the same time, as one before them."""
    kept: list[MatchedFact] = []
    said: dict[tuple[str, bool, str | None], list[frozenset[str]]] = {}
    for fact in facts:
        words = frozenset(extract_keywords(fact.text))
        before = said.setdefault((fact.subject, fact.is_claimed, fact.valid_to), [])
        if not any(len(words & each) >= _SAME_SHARE * len(words | each) for each in before):
            before.append(words)
            kept.append(fact)
    return kept


def insert_facts(hits: Sequence[Hit], matches: GraphMatches, limit: int) -> list[Hit]:
    """Insert matching facts among the hits: each before the first event that supports it, or that supports what it superseded.

    A fact that probably answers the question comes first, and one without such an event where its relevance puts it. So a current
    fact precedes what it replaced, and an answer precedes the long message that it was extracted from. The order of the events
    does not change.

    Args:
        hits: hits of events, best first.
        matches: the graph matches of the same trip.
        limit: maximum number of hits.
    """
    order = {hit.id: position for position, hit in enumerate(hits)}
    insertions: list[tuple[int, int, Hit]] = []
    matching = rank_matching_facts(matches)
    # A question about the past gets a past fact after the current one also where few hits are asked for.
    most = max(2 if any(fact.is_past for fact in matching) else 1, limit // _HITS_PER_FACT)
    positions: dict[str, int] = {}
    for rank, fact in enumerate([*matching, *_successors(hits[:limit], matches, matching)]):
        if len(insertions) >= most:
            break
        # Not before what took its place.
        newer = [positions[each.id] for each in matching if each.id in positions and fact.id in each.supersedes]
        position = max([_find_position(fact, hits, order), *newer])
        positions[fact.id] = position
        if position < limit:
            insertions.append((position, rank, _to_hit(fact, hits[position] if position < len(hits) else None)))
    merged = list(hits)
    for position, _, hit in sorted(insertions, key=lambda each: (-each[0], -each[1])):
        merged.insert(position, hit)
    return merged[:limit]


def _successors(hits: Sequence[Hit], matches: GraphMatches, matching: Sequence[MatchedFact]) -> list[MatchedFact]:
    """Return the facts that superseded what hits say: of each hit the one that is closest to the question.

    A short question such as "where do I live?" is far from the sentence of every fact, but close to the old message.
    """
    known = {fact.id for fact in matching}
    found: dict[str, MatchedFact] = {}
    for hit in hits:
        replacing = [
            fact for fact in matches.facts if hit.id in fact.replaced and not fact.is_claimed and not fact.is_past
        ]
        best = max(replacing, key=lambda fact: (fact.relevance, fact.cosine or 0, fact.id), default=None)
        if best is not None and best.id not in known and (best.cosine or 0) >= _SUCCESSOR_COSINE:
            found.setdefault(best.id, best)
    return list(found.values())


def _find_position(fact: MatchedFact, hits: Sequence[Hit], order: dict[str, int]) -> int:
    if fact.relevance >= _ANSWER_RELEVANCE:
        return 0
    positions = [order[event] for event in (*fact.sources, *fact.replaced) if event in order]
    return min(positions) if positions else sum(hit.score > fact.relevance for hit in hits)


def _to_hit(fact: MatchedFact, next_hit: Hit | None) -> Hit:
    """Return the hit of a fact, with the time when it was last said, and at least the score of the hit that it precedes."""
    at = from_microseconds(fact.at)
    base = next_hit or Hit(id=fact.id, kind="fact", text="", score=fact.relevance, at=at)
    return replace(
        base,
        id=fact.id,
        kind="fact",
        text=fact.dated_text,
        at=at,
        score=max(base.score, fact.relevance),
        sources=fact.sources,
        speaker=fact.speaker,
        speaker_name=fact.speaker_name,
        role=None,
        instructs=False,
        subject=fact.subject,
    )
