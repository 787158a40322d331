"""The relevance of facts and notes: the probability that one answers a question, on the scale of the scores of messages."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np

from kg.knowledge import PREDICATES
from kg.language import extract_keywords
from kg.probabilities import log_odds
from kg.retrieval.asked_predicates import find_asked_predicates
from kg.retrieval.candidates import Candidates
from kg.retrieval.graph_matches import GraphMatches, MatchedFact
from kg.retrieval.question import Question
from kg.retrieval.ranking import Ranking, promote_newer_statements
from kg.retrieval.relevance import load_weights

FACT_SIGNALS = ("cosine", "common", "unrelated", "worth", "message", "score", "rank", "share")
"""The inputs of the logistic regression for facts with events, see `rate_facts`."""
LONE_FACT_SIGNALS = FACT_SIGNALS[:5]
"""The inputs for facts that no message supports, those added by hand, and for memories other than messages."""
MANY_MESSAGES = 20
"""Number of messages from which the learnt ranking alone gives their scores."""

_COSINE_WITHOUT_WORDS, _COSINE_OF_ALL_WORDS = 0.25, 0.4
_UNDECIDED = 0.5
# Number of notes whose words count for the relevance of a message.
_READ_NOTES = 3
_LEAST_SCORE, _MOST_RANK = 1e-4, 100
_MOST_COMMON_WORDS = 4
# Number of words asked for that a sentence of a summary needs, and number of words up to which one is enough.
_FITTING_WORDS, _FEW_WORDS = 2, 2
# Log-odds that a note or a fact added by hand has more than a statement in passing: it was kept on purpose. Chosen by hand.
_KEPT_ODDS = 1.0
# Log-odds that a note of an episode has: its messages say the same better. Chosen by hand.
_EPISODE_ODDS = -1.0
# Log-odds that such a memory answers if it has every word asked for. Chosen by hand.
_COMPLETE_ODDS = 1.0
_SUFFIX, _STEM_CHARS = re.compile(r"(?<=\w{3})(?:ies|ing|ed|es|s|e|y)$"), 6
# Share of the relevance that a fact about others keeps, where the same is known of whom the question asks. Chosen by hand.
_OF_OTHERS = 0.5
# Share of a relevance from which another counts as as high.
_AS_RELEVANT = 0.8
# Keywords of questions that ask for all that is known.
_ASKING_WORDS = frozenset(
    ("about", "anything", "describe", "everything", "know", "known", "remember", "remind", "say", "show", "summarise",
     "summarize", "summary", "tell", "think")
)  # fmt: skip


@dataclass(frozen=True)
class AskedWords:
    """What a question asks for, apart from the entities that it names.

    Attributes:
        words: its keywords that belong to no named entity, without those that only ask, as "tell".
        about: ids of the named entities, and of the person who asks.
        message: the probability that the scope holds anything for the question; undecided before it is known.
        subjects: ids of the named entities, and of the person who asks where the question is in the first person.
        names: the words of the names of the named entities.
        wants_many: whether it asks for an order or a summary rather than for one thing.
    """

    words: frozenset[str]
    about: frozenset[str]
    message: float = _UNDECIDED
    subjects: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    wants_many: bool = False

    @classmethod
    def parse(cls, question: Question, matches: GraphMatches) -> AskedWords:
        """Return what a question asks for, given the entities that it names."""
        words = {
            entity.id: frozenset().union(*map(_keywords, (entity.name, *entity.aliases))) for entity in matches.entities
        }
        asked = _keywords(question.text)
        about, named = frozenset(words), frozenset(each for each, names in words.items() if names & asked)
        return cls(
            asked.difference(*words.values()) - _ASKING_WORDS,
            about,
            subjects=about if question.is_first_person else named,
            names=frozenset().union(*(words[each] for each in named)),
            wants_many=question.asks_for_overview,
        )

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(map(_stem, self.words))

    def with_message(self, relevance: float) -> AskedWords:
        """Return the same with the relevance of the message."""
        return replace(self, message=relevance)

    def common_words(self, text: str) -> float:
        """Return how many of the words a text has, up to four; word forms count as the same."""
        common = self._stems & stem_keywords(text)
        return float(min(_MOST_COMMON_WORDS, len(common)))

    def select_sentences(self, sentences: Sequence[str], name: str) -> list[str]:
        """Return the sentences about a subject that have a word asked for, or two of three and more words.

        If only the subject is asked about, these are all.

        Args:
            sentences: the sentences.
            name: the name of the subject, whose words every sentence has or implies.
        """
        words = self._stems - stem_keywords(name)
        if not words:
            return list(sentences) if self.about or self.words else []
        least = 1 if len(words) <= _FEW_WORDS else _FITTING_WORDS
        return [sentence for sentence in sentences if len(words & stem_keywords(sentence)) >= least]

    def correct_cosine(self, cosine: float, common: float) -> float:
        """Return the cosine of a text, or what to expect of it if it has all of the words, or no vector (nan)."""
        share = common / max(1, len(self.words))
        expected = _COSINE_WITHOUT_WORDS + _COSINE_OF_ALL_WORDS * share
        return float(np.fmax(cosine, expected)) if share == 1 or math.isnan(cosine) else cosine


NOTHING_ASKED = AskedWords(frozenset(), frozenset())
"""What a text without words asks for."""


def rate_facts(
    matches: GraphMatches, asked: AskedWords, events: Sequence[str], scores: Sequence[float]
) -> GraphMatches:
    """Return the matches with the signals and the relevance of each fact.

    The signals are the cosine to the question; the number of the question's words in the fact, without those of named entities;
    whether the question names entities and the fact is about none of them; its worth; the relevance of the message; and, if
    messages support it, of the best of these the logarithm of the probability that it answers, of its rank, and its share of the
    probability of the first event.

    Args:
        matches: the facts and entities that match.
        asked: what the question asks for.
        events: ids of the ranked events, best first.
        scores: the probability of each that it answers.
    """
    places = {event: place for place, event in enumerate(events)}
    rated = []
    for fact in matches.facts:
        place = min((places[event] for event in fact.sources if event in places), default=None)
        signals = _own_signals(fact, asked)
        if fact.sources and fact.said:
            signals += _event_signals(place, scores)
        rated.append(fact.with_relevance(signals, estimate_relevance(signals)))
    return replace(
        matches,
        facts=tuple(_prefer_subjects(rated, asked.subjects)),
        asks_about_entities=bool(asked.about) and not asked.words,
        asked_predicates=find_asked_predicates(asked.words),
    )


def _prefer_subjects(facts: Sequence[MatchedFact], subjects: frozenset[str]) -> list[MatchedFact]:
    """Return the facts, those about whom the question asks before those of the same predicate about others.

    Where Ann lives does not answer where Bob does. This is only so of predicates that have one value: those of others differ by
    what the question asks.
    """
    about = {
        fact.predicate for fact in facts
        if {fact.subject, fact.object} & subjects and not fact.is_claimed and _is_single_valued(fact.predicate)
    }  # fmt: skip
    best = {name: max(fact.relevance for fact in facts if fact.predicate == name) for name in about}
    return [
        fact if fact.predicate not in about
        else replace(fact, relevance=best[fact.predicate]) if {fact.subject, fact.object} & subjects
        else replace(fact, relevance=fact.relevance * _OF_OTHERS)
        for fact in facts
    ]  # fmt: skip


def _is_single_valued(predicate: str) -> bool:
    known = PREDICATES.get(predicate)
    return known is not None and known.is_single_valued


def rate_memories(candidates: Candidates, asked: AskedWords) -> list[tuple[int, float]]:
    """Return the rows of memories other than messages, each with the probability that it answers, best first.

    They are rated as facts that were added by hand are: a note is no part of a conversation whose other messages could say more.

    Args:
        candidates: candidates of any kind but messages.
        asked: what the question asks for.
    """
    rated = _prefer_names(
        [(row, _rate_text(candidates, row, asked)) for row in range(len(candidates))], candidates, asked
    )
    return sorted(rated, key=lambda each: (-each[1], -(candidates.at[each[0]] or 0), candidates.id[each[0]]))


def _prefer_names(
    rated: Sequence[tuple[int, float]], candidates: Candidates, asked: AskedWords
) -> list[tuple[int, float]]:
    """Return the ratings; one that names no one whom the question names keeps a part where one that does is as relevant."""
    has_name = [bool(asked.names & _keywords(candidates.text[row])) for row, _ in rated]
    best = max((relevance for (_, relevance), named in zip(rated, has_name, strict=True) if named), default=0.0)
    return [
        (row, relevance if named or best < _AS_RELEVANT * relevance else relevance * _OF_OTHERS)
        for (row, relevance), named in zip(rated, has_name, strict=True)
    ]


def confirm_memory(relevance: float, text: str, asked: AskedWords) -> float:
    """Return the probability that a memory that is no message answers: its relevance, and more if it has every word asked for."""
    if not asked.words or asked.common_words(text) < min(_MOST_COMMON_WORDS, len(asked.words)):
        return relevance
    return 1 / (1 + math.exp(-log_odds(relevance) - _COMPLETE_ODDS))


def temper_ranking(ranking: Ranking, asked: AskedWords) -> Ranking:
    """Return the ranking of a few messages with scores that also depend on each message alone.

    The learnt ranking compares messages with each other, which says little where there are few: with one message, nothing. The
    log-odds are the mean of both, weighted by the number of messages, up to `MANY_MESSAGES`.
    """
    count, candidates = len(ranking), ranking.candidates
    if not 0 < count < MANY_MESSAGES:
        return ranking
    alone = [_rate_text(candidates, row, asked) for row in ranking.row]
    odds = [
        (count * log_odds(score) + (MANY_MESSAGES - count) * log_odds(each)) / MANY_MESSAGES
        for score, each in zip(ranking.score, alone, strict=True)
    ]
    texts = [candidates.text[row] for row in ranking.row]
    times = [candidates.at[row] for row in ranking.row]
    odds = promote_newer_statements(np.array(odds), texts, times, ranking.match.question.text).tolist()
    order = sorted(range(count), key=lambda place: (-odds[place], -(times[place] or 0)))
    return replace(
        ranking,
        row=[ranking.row[place] for place in order],
        score=[1 / (1 + math.exp(-odds[place])) for place in order],
        why=[
            {**ranking.why[place], "few": odds[place] - log_odds(ranking.score[place])}
            if place < len(ranking.why)
            else {}
            for place in order
        ],
        features=ranking.features[order],
    )


def _rate_text(candidates: Candidates, row: int, asked: AskedWords) -> float:
    cosine, common = candidates.meaning[row], asked.common_words(candidates.text[row])
    signals = (asked.correct_cosine(float(cosine), common), common, 0.0, 1.0, asked.message)
    return estimate_relevance(signals, _EPISODE_ODDS if candidates.of_episode[row] else _KEPT_ODDS)


def rate_lone(asked: AskedWords, others: Candidates, matches: GraphMatches) -> tuple[float, list[str]]:
    """Return the probability that a note or a fact added by hand answers, before the relevance of the message is known.

    Args:
        asked: what the question asks for.
        others: candidates of any kind but messages.
        matches: the facts that match.

    Returns:
        The probability of the best one, and the texts of the first.
    """
    notes = [(relevance, others.text[row]) for row, relevance in rate_memories(others, asked)]
    facts = [(estimate_relevance(_own_signals(fact, asked)), fact.text) for fact in matches.facts if not fact.said]
    rated = sorted([*notes, *facts], reverse=True)[:_READ_NOTES]
    return max((relevance for relevance, _ in rated), default=0.0), [text for _, text in rated]


def _own_signals(fact: MatchedFact, asked: AskedWords) -> tuple[float, ...]:
    common = asked.common_words(fact.text)
    return (
        asked.correct_cosine(math.nan if fact.cosine is None else fact.cosine, common),
        common,
        float(bool(asked.about) and not {fact.subject, fact.object} & asked.about),
        fact.worth,
        asked.message,
    )


def _event_signals(place: int | None, scores: Sequence[float]) -> tuple[float, ...]:
    """Return the signals of a fact's best event: at `place` of the ranking, None if it is not ranked."""
    score = max(_LEAST_SCORE, 0.0 if place is None else scores[place])
    rank = _MOST_RANK if place is None else min(place, _MOST_RANK)
    return (math.log(score), math.log2(1 + rank), score / max([_LEAST_SCORE, *scores[:1]]))


def estimate_relevance(signals: Sequence[float], lone_odds: float = _KEPT_ODDS) -> float:
    """Return the probability that a fact with these signals answers; `lone_odds` are added to those of a lone one."""
    is_lone = len(signals) == len(LONE_FACT_SIGNALS)
    weights: Mapping[str, float] = load_weights()["lone fact" if is_lone else "fact"]
    names = LONE_FACT_SIGNALS if is_lone else FACT_SIGNALS
    total = (
        weights["base"]
        + lone_odds * is_lone
        + sum(weights[name] * value for name, value in zip(names, signals, strict=True))
    )
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, total))))


# The same facts and names match many questions, so what is read from their texts is kept.
@lru_cache(maxsize=4096)
def stem_keywords(text: str) -> frozenset[str]:
    """Return the stems of the keywords of a text."""
    return frozenset(map(_stem, extract_keywords(text)))


def _stem(word: str) -> str:
    return _SUFFIX.sub("", word)[:_STEM_CHARS]


@lru_cache(maxsize=4096)
def _keywords(text: str) -> frozenset[str]:
    return frozenset(extract_keywords(text))
