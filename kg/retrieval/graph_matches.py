"""Facts and entities of the graph that match a question, and their insertion among the hits of a search."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kg.knowledge import build_entity_record
from kg.language import STOP_WORDS, name_key
from kg.types import Entity, Hit

# Maximum number of words of a name, and of a question that are searched for names.
_MAX_NAME_WORDS, _MAX_QUESTION_WORDS = 4, 64
_WORD = re.compile(r"[^\s,;:!?()\[\]{}\"]+")
# Minimum cosine of a matching fact. Among facts about the right subject, wrong ones have around .35, right ones around .6.
_MIN_COSINE = 0.45
# Maximum difference to the cosine of the best fact.
_MAX_COSINE_GAP = 0.12
# Minimum cosine of a fact that answers the question directly.
_ANSWER_COSINE = 0.7
# At most one fact per this many hits, so that events are not displaced.
_HITS_PER_FACT = 3


@dataclass(frozen=True)
class MatchedFact:
    """A fact that may answer the question.

    Attributes:
        id: id of the fact.
        text: the fact as a sentence.
        subject: id of the subject.
        object: id of the object; None where that is a value.
        predicate: its predicate, as lives_in.
        strength: its strength, which grows with repetition.
        at: time it was last said, in microseconds since 1970.
        valid_from: start of the validity interval, as ISO text.
        valid_to: end of the validity interval, as ISO text.
        cosine: cosine to the question; None without vectors.
        by_words: whether full text found it.
        speaker: account of the last speaker that asserted it, as platform:id; None where it has none.
        speaker_name: the name that this speaker gave.
        status: current, claimed or contested.
        audience: who may read it.
        sources: ids of supporting events, newest first.
        replaced: ids of events that support the facts it superseded.
    """

    id: str
    text: str
    subject: str
    object: str | None
    predicate: str
    strength: float
    at: int
    valid_from: str | None
    valid_to: str | None
    cosine: float | None
    by_words: bool
    speaker: str | None
    speaker_name: str | None
    status: str
    audience: str
    sources: tuple[str, ...]
    replaced: tuple[str, ...]

    @property
    def is_claimed(self) -> bool:
        """Whether it is only claimed and not believed."""
        return self.status in {"claimed", "contested"}

    @property
    def dated_text(self) -> str:
        """The sentence with its validity interval, where that is matches."""
        since = f" since {self.valid_from[:10]}" if self.valid_from else ""
        until = f" until {self.valid_to[:10]}" if self.valid_to else ""
        return f"{self.text[:-1]} ({(since + until).strip()})." if since or until else self.text


_COPIED_FIELDS = tuple(
    name for name in MatchedFact.__dataclass_fields__ if name not in {"speaker", "speaker_name", "sources", "replaced"}
)
_NO_SOURCE = (None, None)


@dataclass(frozen=True)
class GraphMatches:
    """What one round trip found in addition to the candidates.

    Attributes:
        facts: facts that match the question or are about its entities; unordered.
        entities: entities that the question names, longest name first, and persons that it is about without naming them.
        attributions: id of a fact among the candidates → its subject, and account and name of the last who asserted it.
        model: name and dimension of the scope's embedding model; None for an empty scope.
        is_reembedding: whether the scope's vectors are being replaced by those of a new model.
    """

    facts: tuple[MatchedFact, ...] = ()
    entities: tuple[Entity, ...] = ()
    attributions: Mapping[str, tuple[str, str | None, str | None]] = field(default_factory=dict)
    model: tuple[str, int] | None = None
    is_reembedding: bool = False


def extract_name_keys(text: str) -> list[str]:
    """Return the normalised word sequences of a text that may name an entity, longest first, without stop words."""
    words = _WORD.findall(text)[:_MAX_QUESTION_WORDS]
    found: dict[str, None] = {}
    for length in range(min(_MAX_NAME_WORDS, len(words)), 0, -1):
        for start in range(len(words) - length + 1):
            run = words[start : start + length]
            key = name_key(" ".join(run))
            if len(key) > 1 and not (length == 1 and key in STOP_WORDS):
                found.setdefault(key)
    return list(found)


def parse_graph_matches(row: Mapping[str, Any]) -> GraphMatches:
    """Parse the facts and entities of a row of `retrieval/candidates`."""
    facts = [
        MatchedFact(
            **{name: each[name] for name in _COPIED_FIELDS},
            speaker=(each["source"] or _NO_SOURCE)[0],
            speaker_name=(each["source"] or _NO_SOURCE)[1],
            sources=tuple(each["sources"]),
            replaced=tuple(each["replaced"]),
        )
        for each in row["facts"]
    ]
    # A reader of both a private and a shared version of a fact gets it once.
    once = {(fact.text, fact.is_claimed): fact for fact in sorted(facts, key=lambda fact: fact.audience == "shared")}
    name, dimension, coming = row["model"] or (None, 0, None)
    return GraphMatches(
        tuple(once.values()),
        tuple(_select_entities(row["entities"])),
        {each["id"]: (each["subject"], *(each["source"] or _NO_SOURCE)) for each in row["attributions"]},
        None if name is None else (name, dimension),
        is_reembedding=name is not None and name == coming,
    )


def _select_entities(rows: Sequence[Mapping[str, Any]]) -> list[Entity]:
    """Return the entities with the longest names; a word inside a longer matched name does not match separately."""
    taken: list[str] = []
    found: dict[str, Entity] = {}
    for each in sorted(rows, key=lambda one: (-len(one["key"] or ""), -(one["mention_count"] or 0), one["id"])):
        key = each["key"]
        if key is not None and any(key != longer and f" {key} " in f" {longer} " for longer in taken):
            continue
        if key is not None:
            taken.append(key)
        found.setdefault(each["id"], build_entity_record(each))
    return list(found.values())


def rank_matching_facts(matches: GraphMatches) -> list[MatchedFact]:
    """Return the facts that match the question, best first: by cosine, or without vectors by common words.

    Claimed facts are left out.
    """
    facts = [fact for fact in matches.facts if not fact.is_claimed]
    least = max([_MIN_COSINE, *(fact.cosine - _MAX_COSINE_GAP for fact in facts if fact.cosine is not None)])
    fits = [fact for fact in facts if (fact.cosine is None and fact.by_words) or (fact.cosine or 0) >= least]
    return sorted(fits, key=lambda fact: (-(fact.cosine or 0), -fact.strength, -fact.at, fact.id))


def select_context_facts(matches: GraphMatches, most: int = 40) -> list[MatchedFact]:
    """Return facts for a context: matching facts, then other facts about the named entities, then claimed facts."""
    first = rank_matching_facts(matches)
    about = {entity.id for entity in matches.entities}
    rest = [fact for fact in matches.facts if fact not in first and ({fact.subject, fact.object} & about)]
    disputed = [fact for fact in matches.facts if fact.status == "contested" and fact not in rest]
    rest += disputed
    rest.sort(key=lambda fact: (fact.is_claimed, -(fact.cosine or 0), -fact.strength, -fact.at, fact.id))
    return [*first, *rest][:most]


def insert_facts(hits: Sequence[Hit], matches: GraphMatches, limit: int) -> list[Hit]:
    """Insert matching facts among the hits: each before the first event that supports it, or that supports what it superseded.

    A fact that answers the question directly comes first. So a current fact precedes what it replaced, and an answer precedes the
    long message that it was extracted from. The order of the events does not change.

    Args:
        hits: hits of events, best first.
        matches: the graph matches of the same trip.
        limit: maximum number of hits.
    """
    order = {hit.id: position for position, hit in enumerate(hits)}
    insertions: list[tuple[int, int, Hit]] = []
    for rank, fact in enumerate(rank_matching_facts(matches)):
        positions = [order[event] for event in (*fact.sources, *fact.replaced) if event in order]
        if positions and min(positions) < limit and len(insertions) < max(1, limit // _HITS_PER_FACT):
            position = 0 if (fact.cosine or 0) >= _ANSWER_COSINE else min(positions)
            next_hit = hits[position]
            hit = replace(
                next_hit,
                id=fact.id,
                kind="fact",
                text=fact.dated_text,
                sources=fact.sources,
                speaker=fact.speaker,
                speaker_name=fact.speaker_name,
                role=None,
                subject=fact.subject,
            )
            insertions.append((position, rank, hit))
    merged = list(hits)
    for position, _, hit in sorted(insertions, key=lambda each: (-each[0], -each[1])):
        merged.insert(position, hit)
    return merged[:limit]
