"""The bootstrap of an agent: it learns about its owner from the first messages, before it is given any memories."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from kg.types import canonical_session

if TYPE_CHECKING:
    from kg.memory import Memory

BootstrapPhase = Literal["observe", "checkpoint", "complete"]
OBSERVED_MESSAGES = 5
"""The number of user messages in the phase `observe`."""
_INSTRUCTIONS: dict[BootstrapPhase, str] = {
    "observe": "You are getting to know the person you work for. Listen, ask one or two questions, and assume nothing: nothing "
    "is remembered for you yet.",
    "checkpoint": "Summarise in a few sentences what you have learned about the person you work for and how they want you to "
    "work, and ask whether it is right. Write what is right within <user> and </user>, and then <bootstrap-complete/>.",
    "complete": "",
}


class Bootstrap:
    """The bootstrap of an agent: it observes user messages 1 to 5, asks for confirmation from the 6th on, and completes."""

    def __init__(self, memory: Memory, *, session: str) -> None:
        """Bind the bootstrap to a memory and a session.

        Raises:
            InvalidInput: the session's name is not valid.
        """
        self._memory = memory
        self._session = canonical_session(session)

    def phase(self) -> BootstrapPhase:
        """Return the current phase: observe, checkpoint or complete. Takes two round trips at most."""
        rows = self._memory.graph.run("agent/get_bootstrap_completion")
        if rows and rows[0]["at"] is not None:
            return "complete"
        recent = self._memory.history(self._session, last=2 * OBSERVED_MESSAGES + 10)
        return "checkpoint" if sum(event.role == "user" for event in recent) > OBSERVED_MESSAGES else "observe"

    def instructions(self) -> str:
        """Return the instructions for the agent in the current phase; "" once the bootstrap is complete."""
        return _INSTRUCTIONS[self.phase()]

    def complete(self) -> None:
        """Record for the whole scope that the bootstrap is complete; later calls change nothing. Takes one round trip."""
        self._memory.graph.run("agent/complete_bootstrap", now=self._memory.clock.now())
