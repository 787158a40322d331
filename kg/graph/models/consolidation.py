"""Models of sleeps, and of what they propose."""

from __future__ import annotations

from neomodel import ArrayProperty, DateTimeNeo4jFormatProperty, StringProperty, StructuredNode


class SleepRun(StructuredNode):
    """One sleep: how far it is, and what each step came to (`results`, JSON texts)."""

    scope = StringProperty(required=True)
    node_id = StringProperty(db_property="id", required=True)
    name = StringProperty()
    kind = StringProperty()
    state = StringProperty()
    phase = StringProperty()
    results = ArrayProperty(StringProperty())
    lease = StringProperty()
    lease_until = DateTimeNeo4jFormatProperty()
    started_at = DateTimeNeo4jFormatProperty()
    ended_at = DateTimeNeo4jFormatProperty()


class Proposals(StructuredNode):
    """What the deep sleep of a date proposed (`items`, JSON texts), and which sleep it was."""

    scope = StringProperty(required=True)
    date = StringProperty(required=True)
    name = StringProperty()
    items = ArrayProperty(StringProperty())
    run = StringProperty()
    created_at = DateTimeNeo4jFormatProperty()
