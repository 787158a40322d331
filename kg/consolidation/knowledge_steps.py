"""The steps about knowledge: digest pending events, count disputed facts, merge entities, and draw reflections."""

from __future__ import annotations

from collections import Counter

from kg.consolidation.run_context import SleepContext, StepOutcome
from kg.memories import LATEST_FACTS
from kg.people import name_people


def digest_pending(context: SleepContext) -> StepOutcome:
    """Digest pending events."""
    counts: Counter[str] = Counter(events=0, skipped=0, failed=0, entities=0, facts=0, topics=0)
    degraded: dict[str, None] = {}
    while True:
        done = context.digester.run(
            batch=context.settings.digest_batch if context.uses_language_model else None, batches=1
        )
        context.graph.trips += done.trips
        degraded.update(dict.fromkeys(done.degraded))
        if not (done.events or done.skipped or done.failed):
            return StepOutcome(dict(counts), tuple(degraded))
        counts.update({name: getattr(done, name) for name in counts})
        context.renew_lease()


def adjudicate_disputed_facts(context: SleepContext) -> StepOutcome:
    """Adjudicate again what persons have claimed of themselves before they were trusted, and count the facts in doubt.

    Other adjudication runs when an assertion is stored.
    """
    raised = context.facts.adjudicate_own_claims()
    [row] = context.graph.run("consolidation/disputed_facts")
    return StepOutcome({name: int(row[name]) for name in ("contested", "claimed", "quarantined")} | {"raised": raised})


def merge_confirmed_entities(context: SleepContext) -> StepOutcome:
    """Merge entities whose identity enough events confirm, and count the pairs that remain proposed."""
    [row] = context.graph.run("consolidation/possible_duplicates")
    merged = len(context.entities.confirm(row["ids"])) if row["ids"] else 0
    return StepOutcome({"merged": merged, "proposed": row["links"] - merged})


def draw_reflections(context: SleepContext) -> StepOutcome:
    """Write reflections on patterns over the latest facts."""
    facts = [
        fact for status in ("current", "superseded") for fact in context.facts.list(status=status, limit=LATEST_FACTS)
    ]
    names = name_people(
        context.graph, context.owners, context.clock.now(), subjects=[fact.subject_id for fact in facts]
    ).subjects
    drawn = context.reflections.draw(facts, names=names)
    return StepOutcome({"drawn": len(drawn)})
