"""The persons and things that a message has named so far, to which its pronouns refer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kg.extraction.clauses import SUBJECT_ROLES, Clause, is_bare_noun, noun_phrase
from kg.extraction.dates import WEEKDAYS
from kg.extraction.word_lists import FEMALE, KIN, MALE, NEGATIONS, PARENTS, PETS
from kg.language import MONTHS

if TYPE_CHECKING:
    from spacy.tokens import Token

    from kg.language import NameSpan

PERSON_PRONOUNS = {
    **dict.fromkeys(("he", "him", "his", "himself"), "m"),
    **dict.fromkeys(("she", "her", "hers", "herself"), "f"),
}
"""Pronouns of a third person, each with its gender."""
_SPEAKER_POSSESSIVES = frozenset({"my", "our", "ma"})
_ADDRESSEE_POSSESSIVES = frozenset({"your", "ur"})
_THING_ROLES = frozenset({"obj", "nsubj", "nsubj:pass", "ROOT"})
_MOST_WORDS = 6
# Dependencies between a relative and their name.
_NAMED_ROLES = frozenset({"appos", "flat", "compound", "nmod:desc"})
# Not "miss", which may be a verb: "I miss Tom".
_TITLE_GENDERS = {"mr": "m", "mrs": "f", "ms": "f"}
_DATE_WORDS = {*WEEKDAYS, *MONTHS.lower().split("|"), "today", "tomorrow", "tonight"}
# Nouns of idioms ("by the way", "a lot"), to which no pronoun refers.
_IDIOM_NOUNS = frozenset({"way", "thanks", "lot", "bit", "time", "times", "kind", "sort", "course"})


@dataclass(frozen=True)
class Referent:
    """A person or thing that was named.

    Attributes:
        text: how a sentence names it.
        gender: "f", "m", "p" for several, or "" if unknown.
        has_title: whether the gender comes from a title: "Mrs Lowther".
        is_date: whether it is a weekday or month.
        is_subject: whether it is the subject of its clause.
    """

    text: str
    gender: str = ""
    has_title: bool = False
    is_date: bool = False
    is_subject: bool = False


@dataclass(frozen=True)
class EarlierPerson:
    """A person whom an earlier message names.

    Attributes:
        referent: the person.
        place: the place of the last message that does, among the earlier ones.
    """

    referent: Referent
    place: int


@dataclass
class Referents:
    """What a message has named so far, the latest last.

    Attributes:
        speaker: the name of its author.
        addressee: the name of the person addressed; None if unknown.
        earlier: persons whom earlier messages name.
        persons: persons and animals.
        things: other things, of the last clause that names any; none if it names them neither as subject nor as object.
        used: places of the earlier messages that gave a referent.
        denies_date: whether the last clause denies a date: "the exam is not on Monday".
    """

    speaker: str
    addressee: str | None = None
    earlier: Sequence[EarlierPerson] = ()
    persons: list[Referent] = field(default_factory=list)
    things: list[Referent] = field(default_factory=list)
    used: set[int] = field(default_factory=set)
    denies_date: bool = False

    def find_person(self, gender: str, excluded: Iterable[str] = ()) -> str | None:
        """Return the person of this gender who was named last, or the only one whom earlier messages name."""
        left_out = set(excluded)
        fitting = (each.text for each in reversed(self.persons) if each.gender in (gender, ""))
        found = next((text for text in fitting if text not in left_out), None)
        if found is not None:
            return found
        before = self._find_earlier(gender, left_out)
        if before is None:
            return None
        self.used.add(before.place)
        return before.referent.text

    def _find_earlier(self, gender: str, left_out: Set[str]) -> EarlierPerson | None:
        """Return the only person of this gender whom earlier messages name.

        A person with a title counts only if no relative does, and no name without a gender is in that message or a later one.
        """
        others = [each for each in self.earlier if each.referent.text not in left_out]
        fitting = [each for each in others if each.referent.gender == gender]
        # A name alone may mean anybody, or anything.
        unclear = max((each.place for each in others if not each.referent.gender), default=-1)
        known = [each for each in fitting if not each.referent.has_title]
        known = known or [each for each in fitting if each.place > unclear]
        return known[0] if len(known) == 1 else None

    def find_thing(self, *, several: bool, has_date: bool = False) -> str | None:
        """Return the only thing of this number in the last clause that names any; None if there is none, or several.

        Args:
            several: whether the pronoun is a plural.
            has_date: whether the clause gives a date to the thing, which then is a subject, and no date itself.
        """
        things = [each for each in self.things if not has_date or (each.is_subject and not each.is_date)]
        fitting = {each.text for each in things if (each.gender == "p") == several}
        return fitting.pop() if len(fitting) == 1 else None

    def note_clause(self, clause: Clause, names: Sequence[NameSpan]) -> None:
        """Remember the persons and things that a clause names."""
        before, self.things = self.things, []
        words = {token.lower_ for token in clause.tokens}
        self.denies_date = bool(words & NEGATIONS) and bool(words & _DATE_WORDS)
        names_other = False
        persons = [span for span in names if span.label == "person"]
        for token in clause.tokens:
            if token.pos_ not in {"NOUN", "PROPN"}:
                continue
            span = next((each for each in persons if each.start <= token.idx < each.end), None)
            if span is not None:
                if token.idx == span.start:
                    title = _gender_of_title(token)
                    self._note_person(Referent(span.text, title or _gender_of_name(token), has_title=bool(title)))
            elif token.lower_ in KIN or token.lower_ in PETS:
                self._note_relative(token)
            elif token.lower_ in _IDIOM_NOUNS:
                continue
            elif token.dep_ in _THING_ROLES:
                self._note_thing(token)
            else:
                names_other = names_other or token.dep_ in {"obl", "nmod", "conj"}
        if not self.things and not names_other:
            self.things = before

    def _note_person(self, referent: Referent) -> None:
        known = next((each for each in self.persons if each.text == referent.text), None)
        if known is not None:
            self.persons.remove(known)
            referent = known if known.gender and not referent.gender else referent
        self.persons.append(referent)

    def _note_relative(self, token: Token) -> None:
        """Remember a relative or pet of the speaker that has no name in the clause: "my sister", "Mum", "the dog"."""
        if token.lower_ in PARENTS and is_bare_noun(token):
            # "Can dad take it?"
            self._note_person(Referent(f"{self.speaker}'s {token.lower_}", _gender_of_word(token.lower_)))
            return
        phrase = noun_phrase(token)
        owned = any(each.lower_ in _SPEAKER_POSSESSIVES or self._is_addressees(each) for each in phrase)
        if any(each.pos_ == "PROPN" for each in phrase) or not (owned or token.lower_ in PETS):
            return
        text = self._phrase_text(phrase)
        if token.tag_ == "NNS":
            self.things.append(Referent(text, "p"))
        else:
            self._note_person(Referent(text, _gender_of_word(token.lower_)))

    def _note_thing(self, token: Token) -> None:
        phrase = noun_phrase(token)
        while phrase and (phrase[0].pos_ in {"ADP", "SCONJ", "ADV"} or phrase[0].is_punct):
            phrase = phrase[1:]
        has_pronoun = any(each.pos_ == "PRON" and each.lower_ not in _SPEAKER_POSSESSIVES for each in phrase)
        if phrase and not has_pronoun and len(phrase) <= _MOST_WORDS:
            number = "p" if token.tag_ in {"NNS", "NNPS"} else ""
            is_subject = token.dep_ in SUBJECT_ROLES
            text = self._phrase_text(phrase)
            self.things.append(Referent(text, number, is_date=_is_date_word(token), is_subject=is_subject))

    def _is_addressees(self, token: Token) -> bool:
        return self.addressee is not None and token.lower_ in _ADDRESSEE_POSSESSIVES

    def _phrase_text(self, phrase: Sequence[Token]) -> str:
        words = [
            f"{self.speaker}'s"
            if each.lower_ in _SPEAKER_POSSESSIVES
            else f"{self.addressee}'s"
            if self._is_addressees(each)
            else each.text
            for each in phrase
        ]
        if words[0].lower() in {"a", "an", "some", "this", "that"}:
            words[0] = "the"
        return " ".join(words).replace(" 's", "'s").replace(" '", "'")


def _gender_of_word(word: str) -> str:
    return "f" if word in FEMALE else "m" if word in MALE else ""


def _gender_of_name(token: Token) -> str:
    """Return the gender of a name by the relative who bears it: "my son Emil"; not by others, as in "Emil and her son"."""
    near = [
        child
        for child in token.children
        if child.dep_ in _NAMED_ROLES and not any(each.dep_ == "cc" for each in child.children)
    ]
    near += [token.head] if token.dep_ in _NAMED_ROLES else []
    return next((gender for each in near if (gender := _gender_of_word(each.lower_))), "")


def _gender_of_title(token: Token) -> str:
    """Return the gender of a name by its title, which opens it or stands before it."""
    titles = (token, token.doc[max(token.i - 1, 0)])
    return next((_TITLE_GENDERS[word] for each in titles if (word := each.lower_.rstrip(".")) in _TITLE_GENDERS), "")


def _is_date_word(token: Token) -> bool:
    """Whether a noun is a part of a date: "Monday" or "june", but not "the march"."""
    return token.lower_ in _DATE_WORDS and not any(child.dep_ in {"det", "nmod:poss"} for child in token.children)
