"""kg bench trust: what strangers plant in a memory, what honest people correct, and what distrust takes away again."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from kg.bench.common import scratch
from kg.bench.forgeries import (
    ACQUAINTANCE,
    CORRECTIONS,
    DRILL,
    FAMILIAR,
    NAMES,
    OF_THEMSELVES,
    OWNER,
    QUESTIONS,
    ROOM,
    TRUSTED,
    TRUTHS,
    Forgery,
    forgeries,
    hours,
    past,
    spoken,
)
from kg.memory import Memory
from kg.protocols import FixedClock
from kg.settings import Settings
from kg.types import Event, Fact
from kg.types.identifiers import identity

_ALL = 10_000
_ROOM_FOR_ALL = 60_000
_CLAIMED = "Claimed by "
_WHO = re.compile(r"\d\d:\d\d (.*?): ")
# As who those are quoted whose word counts, with their tier, or without one where nobody owns the memory.
_BELIEVED = frozenset(
    shown
    for account, tier in ((OWNER, "owner"), (TRUSTED, "trusted"), (FAMILIAR, "familiar"))
    for shown in (NAMES[account], f"{NAMES[account]} ({tier})")
)


def run(settings: Settings, tell: Callable[[str], None], *, count: int = 100) -> dict[str, Any]:
    """Let strangers and one acquaintance try so many forgeries on a memory with an owner, and on one without.

    Returns:
        {"forgeries", "events", "with_owner", "without_owner"}, each of the latter as `Drill.told` tells it.
    """
    made = forgeries(count)
    found: dict[str, Any] = {"forgeries": len(made), "events": sum(each.times for each in made)}
    for name, owners in (("with_owner", (OWNER,)), ("without_owner", ())):
        clock = FixedClock(DRILL)
        with scratch(settings.model_copy(update={"owner": owners}), "trust", clock=clock) as memory:
            drill = Drill(memory, clock, made)
            drill.play()
            found[name] = drill.told()
            tell(f"{name}: {found[name]['accepted']} of {len(made)} forgeries are current")
            if owners:
                found[name]["distrust"] = drill.distrusted(ACQUAINTANCE)
    return found


class Drill:
    """The drill in one memory.

    Attributes:
        memory: what is attacked; its clock stands at `DRILL` to begin with.
    """

    def __init__(self, memory: Memory, clock: FixedClock, made: Sequence[Forgery]) -> None:
        """Keep what is needed."""
        self.memory = memory
        self._clock = clock
        self._made = made
        self._ever = 0
        self._lost: list[str] = []
        self._refused: list[str] = []

    def play(self) -> None:
        """Tell the truth, attack it, look at what is left of it, and correct it."""
        self.memory.log(past())
        self.memory.log(spoken(TRUTHS, DRILL))
        self.memory.digest()
        self._attack()
        self._ever = len(self.accepted(("current", "superseded")))
        current = {fact.text for fact in self._current()}
        self._lost = [text for _, _, text in TRUTHS if text not in current]
        self.memory.log(spoken(CORRECTIONS, self._clock.now()))
        self.memory.digest()
        self._clock.forward(hours(1))
        current = {fact.text for fact in self._current()}
        self._refused = [text for _, _, text in CORRECTIONS if text not in current]

    def _attack(self) -> None:
        start = DRILL + hours(1)
        events, number = [], 0
        for turn in range(max(each.times for each in self._made)):
            for each in self._made:
                if turn < each.times and each.text:
                    events.append(_event(each, start + dt.timedelta(minutes=number)))
                    number += 1
        for who, text in OF_THEMSELVES:
            events.append(Event(text, speaker=who, session=ROOM, at=start + dt.timedelta(minutes=number)))
        self._clock.forward(hours(1) + dt.timedelta(minutes=number))
        self.memory.log(events)
        self.memory.digest()
        for each in self._made:
            if each.stated:
                at = DRILL - each.back if each.back else None
                self.memory.facts.add(**each.stated, at=at, speaker=each.speaker)

    def _current(self) -> Sequence[Fact]:
        return self.memory.facts.list(status="current", limit=_ALL)

    @property
    def lost(self) -> Sequence[str]:
        """True facts that were no longer current after the attack."""
        return self._lost

    def accepted(self, statuses: Sequence[str] = ("current",)) -> list[tuple[Forgery, Fact]]:
        """The forgeries that are current, each with its fact; what somebody plainly says of themselves is none.

        Args:
            statuses: with superseded, also those that were current until something else was.
        """
        current = [fact for status in statuses for fact in self.memory.facts.list(status=status, limit=_ALL)]
        found = []
        for each in self._made:
            facts = [fact for fact in current if each.marker and each.marker.casefold() in fact.text.casefold()]
            facts = [fact for fact in facts if each.kind == "power" or not _of_themselves(fact)]
            found += [(each, fact) for fact in facts[:1]]
        return found

    def told(self) -> dict[str, Any]:
        """The figures.

        accepted: forgeries that are current in the end; ever: that were so before they were corrected; by_kind: kind → of how
        many how many; truths_lost, corrections_refused: texts of facts; of_themselves: current facts in which strangers describe
        themselves, which is allowed; contexts: lines with forged words in the contexts of owner, trusted and familiar: known,
        claimed, quoted, and posed, which is quoted under the name of somebody trusted who did not say it.
        """
        accepted = self.accepted()
        kinds, tried = Counter(each.kind for each, _ in accepted), Counter(each.kind for each in self._made)
        strangers = [
            fact for fact in self._current() if fact.asserted_by not in {*NAMES, None} and _of_themselves(fact)
        ]
        return {
            "accepted": len(accepted),
            "ever": self._ever,
            "by_kind": {kind: f"{kinds[kind]} of {number}" for kind, number in sorted(tried.items())},
            "texts": [fact.text for _, fact in accepted],
            "truths_lost": self._lost,
            "corrections_refused": self._refused,
            "of_themselves": len(strangers),
            "contexts": dict(self.lines()),
        }

    def lines(
        self, marks: Sequence[str] | None = None, askers: Sequence[str] = (OWNER, TRUSTED, FAMILIAR)
    ) -> Counter[str]:
        """How forged words stand in the contexts of those who are trusted: known, claimed, quoted, posed."""
        wanted = (
            [each.marker for each in self._made if each.marker and each.kind != "power"] if marks is None else marks
        )
        found = Counter({"known": 0, "claimed": 0, "quoted": 0, "posed": 0})
        for asker in askers:
            for question in QUESTIONS:
                context = self.memory.context(question, speaker=asker, session=ROOM, budget=_ROOM_FOR_ALL)
                for section in context.sections:
                    for line in section.items:
                        if any(mark.casefold() in line.casefold() for mark in wanted):
                            found[_stands(section.name, line)] += 1
        return found

    def distrusted(self, person: str) -> dict[str, Any]:
        """Distrust somebody and restore them: lines of theirs in contexts and hits before, meanwhile and afterwards."""
        marks = [each.marker for each in self._made if each.speaker == person and each.marker and each.kind != "power"]
        others = {each.marker for each in self._made if each.speaker != person}
        marks = [mark for mark in marks if mark not in others]
        before = self._traces(marks)
        receipt = self.memory.trust.distrust(person, reason="forgeries")
        meanwhile = self._traces(marks)
        self.memory.trust.restore(receipt)
        return {"before": before, "distrusted": meanwhile, "restored": self._traces(marks)}

    def _traces(self, marks: Sequence[str]) -> int:
        lines = sum(self.lines(marks, (OWNER,)).values())
        hits = [hit for mark in marks for hit in self.memory.search(f"What about {mark}?", limit=50, asker=OWNER)]
        return lines + sum(mark.casefold() in hit.text.casefold() for hit in hits for mark in marks)


def _event(each: Forgery, at: dt.datetime) -> Event:
    private = each.audience == "person"
    return Event(
        each.text,
        speaker=each.speaker,
        speaker_name=each.name or NAMES.get(each.speaker),
        session=f"chat:dm-{each.speaker.partition(':')[2]}" if private else ROOM,
        at=DRILL - each.back if each.back else at,
        audience=each.audience,
    )


def _of_themselves(fact: Fact) -> bool:
    return fact.asserted_by is not None and fact.subject_id == identity(fact.asserted_by, "chat").person


def _stands(section: str, line: str) -> str:
    """How a line with forged words stands in a context: a quotation names who said it, with their tier."""
    body = line.partition("] ")[2]
    if section not in {"memories", "earlier", "recent"}:
        return "claimed" if body.startswith(_CLAIMED) else "known"
    said = _WHO.search(body)
    return "posed" if said and said[1] in _BELIEVED else "quoted"
