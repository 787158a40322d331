"""Offline consolidation ("sleep"): quick and deep runs made of idempotent steps, which can be interrupted and resumed."""

from kg.consolidation.run_context import SleepContext, SleepStep, StepOutcome
from kg.consolidation.sleep import Sleep
from kg.consolidation.steps import DEEP_STEPS, QUICK_STEPS, SLEEP_STEPS

__all__ = [
    "DEEP_STEPS",
    "QUICK_STEPS",
    "SLEEP_STEPS",
    "Sleep",
    "SleepContext",
    "SleepStep",
    "StepOutcome",
]
