"""The persons and things that a message has named so far, to which its pronouns refer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from kg.extraction.clauses import SUBJECT_ROLES, Clause, has_copula, is_bare_noun, noun_phrase
from kg.extraction.dates import WEEKDAYS
from kg.extraction.given_names import gender_of_name
from kg.extraction.word_lists import FEMALE, JOBS, KIN, MALE, NEGATIONS, PARENTS, PEOPLE, PETS, word_set
from kg.language import MONTHS

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

    from kg.language import NameSpan

PERSON_PRONOUNS = {
    **dict.fromkeys(("he", "him", "his", "himself"), "m"),
    **dict.fromkeys(("she", "her", "hers", "herself"), "f"),
}
"""Pronouns of a third person, each with its gender."""
_ASKING = word_set("is was isn wasn")
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
# Nouns of times, which are no things.
_TIMES = word_set(
    "hour hours day days night nights week weeks month months year years minute minutes morning evening afternoon o'clock"
)
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th)?")
# Nouns of persons whom a message leaves without a name.
_UNNAMED = (
    JOBS
    | PEOPLE
    | word_set(
        "kid child baby student person stranger client customer patient guest visitor pupil player fellow surveyor chap "
        "dentist physiotherapist therapist specialist solicitor colleague neighbour neighbor landlord landlady date"
    )
)
_UNNAMED_WOMEN, _UNNAMED_MEN = (
    word_set("woman girl lass lady landlady nun waitress actress midwife"),
    word_set("man guy boy lad bloke fellow chap priest monk waiter landlord postman policeman fireman"),
)
# "If we find a flat", "could I order a cake": there is none.
_UNREAL = word_set("if could would should whether")
_NO_THING = word_set("no every each not any")


@dataclass(frozen=True)
class Referent:
    """A person or thing that was named.

    Attributes:
        text: how a sentence names it.
        gender: "f", "m", "p" for several, or "" if unknown.
        has_title: whether the gender comes from a title: "Mrs Lowther".
        is_date: whether it is a weekday or month.
        is_subject: whether it is the subject of its clause.
        is_by_name: whether the gender is only that of a given name.
        is_unnamed: whether it is a person without a name, as "the teacher", whom no sentence names for a pronoun.
    """

    text: str
    gender: str = ""
    has_title: bool = False
    is_date: bool = False
    is_subject: bool = False
    is_by_name: bool = False
    is_unnamed: bool = False


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
        latest: the persons whom the last clause names; of "Helga was my wife" and "my dog is called Rex", Helga and Rex.
        open_genders: genders of pronouns that referred to no known person: a name that follows is another person.
    """

    speaker: str
    addressee: str | None = None
    earlier: Sequence[EarlierPerson] = ()
    persons: list[Referent] = field(default_factory=list)
    things: list[Referent] = field(default_factory=list)
    used: set[int] = field(default_factory=set)
    denies_date: bool = False
    latest: list[Referent] = field(default_factory=list)
    open_genders: set[str] = field(default_factory=set)

    def find_person(self, gender: str, excluded: Iterable[str] = ()) -> str | None:
        """Return the person of this gender who was named last, or the only one whom earlier messages name.

        None if another may be meant: someone without a name, or one of several names of unknown gender.
        """
        left_out = {*excluded, *self.speaker.split(), *(self.addressee or "").split()}
        fitting = [each for each in reversed(self.persons) if each.gender in (gender, "") and each.text not in left_out]
        before = None if fitting else self._find_earlier(gender, left_out)
        if before is not None:
            self.used.add(before.place)
            return before.referent.text
        if fitting and self._is_clear(fitting, gender):
            return fitting[0].text
        self.open_genders.add(gender)
        return None

    def _is_clear(self, fitting: Sequence[Referent], gender: str) -> bool:
        """Whether a pronoun means the first of these persons, who was named last."""
        last, *others = fitting
        is_known = last.gender == gender
        if last.is_unnamed or (gender in self.open_genders and not (is_known and last.is_subject)):
            return False
        return is_known or not others or (last.is_subject and not any(each.is_subject for each in others))

    def _find_earlier(self, gender: str, left_out: Set[str]) -> EarlierPerson | None:
        """Return the only person of this gender whom earlier messages name.

        A name alone may mean anybody, or anything: one that may have this gender, in a later message, may be meant as well.
        Someone with a title counts only if no relative does, and no such name is in the same message.
        """
        others = [
            each for each in self.earlier if each.referent.text not in left_out and each.referent.gender in (gender, "")
        ]
        names = [each for each in others if each.referent.is_by_name or not each.referent.gender]
        unclear = max((each.place for each in names), default=-1)
        fitting = [each for each in others if each not in names]
        clear = [each for each in fitting if each.place >= unclear]
        known = [each for each in clear if not each.referent.has_title]
        known = known or [each for each in clear if each.place > unclear]
        return known[0] if len(known) == 1 and not known[0].referent.is_unnamed else None

    def find_only_person(self) -> str | None:
        """Return the only person or pet whom the clause before names, or the last of the earlier messages that names any."""
        last = max((each.place for each in self.earlier), default=-1)
        before = [] if self.persons else [each for each in self.earlier if each.place == last]
        persons = self.latest or [each.referent for each in before]
        if len(persons) != 1 or persons[0].is_unnamed:
            return None
        self.used.update(each.place for each in before)
        return persons[0].text

    def find_thing(self, *, several: bool, has_date: bool = False) -> str | None:
        """Return the only thing of this number in the last clause that names any; None if there is none, or several.

        Args:
            several: whether the pronoun is a plural.
            has_date: whether the clause gives a date to the thing, which then is a subject, and no date itself.
        """
        things = [each for each in self.things if not has_date or (each.is_subject and not each.is_date)]
        fitting = {each.text: each for each in things if (each.gender == "p") == several}
        only = next(iter(fitting.values())) if len(fitting) == 1 else None
        return None if only is None or only.is_date else only.text

    def note_clause(self, clause: Clause, names: Sequence[NameSpan]) -> None:
        """Remember the persons and things that a clause names."""
        before, self.things = self.things, []
        self.latest = []
        words = {token.lower_ for token in clause.tokens}
        self.denies_date = bool(words & NEGATIONS) and bool(words & _DATE_WORDS)
        names_other = False
        is_real = not clause.is_question and not words & _UNREAL
        persons = [span for span in names if span.label == "person"]
        for token in clause.tokens:
            if token.pos_ not in {"NOUN", "PROPN"}:
                continue
            span = next((each for each in persons if each.start <= token.idx < each.end), None)
            if span is not None:
                if token.idx == span.start:
                    self._note_name(token, span.text)
            elif token.lower_ in KIN or token.lower_ in PETS:
                self._note_relative(token)
            elif token.lower_ in _IDIOM_NOUNS:
                continue
            elif token.lower_ in _UNNAMED and token.tag_ != "NNS":
                self._note_unnamed(token)
            elif token.dep_ == "ROOT" and any(child.dep_ == "case" for child in token.children):
                # "It is on the third floor, and it has a balcony": the floor has none.
                continue
            elif token.dep_ in _THING_ROLES:
                self._note_thing(token, is_real=is_real)
            else:
                names_other = names_other or token.dep_ in {"obl", "nmod", "conj"}
        if not self.things and not names_other:
            self.things = before
        self.latest = _merge_predicate(clause, self.latest)

    def _note_name(self, token: Token, name: str) -> None:
        """Remember a named person; "Gran" has the gender of the word."""
        title = _gender_of_title(token)
        relatives = _named_relatives(token)
        # "My dog Rex" is one.
        bearers = {each.lower_ for each in relatives if each.lower_ in KIN or each.lower_ in PETS}
        # "The coach is called Josie" as well.
        is_naming = token.head.lemma_.lower() in {"call", "name"} or has_copula(token)
        self.persons = [
            each
            for each in self.persons
            if bearers.isdisjoint(each.text.lower().split()[-1:]) and not (is_naming and each.is_unnamed)
        ]
        gender = title or next((known for each in (token, *relatives) if (known := _gender_of_word(each.lower_))), "")
        usual = "" if gender else gender_of_name(name) or _gender_taken_up(token.doc[token.i + len(name.split()) - 1 :])
        # "Mr" or "Ogden" is the subject of "Mr Ogden rang".
        is_subject = any(each.dep_ in SUBJECT_ROLES for each in token.doc[token.i : token.i + len(name.split())])
        self._note_person(Referent(name, gender or usual, bool(title), is_subject=is_subject, is_by_name=bool(usual)))

    def _note_unnamed(self, token: Token) -> None:
        """Remember a person who was mentioned without a name: "the teacher says", "I met a teacher", not "Ann is a teacher"."""
        is_subject, word = token.dep_ in SUBJECT_ROLES, token.lower_
        is_new = token.dep_ in _THING_ROLES and any(each.lower_ in {"a", "an"} for each in token.children)
        if (is_subject or is_new) and not has_copula(token):
            gender = "f" if word in _UNNAMED_WOMEN else "m" if word in _UNNAMED_MEN else ""
            self._note_person(Referent(f"the {word}", gender, is_subject=is_subject, is_unnamed=True))

    def _note_person(self, referent: Referent) -> None:
        known = next((each for each in self.persons if each.text == referent.text), None)
        if known is not None:
            self.persons.remove(known)
            if known.gender and not referent.gender:
                referent = replace(known, is_subject=referent.is_subject)
        self.persons.append(referent)
        self.latest.append(referent)

    def _note_relative(self, token: Token) -> None:
        """Remember a relative or pet of the speaker that has no name in the clause: "my sister", "Mum", "the dog"."""
        if token.lower_ in PARENTS and is_bare_noun(token):
            # "Can dad take it?"
            self._note_person(Referent(f"{self.speaker}'s {token.lower_}", _gender_of_word(token.lower_)))
            return
        phrase = _without_ends(noun_phrase(token))
        owned = any(each.lower_ in _SPEAKER_POSSESSIVES or self._is_addressees(each) for each in phrase)
        # "The dog", but not "we eat fish" and "the duck pond".
        is_pet = token.lower_ in PETS and token.dep_ != "compound" and any(each.dep_ == "det" for each in phrase)
        if any(each.pos_ == "PROPN" for each in phrase) or not (owned or is_pet):
            return
        if token.sent[0].lower_ in _ASKING:
            # "Is your sister at home?" asks where she is.
            phrase = [each for each in phrase if each.i <= token.i]
        text = self._phrase_text(phrase)
        if token.tag_ == "NNS":
            self.things.append(Referent(text, "p"))
        else:
            gender, is_subject = _gender_of_word(token.lower_), token.dep_ in SUBJECT_ROLES
            self._note_person(Referent(text, gender, is_subject=is_subject))

    def _note_thing(self, token: Token, *, is_real: bool) -> None:
        phrase = _without_ends(noun_phrase(token))
        has_pronoun = any(each.pos_ == "PRON" and each.lower_ not in _SPEAKER_POSSESSIVES for each in phrase)
        is_thing = is_real and not any(each.lower_ in _NO_THING for each in phrase)
        # A single name may be that of a person whom nothing else shows to be one.
        # Of "a hundred and forty photographs", the phrase has the first number only.
        is_thing &= not any(each.like_num and each.dep_ == "compound" for each in phrase)
        is_name = len(phrase) == 1 and token.pos_ == "PROPN" and not _is_date_word(token)
        if phrase and is_thing and not has_pronoun and not is_name and len(phrase) <= _MOST_WORDS:
            number = "p" if token.tag_ in {"NNS", "NNPS"} else ""
            is_subject = token.dep_ in SUBJECT_ROLES
            text = self._phrase_text(phrase)
            self.things.append(Referent(text, number, is_date=_is_time(token), is_subject=is_subject))

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
        if words[0].lower() in {"the", "a", "an", "some", "this", "that"}:
            words[0] = "the"
        return " ".join(words).replace(" 's", "'s").replace(" '", "'")


def _merge_predicate(clause: Clause, named: list[Referent]) -> list[Referent]:
    """Return the persons whom a clause names, once each: "Helga was my wife" and "my dog is called Rex" name one."""
    if clause.root.lemma_.lower() in {"call", "name"}:
        return named[-1:]
    subjects = [each for each in named if each.is_subject]
    return subjects if subjects and has_copula(clause.root) else named


def _gender_of_word(word: str) -> str:
    return "f" if word in FEMALE else "m" if word in MALE else ""


def _named_relatives(token: Token) -> list[Token]:
    """Return the nouns that a name stands next to: "my son Emil"; not others, as in "Emil and her son"."""
    near = [
        child
        for child in token.children
        if child.dep_ in _NAMED_ROLES and not any(each.dep_ == "cc" for each in child.children)
    ]
    near += [token.head] if token.dep_ in _NAMED_ROLES else []
    # "My cat Miso had surgery": often parsed as two subjects.
    before = token.nbor(-1) if token.i else token
    return [*near, before] if before.lower_ in PETS else near


def _gender_of_title(token: Token) -> str:
    """Return the gender of a name by its title, which opens it or stands before it."""
    titles = (token, token.doc[max(token.i - 1, 0)])
    return next((_TITLE_GENDERS[word] for each in titles if (word := each.lower_.rstrip(".")) in _TITLE_GENDERS), "")


def _gender_taken_up(words: Span) -> str:
    """Return the gender of a name by the pronoun right after it: "the boy, Tobin, he's 12"."""
    following = [token.lower_ for token in words[:3]]
    return PERSON_PRONOUNS.get(following[2], "") if following[1:] in ([",", "he"], [",", "she"]) else ""


def _is_date_word(token: Token) -> bool:
    """Whether a noun is a part of a date: "Monday" or "june", but not "the march"."""
    return token.lower_ in _DATE_WORDS and not any(child.dep_ in {"det", "nmod:poss"} for child in token.children)


def _is_time(token: Token) -> bool:
    """Whether a noun is a date or a length of time: "Monday", "the 21st", "two years"."""
    return _is_date_word(token) or token.lower_ in _TIMES or _ORDINAL.fullmatch(token.lower_) is not None


def _without_ends(phrase: Sequence[Token]) -> list[Token]:
    """Return a noun phrase without a preposition before it and a possessive after it: "at my mum's" → "my mum"."""
    words = list(phrase)
    while words and (words[0].pos_ in {"ADP", "SCONJ", "ADV", "INTJ", "CCONJ"} or words[0].is_punct):
        words = words[1:]
    while words and (words[-1].lower_ in {"'s", "’s", "s"} or words[-1].is_punct):
        words = words[:-1]
    return words
