"""Reading noun phrases from part-of-speech tags, names and word lists, since parse trees of short messages are often wrong."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kg.extraction.common_words import FILLERS
from kg.extraction.parsed_phrases import SPEAKER_PRONOUNS, Phrase
from kg.extraction.relative_words import SURE_SCORE, split_kin
from kg.extraction.verb_forms import is_contracted_be
from kg.extraction.word_lists import (
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
    to_singular,
    word_set,
)

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from kg.extraction.dates import DateMention
    from kg.language import NameSpan

_POSSESSIVES = {"my", "our", "his", "her", "their", "its", "your", "ur"}
_PRONOUNS = SPEAKER_PRONOUNS | word_set(
    "he she him it they them you u this that these those someone somebody everyone everybody anyone nobody everything "
    "something anything nothing one hers himself herself"
)
_DETERMINERS = word_set(
    "the a an this that these those some any no every each another teh all both such several many few"
)
_PHRASE_POS = {"NOUN", "PROPN", "ADJ", "NUM", "X", "SYM"}
_CAPITALISED = re.compile(r"^[A-Z][\w'.&+-]*$|^\w*[a-z][A-Z]\w*$")
_NAME_PARTICLES = word_set("van von de der den del di da du la le el al bin ben wa")
_DEGREE_WORDS = word_set("very really quite pretty super rather extremely")
_COMMON = FILLERS | word_set("night goodnight morning evening afternoon")
_MAIL_ADDRESS = re.compile(r"^[\w.+-]+@[\w-]+(\.[\w-]+)+$")


def _is_common(words: Sequence[str]) -> bool:
    """Whether a phrase without a label is one common word: "OFFER. £174,000", "Night, Ann!"."""
    return len(words) == 1 and words[0].lower() in _COMMON


class NounPhraseReader:
    """Reads the noun phrases of one text, token by token."""

    def __init__(self, text: str, doc: Doc, names: Sequence[NameSpan], dates: Sequence[DateMention] = ()) -> None:
        """Index the names and dates of a text by token.

        Args:
            text: the message.
            doc: the message, parsed.
            names: from a name finder.
            dates: in the text; no phrase includes a part of a date.
        """
        self.text = text
        self.tokens = list(doc)
        self.spans_by_token: dict[int, NameSpan] = {}
        self.date_tokens = {token.i for token in doc if any(each.start <= token.idx < each.end for each in dates)}
        for span in names:
            for token in self.tokens:
                if token.idx < span.end and token.idx + len(token.text) > span.start:
                    self.spans_by_token[token.i] = span

    def verb_lemma(self, at: int) -> str:  # noqa: PLR0911 - one for each way of saying it
        """Return the lemma of a token if it is a verb, else ""."""
        token = self.tokens[at]
        low = token.text.lower()
        before = self.tokens[at - 1] if at else None
        noun_before = before is not None and (
            (before.pos_ in {"DET", "ADJ", "ADP"} and before.text.lower() != "both")
            or before.text.lower() in _POSSESSIVES | {"'s"}
        )
        if (
            at in self.spans_by_token
            and self.spans_by_token[at].score > SURE_SCORE
            and token.pos_ != "AUX"
            and low not in FORMS
        ):
            return ""
        if (
            at
            and token.text[0].isupper()
            and self.spans_by_token.get(at) is not None
            and self.spans_by_token.get(at - 1) is self.spans_by_token[at]
        ):
            return ""
        if low == "allergic" or self._is_capitalised_inside(at):
            return ""
        if at and token.text[0].isupper() and self.tokens[at - 1].tag_ == "NNP" and token.pos_ == "PROPN":
            return ""
        if low in FORMS and not noun_before and token.pos_ not in {"VERB", "AUX"}:
            follows = self.tokens[at + 1].text.lower() if at + 1 < len(self.tokens) else ""
            near = before is None or before.lemma_ == "get" or before.pos_ in NEAR or before.text.lower() == "both"
            if near and follows not in {"of", "'s"} and not (before is not None and before.text.lower() == "to"):
                return FORMS[low]
        if token.pos_ in {"VERB", "AUX"} and not (
            token.pos_ == "VERB" and at in self.spans_by_token and low not in FORMS
        ):
            if token.pos_ == "VERB" and self._is_noun(at):
                return ""
            return FORMS.get(low, token.lemma_.lower())
        return ""

    def _is_capitalised_inside(self, at: int) -> bool:
        """Return whether a word with a capital letter inside a sentence only looks like a participle: "call me Margot"."""
        token = self.tokens[at]
        is_name = token.text.istitle() and token.tag_ in {"VBN", "VBD"} and token.text.lower() not in FORMS
        return is_name and at > 0 and self.tokens[at - 1].text.isalpha() and self.tokens[at - 1].text.islower()

    def _is_noun(self, at: int) -> bool:  # noqa: PLR0911 - one for each way of saying it
        """Return whether a token is tagged as a verb where only a noun fits: "I prefer trains", "the acting director"."""
        token = self.tokens[at]
        before = self.tokens[at - 1] if at else None
        after = self.tokens[at + 1] if at + 1 < len(self.tokens) else None
        if self._is_participle_adjective(at):
            return True
        if token.tag_ == "VBZ" and after is not None and after.pos_ in {"VERB", "DET", "PRON", "ADJ", "NOUN"}:
            return False
        if before is not None and token.tag_ == "VBG":
            if before.text.lower() == "of" and at > 1 and is_job(self.tokens[at - 2].text):
                # "Head of marketing", "dean of engineering".
                return True
            if FORMS.get(before.text.lower(), before.lemma_.lower()) in LIKING or before.text.lower() == "into":
                return True
            if (
                before.text.lower() in {"and", ","}
                and at > 1
                and self.tokens[at - 2].tag_ == "VBG"
                and self._is_noun(at - 2)
            ):
                return True
        if before is None or token.tag_ == "VBG" or (token.text[0].isupper() and before.pos_ == "VERB"):
            return before is not None and before.text.lower() in _DETERMINERS | _POSSESSIVES
        if (
            before.text.lower() == "to"
            and at > 1
            and self.tokens[at - 2].text.lower() in {"allergic", "married", "engaged", "addicted"}
        ):
            return True
        if before.text.lower() in (_DETERMINERS | _POSSESSIVES) - {"both", "all"}:
            return before.text.lower() not in {"that", "this", "these", "those"} or bool(after and after.pos_ == "AUX")
        return (
            before.pos_ == "VERB"
            and FORMS.get(before.text.lower(), before.lemma_) in NOUN_AFTER
            and token.tag_ != "VBN"
        )

    def read_phrase(self, at: int) -> tuple[Phrase, int] | None:
        """Return the noun phrase that begins at a token, and the index after it; None if no phrase begins there."""
        tokens, first = self.tokens, at
        low = tokens[at].text.lower()
        pointing = (
            low in {"that", "this", "these", "those"}
            and at + 1 < len(tokens)
            and self._is_inside_phrase(at + 1, at + 1)
        )
        if (
            low in _PRONOUNS
            and not self._is_possessive(at)
            and not (pointing and tokens[at + 1].pos_ in {"NOUN", "ADJ"})
        ):
            return self._build_phrase(first, at + 1, pronoun="you" if low == "u" else low), at + 1
        det, owner, number = "", None, ""
        if self._is_possessive(at) or low in _POSSESSIVES:
            owner = Phrase(tokens[at].idx, tokens[at].idx + len(low), pronoun="your" if low == "ur" else low)
            det, at = low, at + 1
        else:
            while at < len(tokens) and (tokens[at].text.lower() in _DETERMINERS):
                det, at = det if det == "such" else tokens[at].text.lower(), at + 1
        begin = at
        while at < len(tokens) and self._is_inside_phrase(at, begin):
            if (
                tokens[at].pos_ == "NUM"
                and at == begin
                and at + 1 < len(tokens)
                and self._is_inside_phrase(at + 1, begin)
                and at not in self.spans_by_token
            ):
                number, begin = tokens[at].text, at + 1
            at += 1
            if at < len(tokens) and self._is_possessive_mark(at):
                if {tokens[begin].text.lower(), tokens[at - 1].text.lower()} & {"master", "bachelor"}:
                    at += 1
                    continue
                if self._name_continues(at):
                    at += 1
                    continue
                owner = self._build_phrase(first, at, det=det, owner=owner, span=(begin, at), number=number)
                det, at, number = "'s", at + 1, ""
                begin = at
        if at == begin:
            return (
                (replace(owner, end=tokens[at - 1].idx + len(tokens[at - 1].text)), at)
                if owner and owner.words
                else None
            )
        return self._build_phrase(first, at, det=det, owner=owner, span=(begin, at), number=number), at

    def _is_possessive(self, at: int) -> bool:
        low = self.tokens[at].text.lower()
        after = self.tokens[at + 1] if at + 1 < len(self.tokens) else None
        return (low in _POSSESSIVES and low != "her") or (
            low == "her" and after is not None and self._is_inside_phrase(at + 1, at + 1)
        )

    def _is_possessive_mark(self, at: int) -> bool:
        return (
            self.tokens[at].text in {"'s", "’s", "'"}
            and self.tokens[at].pos_ == "PART"
            and not is_contracted_be(self.tokens, at)
        )

    def _name_continues(self, at: int) -> bool:
        """Return whether an 's is inside a name: St. Luke's Hospital."""
        span = self.spans_by_token.get(at - 1)
        return (
            span is not None
            and at + 1 < len(self.tokens)
            and self.spans_by_token.get(at + 1) is span
            and span.label != "person"
        )

    def _is_inside_phrase(self, at: int, begin: int) -> bool:  # noqa: PLR0911, PLR0912 - one for each way of saying it
        token = self.tokens[at]
        low = token.text.lower()
        span = self.spans_by_token.get(at)
        if at in self.date_tokens:
            return False
        if _MAIL_ADDRESS.match(token.text):
            return True
        if self.verb_lemma(at):
            if at > begin and self._is_gerund_compound(at, begin):
                return True
            if at == begin and self._is_participle_adjective(at):
                return True
            if at > begin or token.tag_ not in {"VBG", "VBN"} or at + 1 >= len(self.tokens) or at == 0:
                return False
            return self.tokens[at - 1].text.lower() in _DETERMINERS | _POSSESSIVES and self.tokens[at + 1].pos_ in {
                "NOUN",
                "PROPN",
            }
        is_word = low.isalpha() and token.text.islower() and low not in _NAME_PARTICLES
        if at > begin and is_word and self._ends_relative_name(at - 1, begin):
            return False
        if span is not None:
            return low not in {",", "and"} or (
                at > begin and self.spans_by_token.get(at - 1) is span and self.spans_by_token.get(at + 1) is span
            )
        leads = low in LEADING and at + 1 < len(self.tokens) and self.tokens[at + 1].pos_ in {"ADP", "SCONJ", "PART"}
        if leads or low in NEVER or low in _PRONOUNS:
            return False
        if token.pos_ in _PHRASE_POS:
            return any(letter.isalnum() for letter in low) and low not in {"called", "named", "born", "based"}
        if token.pos_ == "VERB":
            return True
        if token.text == "-" and begin < at < len(self.tokens) - 1:
            return self.tokens[at - 1].whitespace_ == "" and token.whitespace_ == ""
        if at and self.tokens[at - 1].text == "-" and token.pos_ != "PUNCT" and at - 1 > begin:
            return self.tokens[at - 1].whitespace_ == ""
        if token.pos_ == "ADV" and at == begin and at + 1 < len(self.tokens) and self.tokens[at - 1].pos_ == "DET":
            follows = {"NOUN", "PROPN"} if low.endswith("ly") else {"ADJ"} if low in _DEGREE_WORDS else set[str]()
            return self.tokens[at + 1].pos_ in follows
        return bool(
            at
            and token.pos_ in {"ADV", "INTJ"}
            and self.tokens[at - 1].text[-1] not in ".!?…\n"
            and (_CAPITALISED.match(token.text) or self.tokens[at - 1].pos_ == "ADJ")
        )

    def _ends_relative_name(self, at: int, begin: int) -> bool:
        """Return whether a token is the capitalised name after a kin word: "my husband Declan" in "my husband Declan snores"."""
        first = at
        while first > begin and self.tokens[first].text[0].isupper():
            first -= 1
        kin = self.tokens[first]
        return first < at and kin.text.islower() and (to_singular(kin.text) in KIN or to_singular(kin.text) in PETS)

    def _is_participle_adjective(self, at: int) -> bool:
        """Return whether a participle modifies an object of liking: "grilled sardines"."""
        before = self.tokens[at - 1].text.lower() if at else ""
        after = self.tokens[at + 1].pos_ if at + 1 < len(self.tokens) else ""
        listed_or_liked = before in {"and", ",", "or"} or FORMS.get(before, before) in LIKING
        return self.tokens[at].text.lower().endswith("ed") and listed_or_liked and after == "NOUN"

    def _is_gerund_compound(self, at: int, begin: int) -> bool:
        """Return whether a gerund ends a compound that is an object of liking: "cold water swimming"."""
        after = self.tokens[at + 1].pos_ if at + 1 < len(self.tokens) else "PUNCT"
        before = self.tokens[begin - 1].lemma_.lower() if begin else ""
        return (
            self.tokens[at].tag_ == "VBG"
            and self.tokens[at - 1].pos_ in {"NOUN", "ADJ"}
            and after in {"PUNCT", "CCONJ", "SYM"}
            and before in LIKING | {"and", ","}
        )

    def _build_phrase(
        self, first: int, last: int, *, det: str = "", owner: Phrase | None = None, pronoun: str = "",
        span: tuple[int, int] | None = None, number: str = "",
    ) -> Phrase:  # fmt: skip
        tokens = self.tokens
        start, end = tokens[first].idx, tokens[last - 1].idx + len(tokens[last - 1].text)
        if span is None:
            return Phrase(start, end, pronoun=pronoun)
        low, high = span
        while high - low > 1 and tokens[low].text.lower().rstrip(".") in TITLES and _begins_name(tokens[low + 1].text):
            low += 1
            if tokens[low].text == ".":
                low += 1
        words = tuple(self.text[tokens[low].idx : end].split())
        if end == len(self.text.rstrip()) and words[-1].count(".") == 1 and words[-1].endswith("."):
            words, end = (*words[:-1], words[-1][:-1]), end - 1
        while len(words) > 1 and words[0].lower() in SORTS and words[1][0].isupper():
            words, low = words[1:], low + 1
        kin, name, label, plural = split_kin(
            self, low, high, end, owned=owner is not None or det in {"a", "an", "the", ""}
        )
        if not name and not kin:
            label = self.name_label(low, high)
            capital = all(
                _CAPITALISED.match(word) or word.lower() in {"of", "the", "and", "&", "de", "van", "von"}
                for word in words
            )
            if words and words[-1].lower() in JOBS and label != "person":
                label = ""
            elif label or (capital and (low or tokens[low].pos_ == "PROPN") and not _is_common(words)):
                name = " ".join(words)
        jobs = next((at for at in range(1, len(words)) if words[at][0].isupper() and is_job(words[at - 1])), 0)
        if (
            jobs
            and owner is not None
            and not kin
            and words[0].islower()
            and self.name_label(high - 1, high) in {"person", ""}
        ):
            job, words = Phrase(start, end, words=words[:jobs]), words[jobs:]
            return Phrase(start, end, det, owner, words, " ".join(words), "person", role=job)
        if len(words) > 1 and label == "person" and words[-1].isupper() and words[-1].lower() in JOBS:
            # "They made Siobhan CTO".
            role, words = Phrase(start, end, words=words[-1:]), words[:-1]
            return Phrase(start, end, det, owner, words, " ".join(words), label, kin, role=role)
        ends_in_noun = tokens[last - 1].pos_ != "ADJ" or bool(name)
        sure = all(self.spans_by_token[at].score > SURE_SCORE for at in range(low, high) if at in self.spans_by_token)
        return Phrase(
            start,
            end,
            det,
            owner,
            words,
            name,
            label,
            kin,
            "",
            plural,
            number=number,
            ends_in_noun=ends_in_noun,
            is_label_sure=sure,
        )

    def name_label(self, low: int, high: int) -> str:
        """Return the label of the name that tokens are; "" if they are none."""
        spans = {self.spans_by_token[at].label for at in range(low, high) if at in self.spans_by_token}
        full = all(at in self.spans_by_token or self.tokens[at].text[0].isupper() for at in range(low, high))
        return self.spans_by_token[high - 1].label if spans and full and high - 1 in self.spans_by_token else ""


def _begins_name(word: str) -> bool:
    return word[0].isupper() or word in _NAME_PARTICLES or word == "."
