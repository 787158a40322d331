"""Noun phrases, read from tags, names and small lists: a short message's tree is often wrong where its words are plain."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kg.extraction.word_lists import (
    EVALUATIVE,
    FORMS,
    JOBS,
    KIN,
    LEADING,
    LIKING,
    NEAR,
    NEVER,
    NOUN_AFTER,
    PETS,
    SORTS,
    TITLES,
    is_job,
    listed,
    singular,
)

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

    from kg.extraction.dates import Found
    from kg.language.name_tagger import Span

SPEAKER = {"i", "me", "we", "us", "myself", "mine", "ours"}
_OWNERS = {"my", "our", "his", "her", "their", "its", "your", "ur"}
_PRONOUNS = SPEAKER | listed(
    "he she him it they them you u this that these those someone somebody everyone everybody anyone nobody everything "
    "something anything nothing one hers himself herself"
)
_DETS = listed("the a an this that these those some any no every each another teh all both such several many few")
_INSIDE = {"NOUN", "PROPN", "ADJ", "NUM", "X", "SYM"}
_MEDIAL = re.compile(r"^[A-Z][\w'.&+-]*$|^\w*[a-z][A-Z]\w*$")
# Below this the recogniser's label is only a guess, and the words around it count.
_SURE = 0.75
# My dog food, her mother ship: the kin word only says which.
_KIN_THINGS = listed("food show family club day video school tongue")
_HARD = re.compile(r"^[\w.+-]+@[\w-]+(\.[\w-]+)+$")


@dataclass(frozen=True)
class Phrase:
    """A noun phrase.

    Attributes:
        start, end: characters.
        det: its article or owner's pronoun in lower case, or "".
        owner: whose it is, where that is said.
        words: the rest, as typed, without article, owner, number and title.
        name: the proper name in it, or "".
        label: what the recogniser calls the name, or "".
        kin: the word that says what it is to its owner ("brother", "cat"), in the singular, or "".
        pronoun: in lower case, or "".
        plural: whether the kin word is one of several.
        role: a job that an apposition gives, and the organisation, by phrase.
        numbered: the number before the words, as typed.
        noun: whether it ends in a noun, and not in an adjective.
        sure: whether the recogniser is sure of the label.
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
    plural: bool = False
    role: Phrase | None = None
    at: Phrase | None = None
    numbered: str = ""
    noun: bool = True
    sure: bool = True

    @property
    def text(self) -> str:
        """The words as typed."""
        return " ".join(self.words)

    @property
    def head(self) -> str:
        """The last word, in lower case."""
        return self.words[-1].lower() if self.words else ""


class Reader:
    """Reads the noun phrases of one text."""

    def __init__(self, text: str, doc: Doc, names: Sequence[Span], dates: Sequence[Found] = ()) -> None:
        """Keep the text.

        Args:
            text: the message.
            doc: it, parsed.
            names: from `recognise`.
            dates: in the text; no phrase goes into them.
        """
        self.text = text
        self.tokens = list(doc)
        self.inside: dict[int, Span] = {}
        self.dated = {token.i for token in doc if any(each.start <= token.idx < each.end for each in dates)}
        for span in names:
            for token in self.tokens:
                if token.idx < span.end and token.idx + len(token.text) > span.start:
                    self.inside[token.i] = span

    def verb(self, at: int) -> str:  # noqa: PLR0911 - one for each way of saying it
        """The lemma of a token where it is a verb, else ""."""
        token = self.tokens[at]
        low = token.text.lower()
        before = self.tokens[at - 1] if at else None
        noun_before = before is not None and (
            (before.pos_ in {"DET", "ADJ", "ADP"} and before.text.lower() != "both")
            or before.text.lower() in _OWNERS | {"'s"}
        )
        if at in self.inside and self.inside[at].score > _SURE and token.pos_ != "AUX" and low not in FORMS:
            return ""
        if (
            at
            and token.text[0].isupper()
            and self.inside.get(at) is not None
            and self.inside.get(at - 1) is self.inside[at]
        ):
            return ""
        if low == "allergic":
            return ""
        if at and token.text[0].isupper() and self.tokens[at - 1].tag_ == "NNP" and token.pos_ == "PROPN":
            return ""
        if low in FORMS and not noun_before and token.pos_ not in {"VERB", "AUX"}:
            follows = self.tokens[at + 1].text.lower() if at + 1 < len(self.tokens) else ""
            near = before is None or before.lemma_ == "get" or before.pos_ in NEAR or before.text.lower() == "both"
            if near and follows not in {"of", "'s"} and not (before is not None and before.text.lower() == "to"):
                return FORMS[low]
        if token.pos_ in {"VERB", "AUX"} and not (token.pos_ == "VERB" and at in self.inside and low not in FORMS):
            if token.pos_ == "VERB" and self._as_noun(at):
                return ""
            return FORMS.get(low, token.lemma_.lower())
        return ""

    def _as_noun(self, at: int) -> bool:  # noqa: PLR0911 - one for each way of saying it
        """A word that is tagged as a verb where only a noun can stand: "I prefer trains", "the acting director"."""
        token = self.tokens[at]
        before = self.tokens[at - 1] if at else None
        after = self.tokens[at + 1] if at + 1 < len(self.tokens) else None
        if self._fried(at):
            return True
        if token.tag_ == "VBZ" and after is not None and after.pos_ in {"VERB", "DET", "PRON", "ADJ", "NOUN"}:
            return False
        if before is not None and token.tag_ == "VBG":
            if FORMS.get(before.text.lower(), before.lemma_.lower()) in LIKING or before.text.lower() == "into":
                return True
            if (
                before.text.lower() in {"and", ","}
                and at > 1
                and self.tokens[at - 2].tag_ == "VBG"
                and self._as_noun(at - 2)
            ):
                return True
        if before is None or token.tag_ == "VBG" or (token.text[0].isupper() and before.pos_ == "VERB"):
            return before is not None and before.text.lower() in _DETS | _OWNERS
        if (
            before.text.lower() == "to"
            and at > 1
            and self.tokens[at - 2].text.lower() in {"allergic", "married", "engaged", "addicted"}
        ):
            return True
        if before.text.lower() in (_DETS | _OWNERS) - {"both", "all"}:
            return before.text.lower() not in {"that", "this", "these", "those"} or bool(after and after.pos_ == "AUX")
        return (
            before.pos_ == "VERB"
            and FORMS.get(before.text.lower(), before.lemma_) in NOUN_AFTER
            and token.tag_ != "VBN"
        )

    def read(self, at: int) -> tuple[Phrase, int] | None:
        """The noun phrase that begins at a token, and the place behind it; None where none begins."""
        tokens, first = self.tokens, at
        low = tokens[at].text.lower()
        pointing = low in {"that", "this", "these", "those"} and at + 1 < len(tokens) and self._inner(at + 1, at + 1)
        if low in _PRONOUNS and not self._owns(at) and not (pointing and tokens[at + 1].pos_ in {"NOUN", "ADJ"}):
            return self._phrase(first, at + 1, pronoun="you" if low == "u" else low), at + 1
        det, owner, numbered = "", None, ""
        if self._owns(at) or low in _OWNERS:
            owner = Phrase(tokens[at].idx, tokens[at].idx + len(low), pronoun="your" if low == "ur" else low)
            det, at = low, at + 1
        else:
            while at < len(tokens) and (tokens[at].text.lower() in _DETS):
                det, at = det if det == "such" else tokens[at].text.lower(), at + 1
        begin = at
        while at < len(tokens) and self._inner(at, begin):
            if (
                tokens[at].pos_ == "NUM"
                and at == begin
                and at + 1 < len(tokens)
                and self._inner(at + 1, begin)
                and at not in self.inside
            ):
                numbered, begin = tokens[at].text, at + 1
            at += 1
            if at < len(tokens) and tokens[at].text in {"'s", "’s"} | {"'"} and tokens[at].pos_ == "PART":
                if {tokens[begin].text.lower(), tokens[at - 1].text.lower()} & {"master", "bachelor"}:
                    at += 1
                    continue
                if self._name_goes_on(at):
                    at += 1
                    continue
                owner = self._phrase(first, at, det=det, owner=owner, span=(begin, at), numbered=numbered)
                det, at, numbered = "'s", at + 1, ""
                begin = at
        if at == begin:
            return (
                (replace(owner, end=tokens[at - 1].idx + len(tokens[at - 1].text)), at)
                if owner and owner.words
                else None
            )
        return self._phrase(first, at, det=det, owner=owner, span=(begin, at), numbered=numbered), at

    def _owns(self, at: int) -> bool:
        low = self.tokens[at].text.lower()
        after = self.tokens[at + 1] if at + 1 < len(self.tokens) else None
        return (low in _OWNERS and low != "her") or (low == "her" and after is not None and self._inner(at + 1, at + 1))

    def _name_goes_on(self, at: int) -> bool:
        """Whether an 's is inside a name: St. Luke's Hospital."""
        span = self.inside.get(at - 1)
        return (
            span is not None
            and at + 1 < len(self.tokens)
            and self.inside.get(at + 1) is span
            and span.label != "person"
        )

    def _inner(self, at: int, begin: int) -> bool:  # noqa: PLR0911, PLR0912 - one for each way of saying it
        token = self.tokens[at]
        low = token.text.lower()
        span = self.inside.get(at)
        if at in self.dated:
            return False
        if _HARD.match(token.text):
            return True
        if self.verb(at):
            if at > begin and self._compound(at, begin):
                return True
            if at == begin and self._fried(at):
                return True
            if at > begin or token.tag_ not in {"VBG", "VBN"} or at + 1 >= len(self.tokens) or at == 0:
                return False
            return self.tokens[at - 1].text.lower() in _DETS | _OWNERS and self.tokens[at + 1].pos_ in {"NOUN", "PROPN"}
        if span is not None:
            return low not in {",", "and"} or (
                at > begin and self.inside.get(at - 1) is span and self.inside.get(at + 1) is span
            )
        leads = low in LEADING and at + 1 < len(self.tokens) and self.tokens[at + 1].pos_ in {"ADP", "SCONJ", "PART"}
        if leads or low in NEVER or low in _PRONOUNS:
            return False
        if token.pos_ in _INSIDE:
            return any(letter.isalnum() for letter in low) and low not in {"called", "named", "born", "based"}
        if token.pos_ == "VERB":
            return True
        if token.text == "-" and begin < at < len(self.tokens) - 1:
            return self.tokens[at - 1].whitespace_ == "" and token.whitespace_ == ""
        if at and self.tokens[at - 1].text == "-" and token.pos_ != "PUNCT" and at - 1 > begin:
            return self.tokens[at - 1].whitespace_ == ""
        if token.pos_ == "ADV" and low.endswith("ly") and at == begin and at + 1 < len(self.tokens):
            return self.tokens[at - 1].pos_ == "DET" and self.tokens[at + 1].pos_ in {"NOUN", "PROPN"}
        return bool(
            at
            and token.pos_ in {"ADV", "INTJ"}
            and self.tokens[at - 1].text[-1] not in ".!?…\n"
            and (_MEDIAL.match(token.text) or self.tokens[at - 1].pos_ == "ADJ")
        )

    def _fried(self, at: int) -> bool:
        """Whether a participle begins what is liked: grilled sardines."""
        before = self.tokens[at - 1].text.lower() if at else ""
        after = self.tokens[at + 1].pos_ if at + 1 < len(self.tokens) else ""
        listed_or_liked = before in {"and", ",", "or"} or FORMS.get(before, before) in LIKING
        return self.tokens[at].text.lower().endswith("ed") and listed_or_liked and after == "NOUN"

    def _compound(self, at: int, begin: int) -> bool:
        """Whether a gerund ends a compound that is liked: cold water swimming."""
        after = self.tokens[at + 1].pos_ if at + 1 < len(self.tokens) else "PUNCT"
        before = self.tokens[begin - 1].lemma_.lower() if begin else ""
        return (
            self.tokens[at].tag_ == "VBG"
            and self.tokens[at - 1].pos_ in {"NOUN", "ADJ"}
            and after in {"PUNCT", "CCONJ", "SYM"}
            and before in LIKING | {"and", ","}
        )

    def _phrase(
        self, first: int, last: int, *, det: str = "", owner: Phrase | None = None, pronoun: str = "",
        span: tuple[int, int] | None = None, numbered: str = "",
    ) -> Phrase:  # fmt: skip
        tokens = self.tokens
        start, end = tokens[first].idx, tokens[last - 1].idx + len(tokens[last - 1].text)
        if span is None:
            return Phrase(start, end, pronoun=pronoun)
        low, high = span
        while high - low > 1 and tokens[low].text.lower().rstrip(".") in TITLES and tokens[low + 1].text[0].isupper():
            low += 1
            if tokens[low].text == ".":
                low += 1
        words = tuple(self.text[tokens[low].idx : end].split())
        if end == len(self.text.rstrip()) and words[-1].count(".") == 1 and words[-1].endswith("."):
            words, end = (*words[:-1], words[-1][:-1]), end - 1
        while len(words) > 1 and words[0].lower() in SORTS and words[1][0].isupper():
            words, low = words[1:], low + 1
        kin, name, label, plural = self._kin(low, high, end, owned=owner is not None or det in {"a", "an", "the", ""})
        if not name and not kin:
            label = self._label(low, high)
            capital = all(
                _MEDIAL.match(word) or word.lower() in {"of", "the", "and", "&", "de", "van", "von"} for word in words
            )
            if words and words[-1].lower() in JOBS and label != "person":
                label = ""
            elif label or (capital and (low or tokens[low].pos_ == "PROPN")):
                name = " ".join(words)
        jobs = next((at for at in range(1, len(words)) if words[at][0].isupper() and is_job(words[at - 1])), 0)
        if (
            jobs
            and owner is not None
            and not kin
            and words[0].islower()
            and self._label(high - 1, high) in {"person", ""}
        ):
            job, words = Phrase(start, end, words=words[:jobs]), words[jobs:]
            return Phrase(start, end, det, owner, words, " ".join(words), "person", role=job)
        noun = tokens[last - 1].pos_ != "ADJ" or bool(name)
        sure = all(self.inside[at].score > _SURE for at in range(low, high) if at in self.inside)
        return Phrase(
            start, end, det, owner, words, name, label, kin, "", plural, numbered=numbered, noun=noun, sure=sure
        )

    def _label(self, low: int, high: int) -> str:
        spans = {self.inside[at].label for at in range(low, high) if at in self.inside}
        full = all(at in self.inside or self.tokens[at].text[0].isupper() for at in range(low, high))
        return self.inside[high - 1].label if spans and full and high - 1 in self.inside else ""

    def _lower_name(self, at: int, *, plural: bool) -> bool:
        """Whether a word in lower case behind a kin word is a name: "my gf kasia", and not "my mother tongue"."""
        span = self.inside.get(at)
        if span is not None:
            return span.label == "person"
        return not plural and self.tokens[at].pos_ == "PROPN"

    def _kin(self, low: int, high: int, end: int, *, owned: bool) -> tuple[str, str, str, bool]:
        if not owned:
            return "", "", "", False
        for at in range(low, high):
            raw = self.tokens[at].text.lower()
            word = singular(raw.removeprefix("ex-"))
            span = self.inside.get(at)
            person = span is not None and span.label == "person" and span.score > _SURE and at == low
            if (word not in KIN and word not in PETS) or (person and self.tokens[at].text[0].isupper()):
                continue
            if at + 1 == high:
                return word, "", "", raw.removeprefix("ex-") != word
            follows = self.tokens[at + 1].text
            compound = at > low and self.tokens[at - 1].pos_ == "NOUN"
            if word in {"manager", "supervisor", "partner"} and compound and self.tokens[at - 1].text.lower() != "line":
                continue
            if singular(follows) in KIN or follows.lower() in JOBS | _KIN_THINGS:
                continue
            if (word in PETS or not follows[0].isupper()) and is_job(follows) and not follows[0].isupper():
                continue
            if follows[0].islower() and not self._lower_name(at + 1, plural=raw != word):
                continue
            name = self.text[self.tokens[at + 1].idx : end]
            return word, name, self._label(at + 1, high) or "person", raw.removeprefix("ex-") != word
        return "", "", "", False


def bare(phrase: Phrase) -> str:
    """A phrase's words without what only praises or dates it: "new accountant" is an accountant."""
    words = list(phrase.words)
    while len(words) > 1 and words[0].lower() in EVALUATIVE:
        words.pop(0)
    return " ".join(words)


def token_tag(token: Token) -> str:
    """One letter for a verb's form: G, N, D, B or P (present)."""
    if token.tag_ == "VBG" and not token.text.lower().endswith(("ing", "in", "in'")):
        return "P"
    return {"VBG": "G", "VBN": "N", "VBD": "D", "VB": "B", "MD": "M"}.get(token.tag_, "P")
