"""Sleep: quick and deep, by steps that are told one by one, and that bear being cut off."""

from kg.consolidation.run_context import Means, Night, Outcome, Step
from kg.consolidation.sleep import Sleep
from kg.consolidation.steps import DEEP, QUICK, STEPS

__all__ = ["DEEP", "QUICK", "STEPS", "Means", "Night", "Outcome", "Sleep", "Step"]
