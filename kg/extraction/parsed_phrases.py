"""Noun phrases: their text, words and labels."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from kg.extraction.dates import DateMention
from kg.extraction.word_lists import EVALUATIVE, word_set

SPEAKER_PRONOUNS = {"i", "me", "we", "us", "myself", "mine", "ours"}
_LIST_END = re.compile(r"\b(?:now|so|then)\b", re.IGNORECASE)
_REMARKS = word_set("hands stuff shame pity nightmare fun luck times sorry thanks cheers lol")


@dataclass(frozen=True)
class Phrase:
    """A noun phrase.

    Attributes:
        start: offset of its first character.
        end: offset after its last character.
        det: its article or possessive pronoun in lower case, or "".
        owner: the possessor, if one is given.
        words: the other words, as typed, without article, owner, number and title.
        name: the proper name in it, or "".
        label: the name finder's label of the name, or "".
        kin: the word for its relation to the owner ("brother", "cat"), in the singular, or "".
        pronoun: in lower case, or "".
        is_plural: whether the kin word is in the plural.
        role: a job that an apposition gives.
        organisation: the organisation of that job.
        number: the number before the words, as typed.
        ends_in_noun: whether its last word is a noun and not an adjective.
        is_label_sure: whether the name finder's score of the label is high.
    """

    start: int
    end: int
    det: str = ""
    owner: Phrase | None = None
    words: tuple[str, ...] = ()
    name: str = ""
    label: str = ""
    kin: str = ""
    pronoun: str = ""
    is_plural: bool = False
    role: Phrase | None = None
    organisation: Phrase | None = None
    number: str = ""
    ends_in_noun: bool = True
    is_label_sure: bool = True

    @property
    def text(self) -> str:
        """The words as typed."""
        return " ".join(self.words)

    @property
    def head(self) -> str:
        """The last word, in lower case."""
        return self.words[-1].lower() if self.words else ""


def strip_evaluative(phrase: Phrase) -> str:
    """Return the words of a phrase without evaluative adjectives: "new accountant" gives "accountant"."""
    words = list(phrase.words)
    while len(words) > 1 and words[0].lower() in EVALUATIVE:
        words.pop(0)
    return " ".join(words)


def cut_list(phrases: Sequence[Phrase], text: str, dates: Sequence[DateMention]) -> list[Phrase]:
    """Return the phrases up to one that continues no list: "until 2021, now its Leipzig", "penicillin, scary stuff".

    Args:
        phrases: in the order of the text.
        text: the whole message.
        dates: its dates.
    """
    for at, (first, second) in enumerate(pairwise(phrases), 1):
        between = text[first.end : second.start]
        is_dated = any(first.end <= date.start < second.start for date in dates)
        is_remark = second.head in _REMARKS and not second.det and "," in between
        if second.det == "no" and second.head == "wait":
            # "Split, no wait, Šibenik": the last one holds.
            return cut_list(phrases[at + 1 :], text, dates) or list(phrases[:at])
        is_remark |= second.det == "no" and first.det != "no"
        # "Soweto, people always guess …".
        is_remark |= bool(first.name) and not second.name and between.strip() == "," and at + 1 == len(phrases)
        if is_dated or is_remark or _LIST_END.search(between):
            return list(phrases[:at])
    return list(phrases)
