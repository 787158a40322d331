"""The salience of messages: the probability that a reader would mention one in a summary of its day.

A logistic regression on the form of a sentence, what digestion found in the message, and its vector, learnt from what readers
wrote of each day of an open corpus (`python -m training salience`). Life events, decisions, dates, money and health matter;
greetings and small talk do not, however often they are repeated.
"""

from __future__ import annotations

import functools
import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kg.language import split_sentences

_WEIGHTS = Path(__file__).with_name("message_salience.json")
_DIGITS = 4
_MAX_CHARS = 4_000
_MOST_WORDS = 40
_CUES = {
    "life": """died die dies death dead funeral born birth baby pregnant pregnancy married marry wedding engaged divorce divorced
        broke split together anniversary adopted adoption graduated graduate retired retire""",
    "health": """hospital surgery operation cancer diagnosed diagnosis ill sick doctor clinic medication allergic allergy pain
        broke broken accident injured tablets therapy scan results""",
    "work": """job offer offered hired fired quit resigned promoted promotion contract interview boss salary shift exam passed
        failed thesis course application accepted rejected published launch release project client""",
    "home": "moved move moving house flat apartment rent lease landlord mortgage bought sold keys address room",
    "money": "paid pay pays owe owes owed price cost costs money loan invoice refund deposit budget euros pounds dollars",
    "decision": """decided decide agreed agree settled chosen chose confirmed booked cancelled canceled postponed deadline promise
        promised plan planned accept changed instead""",
    "feeling": "worried afraid scared proud heartbroken devastated thrilled ashamed angry crying cried relieved miss lonely",
}
_GROUPS = {word: name for name, words in _CUES.items() for word in words.split()}
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_DATE = re.compile(
    r"\b(?:\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|tonight|today|yesterday|(?:next|last) (?:week|month|year)"
    r"|\d{4}|\d{1,2}[:.]\d\d|noon)\b",
    re.IGNORECASE,
)
_MONEY = re.compile(r"[£$€]\s?\d|\b\d[\d.,]* ?(?:euros?|pounds?|quid|dollars?|bucks|k)\b", re.IGNORECASE)
_SMALL_TALK = re.compile(
    r"\W*(?:hi|hey|hello|thanks?|thank you|ok|okay|lol|haha\w*|yes|yeah|yep|no|sure|great|nice|good|wow|sorry|bye|see you"
    r"|congrat\w*|happy|sounds|that's|aw+|omg|oh)\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<=\S )[A-Z][a-z]+")
_SELF = re.compile(r"\b(?:i|i'm|i've|we|we're|my|our)\b", re.IGNORECASE)
_OTHER = re.compile(r"\b(?:you|your|you're)\b", re.IGNORECASE)
_NEGATION = re.compile(r"\b(?:not|no|never|nobody|nothing)\b|n't\b", re.IGNORECASE)
_FUTURE = re.compile(r"\b(?:will|going to|gonna)\b|'ll\b", re.IGNORECASE)
_PAST = re.compile(r"\b(?:was|were|had|did|got|\w{3,}ed)\b", re.IGNORECASE)


@dataclass(frozen=True)
class SalienceModel:
    """A logistic regression.

    Attributes:
        constant: the log-odds without any feature.
        weights: name of a feature → its weight.
        vector: weights of the message's vector; empty if the model does not use it.
    """

    constant: float
    weights: Mapping[str, float]
    vector: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))


@dataclass(frozen=True)
class RatedSentence:
    """A sentence with the log-odds that it matters, as far as its own form says."""

    start: int
    end: int
    odds: float


@functools.lru_cache(maxsize=2)
def load_salience_model(*, with_vector: bool) -> SalienceModel:
    """Return the shipped model for messages with or without a vector of MiniLM."""
    content = json.loads(_WEIGHTS.read_text(encoding="utf-8"))["with_vector" if with_vector else "without_vector"]
    return SalienceModel(content["constant"], content["weights"], np.array(content.get("vector", ())))


def estimate_salience(text: str, worths: Sequence[float], vector: NDArray[np.float32] | None) -> float:
    """Return the probability that a reader would mention a message in a summary of its day, 0 to 1, to four digits.

    Args:
        text: the message.
        worths: the worth of each statement that digestion found in it.
        vector: its vector by MiniLM; None if another model, or none, embedded it.
    """
    model = load_salience_model(with_vector=vector is not None)
    odds = max((each.odds for each in rate_sentences(text, worths, model)), default=-math.inf)
    if vector is not None:
        odds += float(model.vector @ vector)
    # Rounded, because the last digits of a vector depend on the batch that it was embedded in.
    return round(1 / (1 + math.exp(-odds)), _DIGITS) if odds > -60 else 0.0


def rate_sentences(text: str, worths: Sequence[float], model: SalienceModel | None = None) -> list[RatedSentence]:
    """Return the sentences of a message with the log-odds that each matters, without the part of its vector."""
    chosen = model or load_salience_model(with_vector=True)
    rated = []
    for start, end in split_sentences(text[:_MAX_CHARS]):
        features = salience_features(text[start:end], text, worths)
        odds = chosen.constant + sum(chosen.weights.get(name, 0.0) * value for name, value in features.items())
        rated.append(RatedSentence(start, end, odds))
    return rated


def salience_features(sentence: str, message: str, worths: Sequence[float]) -> dict[str, float]:
    """Return the features of a sentence of a message; those that are 0 are left out."""
    words = [word.lower() for word in _WORD.findall(sentence)]
    groups = [_GROUPS[word] for word in words if word in _GROUPS]
    features = {
        "log words": math.log1p(len(words)),
        "words": min(len(words), _MOST_WORDS) / 20,
        "message words": math.log1p(len(message[:_MAX_CHARS].split())),
        "asks": float("?" in sentence),
        "exclaims": float("!" in sentence),
        "number": float(any(map(str.isdigit, sentence))),
        "date": float(_DATE.search(sentence) is not None),
        "money": float(_MONEY.search(sentence) is not None),
        "names": float(min(4, len(_NAME.findall(sentence)))),
        "self": float(_SELF.search(sentence) is not None),
        "other": float(_OTHER.search(sentence) is not None),
        "small talk": float(_SMALL_TALK.match(sentence) is not None),
        "negated": float(_NEGATION.search(sentence) is not None),
        "future": float(_FUTURE.search(sentence) is not None),
        "past": float(_PAST.search(sentence) is not None),
        "worth": max(worths, default=0.0),
        "statements": float(min(4, len(worths))),
        **{f"cue {name}": float(min(2, groups.count(name))) for name in _CUES},
    }
    return {name: value for name, value in features.items() if value}
