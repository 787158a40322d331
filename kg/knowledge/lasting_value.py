"""The lasting value of messages: the share of their content that readers would keep for months, by a regression on their words.

Learnt from what readers noted of an open corpus and how much its loss would upset a person (`python -m training lasting`).
The salience of a message says whether it matters on its day; this says whether it belongs on the card of a person.
"""

from __future__ import annotations

import functools
import itertools
import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

_WEIGHTS = Path(__file__).with_name("lasting_value.json")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|\d+")
_YEAR, _MONEY, _NAME = re.compile(r"(?:19|20)\d\d"), re.compile(r"[£$€]"), re.compile(r"(?<=\S )[A-Z][a-z]+")
# Words whose pairs with the next word count: "i work", "my sister".
_PAIRED = frozenset(["i", "i'm", "im", "my", "we", "our", "i've", "he", "she", "has", "have", "is", "was", "to", "the"])
_MOST_WORDS, _MOST_NAMES, _PAIR = 60, 5, 0.7


@dataclass(frozen=True)
class LastingModel:
    """A logistic regression: its log-odds without any feature, and the weight of each feature."""

    constant: float
    weights: Mapping[str, float]


@functools.lru_cache(maxsize=1)
def load_lasting_model() -> LastingModel:
    """Return the shipped model."""
    content = json.loads(_WEIGHTS.read_text(encoding="utf-8"))
    return LastingModel(content["constant"], content["weights"])


def estimate_lasting_value(text: str) -> float:
    """Return how much of lasting value a message or a part of it says, 0 to 1."""
    model = load_lasting_model()
    features = lasting_features(text)
    odds = model.constant + sum(model.weights.get(name, 0.0) * value for name, value in features.items())
    return 1 / (1 + math.exp(-odds))


def lasting_features(text: str) -> dict[str, float]:
    """Return the features of a text: its words, some pairs of words, its length and form."""
    words = [word.lower().replace("’", "'") for word in _WORD.findall(text)]
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


def _word_class(word: str) -> str:
    if not word.isdigit():
        return word
    return "year" if _YEAR.fullmatch(word) else "number"
