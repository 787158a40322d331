"""Offline consolidation ("sleep"): quick and deep runs made of idempotent steps, which can be interrupted and resumed."""

from typing import TYPE_CHECKING

from kg.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from kg.consolidation.run_context import SleepContext, SleepStep, StepOutcome
    from kg.consolidation.sleep import Sleep
    from kg.consolidation.steps import DEEP_STEPS, QUICK_STEPS, SLEEP_STEPS
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = ["DEEP_STEPS", "QUICK_STEPS", "SLEEP_STEPS", "Sleep", "SleepContext", "SleepStep", "StepOutcome"]
