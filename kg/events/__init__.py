"""The event log: what was said, in order, each event once."""

from kg.events.event_log import append, as_event, history, introduce
from kg.events.validation import accept, moment

__all__ = ["accept", "append", "as_event", "history", "introduce", "moment"]
