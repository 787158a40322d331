"""Reading a treebank in CoNLL-U, and writing its sentences as people chat."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kg.errors import InvalidInput

ROOT = "root"


@dataclass(frozen=True)
class Word:
    """A word of a sentence: `head` is the index of its head, its own where it is the root."""

    form: str
    lemma: str
    upos: str
    tag: str
    feats: str
    head: int
    relation: str
    space: bool


Sentence = tuple[Word, ...]


@dataclass(frozen=True)
class Chat:
    """How often a sentence is changed into chat style: shares of 0 to 1."""

    lower: float = 0.25
    bare: float = 0.25
    unended: float = 0.25
    short: float = 0.1


# How clitics are written by those who leave the apostrophe out. A possessive 's is not among them: it joins its noun.
_CLITICS = {"n't": "nt", "'m": "m", "'re": "re", "'ve": "ve", "'ll": "ll", "'s": "s", "'d": "d"}
_SHORT = {
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


def read(path: Path) -> list[list[Sentence]]:
    """The documents of a CoNLL-U file, each a list of sentences. Empty nodes and ranges of words are left out.

    Raises:
        InvalidInput: the file is not of that form.
    """
    documents: list[list[Sentence]] = []
    rows: list[list[str]] = []
    joined: set[int] = set()
    # An empty line ends a sentence; the last one may lack it.
    for number, line in enumerate([*path.read_text(encoding="utf-8").split("\n"), ""], 1):
        if line.startswith("# newdoc"):
            documents.append([])
        elif not line:
            if rows:
                if not documents:
                    documents.append([])
                documents[-1].append(_sentence(rows, joined, path))
            rows, joined = [], set()
        elif not line.startswith("#"):
            row = line.split("\t")
            if len(row) != 10:
                raise InvalidInput("treebank", str(path), f"line {number} has {len(row)} columns in place of 10")
            if "-" in row[0]:
                # The words of a range are written without spaces between them: don't = do n't.
                first, last = map(int, row[0].split("-"))
                joined.update(range(first, last))
                if "SpaceAfter=No" in row[9]:
                    joined.add(last)
            elif "." not in row[0]:
                rows.append(row)
    return documents


def _sentence(rows: Sequence[Sequence[str]], joined: set[int], path: Path) -> Sentence:
    words = []
    for place, row in enumerate(rows):
        try:
            head = int(row[6])
        except ValueError as error:
            raise InvalidInput("treebank", str(path), f"{row[1]} has the head {row[6]}") from error
        words.append(
            Word(
                form=row[1],
                lemma=row[1] if row[2] == "_" and row[1] != "_" else row[2],
                upos=row[3],
                tag=row[4],
                feats="" if row[5] == "_" else row[5],
                head=head - 1 if head else place,
                relation="ROOT" if row[7] == ROOT else row[7],
                space="SpaceAfter=No" not in row[9] and int(row[0]) not in joined,
            )
        )
    return tuple(words)


def chatty(sentence: Sentence, how: Chat, picked: random.Random) -> Sentence:
    """The sentence, perhaps in lower case, without apostrophes, without its last full stop, with chat's short words."""
    if picked.random() < how.bare:
        sentence = _without_apostrophes(sentence)
    if picked.random() < how.short:
        sentence = tuple(
            replace(word, form=_SHORT[word.form.lower()]) if word.form.lower() in _SHORT else word for word in sentence
        )
    if picked.random() < how.lower:
        sentence = tuple(_lowered(word) for word in sentence)
    if picked.random() < how.unended:
        sentence = _without_end(sentence)
    return sentence


def _lowered(word: Word) -> Word:
    # The lemma follows its word, but for words whose lemma is another: "i" stays a form of "I".
    lemma = word.lemma.lower() if word.upos != "PRON" else word.lemma
    return replace(word, form=word.form.lower(), lemma=lemma)


def _without_end(sentence: Sentence) -> Sentence:
    last = len(sentence) - 1
    if last < 1 or sentence[last].form not in _SENTENCE_ENDS or any(word.head == last for word in sentence):
        return sentence
    return sentence[:-1]


def _without_apostrophes(sentence: Sentence) -> Sentence:
    dropped = [
        place
        for place, word in enumerate(sentence)
        if place
        and word.form.replace("’", "'").lower() in {"'s", "'"}
        and word.tag == "POS"
        and word.head == place - 1
        and not sentence[place - 1].space
        and not any(other.head == place for other in sentence)
    ]
    words = [
        replace(word, form=_CLITICS[plain]) if (plain := word.form.replace("’", "'").lower()) in _CLITICS else word
        for word in sentence
    ]
    for place in dropped:
        noun, ending = sentence[place - 1], sentence[place]
        words[place - 1] = replace(noun, form=noun.form + ending.form.strip("'’"), space=ending.space)
    gone = set(dropped)
    kept = [place for place in range(len(sentence)) if place not in gone]
    moved = {old: new for new, old in enumerate(kept)}
    return tuple(replace(words[place], head=moved[words[place].head]) for place in kept)


def grouped(
    documents: Sequence[Sequence[Sentence]], most: int, picked: random.Random
) -> Iterator[tuple[Sentence, ...]]:
    """Neighbouring sentences in groups of 1 to `most`: what a message looks like, and how a parser learns where one ends."""
    for document in documents:
        place = 0
        while place < len(document):
            size = picked.randint(1, most)
            yield tuple(document[place : place + size])
            place += size
