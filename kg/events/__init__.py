"""The event log: events in order, each stored once."""

from kg.events.event_log import append_events, ensure_speaker, event_record, read_history
from kg.events.validation import parse_time, validate_events

__all__ = ["append_events", "ensure_speaker", "event_record", "parse_time", "read_history", "validate_events"]
