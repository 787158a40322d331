"""Read a treebank in CoNLL-U, and change its sentences into chat style."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kg.errors import InvalidInput

ROOT = "root"


@dataclass(frozen=True)
class TreebankWord:
    """A word of a sentence; `head` is the index of its head, or its own index if it is the root."""

    form: str
    lemma: str
    upos: str
    tag: str
    feats: str
    head: int
    relation: str
    space: bool


Sentence = tuple[TreebankWord, ...]


@dataclass(frozen=True)
class ChatStyle:
    """Shares (0 to 1) of sentences that are changed into chat style, by kind of change."""

    lower_case: float = 0.25
    without_apostrophes: float = 0.25
    without_full_stop: float = 0.25
    abbreviated: float = 0.1


# Clitics without apostrophe. A possessive 's is joined to its noun instead.
_CLITICS = {"n't": "nt", "'m": "m", "'re": "re", "'ve": "ve", "'ll": "ll", "'s": "s", "'d": "d"}
_ABBREVIATIONS = {
    "you": "u",
    "your": "ur",
    "are": "r",
    "please": "pls",
    "people": "ppl",
    "because": "cuz",
    "thanks": "thx",
    "tomorrow": "tmrw",
    "with": "w/",
    "though": "tho",
    "really": "rly",
}
_SENTENCE_ENDS = frozenset(".!?")


def read_treebank(path: Path) -> list[list[Sentence]]:
    """Read the documents of a CoNLL-U file, each a list of sentences, without empty nodes and word ranges.

    Raises:
        InvalidInput: the file is malformed.
    """
    documents: list[list[Sentence]] = []
    rows: list[list[str]] = []
    without_space: set[int] = set()
    # An empty line ends a sentence; it may be missing after the last one.
    for number, line in enumerate([*path.read_text(encoding="utf-8").split("\n"), ""], 1):
        if line.startswith("# newdoc"):
            documents.append([])
        elif not line:
            if rows:
                if not documents:
                    documents.append([])
                documents[-1].append(_parse_sentence(rows, without_space, path))
            rows, without_space = [], set()
        elif not line.startswith("#"):
            row = line.split("\t")
            if len(row) != 10:
                raise InvalidInput(
                    "treebank", str(path), f"a CoNLL-U file; line {number} has {len(row)} columns instead of 10"
                )
            if "-" in row[0]:
                # The words of a range are written without spaces between them: don't = do n't.
                first, last = map(int, row[0].split("-"))
                without_space.update(range(first, last))
                if "SpaceAfter=No" in row[9]:
                    without_space.add(last)
            elif "." not in row[0]:
                rows.append(row)
    return documents


def _parse_sentence(rows: Sequence[Sequence[str]], without_space: set[int], path: Path) -> Sentence:
    words = []
    for index, row in enumerate(rows):
        try:
            head = int(row[6])
        except ValueError as error:
            raise InvalidInput(
                "treebank", str(path), f"a CoNLL-U file with numeric heads; the word {row[1]!r} has the head {row[6]!r}"
            ) from error
        words.append(
            TreebankWord(
                form=row[1],
                lemma=row[1] if row[2] == "_" and row[1] != "_" else row[2],
                upos=row[3],
                tag=row[4],
                feats="" if row[5] == "_" else row[5],
                head=head - 1 if head else index,
                relation="ROOT" if row[7] == ROOT else row[7],
                space="SpaceAfter=No" not in row[9] and int(row[0]) not in without_space,
            )
        )
    return tuple(words)


def apply_chat_style(sentence: Sentence, style: ChatStyle, rng: random.Random) -> Sentence:
    """Return the sentence with random changes: lower case, no apostrophes, no final full stop, abbreviations."""
    if rng.random() < style.without_apostrophes:
        sentence = _remove_apostrophes(sentence)
    if rng.random() < style.abbreviated:
        sentence = tuple(
            replace(word, form=_ABBREVIATIONS[word.form.lower()]) if word.form.lower() in _ABBREVIATIONS else word
            for word in sentence
        )
    if rng.random() < style.lower_case:
        sentence = tuple(_lower_case(word) for word in sentence)
    if rng.random() < style.without_full_stop:
        sentence = _remove_full_stop(sentence)
    return sentence


def _lower_case(word: TreebankWord) -> TreebankWord:
    # The lemma becomes lower case too, except for pronouns: the lemma of "i" is "I".
    lemma = word.lemma.lower() if word.upos != "PRON" else word.lemma
    return replace(word, form=word.form.lower(), lemma=lemma)


def _remove_full_stop(sentence: Sentence) -> Sentence:
    last = len(sentence) - 1
    if last < 1 or sentence[last].form not in _SENTENCE_ENDS or any(word.head == last for word in sentence):
        return sentence
    return sentence[:-1]


def _remove_apostrophes(sentence: Sentence) -> Sentence:
    dropped = [
        index
        for index, word in enumerate(sentence)
        if index
        and word.form.replace("’", "'").lower() in {"'s", "'"}
        and word.tag == "POS"
        and word.head == index - 1
        and not sentence[index - 1].space
        and not any(other.head == index for other in sentence)
    ]
    words = [
        replace(word, form=_CLITICS[plain]) if (plain := word.form.replace("’", "'").lower()) in _CLITICS else word
        for word in sentence
    ]
    for index in dropped:
        noun, ending = sentence[index - 1], sentence[index]
        words[index - 1] = replace(noun, form=noun.form + ending.form.strip("'’"), space=ending.space)
    dropped_indexes = set(dropped)
    kept_indexes = [index for index in range(len(sentence)) if index not in dropped_indexes]
    new_index = {old: new for new, old in enumerate(kept_indexes)}
    return tuple(replace(words[index], head=new_index[words[index].head]) for index in kept_indexes)


def group_sentences(
    documents: Sequence[Sequence[Sentence]], max_sentences: int, rng: random.Random
) -> Iterator[tuple[Sentence, ...]]:
    """Yield neighbouring sentences in groups of 1 to `max_sentences`, like messages, to train sentence segmentation."""
    for document in documents:
        position = 0
        while position < len(document):
            size = rng.randint(1, max_sentences)
            yield tuple(document[position : position + size])
            position += size
