"""Extractive summaries without a language model: fact sentences first, then quotations. Pure functions.

Sentences are scored by their similarity to the centroid of the messages (Radev et al., Centroid-based summarization, 2004), by
their content and position, and selected by maximal marginal relevance (Carbonell and Goldstein, SIGIR 1998).
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kg.knowledge import format_fact_sentence, get_predicate
from kg.language import extract_keywords, split_sentences
from kg.types import SummarySentence

EXTRACTIVE_VERSION = "extractive/1"
"""Name and version of this writer, stored with each summary."""
_MAX_WORDS, _MIN_WORDS = 48, 3
_DUPLICATE_COSINE, _DUPLICATE_JACCARD = 0.85, 0.6
_RELEVANCE = 0.7
_FACT_WORDS, _FACTS = 32, 5
_LETTERS = 0.7
_QUOTED = re.compile(r".{1,80} \(\d{4}-\d\d-\d\d\): ")

# Rewrites first-person pronouns in the object of a fact to the third person.
_THIRD_PERSON = {"my": "their", "our": "their", "me": "them", "us": "them", "myself": "themselves"}
_FIRST_PERSON_OBJECT = re.compile(r"\b(?:my|our|me|us|myself)\b", re.IGNORECASE)

_FIRST_PERSON = re.compile(r"\b(?:i|i'm|i've|i'll|i'd|my|mine|me|we|we're|we've|our|us)\b", re.IGNORECASE)
_SECOND_PERSON = re.compile(r"\b(?:you|you're|you've|you'll|your|yours|u)\b", re.IGNORECASE)
# Sentences that begin so depend on the previous sentence.
_DEPENDENT = re.compile(r"(?:it|this|that|these|those|they|he|she|there|so|but|and|plus|also)\b", re.IGNORECASE)
# Dates and numbers are what questions ask for later.
_DATED = re.compile(
    r"\d|\b(?:yesterday|today|tomorrow|tonight|ago|last|next|weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    re.IGNORECASE,
)
_NAMED = re.compile(r"(?<=[^.!?\s] )[A-Z][a-z]+")
# Courtesies without content.
_COURTESY = re.compile(
    r"(?:hi|hey|hello|thanks|thank you|thx|wow|whoa|congrats|congratulations|good (?:luck|morning|evening|night|job)|"
    r"well done|take care|bye|goodbye|see you|talk (?:to you )?(?:soon|later)|sounds|that(?:'s| is| sounds)|glad|nice|"
    r"cool|great|awesome|amazing|sorry|ye(?:s|ah|p)|no problem|sure|okay|ok|of course|absolutely|definitely|haha|lol|"
    r"you're welcome|have (?:a|fun)|happy (?:to|for)|i hope|hope|let me know|keep (?:it )?up|feel free|let's|good to)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class SummaryFact:
    """A fact as a summary states it.

    Attributes:
        id: the fact's id.
        subject: name of its subject.
        predicate: its predicate, as lives_in.
        object: name of its object, or a value.
        polarity: False for a negated fact.
        since: as "2025-05", or "".
        sources: ids of the events that support it.
        sentence: the fact's own sentence, if its predicate is open; "" otherwise.
    """

    id: str
    subject: str
    predicate: str
    object: str
    polarity: bool = True
    since: str = ""
    sources: tuple[str, ...] = ()
    sentence: str = ""


@dataclass(frozen=True)
class QuotableMessage:
    """A message that a summary may quote.

    Attributes:
        id: the event's id.
        speaker: name of the speaker.
        text: text of the message.
        at: time of the message.
        is_by_subject: whether the speaker is the subject of the summary.
    """

    id: str
    speaker: str
    text: str
    at: dt.datetime
    is_by_subject: bool = False


@dataclass(frozen=True)
class _Quote:
    """The best sentence of a message, with its keywords and score."""

    text: str
    words: frozenset[str]
    said: QuotableMessage
    score: float


def write_fact_sentences(facts: Sequence[SummaryFact], most: int) -> list[SummarySentence]:
    """Write facts as sentences; facts of one subject share a sentence, objects of one predicate a list.

    Args:
        facts: the most important first.
        most: maximum number of sentences.
    """
    subjects: dict[str, list[SummaryFact]] = {}
    for fact in facts:
        subjects.setdefault(fact.subject, []).append(fact)
    groups = [group for each in subjects.values() for group in _split_group(each)]
    # The first sentence of each subject precedes the second sentence of any.
    turns = sorted(
        enumerate(groups), key=lambda each: sum(g[0].subject == each[1][0].subject for g in groups[: each[0]])
    )
    return [_as_sentence(group) for _, group in turns[:most]]


def _split_group(facts: Sequence[SummaryFact]) -> list[list[SummaryFact]]:
    groups: list[list[SummaryFact]] = [[]]
    for fact in facts:
        words = sum(len(one.object.split()) + 2 for one in groups[-1])
        if len(groups[-1]) >= _FACTS or (groups[-1] and words + len(fact.object.split()) > _FACT_WORDS):
            groups.append([])
        groups[-1].append(fact)
    return groups


def _as_sentence(facts: Sequence[SummaryFact]) -> SummarySentence:
    clauses: dict[tuple[str, bool, str], list[SummaryFact]] = {}
    for fact in facts:
        # A favourite states its category and gets a clause of its own, and so does an observation.
        alone = fact.sentence or (fact.object if fact.predicate == "favourite" else "")
        clauses.setdefault((fact.predicate, fact.polarity, alone), []).append(fact)
    subject = facts[0].subject
    parts: list[str] = []
    for (name, polarity, _), group in clauses.items():
        if group[0].sentence:
            parts.append(group[0].sentence.removesuffix(".").removeprefix(f"{subject} " if parts else ""))
            continue
        objects = _join_list([f"{each.object} ({each.since})" if each.since else each.object for each in group])
        clause = format_fact_sentence(get_predicate(name), subject, objects, polarity=polarity)[:-1]
        parts.append(clause.removeprefix(f"{subject} ") if parts else clause)
    sources = [name for fact in facts for name in (fact.id, *fact.sources)]
    return SummarySentence("; ".join(parts) + ".", tuple(dict.fromkeys(sources)))


def _join_list(objects: Iterable[str]) -> str:
    *some, last = dict.fromkeys(objects)
    listed = f"{', '.join(some)} and {last}" if some else last
    return _FIRST_PERSON_OBJECT.sub(lambda found: _THIRD_PERSON[found[0].lower()], listed)


def select_quotes(
    messages: Sequence[QuotableMessage],
    vectors: NDArray[np.float32],
    *,
    most: int,
    names: Sequence[str] = (),
    facts: Sequence[SummaryFact] = (),
) -> list[SummarySentence]:
    """Select the most informative, least redundant sentences, each with speaker and date, oldest first.

    At most one sentence per message; its similarity to the centroid and to other sentences is that of its message. Sentences that
    only repeat a fact, greetings, questions and centrality-duplicates are left out.

    Args:
        messages: the messages, in any order.
        vectors: (messages, dimension), of unit length; zeros for a message without a vector.
        most: maximum number of sentences.
        names: names of the summary's subject; sentences that name it, or in which it speaks of itself, are preferred.
        facts: facts that the summary already states.
    """
    if not messages or most <= 0:
        return []
    centrality = vectors @ _unit(vectors.sum(axis=0))
    stated: dict[str, list[set[str]]] = {}
    for fact in facts:
        for source in fact.sources:
            stated.setdefault(source, []).append(set(extract_keywords(fact.object)))
    found = [(index, _best_quote(one, names, stated.get(one.id, ()))) for index, one in enumerate(messages)]
    remaining = [(index, quote) for index, quote in found if quote is not None]
    chosen: list[tuple[int, _Quote]] = []
    while remaining and len(chosen) < most:
        best = max(remaining, key=lambda each: (_marginal(each, centrality, vectors, chosen), -each[0]))
        chosen.append(best)
        remaining = [each for each in remaining if not _repeats(each, best, vectors)]
    return [_to_sentence(quote) for _, quote in sorted(chosen, key=lambda each: (each[1].said.at, each[1].said.id))]


def _marginal(
    each: tuple[int, _Quote],
    centrality: NDArray[np.float32],
    vectors: NDArray[np.float32],
    chosen: Sequence[tuple[int, _Quote]],
) -> float:
    index, quote = each
    likeness = max((float(vectors[index] @ vectors[other]) for other, _ in chosen), default=0.0)
    return _RELEVANCE * (0.5 * float(centrality[index]) + quote.score) - (1 - _RELEVANCE) * likeness


def _repeats(each: tuple[int, _Quote], other: tuple[int, _Quote], vectors: NDArray[np.float32]) -> bool:
    same = float(vectors[each[0]] @ vectors[other[0]]) >= _DUPLICATE_COSINE
    return each[0] == other[0] or same or _is_duplicate(each[1].words, other[1].words)


def _best_quote(said: QuotableMessage, names: Sequence[str], stated: Sequence[set[str]]) -> _Quote | None:
    best: _Quote | None = None
    for index, (start, end) in enumerate(split_sentences(said.text)):
        text = " ".join(said.text[start:end].split())
        words = frozenset(extract_keywords(text))
        if not _is_quotable(text, words):
            continue
        score = _score(text, words, said, names) - 0.02 * index
        if any(objects <= words for objects in stated):
            score -= 0.3
        if best is None or score > best.score:
            best = _Quote(text, words, said, score)
    return best


def _score(text: str, words: frozenset[str], said: QuotableMessage, names: Sequence[str]) -> float:
    first, second = _FIRST_PERSON.search(text) is not None, _SECOND_PERSON.search(text) is not None
    score = 0.3 * min(1.0, len(words) / 10) + (0.15 if first else -0.2 if second else 0.0)
    score += 0.1 * (_DATED.search(text) is not None) + 0.1 * (_NAMED.search(text) is not None)
    score -= 0.2 * (_COURTESY.match(text) is not None) + 0.15 * (_DEPENDENT.match(text) is not None)
    if names:
        score += 0.25 if (first and said.is_by_subject) or any(_mentions(name, text) for name in names) else -0.25
    return score


def _mentions(name: str, text: str) -> bool:
    """Whether a sentence mentions a name other than as a form of address: "way to go, Ann!" says nothing about Ann."""
    address = rf"(?:^|[,;!.…-] *){re.escape(name)} *(?:[,;!.?…]|$)"
    return bool(re.search(rf"\b{re.escape(name)}\b", re.sub(address, " ", text, flags=re.IGNORECASE), re.IGNORECASE))


def _is_quotable(text: str, words: frozenset[str]) -> bool:
    """Whether a sentence can be quoted in a summary: it is neither a question, a courtesy nor code."""
    if text.endswith(("?", ":")) or len(words) < _MIN_WORDS or len(text.split()) > _MAX_WORDS:
        return False
    if _COURTESY.match(text) and len(words) < 6:
        return False
    return sum(mark.isalpha() or mark == " " for mark in text) >= _LETTERS * len(text)


def _is_duplicate(some: frozenset[str], others: frozenset[str]) -> bool:
    return len(some & others) >= _DUPLICATE_JACCARD * max(1, len(some | others))


def _to_sentence(quote: _Quote) -> SummarySentence:
    text = quote.text if quote.text[-1:] in ".!…\"'”’)" else f"{quote.text}."
    return SummarySentence(f"{quote.said.speaker} ({quote.said.at:%Y-%m-%d}): {text}", (quote.said.id,))


def merge_child_sentences(children: Sequence[Sequence[SummarySentence]], *, most: int) -> list[SummarySentence]:
    """Merge the sentences of a branch's children, round-robin, without duplicates.

    Fact sentences precede quotations.

    Args:
        children: the sentences of each child, the most important child first.
        most: maximum number of sentences.
    """
    chosen: list[SummarySentence] = []
    for index in range(max((len(child) for child in children), default=0)):
        for child in children:
            if (
                index < len(child)
                and len(chosen) < most
                and not any(_repeats_sentence(other, child[index]) for other in chosen)
            ):
                chosen.append(child[index])
    return sorted(chosen, key=lambda one: _QUOTED.match(one.text) is not None)


def _repeats_sentence(one: SummarySentence, other: SummarySentence) -> bool:
    """Whether one sentence repeats the other."""
    return set(other.sources) <= set(one.sources) or _is_duplicate(
        frozenset(extract_keywords(one.text)), frozenset(extract_keywords(other.text))
    )


def summary_confidence(mentions: int, facts: int) -> float:
    """Return a summary's confidence: .4 + .4·min(1, mentions/20) + .2·min(1, facts/5), at most .95; .2 without mentions."""
    if mentions <= 0:
        return 0.2
    return round(min(0.95, 0.4 + 0.4 * min(1.0, mentions / 20) + 0.2 * min(1.0, facts / 5)), 3)


def _unit(vector: NDArray[np.float32]) -> NDArray[np.float32]:
    length = float(np.linalg.norm(vector))
    return vector / length if length else vector
