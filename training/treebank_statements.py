"""Short statements of chat as sentences of a treebank, made from treebank_statements.txt with any names."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from training.synthetic_sentences import NAMES, name
from training.treebank import Sentence, Word

PATTERNS = Path(__file__).with_name("treebank_statements.txt")

_NAMES = {"PERSON": "person", "PLACE": "place", "FIRM": "org", "TOOL": "tool"}
_GLUED = frozenset({".", "?", ",", "'s", "'m", "n't"})

Says = Callable[[str, str], tuple[str, str, str]]


def says(documents: Iterable[Iterable[Sentence]]) -> Says:
    """What a treebank mostly says of a word with a tag: its lemma, part of speech and features."""
    words: dict[tuple[str, str], Counter[tuple[str, str, str]]] = defaultdict(Counter)
    tags: dict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
    for document in documents:
        for sentence in document:
            for word in sentence:
                words[word.form.lower(), word.tag][word.lemma, word.upos, word.feats] += 1
                # A verb that the treebank lacks is none of the few that help others.
                if word.upos != "AUX":
                    tags[word.tag][word.upos, word.feats] += 1

    def told(form: str, tag: str) -> tuple[str, str, str]:
        known = words.get((form.lower(), tag))
        if known and tag != "NNP":
            return known.most_common(1)[0][0]
        upos, feats = tags[tag].most_common(1)[0][0]
        return _lemma(form, tag), upos, feats

    return told


def statements(count: int, told: Says, picked: random.Random) -> list[list[Sentence]]:
    """`count` statements, each a document of its own."""
    lines = PATTERNS.read_text(encoding="utf-8").splitlines()
    patterns = [line.split() for line in lines if line and not line.startswith("#")]
    return [[_sentence(picked.choice(patterns), told, picked)] for _ in range(count)]


def _sentence(pattern: Sequence[str], told: Says, picked: random.Random) -> Sentence:
    words: list[Word] = []
    parts = [part.split("/") for part in pattern]
    for place, (forms, tag, head, relation) in enumerate(parts):
        form = _form(forms, picked)
        lemma, upos, feats = told(form, tag)
        if upos == "AUX" and relation.partition(":")[0] not in {"aux", "cop"}:
            # "has" helps more often than it means.
            upos = "VERB"
        glued = place + 1 < len(parts) and parts[place + 1][0] in _GLUED
        root = relation == "root"
        where = place if root else int(head) - 1
        words.append(Word(form, lemma, upos, tag, feats, where, "ROOT" if root else relation, not glued))
    return tuple(words)


def _form(forms: str, picked: random.Random) -> str:
    if forms in _NAMES:
        return name(_NAMES[forms], picked).replace(" ", "-")
    return picked.choice(NAMES["kin"] if forms == "KIN" else forms.split("|"))


def _lemma(form: str, tag: str) -> str:
    # The few words of the patterns that the treebank lacks are regular.
    if tag in {"VBZ", "NNS"}:
        return form.removesuffix("es" if form.endswith("ches") else "s")
    return form
