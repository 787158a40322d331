"""neomodel models of sleep runs and their proposals."""

from __future__ import annotations

from neomodel import ArrayProperty, DateTimeNeo4jFormatProperty, StringProperty, StructuredNode


class SleepRunNode(StructuredNode):
    """A sleep run: its phase, and the result of each step (`results`, as JSON texts)."""

    __label__ = "SleepRun"

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


class ProposalsNode(StructuredNode):
    """The proposals of the deep sleep of a date (`items`, as JSON texts), and the id of that run."""

    __label__ = "Proposals"

    scope = StringProperty(required=True)
    date = StringProperty(required=True)
    name = StringProperty()
    items = ArrayProperty(StringProperty())
    run = StringProperty()
    created_at = DateTimeNeo4jFormatProperty()
