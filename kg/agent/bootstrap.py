"""The first messages of an agent: it gets to know whom it works for, before anything is remembered for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from kg.types import identifiers

if TYPE_CHECKING:
    from kg.memory import Memory

Phase = Literal["observe", "checkpoint", "complete"]
OBSERVED = 5
"""So many messages are only listened to; fixed."""
_TOLD: dict[Phase, str] = {
    "observe": "You are getting to know whom you work for. Listen, ask a question or two, and assume nothing: nothing is "
    "remembered for you yet.",
    "checkpoint": "Tell in a few sentences what you have learnt about whom you work for and how they want you to work, and ask "
    "whether it is right. Write what is right within <user> and </user>, and then <bootstrap-complete/>.",
    "complete": "",
}


class Bootstrap:
    """How far an agent has got to know whom it works for: it observes messages 1 to 5, checks from the 6th, is complete."""

    def __init__(self, memory: Memory, *, session: str) -> None:
        """Keep where it takes place.

        Raises:
            InvalidInput: no session's name.
        """
        self._memory = memory
        self._session = identifiers.session_name(session)

    def phase(self) -> Phase:
        """Observe, checkpoint or complete. Two trips at most."""
        rows = self._memory.graph.run("agent/bootstrap")
        if rows and rows[0]["at"] is not None:
            return "complete"
        said = self._memory.history(self._session, last=2 * OBSERVED + 10)
        return "checkpoint" if sum(event.role == "user" for event in said) > OBSERVED else "observe"

    def told(self) -> str:
        """What an agent is to do in this phase; "" where it is complete."""
        return _TOLD[self.phase()]

    def complete(self) -> None:
        """Note that it is complete, for the whole scope; the first time counts. One trip."""
        self._memory.graph.run("agent/bootstrap_done", now=self._memory.clock.now())
