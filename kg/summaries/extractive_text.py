"""A summary out of the words that are there: facts first, then the sentences that tell most and repeat least. Pure.

Sentences are scored by their nearness to the centre of what was said (Radev et al., Centroid-based summarization, 2004), by
what they are made of and by their place, and chosen by maximal marginal relevance (Carbonell and Goldstein, SIGIR 1998).
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kg.knowledge.predicates import predicate, sentence
from kg.language.keywords import keywords
from kg.language.sentences import sentences
from kg.types import Said

VERSION = "extractive/1"
"""Of how a summary is written here; kept with it."""
_MOST_WORDS, _FEWEST_WORDS = 48, 3
_SAME, _SAME_WORDS = 0.85, 0.6
_RELEVANCE = 0.7
_FACT_WORDS, _FACTS = 32, 5
_LETTERS = 0.7
_QUOTED = re.compile(r".{1,80} \(\d{4}-\d\d-\d\d\): ")

# Whoever speaks of themselves in a fact is spoken of here.
_OWN = {"my": "their", "our": "their", "me": "them", "us": "them", "myself": "themselves"}
_OWNED = re.compile(r"\b(?:my|our|me|us|myself)\b", re.IGNORECASE)

_FIRST = re.compile(r"\b(?:i|i'm|i've|i'll|i'd|my|mine|me|we|we're|we've|our|us)\b", re.IGNORECASE)
_SECOND = re.compile(r"\b(?:you|you're|you've|you'll|your|yours|u)\b", re.IGNORECASE)
# What cannot be understood without the sentence before.
_LEANING = re.compile(r"(?:it|this|that|these|those|they|he|she|there|so|but|and|plus|also)\b", re.IGNORECASE)
# What can be put into a calendar, or counted, is what people ask for later.
_PLACED = re.compile(
    r"\d|\b(?:yesterday|today|tomorrow|tonight|ago|last|next|weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    re.IGNORECASE,
)
_NAMED = re.compile(r"(?<=[^.!?\s] )[A-Z][a-z]+")
# What is said for the sake of saying something.
_COURTESY = re.compile(
    r"(?:hi|hey|hello|thanks|thank you|thx|wow|whoa|congrats|congratulations|good (?:luck|morning|evening|night|job)|"
    r"well done|take care|bye|goodbye|see you|talk (?:to you )?(?:soon|later)|sounds|that(?:'s| is| sounds)|glad|nice|"
    r"cool|great|awesome|amazing|sorry|ye(?:s|ah|p)|no problem|sure|okay|ok|of course|absolutely|definitely|haha|lol|"
    r"you're welcome|have (?:a|fun)|happy (?:to|for)|i hope|hope|let me know|keep (?:it )?up|feel free|let's|good to)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Told:
    """A fact, as a summary tells it.

    Attributes:
        id: the fact's id.
        subject: whom it is about, by name.
        predicate: as lives_in.
        object: the other end, by name, or a value.
        polarity: False where it says that it is not so.
        since: as "2025-05", or "".
        sources: ids of events that say so.
    """

    id: str
    subject: str
    predicate: str
    object: str
    polarity: bool = True
    since: str = ""
    sources: tuple[str, ...] = ()


@dataclass(frozen=True)
class Spoken:
    """A message that may be quoted.

    Attributes:
        id: the event's id.
        speaker: who said it, by name.
        text: what was said.
        at: when.
        own: whether who said it is whom the summary is about.
    """

    id: str
    speaker: str
    text: str
    at: dt.datetime
    own: bool = False


@dataclass(frozen=True)
class _Quote:
    """The sentence of a message that may be quoted: its text, its words, and what speaks for it."""

    text: str
    words: frozenset[str]
    said: Spoken
    score: float


def facts_told(facts: Sequence[Told], most: int) -> list[Said]:
    """Facts as sentences, those of one subject together, several objects of one predicate as a list; the first weigh most.

    Args:
        facts: the weightiest first.
        most: how many sentences at most.
    """
    subjects: dict[str, list[Told]] = {}
    for fact in facts:
        subjects.setdefault(fact.subject, []).append(fact)
    groups = [group for each in subjects.values() for group in _portions(each)]
    # Each subject has its word before one has its second.
    turns = sorted(
        enumerate(groups), key=lambda each: sum(g[0].subject == each[1][0].subject for g in groups[: each[0]])
    )
    return [_as_sentence(group) for _, group in turns[:most]]


def _portions(facts: Sequence[Told]) -> list[list[Told]]:
    portions: list[list[Told]] = [[]]
    for fact in facts:
        words = sum(len(one.object.split()) + 2 for one in portions[-1])
        if len(portions[-1]) >= _FACTS or (portions[-1] and words + len(fact.object.split()) > _FACT_WORDS):
            portions.append([])
        portions[-1].append(fact)
    return portions


def _as_sentence(facts: Sequence[Told]) -> Said:
    clauses: dict[tuple[str, bool, str], list[Told]] = {}
    for fact in facts:
        # A favourite tells what of, and stands alone.
        alone = fact.object if fact.predicate == "favourite" else ""
        clauses.setdefault((fact.predicate, fact.polarity, alone), []).append(fact)
    subject = facts[0].subject
    parts: list[str] = []
    for (name, polarity, _), group in clauses.items():
        objects = _listed([f"{each.object} ({each.since})" if each.since else each.object for each in group])
        clause = sentence(predicate(name), subject, objects, polarity=polarity)[:-1]
        parts.append(clause.removeprefix(f"{subject} ") if parts else clause)
    sources = [name for fact in facts for name in (fact.id, *fact.sources)]
    return Said("; ".join(parts) + ".", tuple(dict.fromkeys(sources)))


def _listed(objects: Iterable[str]) -> str:
    *some, last = dict.fromkeys(objects)
    listed = f"{', '.join(some)} and {last}" if some else last
    return _OWNED.sub(lambda found: _OWN[found[0].lower()], listed)


def quotes(
    messages: Sequence[Spoken],
    vectors: NDArray[np.float32],
    *,
    most: int,
    names: Sequence[str] = (),
    facts: Sequence[Told] = (),
) -> list[Said]:
    """The sentences that tell most and repeat least, as they were said, with who said it and when; oldest first.

    Of a message one sentence at most; its nearness to the centre, and to others, is its message's. Sentences that only say
    what a fact says, greetings, questions and near-duplicates are left out.

    Args:
        messages: in any order.
        vectors: (messages, dimension), of unit length; a message without one has noughts.
        most: how many at most.
        names: what the summary is about is called so: sentences that name it, or where it speaks of itself, are preferred.
        facts: what the summary says already.
    """
    if not messages or most <= 0:
        return []
    near = vectors @ _unit(vectors.sum(axis=0))
    known: dict[str, list[set[str]]] = {}
    for fact in facts:
        for source in fact.sources:
            known.setdefault(source, []).append(set(keywords(fact.object)))
    found = [(place, _quotable(one, names, known.get(one.id, ()))) for place, one in enumerate(messages)]
    open_ = [(place, quote) for place, quote in found if quote is not None]
    taken: list[tuple[int, _Quote]] = []
    while open_ and len(taken) < most:
        best = max(open_, key=lambda each: (_marginal(each, near, vectors, taken), -each[0]))
        taken.append(best)
        open_ = [each for each in open_ if not _repeats(each, best, vectors)]
    return [_as_said(quote) for _, quote in sorted(taken, key=lambda each: (each[1].said.at, each[1].said.id))]


def _marginal(
    each: tuple[int, _Quote],
    near: NDArray[np.float32],
    vectors: NDArray[np.float32],
    taken: Sequence[tuple[int, _Quote]],
) -> float:
    place, quote = each
    likeness = max((float(vectors[place] @ vectors[other]) for other, _ in taken), default=0.0)
    return _RELEVANCE * (0.5 * float(near[place]) + quote.score) - (1 - _RELEVANCE) * likeness


def _repeats(each: tuple[int, _Quote], other: tuple[int, _Quote], vectors: NDArray[np.float32]) -> bool:
    same = float(vectors[each[0]] @ vectors[other[0]]) >= _SAME
    return each[0] == other[0] or same or _alike(each[1].words, other[1].words)


def _quotable(said: Spoken, names: Sequence[str], known: Sequence[set[str]]) -> _Quote | None:
    best: _Quote | None = None
    for place, (start, end) in enumerate(sentences(said.text)):
        text = " ".join(said.text[start:end].split())
        words = frozenset(keywords(text))
        if not _states(text, words):
            continue
        score = _score(text, words, said, names) - 0.02 * place
        if any(objects <= words for objects in known):
            score -= 0.3
        if best is None or score > best.score:
            best = _Quote(text, words, said, score)
    return best


def _score(text: str, words: frozenset[str], said: Spoken, names: Sequence[str]) -> float:
    first, second = _FIRST.search(text) is not None, _SECOND.search(text) is not None
    score = 0.3 * min(1.0, len(words) / 10) + (0.15 if first else -0.2 if second else 0.0)
    score += 0.1 * (_PLACED.search(text) is not None) + 0.1 * (_NAMED.search(text) is not None)
    score -= 0.2 * (_COURTESY.match(text) is not None) + 0.15 * (_LEANING.match(text) is not None)
    if names:
        score += 0.25 if (first and said.own) or any(_told_of(name, text) for name in names) else -0.25
    return score


def _told_of(name: str, text: str) -> bool:
    """Whether a sentence names somebody, and does not merely call them: "way to go, Ann!" says nothing of Ann."""
    called = rf"(?:^|[,;!.…-] *){re.escape(name)} *(?:[,;!.?…]|$)"
    return bool(re.search(rf"\b{re.escape(name)}\b", re.sub(called, " ", text, flags=re.IGNORECASE), re.IGNORECASE))


def _states(text: str, words: frozenset[str]) -> bool:
    """Whether a sentence can stand in a summary: neither question nor courtesy, neither code nor a scrap of it."""
    if text.endswith(("?", ":")) or len(words) < _FEWEST_WORDS or len(text.split()) > _MOST_WORDS:
        return False
    if _COURTESY.match(text) and len(words) < 6:
        return False
    return sum(mark.isalpha() or mark == " " for mark in text) >= _LETTERS * len(text)


def _alike(some: frozenset[str], others: frozenset[str]) -> bool:
    return len(some & others) >= _SAME_WORDS * max(1, len(some | others))


def _as_said(quote: _Quote) -> Said:
    text = quote.text if quote.text[-1:] in ".!…\"'”’)" else f"{quote.text}."
    return Said(f"{quote.said.speaker} ({quote.said.at:%Y-%m-%d}): {text}", (quote.said.id,))


def gathered(children: Sequence[Sequence[Said]], *, most: int) -> list[Said]:
    """What a branch says: of each child in turn its first sentence, then its second; what repeats another is left out.

    Facts stand before what was said.

    Args:
        children: the sentences of each, the weightiest child first.
        most: how many sentences at most.
    """
    taken: list[Said] = []
    for place in range(max((len(child) for child in children), default=0)):
        for child in children:
            if place < len(child) and len(taken) < most and not any(_says(other, child[place]) for other in taken):
                taken.append(child[place])
    return sorted(taken, key=lambda one: _QUOTED.match(one.text) is not None)


def _says(one: Said, other: Said) -> bool:
    """Whether one sentence says what the other says."""
    return set(other.sources) <= set(one.sources) or _alike(
        frozenset(keywords(one.text)), frozenset(keywords(other.text))
    )


def confidence(mentions: int, facts: int) -> float:
    """How far a summary can be relied on: .4 + .4·min(1, mentions/20) + .2·min(1, facts/5), at most .95; no mention .2."""
    if mentions <= 0:
        return 0.2
    return round(min(0.95, 0.4 + 0.4 * min(1.0, mentions / 20) + 0.2 * min(1.0, facts / 5)), 3)


def _unit(vector: NDArray[np.float32]) -> NDArray[np.float32]:
    length = float(np.linalg.norm(vector))
    return vector / length if length else vector
