"""Whether a message to an agent changes or takes back an earlier wish: "make it five", "no need to bcc me now"; English only.

A logistic regression on how near the two are in meaning, on words of changes, exceptions and thanks, and on the hidden states of
MiniLM distinguishes such a message from one that leaves the wish as it is. It is learnt from pairs written for it
(`python -m training wishes`).
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kg.knowledge import content_words
from kg.language import MINILM_NAME, embed_with_hidden_states, is_english, split_sentences
from kg.memories.memory_store import MemoryStore
from kg.probabilities import to_probability
from kg.protocols import Embedder, HiddenStates

_WEIGHTS = Path(__file__).with_name("changed_wishes.json")
_SCALE, _MOST_CUES, _MOST_WORDS = 1_000, 2, 30
_CUES = {
    "ends": r"forget|ignore|disregard|scrap|drop|ditch|lose|kill|lift(?:ed)?|undo|cancel|skip|leave (?:it |that |this )?(?:off"
    r"|out|behind)|quit|cut|end|stop|enough|away with|done with|call(?:ing)? (?:it|that) off|take (?:that|it|this) (?:step )?"
    r"(?:out|off|back)|can go",
    "needless": r"no need|need ?n['o]?t|don'?t need|do not need|don'?t have to|n't needed|no longer|any ?more|any longer"
    r"|isn'?t (?:a thing|needed|required)|not required|serves no|pointless|not fussed|don'?t care|stopped caring|no more|bother",
    "allows": r"again|back|after all|normal|fair game|fine|ok now|okay now|open|however|whatever you like|natural|your call"
    r"|free to|no restrictions|may|welcome",
    "now": r"now|from here on|from today|as of|these days|today on|tonight on|going forward|henceforth|in future|since",
    "other": r"instead|rather|not \w+|switch|shift|moved?|changed?|make (?:it|the|that)|use|go with|should be|should go|it'?s"
    r"|will do|would do|works better|is it|it is|new",
    "once": r"this once|just once|tonight|today only|only this one|this one|this time|for the moment|for now|this weekend"
    r"|just for|until (?:mon|tues|wednes|thurs|fri|satur|sun)day|apart from|otherwise|everything else|the rest|rule stands|holds",
    "thanks": r"thx|thanks|thank you|ta|nice|love|loving|looked|really helps",
    "others": r"he|she|they|his|her|their|my (?:sister|brother|uncle|coworker|buddy|mother|mom|friend|boss|manager|daughter|son"
    r"|niece|wife|husband)",
}
_PATTERNS = {name: re.compile(rf"(?<![\w'])(?:{words})(?![\w'])", re.IGNORECASE) for name, words in _CUES.items()}
# A message without these changes nothing.
_CHANGES = ("ends", "needless", "allows", "now", "other")
_ALIKE = 0.35
STATE_LAYER = 4
"""The hidden layer of MiniLM that is read."""
_STATE_LENGTH, _WIDTH = 8.0, 384
# Wishes that are read for each sentence, sentences of a message that are compared, and the least cosine of a wish that is rated.
_NEAREST, _MOST_SENTENCES, _LEAST_COSINE = 8, 4, 0.1
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class ChangeModel:
    """A logistic regression.

    Attributes:
        constant: the log-odds without any feature.
        weights: name of a feature → its weight.
        states: weights of the hidden states of the sentence of the message that is nearest to the wish.
        threshold: the least probability of a change.
    """

    constant: float
    weights: Mapping[str, float]
    states: Floats
    threshold: float

    def estimate(self, features: Mapping[str, float], states: Floats) -> float:
        """Return the probability that a message changes a wish."""
        odds = self.constant + sum(self.weights.get(name, 0.0) * value for name, value in features.items())
        return to_probability(odds + float(self.states @ states))


@functools.lru_cache(maxsize=1)
def load_change_model() -> ChangeModel:
    """Return the shipped model."""
    content = json.loads(_WEIGHTS.read_text(encoding="utf-8"))
    states = np.array(content["states"]) / _SCALE
    return ChangeModel(content["constant"], content["weights"], states, content["threshold"])


def may_change_wish(message: str) -> bool:
    """Whether a message has words of a change. Most of those that have some change nothing."""
    plain = message.replace("’", "'")
    return any(_PATTERNS[name].search(plain) for name in _CHANGES)


def change_features(wish: str, message: str, cosines: Sequence[float]) -> dict[str, float]:
    """Return the features of a wish and a later message.

    Args:
        wish: the words of the wish.
        message: what its author wrote later.
        cosines: of the wish to the whole message, and to its nearest sentence.
    """
    plain = message.replace("’", "'")
    whole, nearest = cosines
    asked, said = content_words(wish), content_words(message)
    shared = len(asked & said)
    counts = {name: float(min(_MOST_CUES, len(found.findall(plain)))) for name, found in _PATTERNS.items()}
    features = {
        "nearest": nearest,
        "whole": whole,
        "shared": float(min(shared, 3)),
        "share of wish": shared / max(1, len(asked)),
        "share of message": shared / max(1, len(said)),
        "asks": float(min(_MOST_CUES, message.count("?"))),
        "words": min(_MOST_WORDS, len(message.split())) / _MOST_WORDS,
    }
    features |= {f"cue {name}": count for name, count in counts.items()}
    return features | {f"alike, {name}": counts[name] * (nearest > _ALIKE) for name in (*_CHANGES, "once")}


def find_changed_wishes(
    store: MemoryStore, embedder: Embedder, message: str, sources: Sequence[str], audience: str, *, states_wish: bool
) -> list[str]:
    """Return the ids of the learnt preferences that a message to the agent changes or takes back, of those stated before it.

    Args:
        store: the memories.
        embedder: only MiniLM's vectors are compared.
        message: what the author of the preferences wrote.
        sources: ids of the events of the message; without any, it is the newest.
        audience: who may read it, and them.
        states_wish: whether it states a preference itself; otherwise only words of a change can change one.

    Raises:
        ModelUnavailable: the embedder has no weights.
    """
    if embedder.name != MINILM_NAME or not is_english(message) or not (states_wish or may_change_wish(message)):
        return []
    texts = split_message(message)
    vectors, _, hidden = embed_with_hidden_states(embedder, texts, (STATE_LAYER,))
    found: dict[str, tuple[str, dict[int, float]]] = {}
    for place, vector in enumerate(vectors):
        for row, cosine in store.find_near("learning", vector, audience=audience, limit=_NEAREST):
            if row["sentiment"] == "neutral" and row.get("tool") is None:
                found.setdefault(row["id"], (row["text"], {}))[1][place] = cosine
    model = load_change_model()
    changed = []
    for each, (wish, cosines) in found.items():
        nearest = max(cosines, key=lambda place: (cosines[place], -place))
        features = change_features(wish, message, (cosines.get(0, _LEAST_COSINE), cosines[nearest]))
        rate = model.estimate(features, mean_states(hidden[nearest]))
        if rate >= model.threshold and cosines[nearest] >= _LEAST_COSINE:
            changed.append(each)
    before = store.graph.run("memories/said_before", ids=changed, events=list(sources)) if changed else []
    return sorted(row["id"] for row in before)


def split_message(message: str) -> list[str]:
    """Return a message, and its first sentences if it has several."""
    parts = [message[start:end].strip() for start, end in split_sentences(message)]
    return [message, *(parts[:_MOST_SENTENCES] if len(parts) > 1 else ())]


def mean_states(hidden: HiddenStates | None) -> Floats:
    """Return the mean hidden states of the words of a text, scaled to one length."""
    mean = np.zeros(_WIDTH) if hidden is None else hidden.states[STATE_LAYER].mean(axis=0, dtype=np.float64)
    return np.asarray(mean / (np.linalg.norm(mean) + 1e-9) * _STATE_LENGTH, dtype=np.float64)
