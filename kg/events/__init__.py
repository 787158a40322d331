"""The event log: events in order, each stored once."""

from typing import TYPE_CHECKING

from kg.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from kg.events.event_log import (
        append_events,
        append_new_events,
        ensure_speaker,
        event_record,
        read_history,
        read_newest,
    )
    from kg.events.message_shapes import Message, read_role
    from kg.events.speakers import owner_name_skeletons
    from kg.events.validation import parse_time, validate_events
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "Message",
    "append_events",
    "append_new_events",
    "ensure_speaker",
    "event_record",
    "owner_name_skeletons",
    "parse_time",
    "read_history",
    "read_newest",
    "read_role",
    "validate_events",
]
