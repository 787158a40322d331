"""The steps of the two kinds of sleep, in their order."""

from __future__ import annotations

from collections.abc import Mapping

from kg.consolidation import knowledge_steps, promotion, upkeep
from kg.consolidation.diary_steps import tell_news
from kg.consolidation.proposals import propose
from kg.consolidation.run_context import Step

QUICK: tuple[Step, ...] = (
    Step("digest", knowledge_steps.digest),
    Step("contradictions", knowledge_steps.contradictions, needs=("digest",)),
    Step("diary", tell_news),
    Step("entities", knowledge_steps.entities, needs=("digest",)),
)
"""After a while of silence."""
DEEP: tuple[Step, ...] = (
    Step("digest", knowledge_steps.digest),
    Step("consolidate", promotion.consolidate),
    Step("reflections", knowledge_steps.reflections, needs=("digest",)),
    Step("contradictions", knowledge_steps.contradictions, needs=("digest",)),
    Step("lessons", promotion.learn, needs=("consolidate",)),
    Step("prune", upkeep.prune),
    Step("compact", upkeep.compact),
    Step("summaries", upkeep.summaries),
    Step("proposals", propose, needs=("consolidate", "prune")),
    Step("core", upkeep.review_core),
)
"""Once a day."""
STEPS: Mapping[str, tuple[Step, ...]] = {"quick": QUICK, "deep": DEEP}
"""The steps of each kind."""
