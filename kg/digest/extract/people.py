"""Whom a phrase is about: the speaker, somebody named, somebody's unnamed relative, or whom a pronoun stands for."""

from __future__ import annotations

from dataclasses import dataclass, field

from kg.digest.extract.phrases import SPEAKER, Phrase, bare
from kg.digest.extract.words import FEMALE, KIN, MALE, PETS

_HERS, _HIS = {"she", "her", "hers", "herself"}, {"he", "him", "his", "himself"}
_MINE = SPEAKER | {"my", "our"}
_NOBODY = {"that", "those", "these", "everyone", "everybody", "anyone", "someone", "somebody", "nobody", "everything", "anything",
           "something", "nothing", "one", "you", "your", "anybody"}  # fmt: skip


@dataclass
class People:
    """Who and what a text has named so far.

    Attributes:
        speaker: who says it.
        persons: names with "f", "m" or "", the latest last.
        things: names of other things, the latest last.
    """

    speaker: str
    persons: list[tuple[str, str]] = field(default_factory=list)
    things: list[str] = field(default_factory=list)

    def name(self, phrase: Phrase) -> str | None:
        """The name of what a phrase is about, or None where nobody can tell."""
        if phrase.pronoun:
            return self._pronoun(phrase.pronoun)
        if phrase.name:
            return phrase.name
        if phrase.kin:
            if phrase.owner is None:
                return bare(phrase) or None
            owner = self.name(phrase.owner)
            return f"{owner}'s {bare(phrase)}" if owner else None
        if phrase.owner is not None and not phrase.owner.pronoun and phrase.owner.name:
            return bare(phrase) or None
        return bare(phrase) or None

    def _pronoun(self, word: str) -> str | None:
        if word in _MINE:
            return self.speaker
        if word in _NOBODY:
            return None
        if word in _HERS | _HIS:
            wanted = "f" if word in _HERS else "m"
            return next((name for name, kind in reversed(self.persons) if kind in {wanted, ""}), None)
        if word in {"it", "its", "this"}:
            return self.things[-1] if self.things else None
        return self.persons[-1][0] if self.persons else (self.things[-1] if self.things else None)

    def thing(self, phrase: Phrase) -> str | None:
        """The name of what is liked or used: a pronoun stands for a thing first."""
        if phrase.pronoun in {"it", "them", "they", "its", "those", "these"}:
            return self.things[-1] if self.things else None
        return self.name(phrase)

    def saw(self, phrase: Phrase) -> None:
        """Remember what a phrase has named."""
        if phrase.pronoun:
            return
        name = self.name(phrase)
        if not name or name == self.speaker:
            return
        if (phrase.kin in KIN and phrase.kin) or phrase.label == "person" or phrase.role or phrase.kin in PETS:
            kind = "f" if phrase.kin in FEMALE else "m" if phrase.kin in MALE else ""
            self.persons.append((name, kind))
        elif not phrase.noun:
            return
        elif phrase.name and not phrase.label:
            self.persons.append((name, ""))
            self.things.append(name)
        else:
            self.things.append(bare(phrase))
