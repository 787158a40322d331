"""Sleep: quick and deep, by steps that are told one by one, and that bear being cut off."""

from kg.sleep.night import Means, Night, Outcome, Step
from kg.sleep.sleeping import Sleep
from kg.sleep.steps import DEEP, QUICK, STEPS

__all__ = ["DEEP", "QUICK", "STEPS", "Means", "Night", "Outcome", "Sleep", "Step"]
