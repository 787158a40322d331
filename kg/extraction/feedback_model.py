"""Feedback to an agent in the sentences of a message: a correction, a preference, praise, a complaint, or none.

A multinomial logistic regression on the words of a sentence, on cues of several languages and on patterns, learnt from judged
lines and from an open corpus (`python -m training feedback`). A false detection is read in every later context, so the threshold
is such that at most one ordinary message in fifty is taken for feedback.
"""

from __future__ import annotations

import functools
import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kg.extraction.feedback_cues import feedback_features
from kg.language import split_sentences

FEEDBACK_KINDS = ("correction", "preference", "complaint", "praise")
_WEIGHTS = Path(__file__).with_name("feedback_model.json")
_MAX_CHARS, _MAX_SENTENCES = 4_000, 40
_SCALE = 100
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
        thresholds: the least probability of criticism (a correction or a complaint), of a preference and of praise.
    """

    constants: Sequence[float]
    weights: Mapping[str, Sequence[float]]
    thresholds: Mapping[str, float]


@dataclass(frozen=True)
class FeedbackSentence:
    """A sentence with feedback: where it is in the message, its kind, and the probability of its group (`FeedbackModel`)."""

    start: int
    end: int
    kind: str
    probability: float


@functools.lru_cache(maxsize=1)
def load_feedback_model() -> FeedbackModel:
    """Return the shipped model."""
    content = json.loads(_WEIGHTS.read_text(encoding="utf-8"))
    weights = {name: tuple(each / _SCALE for each in row) for name, row in content["weights"].items()}
    return FeedbackModel(content["constants"], weights, content["thresholds"])


def find_feedback(message: str, previous: str = "", model: FeedbackModel | None = None) -> list[FeedbackSentence]:
    """Return the sentences of a message that contain feedback to an agent, in order.

    Args:
        message: what a person wrote.
        previous: what the agent said before; "" if it said nothing.
        model: other weights than the shipped ones.
    """
    chosen = model or load_feedback_model()
    found = []
    for start, end, text in split_for_feedback(message):
        odds = rate_feedback(feedback_features(text, previous), chosen)
        correction, preference, complaint, praise = odds
        # Corrections and complaints are hard to tell apart, and both are learnt as criticism.
        by_group = {"criticism": correction + complaint, "preference": preference, "praise": praise}
        likely = [name for name, probability in by_group.items() if probability >= chosen.thresholds[name]]
        if likely:
            group = max(likely, key=by_group.__getitem__)
            kind = ("correction" if correction >= complaint else "complaint") if group == "criticism" else group
            found.append(FeedbackSentence(start, end, kind, by_group[group]))
    return found


def split_for_feedback(message: str) -> list[tuple[int, int, str]]:
    """Return the sentences of a message: start, end, and text with quotations replaced by underscores."""
    # The replacements have the same length, so that offsets do not change.
    straight = message[:_MAX_CHARS].translate(_STRAIGHT)
    unquoted = _QUOTED.sub(lambda quoted: "_" * len(quoted[0]), straight)
    spans: list[tuple[int, int]] = []
    for start, end in _split_chat(unquoted)[:_MAX_SENTENCES]:
        # "I'm Kate. Not Kathy." is one statement.
        is_contrast = bool(spans) and _CONTRAST.fullmatch(unquoted[start:end]) is not None
        spans.append((spans.pop()[0] if is_contrast else start, end))
    return [(start, end, unquoted[start:end]) for start, end in spans if any(map(str.isalpha, unquoted[start:end]))]


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


def rate_feedback(features: Mapping[str, float], model: FeedbackModel) -> list[float]:
    """Return the probability of each kind; what is missing to 1 is the probability of none."""
    sums = list(model.constants)
    for name, value in features.items():
        if (row := model.weights.get(name)) is not None:
            for place, weight in enumerate(row):
                sums[place] += weight * value
    highest = max(0.0, *sums)
    powers = [math.exp(each - highest) for each in sums]
    total = math.exp(-highest) + sum(powers)
    return [each / total for each in powers]
