"""Synthetic chat statements as treebank sentences, from the patterns in treebank_statements.txt."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from training.synthetic_sentences import NAMES, generate_name
from training.treebank import Sentence, TreebankWord

PATTERNS = Path(__file__).with_name("treebank_statements.txt")

_NAMES = {"PERSON": "person", "PLACE": "place", "FIRM": "org", "TOOL": "tool"}
_ATTACHED = frozenset({".", "?", ",", "'s", "'m", "n't"})

WordLookup = Callable[[str, str], tuple[str, str, str]]


def build_word_lookup(documents: Iterable[Iterable[Sentence]]) -> WordLookup:
    """Return a function that looks up the most frequent lemma, part of speech and features of a word with a tag."""
    words: dict[tuple[str, str], Counter[tuple[str, str, str]]] = defaultdict(Counter)
    tags: dict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
    for document in documents:
        for sentence in document:
            for word in sentence:
                words[word.form.lower(), word.tag][word.lemma, word.upos, word.feats] += 1
                # A verb that is not in the treebank is not an auxiliary.
                if word.upos != "AUX":
                    tags[word.tag][word.upos, word.feats] += 1

    def lookup(form: str, tag: str) -> tuple[str, str, str]:
        counts = words.get((form.lower(), tag))
        if counts and tag != "NNP":
            return counts.most_common(1)[0][0]
        upos, feats = tags[tag].most_common(1)[0][0]
        return _guess_lemma(form, tag), upos, feats

    return lookup


def generate_statements(count: int, lookup: WordLookup, rng: random.Random) -> list[list[Sentence]]:
    """Generate `count` statements, each as a document of one sentence."""
    lines = PATTERNS.read_text(encoding="utf-8").splitlines()
    patterns = [line.split() for line in lines if line and not line.startswith("#")]
    return [[_build_sentence(rng.choice(patterns), lookup, rng)] for _ in range(count)]


def _build_sentence(pattern: Sequence[str], lookup: WordLookup, rng: random.Random) -> Sentence:
    words: list[TreebankWord] = []
    parts = [part.split("/") for part in pattern]
    for index, (forms, tag, head, relation) in enumerate(parts):
        form = _choose_form(forms, rng)
        lemma, upos, feats = lookup(form, tag)
        if upos == "AUX" and relation.partition(":")[0] not in {"aux", "cop"}:
            # "has" is more often an auxiliary than a main verb.
            upos = "VERB"
        is_attached = index + 1 < len(parts) and parts[index + 1][0] in _ATTACHED
        is_root = relation == "root"
        head_index = index if is_root else int(head) - 1
        words.append(
            TreebankWord(form, lemma, upos, tag, feats, head_index, "ROOT" if is_root else relation, not is_attached)
        )
    return tuple(words)


def _choose_form(forms: str, rng: random.Random) -> str:
    if forms in _NAMES:
        return generate_name(_NAMES[forms], rng).replace(" ", "-")
    return rng.choice(NAMES["kin"] if forms == "KIN" else forms.split("|"))


def _guess_lemma(form: str, tag: str) -> str:
    # The few words of the patterns that are not in the treebank are regular.
    if tag in {"VBZ", "NNS"}:
        return form.removesuffix("es" if form.endswith("ches") else "s")
    return form
