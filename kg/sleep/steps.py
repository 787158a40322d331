"""The steps of the two kinds of sleep, in their order."""

from __future__ import annotations

from collections.abc import Mapping

from kg.sleep import keeping, thinking, weighing
from kg.sleep.night import Step
from kg.sleep.proposing import propose
from kg.sleep.telling import tell_news

QUICK: tuple[Step, ...] = (
    Step("digest", thinking.digest),
    Step("contradictions", thinking.contradictions, needs=("digest",)),
    Step("diary", tell_news),
    Step("entities", thinking.entities, needs=("digest",)),
)
"""After a while of silence."""
DEEP: tuple[Step, ...] = (
    Step("digest", thinking.digest),
    Step("consolidate", weighing.consolidate),
    Step("reflections", thinking.reflections, needs=("digest",)),
    Step("contradictions", thinking.contradictions, needs=("digest",)),
    Step("lessons", weighing.learn, needs=("consolidate",)),
    Step("prune", keeping.prune),
    Step("compact", keeping.compact),
    Step("summaries", keeping.summaries),
    Step("proposals", propose, needs=("consolidate", "prune")),
    Step("core", keeping.review_core),
)
"""Once a day."""
STEPS: Mapping[str, tuple[Step, ...]] = {"quick": QUICK, "deep": DEEP}
"""The steps of each kind."""
