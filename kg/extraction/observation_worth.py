"""How worth noting an observation is: a logistic regression on its clause and its hidden states, learnt from an open corpus."""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kg.extraction.modality import blank_unstated
from kg.extraction.word_lists import KIN, NEGATIONS, PETS, word_set

if TYPE_CHECKING:
    from spacy.tokens import Token

    from kg.extraction.observations import Observation
    from kg.language import NameSpan
    from kg.protocols import HiddenStates

WORTH_LAYERS = (4, 6)
"""The hidden layers of MiniLM that the worth is estimated from."""
_WIDTH = 384
_WEIGHTS = Path(__file__).with_name("observation_worth.json")
_LEMMAS = word_set(
    "be have do go get want like love think know hope thank say tell see look make take try need feel start keep give work "
    "come will can buy move live meet visit join finish plan decide learn help enjoy read play miss agree appreciate"
)
_TAGS = ("VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "NN", "NNS", "NNP", "JJ", "RB", "IN")
_DEPENDENCIES = ("obj", "obl", "xcomp", "ccomp", "advcl", "acl:relcl", "appos", "compound:prt", "obl:unmarked", "nmod")
_LABELS = ("person", "org", "place", "product", "event")
_SPEAKER_WORDS, _ADDRESSEE_WORDS = word_set("i im we"), word_set("you u ya")
_THING_WORDS, _PERSON_WORDS = word_set("it this that these those"), word_set("he she they")
_HEDGES = word_set(
    "might maybe perhaps possibly probably hopefully hope wish guess wonder bet seem seems imagine kidding"
)
_ONES, _INDEFINITE = (
    word_set("one ones both none some"),
    word_set("somebody someone everybody everyone nobody people they anyone"),
)
_OBJECTS = frozenset(
    {"obj", "obl", "xcomp", "ccomp", "iobj", "advcl", "nmod", "obl:unmarked", "advmod", "conj", "parataxis"}
)
_FINITE_TAGS = frozenset({"VBD", "VBZ", "VBP", "MD"})
_NEGATIONS = NEGATIONS | {"no"}
_TIMES = word_set(
    "morning afternoon evening night day week weekend month year spring summer autumn fall winter time season term"
)
_LAUGHS = word_set("lol haha hahaha lmao 😂 🤣 😜 😉")


@dataclass(frozen=True)
class WorthModel:
    """A logistic regression.

    Attributes:
        constant: the log-odds without any feature.
        weights: name of a feature → its weight; features without a weight count nothing.
        states: weights of the clause's states, see `clause_states`; empty if the model does not use them.
    """

    constant: float
    weights: Mapping[str, float]
    states: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))

    def estimate(self, features: Mapping[str, float], states: NDArray[np.float64] | None = None) -> float:
        """Return the probability that a careful reader would note the observation."""
        odds = self.constant + sum(self.weights.get(name, 0.0) * value for name, value in features.items())
        odds += 0.0 if states is None else float(self.states @ states)
        return 1 / (1 + math.exp(-odds))


@functools.lru_cache(maxsize=2)
def load_worth_model(*, with_states: bool = False) -> WorthModel:
    """Return the shipped model for embedders with or without hidden states."""
    content = json.loads(_WEIGHTS.read_text(encoding="utf-8"))
    if not with_states:
        return WorthModel(content["constant"], content["weights"])
    content = content["with_states"]
    return WorthModel(content["constant"], content["weights"], np.array(content["states"]))


def estimate_worth(
    text: str, observations: Sequence[Observation], names: Sequence[NameSpan], hidden: HiddenStates | None = None
) -> list[float]:
    """Return the worth of each observation of a message, 0 to 1.

    Args:
        text: the message.
        observations: its observations.
        names: the names in it.
        hidden: hidden states of MiniLM's pass over it; without them, features of the clause alone decide.
    """
    states = clause_states(observations, hidden)
    model = load_worth_model(with_states=states is not None)
    rows: Sequence[NDArray[np.float64] | None] = [None] * len(observations) if states is None else list(states)
    features = observation_features(text, observations, names)
    return [model.estimate(*each) for each in zip(features, rows, strict=True)]


def clause_states(observations: Sequence[Observation], hidden: HiddenStates | None) -> NDArray[np.float64] | None:
    """Return the mean hidden states of the words of each clause, layer after layer; None without these layers."""
    if hidden is None or not set(WORTH_LAYERS) <= hidden.states.keys():
        return None
    offsets = np.array(hidden.offsets, dtype=np.int64).reshape(-1, 2)
    rows = []
    for clause in (observation.clause for observation in observations):
        inside = (offsets[:, 0] >= clause.start) & (offsets[:, 1] <= clause.end)
        # A clause beyond the model's window has no states.
        means = [
            hidden.states[layer][inside].mean(axis=0) if inside.any() else np.zeros(_WIDTH) for layer in WORTH_LAYERS
        ]
        rows.append(np.concatenate(means))
    return np.array(rows, dtype=np.float64).reshape(-1, _WIDTH * len(WORTH_LAYERS))


def observation_features(
    text: str, observations: Sequence[Observation], names: Sequence[NameSpan]
) -> list[dict[str, float]]:
    """Return the features of each observation of a message; a feature that is 0 is left out."""
    stated = blank_unstated(text)
    words_of_message = {word.lower().strip("!?.,") for word in text.split()}
    shared = {
        "words of message": min(len(text.split()), 100) / 50,
        "observations of message": min(len(observations), 8) / 8,
        "laughs": float(bool(words_of_message & _LAUGHS)),
        "code": float("`" in text or "http" in text),
        "quotes": float('"' in text or "“" in text),
    }
    return [
        {name: value for name, value in {**shared, **_clause_features(each, names, stated)}.items() if value}
        for each in observations
    ]


def _clause_features(observation: Observation, names: Sequence[NameSpan], stated: str) -> dict[str, float]:
    clause, sentence = observation.clause, observation.sentence
    tokens, root, verb = clause.tokens, clause.root, clause.finite_verb
    words = {token.lower_ for token in tokens}
    parts = [token.pos_ for token in tokens]
    features: dict[str, float] = {
        "log words": math.log1p(len(tokens)),
        "words": len(tokens) / 20,
        "nouns": sum(part in {"NOUN", "PROPN"} for part in parts) / 5,
        "proper nouns": parts.count("PROPN") / 3,
        "verbs": parts.count("VERB") / 3,
        "adjectives": parts.count("ADJ") / 3,
        "number": float("NUM" in parts),
        "names speaker": float(sentence.names_speaker),
        "date": float(bool(sentence.dates)),
        "position": min(observation.position, 8) / 8,
        "first": float(observation.position == 0),
        f"mark {clause.mark}": 1.0,
        f"tense {verb.tag_ if verb is not None else 'none'}": 1.0,
        f"lemma {root.lemma_.lower()}": float(root.lemma_.lower() in _LEMMAS),
        f"tag {root.tag_}": float(root.tag_ in _TAGS),
        "negated": float(bool(words & _NEGATIONS)),
        "hedged": float(bool(words & _HEDGES)),
        "condition": float(bool(words & {"if", "unless"})),
        "not stated": float(not stated[clause.start : clause.end].strip()),
        "points elsewhere": float(any(map(_points_elsewhere, tokens))),
        "us": float("us" in words),
        "one": float(bool(words & _ONES)),
        "indefinite": float(bool(words & _INDEFINITE)),
        "no object": float(root.pos_ == "VERB" and not any(child.dep_ in _OBJECTS for child in root.children)),
        "definite subject": float(_is_definite(clause.subject)),
        "definite object": float(any(child.dep_ == "obj" and _is_definite(child) for child in root.children)),
        "named": min(sum(token.pos_ == "PROPN" and not token.is_sent_start for token in tokens), 3) / 3,
        "commas": min(sum(token.text == "," for token in tokens), 4) / 4,
        "finite verbs": min(sum(token.tag_ in _FINITE_TAGS for token in tokens), 4) / 4,
        "symbols": float(any(not token.is_alpha and token.pos_ in {"SYM", "X"} for token in tokens)),
        "lower case": float(tokens[0].is_sent_start is True and tokens[0].text[:1].islower()),
        "unknown words": sum(token.pos_ == "X" or token.tag_ == "FW" for token in tokens) / 3,
        "gerund": float(root.tag_ == "VBG" and verb is None),
        "relative": float(bool(words & KIN.keys())),
        "pet": float(bool(words & PETS)),
        "own": float(bool(words & {"my", "our"})),
        "addressee": float(bool(words & {"you", "your", "u", "ur"})),
        f"subject {_subject_kind(observation)}": 1.0,
    }
    features |= {f"replaced {kind}": 1.0 for kind in sentence.replaced}
    features |= {f"part {name}": 1.0 for name in {token.dep_ for token in tokens} & set(_DEPENDENCIES)}
    inside = {span.label for span in names if span.start >= clause.start and span.end <= clause.end}
    return features | {f"name {label}": 1.0 for label in inside & set(_LABELS)}


def _points_elsewhere(token: Token) -> bool:
    """Whether a word points to something outside of the clause: "there", "this place"; not "this week"."""
    if token.lower_ in {"there", "here"}:
        return bool(token.dep_ == "advmod")
    is_pointing = token.lower_ in {"this", "that", "these", "those"} and token.dep_ == "det"
    return is_pointing and token.head.lemma_.lower() not in _TIMES


def _is_definite(token: Token | None) -> bool:
    """Whether a noun is one that was named before: "the hall", not "our hall" or "the hall of our school"."""
    if token is None or token.pos_ != "NOUN":
        return False
    has_article = any(child.lower_ in {"the", "this", "that", "these", "those"} for child in token.children)
    return has_article and not any(
        child.dep_ in {"nmod", "acl", "acl:relcl", "nmod:poss", "compound"} for child in token.children
    )


def _subject_kind(observation: Observation) -> str:
    subject = observation.clause.subject
    if subject is None:
        return "none"
    word = subject.lower_
    for kind, words in (
        ("speaker", _SPEAKER_WORDS),
        ("addressee", _ADDRESSEE_WORDS),
        ("thing pronoun", _THING_WORDS),
        ("person pronoun", _PERSON_WORDS),
        ("relative", KIN.keys()),
        ("pet", PETS),
    ):
        if word in words:
            return kind + (" joined" if observation.clause.is_inherited else "")
    return "name" if subject.pos_ == "PROPN" else "noun"
