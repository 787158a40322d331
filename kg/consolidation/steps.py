"""The steps of quick and deep consolidation, in order."""

from __future__ import annotations

from collections.abc import Mapping

from kg.consolidation import episode_steps, knowledge_steps, maintenance_steps
from kg.consolidation.diary_steps import write_diary
from kg.consolidation.proposals import write_proposals
from kg.consolidation.run_context import SleepStep

QUICK_STEPS: tuple[SleepStep, ...] = (
    SleepStep("digest", knowledge_steps.digest_pending),
    SleepStep("contradictions", knowledge_steps.adjudicate_disputed_facts, needs=("digest",)),
    SleepStep("diary", write_diary),
    SleepStep("entities", knowledge_steps.merge_confirmed_entities, needs=("digest",)),
)
"""The steps of a quick run, after a while without events."""
DEEP_STEPS: tuple[SleepStep, ...] = (
    SleepStep("digest", knowledge_steps.digest_pending),
    SleepStep("consolidate", episode_steps.promote_episodes),
    SleepStep("reflections", knowledge_steps.draw_reflections, needs=("digest",)),
    SleepStep("contradictions", knowledge_steps.adjudicate_disputed_facts, needs=("digest",)),
    SleepStep("lessons", episode_steps.learn_lessons, needs=("consolidate",)),
    SleepStep("prune", maintenance_steps.prune_memories),
    SleepStep("compact", maintenance_steps.compact_notes),
    SleepStep("summaries", maintenance_steps.refresh_summaries),
    SleepStep("proposals", write_proposals, needs=("consolidate", "prune")),
    SleepStep("core", maintenance_steps.review_core_memory),
)
"""The steps of a deep run, once a day."""
SLEEP_STEPS: Mapping[str, tuple[SleepStep, ...]] = {"quick": QUICK_STEPS, "deep": DEEP_STEPS}
"""The steps of each kind of run."""
