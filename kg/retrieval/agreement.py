"""Agreement of what was found with what a question asks: whom it is about, what it asks for, and each of its words.

A ranking measures how close messages are to a question. "What did Caroline bake?" is close to what Melanie baked, which is no
answer. These signals compare the leading messages and the facts with the persons that a question names, and with its other words.
`python -m training confidence` learns their weights.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kg.language import extract_keywords
from kg.probabilities import log_odds, to_probability
from kg.retrieval import lexical
from kg.retrieval.graph_matches import GraphMatches
from kg.retrieval.question import Question, match_names
from kg.retrieval.question_match import token_weights
from kg.retrieval.ranking import Ranking

WEIGHTS_FILE = Path(__file__).with_name("agreement.json")
AGREEMENT_SIGNALS = (
    "close",
    "names",
    "words",
    "about",
    "by_other",
    "odds_margin",
    "cover",
    "cover_margin",
    "least",
    "least_weighty",
    "sentence",
    "fact_margin",
)
"""The inputs of the logistic regression, see `measure_agreement`."""

_LEADING, _RATED = 8, 5
_MAX_CHARS = 1500
# Least degree to which a message is about the named persons, to count as about them.
_ABOUT = 0.6
# Least probability, and of the contrary.
_LEAST = 1e-4
# Log-odds of no message; share that a match in the message before counts for.
_NO_ODDS, _BEFORE = -8.0, 0.9
# Log-odds that agreement adds at most. Chosen by hand: on the part dev it changes no figure, in small memories obvious absences.
_MOST_GAIN = 2.0
# Share of the largest weight from which a token is weighty.
_WEIGHTY = 0.5
_FIRST = re.compile(r"\b(?:i|my|me|mine|we|our|us)\b")
_SECOND = re.compile(r"\b(?:you|your|yours)\b")
_THIRD = re.compile(r"\b(?:he|she|his|her|hers|him|they|their|them)\b")
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|\n+")

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class NamedPersons:
    """The persons that a question names, or that ask it in the first person.

    Attributes:
        words: the words of their names.
        ids: ids of their entities.
    """

    words: frozenset[str]
    ids: frozenset[str]

    @classmethod
    def find(cls, question: Question, speakers: Sequence[str | None], matches: GraphMatches) -> NamedPersons:
        """Return the speakers and the persons among the entities that a question names."""
        asked = set(extract_keywords(question.text))
        words = {
            word for name in match_names(question.text, dict.fromkeys(speakers)) for word in extract_keywords(name)
        }
        ids = set()
        for entity in matches.entities:
            names = {word for name in (entity.name, *entity.aliases) for word in extract_keywords(name)}
            if entity.type == "person" and (question.is_first_person or names & asked):
                ids.add(entity.id)
                words |= names
        return cls(frozenset(words), frozenset(ids))

    @cached_property
    def _mention(self) -> re.Pattern[str]:
        names = "|".join(map(re.escape, sorted(self.words, key=len, reverse=True)))
        return re.compile(rf"(?<!\w)(?:{names})(?!\w)")

    @cached_property
    def _address(self) -> re.Pattern[str]:
        """The name as an address: "Thanks, Ann!", "Ann, did you …"."""
        names = "|".join(map(re.escape, sorted(self.words, key=len, reverse=True)))
        return re.compile(rf"(?:^\W*(?:\w+\W+){{0,2}}|[,.!?]\s*)(?:{names})\s*(?:[,.!?]|$)")

    def speak(self, speaker: str | None) -> bool:
        """Whether one of them is the speaker."""
        return bool(speaker) and not self.words.isdisjoint(extract_keywords(speaker or ""))

    def are_mentioned(self, folded: str) -> bool:
        """Whether a case-folded text mentions one of them."""
        return bool(self.words) and self._mention.search(folded) is not None

    def are_described(self, folded: str) -> bool:
        """Whether a case-folded text mentions one of them other than as an address."""
        return self.are_mentioned(folded) and len(self._mention.findall(folded)) > len(self._address.findall(folded))


@dataclass(frozen=True)
class _Message:
    """A leading message.

    Attributes:
        row: its row among the candidates.
        before: the row of the message before it in its session; None if that is no candidate.
        text: its beginning.
        about: 0 to 1, whether it is by or about the named persons; 1 if the question names none.
    """

    row: int
    before: int | None
    text: str
    about: float


def measure_agreement(
    question: Question, ranking: Ranking, matches: GraphMatches, close: float
) -> tuple[float, ...] | None:
    """Return the signals in the order of `AGREEMENT_SIGNALS`; None where there are no messages or no token states.

    They are of the eight leading messages, or of the first five of them:

    - close: log-odds of `close`.
    - names: whether the question names persons; words: the number of its other keywords.
    - about: the share of the messages' probability that is by or about these persons; by_other: whether the question names
      speakers and the first message is by another.
    - odds_margin: log-odds of the best message about them, less those of the best other one.
    - cover, cover_margin: how much of the question's meaning, without the names, a message about them has, by token states; the
      same less that of the others.
    - least, least_weighty: the likeness of the token, and of the weighty token, that the best message about them matches worst.
    - sentence: the largest share of the keywords in one sentence about them.
    - fact_margin: relevance of the best fact about these persons, less that of the best other.

    Args:
        question: the question.
        ranking: the ranked messages.
        matches: the rated facts, and the entities that the question names.
        close: the probability that the first messages or facts have something close to an answer.
    """
    if not len(ranking) or ranking.match.likeness is None:
        return None
    persons = NamedPersons.find(question, ranking.candidates.speaker_name, matches)
    messages = _read_messages(ranking, persons, matches)
    content = [index for index, word in enumerate(question.words) if word not in persons.words]
    return (
        log_odds(min(max(close, _LEAST), 1 - _LEAST)),
        float(bool(persons.words)),
        float(len(content)),
        *_compare_scores(question, ranking, messages, persons),
        *_compare_tokens(question, ranking, messages, persons),
        _best_sentence(question, ranking, messages, persons, content),
        _compare_facts(matches, persons),
    )


def confirm_answer(signals: Sequence[float]) -> float:
    """Return the probability that the first results answer, given `measure_agreement`.

    Agreement raises the log-odds of something close by two at most: results that are far answer nothing, whatever their words.
    """
    weights = load_weights()
    total = weights["base"] + sum(weights[name] * value for name, value in zip(AGREEMENT_SIGNALS, signals, strict=True))
    odds = min(total, signals[AGREEMENT_SIGNALS.index("close")] + _MOST_GAIN)
    return to_probability(odds)


@cache
def load_weights() -> Mapping[str, float]:
    """Return the weights of `agreement.json`."""
    loaded: dict[str, float] = json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))
    return loaded


def _read_messages(ranking: Ranking, persons: NamedPersons, matches: GraphMatches) -> list[_Message]:
    candidates = ranking.candidates
    wanted = {
        (candidates.session[row], seq - 1): place
        for place, row in enumerate(ranking.row[:_LEADING])
        if (seq := candidates.seq[row]) is not None
    }
    before: dict[int, int] = {}
    for row, position in enumerate(zip(candidates.session, candidates.seq, strict=True)):
        if position in wanted:
            before[wanted[position]] = row
    stated = {
        event
        for fact in matches.facts
        if persons.ids & {fact.subject, fact.object}
        for event in fact.sources
    }  # fmt: skip
    messages = []
    for place, row in enumerate(ranking.row[:_LEADING]):
        text = candidates.text[row][:_MAX_CHARS]
        about = 1.0
        if persons.words and candidates.event[row] not in stated:
            about = _rate_subject(text, candidates.speaker_name[row], persons)
        messages.append(_Message(row, before.get(place), text, about))
    return messages


def _rate_subject(text: str, speaker: str | None, persons: NamedPersons) -> float:
    """Return to what degree a message is about persons: a question of theirs about others only in part."""
    folded = text.casefold()
    if persons.are_described(folded):
        return 1.0
    if not persons.speak(speaker):
        return 0.0
    return 0.5 if folded.rstrip().endswith("?") and not _FIRST.search(folded) else 1.0


def _compare_scores(
    question: Question, ranking: Ranking, messages: Sequence[_Message], persons: NamedPersons
) -> tuple[float, float, float]:
    about = np.array([message.about for message in messages])
    scores = np.clip(np.asarray(ranking.score[: len(messages)], np.float64), 1e-6, 1 - 1e-6)
    odds = [log_odds(float(score)) for score in scores]
    named = match_names(question.text, dict.fromkeys(ranking.candidates.speaker_name))
    first = ranking.candidates.speaker_name[messages[0].row]
    return (
        float(scores @ about / scores.sum()),
        float(bool(named) and first not in named),
        _compare(odds, messages, _NO_ODDS)[1] if persons.words else 0.0,
    )


def _compare(values: Sequence[float], messages: Sequence[_Message], nothing: float) -> tuple[float, float]:
    """Return the largest value of messages about the persons, and what it exceeds that of the others by."""
    best = max(
        (value for value, one in zip(values, messages, strict=False) if one.about >= _ABOUT), default=nothing
    )  # fmt: skip
    other = max((value for value, one in zip(values, messages, strict=False) if one.about < _ABOUT), default=nothing)
    return best, best - other


def _compare_tokens(
    question: Question, ranking: Ranking, messages: Sequence[_Message], persons: NamedPersons
) -> tuple[float, float, float, float]:
    likeness, weights = _weigh_tokens(question, ranking, persons)
    if not weights.size:
        return 0.0, 0.0, 0.0, 0.0
    matched = np.stack(
        [
            likeness[one.row] if one.before is None else np.maximum(likeness[one.row], _BEFORE * likeness[one.before])
            for one in messages[:_RATED]
        ]
    )
    cover, margin = _compare((matched @ weights).tolist(), messages, 0.0)
    weighty = weights >= _WEIGHTY * weights.max()
    least = _compare(matched.min(axis=1).tolist(), messages, 0.0)[0]
    least_weighty = _compare(matched[:, weighty].min(axis=1).tolist(), messages, 0.0)[0]
    return cover, margin if persons.words else 0.0, least, least_weighty


def _weigh_tokens(question: Question, ranking: Ranking, persons: NamedPersons) -> tuple[Floats, Floats]:
    """Return the likeness of the candidates to the tokens that belong to no name, and the weights of these, which sum to 1."""
    match, asked = ranking.match, question.asked
    if match.likeness is None or asked is None:
        return np.zeros((len(match.candidates), 0)), np.zeros(0)
    folded = question.text.casefold()
    kept = []
    for token, (start, end) in enumerate(asked.spans):
        while start > 0 and folded[start - 1 : start].isalnum():
            start -= 1  # noqa: PLW2901 - walks back to where the word begins
        while folded[end : end + 1].isalnum():
            end += 1  # noqa: PLW2901 - walks on to where it ends
        if folded[start:end] not in persons.words:
            kept.append(token)
    weights = token_weights(question, lexical.inverse_document_frequency(match.counts))[kept]
    return match.likeness[:, kept], weights / max(float(weights.sum()), 1e-9)


def _best_sentence(
    question: Question,
    ranking: Ranking,
    messages: Sequence[_Message],
    persons: NamedPersons,
    content: Sequence[int],
) -> float:
    rarity = lexical.inverse_document_frequency(ranking.match.counts)[list(content)]
    total = max(float(rarity.sum()), 1e-9)
    rare = [
        (lexical.normalise_text(lexical.stem_word(question.words[index])), float(value) / total)
        for index, value in zip(content, rarity, strict=True)
    ]
    best = 0.0
    for message in messages[:_RATED]:
        previous = "" if message.before is None else ranking.match.texts[message.before][:_MAX_CHARS]
        speaks = persons.speak(ranking.candidates.speaker_name[message.row])
        for sentence in map(lexical.normalise_text, _SENTENCE_END.split(message.text)):
            share = sum(value for stem, value in rare if stem in sentence)
            if share > best:
                best = max(best, share * _rate_sentence(sentence, previous, persons, speaks=speaks))
            previous = sentence
    return best


def _rate_sentence(sentence: str, previous: str, persons: NamedPersons, *, speaks: bool) -> float:
    """Return to what degree a sentence is about persons: it names them, they say it, or it goes on about them."""
    if not persons.words or persons.are_mentioned(sentence):
        return 1.0
    if speaks:
        return 1.0 if _FIRST.search(sentence) or not _SECOND.search(sentence) else 0.4
    if persons.are_mentioned(previous):
        return 0.8 if _THIRD.search(sentence) else 0.4
    return 0.0


def _compare_facts(matches: GraphMatches, persons: NamedPersons) -> float:
    if not persons.ids:
        return 0.0
    own, other = 0.0, 0.0
    for fact in matches.facts:
        if not fact.is_claimed and persons.ids & {fact.subject, fact.object}:
            own = max(own, fact.relevance)
        elif not fact.is_claimed:
            other = max(other, fact.relevance)
    return own - other
