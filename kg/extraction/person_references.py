"""Resolving references: the name of the person or thing that a phrase or pronoun refers to."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Self

from kg.extraction.ages import parse_age
from kg.extraction.parsed_phrases import SPEAKER_PRONOUNS, Phrase, strip_evaluative
from kg.extraction.word_lists import FEMALE, KIN, LANGUAGES, MALE, PETS, is_job, word_set

PERSON_PREDICATES = word_set(
    "works_at role lives_in moved_to from born_on studies_at studied speaks likes dislikes prefers favourite has_pet "
    "married_to partner_of parent_of child_of sibling_of friend_of colleague_of reports_to knows member_of allergic_to diet "
    "plans"
)
"""Predicates whose subject must be a person."""
ADDRESSEE_PREDICATES = word_set(
    "works_at lives_in from born_on age studies_at speaks has_pet married_to partner_of parent_of child_of sibling_of "
    "allergic_to name_is"
)
"""Predicates that may be stated of the addressee; likes and plans are taken from the person's own words only."""
_FEMALE_PRONOUNS, _MALE_PRONOUNS = {"she", "her", "hers", "herself"}, {"he", "him", "his", "himself"}
_OWN_FAMILY_WORDS = {
    "mum",
    "mom",
    "dad",
    "mama",
    "papa",
    "mummy",
    "daddy",
    "grandma",
    "grandpa",
    "granny",
    "nan",
    "gran",
}
_PLURAL_PRONOUNS = {"they", "them", "their"}
_GROUP_PRONOUNS = {"we", "our", "ours", "they", "their", "theirs", "its"}
_SPEAKER_WORDS = SPEAKER_PRONOUNS | {"my", "our"}
_INDEFINITE_PRONOUNS = word_set(
    "that those these everyone everybody anyone someone somebody nobody everything anything something nothing one anybody"
)
_ANY_PERSONS = word_set("whichever whoever whatever")
_GREETING = re.compile(
    r"(?:\b(?:hey|hi|hello|yo|thanks|thank you|thx|cool|wow|yeah|yes|yep|no|nope|sure|congrats|congratulations|awesome|"
    r"great|nice|sorry|ok|okay|oh|dear|morning|bye|cheers|well)(?: there)?,? |, )$",
    re.IGNORECASE,
)


class OwnedThing(str):
    """The name of a thing whose owner is known: "thesis" of "my thesis".

    Attributes:
        owner: the name of its owner.
    """

    owner: str

    def __new__(cls, name: str, owner: str) -> Self:
        """Create the name."""
        thing = super().__new__(cls, name)
        thing.owner = owner
        return thing


@dataclass
class ReferenceResolver:
    """Resolves phrases and pronouns to names, by the persons and things that a text has named so far.

    Attributes:
        speaker: the author's name.
        addressee: the name of the person addressed; None if unknown.
        persons: names with "f", "m", "p" (several), "a" (animal), "?" (unlabelled) or "", the
            latest last.
        things: names of other things, the latest last.
        preferences: objects that were liked, disliked or preferred so far, to which a later "it" may refer.
        proper_names: all proper names.
    """

    speaker: str
    addressee: str | None = None
    persons: list[tuple[str, str]] = field(default_factory=list)
    things: list[str] = field(default_factory=list)
    preferences: list[str] = field(default_factory=list)
    proper_names: set[str] = field(default_factory=set)

    def resolve_name(self, phrase: Phrase) -> str | None:
        """Return the name of what a phrase refers to; None if it cannot be resolved."""
        if phrase.pronoun:
            return self._resolve_pronoun(phrase.pronoun)
        if phrase.name or phrase.text.lower() in _ANY_PERSONS:
            return phrase.name or None
        if phrase.kin in KIN and phrase.owner is None:
            # "Mum" alone is the speaker's; "the kids" are ambiguous.
            return (
                f"{self.speaker}'s {strip_evaluative(phrase)}"
                if not phrase.det and phrase.kin in _OWN_FAMILY_WORDS
                else None
            )
        if phrase.owner is not None and (phrase.kin or phrase.owner.pronoun):
            owner = self.resolve_name(phrase.owner)
            if owner is None or (phrase.owner.pronoun and owner.endswith(f"'s {strip_evaluative(phrase)}")):
                # "Her mother" after "Ann's mother" is the same person.
                return owner
            if phrase.kin:
                return f"{owner}'s {strip_evaluative(phrase)}"
        return self.name_thing(phrase) or None

    def name_thing(self, phrase: Phrase) -> str:
        """Return the name of a thing, with its owner where that is a person: "my thesis", and later "the thesis".

        What is "ours" belongs to a group, and of a thing with a proper name others may speak too: neither has an owner.
        """
        thing = strip_evaluative(phrase)
        if phrase.owner is None:
            before = (name for name in (*reversed(self.things), *(name for name, _ in self.persons)) if name == thing)
            return next(before, thing) if phrase.det == "the" else thing
        owner = self._find_owner(phrase.owner, thing) if thing.islower() else ""
        return OwnedThing(thing, owner) if owner else thing

    def _find_owner(self, owner: Phrase, thing: str) -> str:
        """Return the name of the person whose thing something is; "" if it is no person, or a group."""
        name = self._resolve_owner_pronoun(owner.pronoun, thing) if owner.pronoun else self.resolve_name(owner)
        if isinstance(name, OwnedThing):
            return f"{name.owner}'s {name}"
        is_person = owner.label == "person" or bool(owner.kin) or (name is not None and self.is_person(name))
        return name if name and is_person else ""

    def _resolve_owner_pronoun(self, word: str, thing: str) -> str | None:
        """Return whom "her" or "my" means before a thing; None for a group, and where several may be meant."""
        kinds = {"f", ""} if word in _FEMALE_PRONOUNS else {"m", ""} if word in _MALE_PRONOUNS else set()
        # Of "her doctor", "she" is not the doctor.
        meant = {name for name, kind in self.persons if kind in kinds and name != thing}
        if word in _GROUP_PRONOUNS or len(meant) > 1:
            return None
        return meant.pop() if meant else self._resolve_pronoun(word)

    def is_person(self, name: str) -> bool:
        """Return whether the text has used a name for a person."""
        return name in {self.speaker, self.addressee} | self.proper_names or any(
            name == each for each, _ in self.persons
        )

    def _resolve_pronoun(self, word: str) -> str | None:
        if word in _SPEAKER_WORDS:
            return self.speaker
        if word in {"you", "your"}:
            return self.addressee
        if word in _INDEFINITE_PRONOUNS:
            return None
        if word in _FEMALE_PRONOUNS | _MALE_PRONOUNS:
            wanted = "f" if word in _FEMALE_PRONOUNS else "m"
            near = [name for name, kind in reversed(self.persons) if kind in {wanted, ""}]
            # A name without a label may be that of a person.
            near = near or [name for name, kind in reversed(self.persons) if kind == "?"]
            return near[0] if near else next((name for name, kind in reversed(self.persons) if kind == "a"), None)
        if word in _PLURAL_PRONOUNS:
            return next((name for name, kind in reversed(self.persons) if kind == "p"), None)
        return self.things[-1] if self.things else None

    def resolve_liked_thing(self, phrase: Phrase) -> str | None:
        """Return the name of an object of liking; a pronoun refers to an earlier object of liking only."""
        if phrase.pronoun in {"it", "them", "they", "its", "those", "these"}:
            return self.preferences[-1] if self.preferences else None
        return self.resolve_name(phrase)

    def remember(self, phrase: Phrase) -> None:
        """Remember the person or thing that a phrase names, for later pronouns."""
        if phrase.pronoun:
            return
        name = self.resolve_name(phrase)
        if not name or "@" in name or name in {self.speaker, self.addressee} or parse_age(name) is not None:
            # "Seventy-six. He was a postman".
            return
        if name in {(each or "").partition(" ")[0] for each in (self.speaker, self.addressee)}:
            # "There's one, Duncan, he's brown".
            self.proper_names.add(name)
            return
        human = bool(phrase.kin and phrase.kin in KIN) or phrase.label == "person" or phrase.role is not None
        if human or phrase.kin in PETS or (phrase.owner is not None and not phrase.name and is_job(phrase.head)):
            kind = "f" if phrase.kin in FEMALE else "m" if phrase.kin in MALE else "a" if phrase.kin in PETS else ""
            self.persons.append((name, "p" if _is_group(phrase) else kind))
        elif not phrase.ends_in_noun:
            return
        elif phrase.name:
            self.things.append(name)
            if not phrase.det:
                self.proper_names.add(name)
            if not phrase.label and not phrase.det and phrase.head not in LANGUAGES:
                self.persons.append((name, "?"))
        else:
            self.things.append(self.name_thing(phrase))


def _is_group(phrase: Phrase) -> bool:
    return phrase.is_plural and not phrase.name


def is_vocative(text: str, start: int, end: int) -> bool:
    """Return whether a name is only used to address a person: "Thanks, Nate!", "Hey Mel"."""
    before, behind = text[max(0, start - 24) : start], text[end : end + 1]
    found = _GREETING.search(before)
    return found is not None and behind in ({"!", "?"} if found[0] == ", " else {"!", "?", ".", ",", ""})
