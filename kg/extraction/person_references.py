"""Whom a phrase is about: the speaker, somebody named, somebody's unnamed relative, or whom a pronoun stands for."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from kg.extraction.noun_phrases import SPEAKER, Phrase, bare
from kg.extraction.word_lists import FEMALE, KIN, MALE, PETS, is_job, listed

PERSONAL = listed(
    "works_at role lives_in moved_to from born_on studies_at studied speaks likes dislikes prefers favourite has_pet "
    "married_to partner_of parent_of child_of sibling_of friend_of colleague_of reports_to knows member_of allergic_to diet "
    "plans"
)
"""Predicates that are told of persons only."""
OF_YOU = listed(
    "works_at lives_in from born_on age studies_at speaks has_pet married_to partner_of parent_of child_of sibling_of "
    "allergic_to name_is"
)
"""Predicates that may be told of the one spoken to; what somebody likes or plans only they can tell."""
_HERS, _HIS = {"she", "her", "hers", "herself"}, {"he", "him", "his", "himself"}
_AT_HOME = {"mum", "mom", "dad", "mama", "papa", "mummy", "daddy", "grandma", "grandpa", "granny", "nan", "gran"}
_MANY = {"they", "them", "their"}
_MINE = SPEAKER | {"my", "our"}
_NOBODY = {"that", "those", "these", "everyone", "everybody", "anyone", "someone", "somebody", "nobody", "everything",
           "anything", "something", "nothing", "one", "anybody"}  # fmt: skip
_GREETING = re.compile(
    r"(?:\b(?:hey|hi|hello|yo|thanks|thank you|thx|cool|wow|yeah|yes|yep|no|nope|sure|congrats|congratulations|awesome|"
    r"great|nice|sorry|ok|okay|oh|dear|morning|bye|cheers|well)(?: there)?,? |, )$",
    re.IGNORECASE,
)


@dataclass
class People:
    """Who and what a text has named so far.

    Attributes:
        speaker: who says it.
        addressee: to whom, or None where nobody knows.
        persons: names with "f", "m", "p" (several), "a" (animal) or "", the latest last.
        things: names of other things, the latest last.
        named: all proper names.
        tastes: what has been liked, disliked or preferred so far: what "it" may stand for where more is said of likes.
    """

    speaker: str
    addressee: str | None = None
    persons: list[tuple[str, str]] = field(default_factory=list)
    things: list[str] = field(default_factory=list)
    tastes: list[str] = field(default_factory=list)
    named: set[str] = field(default_factory=set)

    def name(self, phrase: Phrase) -> str | None:
        """The name of what a phrase is about, or None where nobody can tell."""
        if phrase.pronoun:
            return self._pronoun(phrase.pronoun)
        if phrase.name:
            return phrase.name
        if phrase.kin in KIN and phrase.owner is None:
            # "Mum" without more is the speaker's; "the kids" may be anybody's.
            return f"{self.speaker}'s {bare(phrase)}" if not phrase.det and phrase.kin in _AT_HOME else None
        if phrase.owner is not None and (phrase.kin or phrase.owner.pronoun):
            owner = self.name(phrase.owner)
            if owner is None:
                return None
            return f"{owner}'s {bare(phrase)}" if phrase.kin else bare(phrase)
        return bare(phrase) or None

    def someone(self, name: str) -> bool:
        """Whether a name is that of a person, as far as the text tells."""
        return name in {self.speaker, self.addressee} | self.named or any(name == each for each, _ in self.persons)

    def _pronoun(self, word: str) -> str | None:
        if word in _MINE:
            return self.speaker
        if word in {"you", "your"}:
            return self.addressee
        if word in _NOBODY:
            return None
        if word in _HERS | _HIS:
            wanted = "f" if word in _HERS else "m"
            near = [name for name, kind in reversed(self.persons) if kind in {wanted, ""}]
            return near[0] if near else next((name for name, kind in reversed(self.persons) if kind == "a"), None)
        if word in _MANY:
            return next((name for name, kind in reversed(self.persons) if kind == "p"), None)
        return self.things[-1] if self.things else None

    def thing(self, phrase: Phrase) -> str | None:
        """The name of what is liked: a pronoun stands only for what likes were told of before."""
        if phrase.pronoun in {"it", "them", "they", "its", "those", "these"}:
            return self.tastes[-1] if self.tastes else None
        return self.name(phrase)

    def saw(self, phrase: Phrase) -> None:
        """Remember what a phrase has named."""
        if phrase.pronoun:
            return
        name = self.name(phrase)
        if not name or name in {self.speaker, self.addressee}:
            return
        human = bool(phrase.kin and phrase.kin in KIN) or phrase.label == "person" or phrase.role is not None
        if human or phrase.kin in PETS or (phrase.owner is not None and not phrase.name and is_job(phrase.head)):
            kind = "f" if phrase.kin in FEMALE else "m" if phrase.kin in MALE else "a" if phrase.kin in PETS else ""
            self.persons.append((name, "p" if _several(phrase) else kind))
        elif not phrase.noun:
            return
        elif phrase.name:
            self.things.append(name)
            if not phrase.det:
                self.named.add(name)
            if not phrase.label and not phrase.det:
                self.persons.append((name, ""))
        else:
            self.things.append(bare(phrase))


def _several(phrase: Phrase) -> bool:
    return phrase.plural and not phrase.name


def greeted(text: str, start: int, end: int) -> bool:
    """Whether a name in a text only calls the one spoken to: "Thanks, Nate!", "Hey Mel"."""
    before, behind = text[max(0, start - 24) : start], text[end : end + 1]
    found = _GREETING.search(before)
    return found is not None and behind in ({"!", "?"} if found[0] == ", " else {"!", "?", ".", ",", ""})
