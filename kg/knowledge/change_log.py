"""The log of changes made by hand: what, when, why and by whom."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence

from kg.graph import as_datetime
from kg.knowledge.entity_lookup import check_limit
from kg.runtime import Runtime
from kg.types import Change, validate_name

_MAX_LIMIT = 1_000


class ChangeLog:
    """The changes of a scope that were made by hand, and the marks and erasures."""

    def __init__(self, runtime: Runtime) -> None:
        self._graph = runtime.graph
        self._clock = runtime.clock

    def record(self, what: str, ids: Collection[str] = (), *, by: str | None = None, reason: str = "") -> str:
        """Record a change that leaves no record of its own, as the approval of a procedure; return the record's id.

        The record has no content of what was changed, and is erased with it.

        Args:
            what: what was done, as "approve procedure".
            ids: ids of what was changed.
            by: who did it.
            reason: why.

        Raises:
            InvalidInput: names the field.
        """
        [row] = self._graph.run(
            "knowledge/record_change",
            id=f"change-{uuid.uuid4().hex[:12]}",
            what=validate_name("what", what),
            by=None if by is None else validate_name("by", by),
            reason="" if reason == "" else validate_name("reason", reason),
            ids=sorted({validate_name("ids", each) for each in ids}),
            now=self._clock.now(),
        )
        return str(row["id"])

    def list(self, *, limit: int = 100) -> Sequence[Change]:
        """Return the newest changes, marks and erasures, newest first.

        Args:
            limit: 1 to 1,000.

        Raises:
            InvalidInput: the limit is out of range.
        """
        rows = self._graph.run("knowledge/changes", limit=check_limit(limit, _MAX_LIMIT))
        return [
            Change(
                id=row["id"],
                at=moment,
                what=row["what"] or "",
                by=row["by"],
                reason=row["reason"] or "",
                subjects=tuple((each["id"], each["kind"], each["name"] or "") for each in row["subjects"]),
                count=row["count"],
                is_undone=row["undone"],
            )
            for row in rows
            if (moment := as_datetime(row["at"])) is not None
        ]
