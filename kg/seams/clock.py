"""The seam for time. Default and fake: `kg.clock.SystemClock`, `kg.clock.FixedClock`."""

from __future__ import annotations

import datetime as dt
from typing import Protocol


class Clock(Protocol):
    """Anything that knows the time."""

    def now(self) -> dt.datetime:
        """The present moment: aware, UTC."""
        ...
