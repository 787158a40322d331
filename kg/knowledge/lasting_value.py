"""The lasting value of messages: the probability that a reader would want one on the card of a person.

Two regressions (`python -m training lasting`). The first says by the words of a text whether readers would note it; it has
learnt from what they noted of an open corpus. The second has learnt from quotations that readers judged as lines of cards; it
knows the result of the first, the form of the text, its age, and the vector of the message. The salience of a message says
whether it matters on its day; this says whether it still matters months later.
"""

from __future__ import annotations

import datetime as dt
import functools
import itertools
import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from kg.knowledge.outdated_statements import is_past_appointment

_WEIGHTS = Path(__file__).with_name("lasting_value.json")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|\d+")
_YEAR, _MONEY, _NAME = re.compile(r"(?:19|20)\d\d"), re.compile(r"[£$€]"), re.compile(r"(?<=\S )[A-Z][a-z]+")
# Words whose pairs with the next word count: "i work", "my sister".
_PAIRED = frozenset(["i", "i'm", "im", "my", "we", "our", "i've", "he", "she", "has", "have", "is", "was", "to", "the"])
_MOST_WORDS, _MOST_NAMES, _PAIR = 60, 5, 0.7


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Classes of words of which the second regression knows how many a text has, and whether it begins with one.
_CLASSES = {
    "pronouns": _words("he she they him them his her it its that this those these there here"),
    "speaker": _words("i i'm i've my we our i'll we've me us im ive"),
    "addressee": _words("you your you're"),
    "near day": _words("tomorrow tonight today yesterday"),
    "unreal": _words("if would could might maybe"),
    "laughter": _words("lol haha lmao hahaha"),
}
_MOST_OF_CLASS, _DAY = 4, dt.timedelta(days=1)
# Features of the first regression that the second has too.
_FORM = ("log words", "words", "exclaims", "names", "money")


@dataclass(frozen=True)
class LastingModel:
    """Two logistic regressions.

    Attributes:
        constant: of the first, its log-odds without any feature.
        weights: of the first, the weight of each feature.
        with_vector: of the second for messages with a vector, the weight of each feature; "" is its constant.
        without_vector: the same for messages without a vector.
        direction: a vector; its cosine to the vector of a message is the feature "nearness".
    """

    constant: float
    weights: Mapping[str, float]
    with_vector: Mapping[str, float]
    without_vector: Mapping[str, float]
    direction: tuple[float, ...]


@functools.lru_cache(maxsize=1)
def load_lasting_model() -> LastingModel:
    """Return the shipped model."""
    content = json.loads(_WEIGHTS.read_text(encoding="utf-8"))
    return LastingModel(**{**content, "direction": tuple(content["direction"])})


def estimate_lasting_value(text: str, *, age: dt.timedelta = dt.timedelta(), nearness: float | None = None) -> float:
    """Return the probability that a reader would want a clear part of a message on the card of its author.

    Args:
        text: the part, or all of the message; clear alone, see `kg.language.is_clear_quotation`.
        age: how long ago it was said.
        nearness: cosine of the vector of the message to `LastingModel.direction`; None without a vector of MiniLM.
    """
    model = load_lasting_model()
    weights = model.without_vector if nearness is None else model.with_vector
    features = card_features(text, model, is_clear=True, age=age)
    odds = weights[""] + sum(weights.get(name, 0.0) * value for name, value in features.items())
    return 1 / (1 + math.exp(-odds - weights.get("nearness", 0.0) * (nearness or 0.0)))


def card_features(text: str, model: LastingModel, *, is_clear: bool, age: dt.timedelta) -> dict[str, float]:
    """Return the features of the second regression but for the vector.

    Args:
        text: a message or a part of it.
        model: the first regression, whose log-odds are a feature.
        is_clear: whether the text is clear alone.
        age: how long ago it was said.
    """
    noted = lasting_features(text)
    words = _split_words(text)
    classes = {
        name: min(_MOST_OF_CLASS, sum(word in members for word in words)) / 2 for name, members in _CLASSES.items()
    }
    openings = {f"begins: {name}": float(words[:1] != [] and words[0] in members) for name, members in _CLASSES.items()}
    return {
        **{name: noted[name] for name in _FORM},
        **classes,
        **openings,
        "noted": model.constant + sum(model.weights.get(name, 0.0) * value for name, value in noted.items()),
        "clear": float(is_clear),
        "lower case": float(text[:1].islower()),
        "ends": float(text.rstrip()[-1:] in {".", "!"}),
        "commas": text.count(",") / 3,
        "numbers": sum(map(str.isdigit, words)) / 3,
        "log age": math.log1p(max(0.0, age / _DAY)) / 5,
        "past day": float(is_past_appointment(text, age)),
    }


def lasting_features(text: str) -> dict[str, float]:
    """Return the features of the first regression: words, some pairs of words, its length and form."""
    words = _split_words(text)
    features = {f"w {_word_class(word)}": 1.0 for word in words}
    features |= {f"b {one} {other}": _PAIR for one, other in itertools.pairwise(words) if one in _PAIRED}
    return features | {
        "log words": math.log1p(len(words)),
        "words": min(len(words), _MOST_WORDS) / 20,
        "asks": float("?" in text),
        "exclaims": float("!" in text),
        "names": min(_MOST_NAMES, len(_NAME.findall(text))) / 2,
        "money": float(_MONEY.search(text) is not None),
    }


def _split_words(text: str) -> list[str]:
    return [word.lower().replace("’", "'") for word in _WORD.findall(text)]


def _word_class(word: str) -> str:
    if not word.isdigit():
        return word
    return "year" if _YEAR.fullmatch(word) else "number"
