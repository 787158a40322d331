"""What is known is seen to: what waits is digested, doubts are counted, who is one made one, what it comes to thought of."""

from __future__ import annotations

from collections import Counter

from kg.consolidation.run_context import Night, Outcome
from kg.memories.fact_reflections import LATEST


def digest(night: Night) -> Outcome:
    """Digest what is pending."""
    counts: Counter[str] = Counter(events=0, skipped=0, failed=0, entities=0, facts=0, topics=0)
    degraded: dict[str, None] = {}
    while True:
        done = night.digester.run(batch=night.settings.digest_batch if night.slow else None, batches=1)
        night.graph.trips += done.trips
        degraded.update(dict.fromkeys(done.degraded))
        if not (done.events or done.skipped or done.failed):
            return Outcome(dict(counts), tuple(degraded))
        counts.update({name: getattr(done, name) for name in counts})
        night.beat()


def contradictions(night: Night) -> Outcome:
    """Count what is in doubt. Each word that comes is settled with all that was said: there is no second rule to mend it by."""
    [row] = night.graph.run("consolidation/disputed_facts")
    return Outcome({name: int(row[name]) for name in ("contested", "claimed", "quarantined")})


def entities(night: Night) -> Outcome:
    """Make those one that enough events say are; count the pairs that may be, and wait for more."""
    [row] = night.graph.run("consolidation/possible_duplicates")
    merged = len(night.entities.confirm(row["ids"])) if row["ids"] else 0
    return Outcome({"merged": merged, "proposed": row["links"] - merged})


def reflections(night: Night) -> Outcome:
    """Think of the latest facts."""
    made = night.reflections.draw(night.facts.list(limit=LATEST))
    return Outcome({"drawn": len(made)})
