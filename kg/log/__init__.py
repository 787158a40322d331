"""The event log: what was said, in order, each event once."""

from kg.log.incoming import accept, moment
from kg.log.store import append, as_event, history, introduce

__all__ = ["accept", "append", "as_event", "history", "introduce", "moment"]
