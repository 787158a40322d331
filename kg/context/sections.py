"""The sections of a context: of what was read, what stands in each, the weightiest first."""

from __future__ import annotations

import datetime as dt
import re
import zoneinfo
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kg.context import rendering
from kg.context.participants_section import of_people, others
from kg.context.profiles import Profile
from kg.context.rendering import Item
from kg.context.session_history import Course, anchored
from kg.context.stored_memories import Beside
from kg.memories.core import SECTIONS
from kg.people.participants import Company
from kg.retrieval import Found, telling
from kg.settings import Settings
from kg.summaries.summary_tree import PREFERENCES
from kg.types import CoreEntry, Learning

# What the preferences say where nobody has any yet; it counts as nothing.
_PLACEHOLDER = re.compile(
    r"(?:none|n/?a|tbd|todo|unknown|nothing|(?:no )?preferences?|yet|known|recorded|so far|\W)*", re.IGNORECASE
)


@dataclass
class Part:
    """A section while it is being filled.

    Attributes:
        name: of the section.
        cap: tokens that it may take.
        items: the weightiest first, until it is filled; then in reading order.
        newest_last: whether it is told the other way round: the newest last.
    """

    name: str
    cap: int
    items: list[Item] = field(default_factory=list)
    newest_last: bool = False

    def shed(self) -> Item:
        """Take out the item that is needed least: the oldest, or the last of the ranking."""
        return self.items.pop(0 if self.newest_last else -1)


@dataclass(frozen=True)
class Material:
    """All that a context is made of.

    Attributes:
        profile: how it is shared out.
        found: by the search.
        there: who is there.
        beside: what is kept close.
        course: of the session.
        speaker: as they were named.
        account: theirs, as platform:id.
        session: canonical id.
        about: ids of persons that the message is about without naming them.
        whole: whether it is for somebody who may see all.
        now: the moment.
        then: whether it is as the memory stood at another time.
        settings: the numbers.
    """

    profile: Profile
    found: Found
    there: Company
    beside: Beside
    course: Course
    speaker: str | None
    account: str | None
    session: str | None
    about: Sequence[str]
    whole: bool
    now: dt.datetime
    then: bool
    settings: Settings

    @property
    def named(self) -> list[str]:
        """Ids of persons whom the message names."""
        return [entity.id for entity in self.found.known.entities if entity.type == "person"]

    @property
    def zone(self) -> dt.tzinfo:
        """The owner's time zone."""
        return zoneinfo.ZoneInfo(self.settings.owner_zone)


def sections(made: Material) -> list[Part]:
    """Every section but the memories, in the order in which they are told; those of no room are left out."""
    beside = made.beside
    known = _core(beside.core)
    apart = {"identity"} if made.profile.together else {"identity", "preferences"}
    cards = of_people(made.there, made.account, made.named, made.now, whole=made.whole)
    items: dict[str, list[Item]] = {
        "state": _state(made),
        "working": rendering.of_working(beside.working, made.now) if beside.working else [],
        "identity": [rendering.of_core(one) for one in known if one.section == "identity"],
        "core": [rendering.of_core(one) for one in known if one.section not in apart],
        "preferences": _preferences(made, [one for one in known if one.section in apart]),
        "knowledge": [rendering.of_fact(fact) for fact in telling(made.found.known)],
        "entities": _entities(made, {item.node for item in cards} | _present(made)),
        "people": cards,
        "topics": _topics(beside),
        "channel": _channel(made),
        "diary": [rendering.of_diary(entry, made.zone) for entry in beside.diary],
        "procedures": [rendering.of_procedure(one) for one in beside.procedures],
        "learnings": [rendering.of_learning(one) for one in beside.learnings if not _wanted(one)],
        "earlier": _earlier(made),
        "recent": _recent(made),
        "anchor": _anchor(made, known),
    }
    backwards = {"diary", "recent"}
    parts = (Part(name, made.profile.share(name), some, name in backwards) for name, some in items.items())
    return [part for part in parts if part.cap]


def memories(made: Material) -> list[Item]:
    """The lines of what was retrieved, best first; facts stand elsewhere."""
    there, now = made.there, made.now
    return [
        rendering.of_hit(hit, there.called(hit.speaker, hit.speaker_name or hit.speaker, hit.role, now))
        for hit in made.found.hits
        if hit.kind != "fact"
    ]


def _state(made: Material) -> list[Item]:
    task = rendering.of_task(made.beside.working, made.now) if made.beside.working else []
    return [rendering.state(made.now, made.speaker, made.session), *task]


def _core(entries: Iterable[CoreEntry]) -> list[CoreEntry]:
    """Section by section, the most important first; of equal ones the oldest."""
    return sorted(entries, key=lambda one: (SECTIONS.index(one.section), -one.importance))


def _preferences(made: Material, core: Iterable[CoreEntry]) -> list[Item]:
    """What the owner prefers: as it was summed up, as it was written down, as it was learnt."""
    told = made.beside.summaries.get(PREFERENCES)
    summed = (
        rendering.of_summary(told, name=None) if told and not _PLACEHOLDER.fullmatch(" ".join(told.sentences)) else []
    )
    said = {item.line for item in summed}
    written = [rendering.of_core(one) for one in core if one.section == "preferences"]
    learnt = [rendering.of_learning(one) for one in made.beside.learnings if _wanted(one)]
    # What was learnt of them is summed up with them.
    return [*summed, *written, *(item for item in learnt if item.line not in said)]


def _wanted(learning: Learning) -> bool:
    """Whether a learning tells what is wanted, and not how well something was done."""
    return learning.sentiment == "neutral" and learning.tool is None


def _present(made: Material) -> set[str | None]:
    return {card.person.id for card in others(made.there, made.account, made.named)}


def _entities(made: Material, told: set[str | None]) -> list[Item]:
    entities = made.found.known.entities
    named = [rendering.of_entity(one, whole=made.whole) for one in entities if one.id not in {*told, *made.about}]
    summed = (made.beside.summaries.get(f"entity:{one.id}") for one in entities)
    return [*named, *(item for one in summed if one for item in rendering.of_summary(one, name=one.name))]


def _topics(beside: Beside) -> list[Item]:
    """Topics that the message names, then those that what was found speaks of, most first."""
    told = [one for one in beside.summaries.values() if one.key.startswith("topic:")]
    told.sort(key=lambda one: (one.fits is not None, -(one.fits or 0.0), one.key))
    return [item for one in told for item in rendering.of_summary(one, name=one.name)]


def _channel(made: Material) -> list[Item]:
    told = (one for one in made.beside.summaries.values() if one.key.startswith("channel:"))
    episodes = [rendering.of_episode(one, made.zone) for one in made.beside.episodes]
    return [*(item for one in told for item in rendering.of_summary(one, name=one.name)), *episodes]


def _earlier(made: Material) -> list[Item]:
    """The session as it was summed up, then sentences of what was said since, and of what that leaves out since it is private."""
    if not made.course.until:
        return []
    leaf = made.beside.summaries.get(f"session:{made.session}")
    summed = rendering.of_summary(leaf, name=None) if leaf else []
    covered = leaf.covered if leaf else 0
    lines = [
        line for line in made.course.earlier if (line.event.seq or 0) >= covered or line.event.audience != "shared"
    ]
    there, now = made.there, made.now
    return [
        *summed,
        *(
            rendering.of_event(
                line.event,
                now.date(),
                there.called(line.event.speaker, line.event.speaker_name, line.event.role, now),
                line.text,
            )
            for line in lines
        ),
    ]


def _recent(made: Material) -> list[Item]:
    there, now = made.there, made.now
    return [
        rendering.of_event(event, now.date(), there.called(event.speaker, event.speaker_name, event.role, now))
        for event in reversed(made.course.recent)
    ]


def _anchor(made: Material, core: Iterable[CoreEntry]) -> list[Item]:
    """The task, and who the agent is."""
    if made.then or not anchored(made.beside.replies, made.settings):
        return []
    task = rendering.of_task(made.beside.working, made.now) if made.beside.working else []
    return [*task, *(rendering.of_core(one) for one in core if one.section == "identity")]
