"""Feedback to an agent in the sentences of a message: a correction, a preference, praise, a complaint, or none.

A multinomial logistic regression on the words of a sentence, on cues of several languages and on patterns, learnt from judged
lines and from an open corpus (`python -m training feedback`); of English messages, `FeedbackReader` also reads what it does not
rule out. A false detection is read in every later context, so the threshold is such that at most one ordinary message in fifty is
taken for feedback.
"""

from __future__ import annotations

import functools
import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from kg.extraction.feedback_conventions import is_convention, is_no_lasting_wish, is_report, is_review
from kg.extraction.feedback_cues import feedback_features
from kg.extraction.modality import find_supplied
from kg.extraction.preference_scopes import needs_antecedent
from kg.extraction.quoted_speech import blank_quoted_speech
from kg.extraction.wishes_of_others import is_wish_of_other
from kg.language import is_english, split_sentences
from kg.probabilities import log_odds, to_probability

if TYPE_CHECKING:
    from kg.extraction.feedback_reader import FeedbackReader

FEEDBACK_KINDS = ("correction", "preference", "complaint", "praise")
_WEIGHTS = Path(__file__).with_name("feedback_model.json")
_MAX_CHARS, _MAX_SENTENCES = 4_000, 40
_SCALE = 100
_CRITICISM = frozenset({"correction", "complaint"})
# How sure a convention is that the rules read.
_CONVENTION_PROBABILITY = 0.9
# Sentences of which the regression says less are not read: half of the ordinary ones, and hardly any feedback.
_LEAST_READ = 0.05
_LEAST_SHARE = 1e-4
_QUOTED = re.compile(
    r'"[^"\n]*"|“[^”\n]*”|„[^“”\n]*[“”]|«[^»\n]*»|「[^」\n]*」|`[^`]*`|(?<!\w)\'[^\'\n]{3,}\'(?!\w)|^>.*$', re.MULTILINE
)
_CONTRAST = re.compile(r"(?:not|nicht|no|pas|não|non|niet|не)\s[^\W\d_][\w'-]*\W*", re.IGNORECASE)
_LOWER_END = re.compile(r"(?:(?<=[^\W\d_]{3}[.!?])|(?<=\d[.!?]))\s+(?=[^\W\d_])")
_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "ʼ": "'"})


@dataclass(frozen=True)
class FeedbackModel:
    """Weights of a multinomial logistic regression.

    Attributes:
        constants: the log-odds of each kind against none, without any feature.
        weights: name of a feature → its weight for each kind.
        thresholds: the least probability of criticism (a correction or a complaint), of a preference and of praise, in English.
        other_thresholds: those of other languages.
        combined: of each of these, how it follows from the regression and a `FeedbackReader`: the log-odds without either, and
            the weights of both log-odds.
        combined_thresholds: the thresholds of what the two say together.
    """

    constants: Sequence[float]
    weights: Mapping[str, Sequence[float]]
    thresholds: Mapping[str, float]
    other_thresholds: Mapping[str, float]
    combined: Mapping[str, Sequence[float]] = field(default_factory=dict)
    combined_thresholds: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class FeedbackSentence:
    """A sentence with feedback: where it is in the message, its kind, and the probability of its group (`FeedbackModel`)."""

    start: int
    end: int
    kind: str
    probability: float


@dataclass(frozen=True)
class FeedbackRates:
    """How likely each kind of feedback is in a sentence."""

    correction: float
    preference: float
    complaint: float
    praise: float

    def by_group(self) -> dict[str, float]:
        """Return the probability of criticism (a correction or a complaint, which look alike), of a preference and of praise."""
        return {
            "criticism": self.correction + self.complaint,
            "preference": self.preference,
            "praise": self.praise,
        }

    def odds_by_group(self) -> dict[str, float]:
        """Return the log-odds of each group; none counts as impossible or certain."""
        return {
            group: log_odds(min(max(each, _LEAST_SHARE), 1 - _LEAST_SHARE)) for group, each in self.by_group().items()
        }


@functools.lru_cache(maxsize=1)
def load_feedback_model() -> FeedbackModel:
    """Return the shipped model."""
    content = json.loads(_WEIGHTS.read_text(encoding="utf-8"))
    weights = {name: tuple(each / _SCALE for each in row) for name, row in content["weights"].items()}
    return FeedbackModel(**{**content, "weights": weights})


def find_feedback(
    message: str, previous: str = "", model: FeedbackModel | None = None, reader: FeedbackReader | None = None
) -> list[FeedbackSentence]:
    """Return the sentences of a message that contain feedback to an agent, in order.

    Args:
        message: what a person wrote.
        previous: what the agent said before; "" if it said nothing.
        model: other weights than the shipped ones.
        reader: reads the sentences too, if they are English and the agent said something before them.
    """
    chosen = model or load_feedback_model()
    sentences = split_for_feedback(message)
    rated = [(start, end, rate_feedback(feedback_features(text, previous), chosen)) for start, end, text in sentences]
    groups = [rates.by_group() for *_, rates in rated]
    reads_english = is_english(message, [previous] if previous else [])
    thresholds = chosen.thresholds if reads_english else chosen.other_thresholds
    if reader is not None and previous and reads_english:
        likely = [each for each in rated if sum(each[2].by_group().values()) >= _LEAST_READ]
        read = reader.rate(message, previous, [(start, end) for start, end, _ in likely])
        groups = [combine_rates(first, second, chosen) for (*_, first), second in zip(likely, read, strict=True)]
        rated = [(start, end, second) for (start, end, _), second in zip(likely, read, strict=True)]
        thresholds = chosen.combined_thresholds
    judged = {each[:2]: _judge(*each, by_group, thresholds) for each, by_group in zip(rated, groups, strict=True)}
    begins = [0, *(start for start, *_ in sentences)]
    found = (
        _apply_rules(message, before, *each, judged.get(each[:2]))
        for before, each in zip(begins, sentences, strict=False)
    )
    return [each for each in found if each is not None]


def _apply_rules(
    message: str, before: int, start: int, end: int, text: str, judged: FeedbackSentence | None
) -> FeedbackSentence | None:
    """Return the feedback of a sentence by the rules of `kg.extraction.feedback_conventions`, or else as judged.

    Args:
        message: the message.
        before: where the sentence before it begins.
        start: where it begins.
        end: where it ends.
        text: its text with quotations replaced.
        judged: what the models find in it.
    """
    kind = judged.kind if judged else ""
    if kind in {"", "preference"} and is_convention(text):
        begin = before if needs_antecedent(message[start:end], message[before:start]) else start
        return FeedbackSentence(begin, end, "preference", _CONVENTION_PROBABILITY)
    is_other = is_review(message[before:start], text) or (kind in _CRITICISM and is_report(text))
    is_none = is_no_lasting_wish(text) or is_other
    return None if is_none else judged


def combine_rates(first: FeedbackRates, second: FeedbackRates, model: FeedbackModel) -> dict[str, float]:
    """Return the probability of each group by what the regression and the reader say."""
    ours, theirs = first.odds_by_group(), second.odds_by_group()
    return {
        group: to_probability(constant + weight * ours[group] + other * theirs[group])
        for group, (constant, weight, other) in model.combined.items()
    }


def _judge(
    start: int, end: int, rates: FeedbackRates, groups: Mapping[str, float], thresholds: Mapping[str, float]
) -> FeedbackSentence | None:
    likely = [name for name, probability in groups.items() if probability >= thresholds[name]]
    if not likely:
        return None
    group = max(likely, key=groups.__getitem__)
    criticism = "correction" if rates.correction >= rates.complaint else "complaint"
    return FeedbackSentence(start, end, criticism if group == "criticism" else group, groups[group])


def split_for_feedback(message: str) -> list[tuple[int, int, str]]:
    """Return the sentences of a message that are its author's: start, end, and text with quotations replaced by underscores.

    What the message quotes, forwards or reports of others, or hands over to be worked on, has none.
    """
    # The replacements have the same length, so that offsets do not change.
    own = blank_quoted_speech(message[:_MAX_CHARS], "", None)
    for start, end in find_supplied(own):
        own = own[:start] + " " * (end - start) + own[end:]
    straight = own.translate(_STRAIGHT)
    unquoted = _QUOTED.sub(lambda quoted: "_" * len(quoted[0]), straight)
    spans: list[tuple[int, int]] = []
    for start, end in _split_chat(unquoted)[:_MAX_SENTENCES]:
        # "I'm Kate. Not Kathy." is one statement.
        is_contrast = bool(spans) and _CONTRAST.fullmatch(unquoted[start:end]) is not None
        spans.append((spans.pop()[0] if is_contrast else start, start + len(unquoted[start:end].rstrip())))
    return [
        (start, end, text)
        for start, end in spans
        if any(map(str.isalpha, text := unquoted[start:end])) and not is_wish_of_other(text)
    ]


def _split_chat(text: str) -> list[tuple[int, int]]:
    """Return the sentences of a text, those without a capital letter too: "ok. no bullets from now on"."""
    spans = []
    for start, end in split_sentences(text):
        begin = start
        for stop in _LOWER_END.finditer(text, start, end):
            spans.append((begin, stop.start()))
            begin = stop.end()
        spans.append((begin, end))
    return spans


def rate_feedback(features: Mapping[str, float], model: FeedbackModel) -> FeedbackRates:
    """Return the probability of each kind by the regression; what is missing to 1 is the probability of none."""
    sums = list(model.constants)
    for name, value in features.items():
        if (row := model.weights.get(name)) is not None:
            for place, weight in enumerate(row):
                sums[place] += weight * value
    highest = max(0.0, *sums)
    powers = [math.exp(each - highest) for each in sums]
    total = math.exp(-highest) + sum(powers)
    return FeedbackRates(*(each / total for each in powers))
