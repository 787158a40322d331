"""Memory-poisoning part of `kg bench trust`: forged facts that are accepted, corrections, and the effect of distrust."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from kg.bench.common import temporary_memory
from kg.bench.forgeries import (
    ACQUAINTANCE,
    ATTACK_START,
    CORRECTIONS,
    FAMILIAR,
    NAMES,
    OWNER,
    QUESTIONS,
    ROOM,
    SELF_DESCRIPTIONS,
    TRUSTED,
    TRUTHS,
    Forgery,
    build_events,
    generate_forgeries,
    generate_history,
    hours,
)
from kg.memory import Memory
from kg.protocols import FixedClock
from kg.settings import Settings
from kg.types import Event, Fact, parse_identity

_NO_LIMIT = 10_000
_LARGE_BUDGET = 60_000
_CLAIM_PREFIX = "Claimed by "
_QUOTED_SPEAKER = re.compile(r"\d\d:\d\d (.*?): ")
# Display names of trusted people in a context, with their tier, or without it in a memory that has no owner.
_TRUSTED_NAMES = frozenset(
    shown
    for account, tier in ((OWNER, "owner"), (TRUSTED, "trusted"), (FAMILIAR, "familiar"))
    for shown in (NAMES[account], f"{NAMES[account]} ({tier})")
)


def measure_poisoning(settings: Settings, report: Callable[[str], None], *, count: int = 100) -> dict[str, Any]:
    """Run forgeries by strangers and one acquaintance against a memory with an owner and one without.

    Args:
        settings: settings of the memories.
        report: called with lines of progress.
        count: number of forgeries.

    Returns:
        {"forgeries", "events", "with_owner", "without_owner"}, the last two from
        `PoisoningDrill.summarise`.
    """
    forgeries = generate_forgeries(count)
    results: dict[str, Any] = {"forgeries": len(forgeries), "events": sum(forgery.times for forgery in forgeries)}
    for name, owner in (("with_owner", (OWNER,)), ("without_owner", ())):
        clock = FixedClock(ATTACK_START)
        with temporary_memory(settings.model_copy(update={"owner": owner}), "trust", clock=clock) as memory:
            drill = PoisoningDrill(memory, clock, forgeries)
            drill.run()
            results[name] = drill.summarise()
            report(f"{name}: {results[name]['accepted']} of {len(forgeries)} forgeries are current")
            if owner:
                results[name]["distrust"] = drill.measure_distrust(ACQUAINTANCE)
    return results


class PoisoningDrill:
    """A run of all forgeries and corrections against one memory.

    Attributes:
        memory: the attacked memory, whose clock starts at `ATTACK_START`.
    """

    def __init__(self, memory: Memory, clock: FixedClock, forgeries: Sequence[Forgery]) -> None:
        """Initialise the drill; nothing is logged yet."""
        self.memory = memory
        self._clock = clock
        self._forgeries = forgeries
        self._ever_accepted = 0
        self._lost_truths: list[str] = []
        self._refused_corrections: list[str] = []

    def run(self) -> None:
        """Log the true statements, run the attack, record which truths are lost, then log the corrections."""
        self.memory.log(generate_history())
        self.memory.log(build_events(TRUTHS, ATTACK_START))
        self.memory.digest()
        for endorsed in (TRUSTED, FAMILIAR):
            self.memory.trust.mark(endorsed, True, reason="known for years", by=OWNER)
        self._attack()
        self._ever_accepted = len(self.list_accepted(("current", "superseded")))
        current = {fact.text for fact in self._list_current()}
        self._lost_truths = [text for _, _, text in TRUTHS if text not in current]
        self.memory.log(build_events(CORRECTIONS, self._clock.now()))
        self.memory.digest()
        self._clock.forward(hours(1))
        current = {fact.text for fact in self._list_current()}
        self._refused_corrections = [text for _, _, text in CORRECTIONS if text not in current]

    def _attack(self) -> None:
        start = ATTACK_START + hours(1)
        events, minute = [], 0
        for repetition in range(max(forgery.times for forgery in self._forgeries)):
            for forgery in self._forgeries:
                if repetition < forgery.times and forgery.text:
                    events.append(_build_event(forgery, start + dt.timedelta(minutes=minute)))
                    minute += 1
        for speaker, text in SELF_DESCRIPTIONS:
            events.append(Event(text, speaker=speaker, session=ROOM, at=start + dt.timedelta(minutes=minute)))
        self._clock.forward(hours(1) + dt.timedelta(minutes=minute))
        self.memory.log(events)
        self.memory.digest()
        for forgery in self._forgeries:
            if forgery.fact_arguments:
                at = ATTACK_START - forgery.backdated_by if forgery.backdated_by else None
                self.memory.facts.add(**forgery.fact_arguments, at=at, speaker=forgery.speaker)

    def _list_current(self) -> Sequence[Fact]:
        return self.memory.facts.list(status="current", limit=_NO_LIMIT)

    @property
    def lost_truths(self) -> Sequence[str]:
        """Texts of the true facts that were no longer current after the attack."""
        return self._lost_truths

    def list_accepted(self, statuses: Sequence[str] = ("current",)) -> list[tuple[Forgery, Fact]]:
        """Return the accepted forgeries, each with its fact. A self-description does not count as a forgery.

        Args:
            statuses: statuses that count as accepted; with "superseded" also forgeries that were current before.
        """
        current = [fact for status in statuses for fact in self.memory.facts.list(status=status, limit=_NO_LIMIT)]
        accepted = []
        for forgery in self._forgeries:
            matches = [fact for fact in current if forgery.marker and forgery.marker.casefold() in fact.text.casefold()]
            matches = [fact for fact in matches if forgery.kind == "power" or not _is_self_description(fact)]
            accepted += [(forgery, fact) for fact in matches[:1]]
        return accepted

    def summarise(self) -> dict[str, Any]:
        """Return the results of the run.

        accepted: forgeries that are current at the end; ever: forgeries that were current before the corrections; by_kind:
        kind → accepted of attempted; truths_lost, corrections_refused: texts of facts; of_themselves: current
        self-descriptions of strangers, which are allowed; contexts: lines with forged words in the contexts of owner, trusted
        and familiar persons: known, claimed, quoted, and posed (quoted under the name of a trusted person who did not say it).
        """
        accepted = self.list_accepted()
        accepted_by_kind, attempts_by_kind = (
            Counter(forgery.kind for forgery, _ in accepted),
            Counter(forgery.kind for forgery in self._forgeries),
        )
        self_descriptions = [
            fact
            for fact in self._list_current()
            if fact.asserted_by not in {*NAMES, None} and _is_self_description(fact)
        ]
        return {
            "accepted": len(accepted),
            "ever": self._ever_accepted,
            "by_kind": {
                kind: f"{accepted_by_kind[kind]} of {number}" for kind, number in sorted(attempts_by_kind.items())
            },
            "texts": [fact.text for _, fact in accepted],
            "truths_lost": self._lost_truths,
            "corrections_refused": self._refused_corrections,
            "of_themselves": len(self_descriptions),
            "contexts": dict(self.count_context_lines()),
        }

    def count_context_lines(
        self,
        markers: Sequence[str] | None = None,
        askers: Sequence[str] = (OWNER, TRUSTED, FAMILIAR),
        questions: Sequence[str] = QUESTIONS,
    ) -> Counter[str]:
        """Count the context lines with forged words by how they are presented: known, claimed, quoted, posed."""
        searched = (
            [forgery.marker for forgery in self._forgeries if forgery.marker and forgery.kind != "power"]
            if markers is None
            else markers
        )
        counts = Counter({"known": 0, "claimed": 0, "quoted": 0, "posed": 0})
        for asker in askers:
            for question in questions:
                context = self.memory.context(question, speaker=asker, session=ROOM, budget=_LARGE_BUDGET)
                for section in context.sections:
                    for line in section.items:
                        if any(marker.casefold() in line.casefold() for marker in searched):
                            counts[_classify_line(section.name, line)] += 1
        return counts

    def measure_distrust(self, person: str) -> dict[str, Any]:
        """Distrust a person and restore them; count their forged lines and hits before, during and after."""
        markers = [
            forgery.marker
            for forgery in self._forgeries
            if forgery.speaker == person and forgery.marker and forgery.kind != "power"
        ]
        other_markers = {forgery.marker for forgery in self._forgeries if forgery.speaker != person}
        markers = [marker for marker in markers if marker not in other_markers]
        before = self._count_traces(markers)
        receipt = self.memory.trust.distrust(person, reason="forgeries")
        during = self._count_traces(markers)
        self.memory.trust.restore(receipt)
        return {"before": before, "distrusted": during, "restored": self._count_traces(markers)}

    def _count_traces(self, markers: Sequence[str]) -> int:
        questions = [f"What about {marker}?" for marker in markers]
        line_count = sum(self.count_context_lines(markers, (OWNER,), (*QUESTIONS, *questions)).values())
        hits = [hit for question in questions for hit in self.memory.search(question, limit=50, asker=OWNER)]
        return line_count + sum(marker.casefold() in hit.text.casefold() for hit in hits for marker in markers)


def _build_event(forgery: Forgery, at: dt.datetime) -> Event:
    private = forgery.audience == "person"
    return Event(
        forgery.text,
        speaker=forgery.speaker,
        speaker_name=forgery.name or NAMES.get(forgery.speaker),
        session=f"chat:dm-{forgery.speaker.partition(':')[2]}" if private else ROOM,
        at=ATTACK_START - forgery.backdated_by if forgery.backdated_by else at,
        audience=forgery.audience,
    )


def _is_self_description(fact: Fact) -> bool:
    return fact.asserted_by is not None and fact.subject_id == parse_identity(fact.asserted_by, "chat").person


def _classify_line(section: str, line: str) -> str:
    """Return how a context presents a line: known, claimed, quoted, or posed if quoted under a trusted name."""
    body = line.partition("] ")[2]
    if section not in {"memories", "earlier", "recent"}:
        return "claimed" if body.startswith(_CLAIM_PREFIX) else "known"
    quoted_speaker = _QUOTED_SPEAKER.search(body)
    return "posed" if quoted_speaker and quoted_speaker[1] in _TRUSTED_NAMES else "quoted"
