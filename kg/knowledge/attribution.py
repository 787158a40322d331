"""Whose word something is, and how far they were trusted when they gave it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kg.knowledge.extracted_events import Ends, Heard
from kg.knowledge.predicates import PREDICATES
from kg.language.name_keys import fold, skeleton
from kg.trust.formula import FADING_DAYS
from kg.trust.trust_state import MEMORY, Standing, trust_id

# A role of these is a power over others, and nobody's to give themselves.
# By what they look like: a letter of another alphabet gives no power either.
_POWERS = frozenset(
    skeleton(role)
    for role in (
        "admin", "administrator", "co-owner", "creator", "master", "moderator", "operator", "owner", "root", "sudo", "superuser",
    )
)  # fmt: skip


@dataclass(frozen=True)
class Spoken:
    """A message that somebody said, whether or not anything was read out of it.

    Attributes:
        event: its id.
        person: id of who said it.
        at: when.
    """

    event: str
    person: str
    at: dt.datetime


@dataclass(frozen=True)
class Voice:
    """Whose word a statement is.

    Attributes:
        person: id of who said it; None where nobody did.
        tier: how far they were trusted then; None where no trust is kept, or it is the caller's own word.
        own: whether they spoke plainly about themselves.
        quarantine: the record by which their word does not count; None where it does.
    """

    person: str | None = None
    tier: str | None = None
    own: bool = False
    quarantine: str | None = None


class Words:
    """The standings of those who speak in a batch, with what they say in it."""

    def __init__(
        self,
        rows: Sequence[Mapping[str, Any]],
        spoken: Sequence[Spoken],
        *,
        guarded: bool,
        fading_days: float = FADING_DAYS,
    ) -> None:
        """Keep them.

        Args:
            rows: of each speaker, as `knowledge/resolution_candidates` returns them.
            spoken: the messages of the batch that are counted now.
            guarded: whether the scope has an owner; without one everybody's word counts alike.
            fading_days: half-life of a violation.
        """
        moments: dict[str, list[dt.datetime]] = {}
        for each in spoken:
            moments.setdefault(each.person, []).append(each.at)
        stored = {row["asked"]: Standing.read(row) for row in rows}
        self._heard = sorted(moments.keys() & stored.keys())
        self._standings = {
            person: standing.heard(moments[person]) if person in moments else standing
            for person, standing in stored.items()
        }
        self._guarded = guarded
        self._fading_days = fading_days

    def voice(self, heard: Heard, ends: Ends, subject: str | None) -> Voice:
        """Whose word a statement is.

        Args:
            heard: the event that states it.
            ends: what it states.
            subject: id of whom it is about.
        """
        if heard.speaker is None:
            return Voice()
        standing = self._standings.get(heard.speaker.id, Standing(heard.speaker.id))
        # Who was joined to somebody else speaks as that person.
        person, quarantine = standing.person, standing.quarantine(heard.at)
        if not self._guarded:
            return Voice(person, quarantine=quarantine)
        tier = standing.trust_before(heard.at, half_life_days=self._fading_days).tier
        own = subject == person and plain(ends, heard.speaker.name)
        return Voice(person, tier, own, quarantine)

    def heeded(self, heard: Heard, ends: Ends) -> bool:
        """Whether a statement may become a fact at all: what stands in an instruction to an agent only an owner's may."""
        said = ends.statement
        within = any(start <= said.start < end for start, end in heard.instructions)
        return not (within and self.instructs(heard))

    def instructs(self, heard: Heard) -> bool:
        """Whether an event is marked as one that tells an agent what to do, and is not an owner's."""
        standing = self._standings.get(heard.speaker.id) if heard.speaker else None
        return self._guarded and bool(heard.instructions) and not (standing is not None and standing.owner)

    def quarantines(self, spoken: Sequence[Spoken]) -> dict[str, str]:
        """Which messages do not count, each with the record that says so."""
        found = {each.event: self._standings[each.person].quarantine(each.at) for each in spoken}
        return {event: receipt for event, receipt in found.items() if receipt is not None}

    def rows(self, now: dt.datetime) -> list[dict[str, Any]]:
        """What is to be written of those who said something in the batch."""
        found = []
        for person in self._heard:
            standing = self._standings[person]
            trust = standing.trust(now, half_life_days=self._fading_days)
            found.append(
                {
                    "id": trust_id(MEMORY, person),
                    "person": person,
                    "signals": standing.edge(),
                    "score": trust.score,
                    "tier": trust.tier,
                }
            )
        return found


def plain(ends: Ends, name: str) -> bool:
    """Whether what somebody states of themselves gives them nothing but a description.

    Not so: a name that is another's, ties to other people, a role that is a power over others, a predicate of one's own.
    """
    kind, thing = ends.kind, ends.statement.object
    if (
        kind.name not in PREDICATES
        or kind.object == "person"
        or (ends.object is not None and ends.object.type == "person")
    ):
        return False
    if kind.name == "name_is":
        return fold(thing) == fold(name)
    return kind.name not in {"role", "member_of"} or not (_words(thing) & _POWERS)


def _words(text: str) -> frozenset[str]:
    """What the words of a text look like, each also as one of several: a member of the admins is one of them."""
    looks = {skeleton(word) for word in text.split()}
    return frozenset(looks | {one.removesuffix("s") for one in looks})
