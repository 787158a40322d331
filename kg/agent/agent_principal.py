"""The agent as a principal of its own: what it may do in its own name, within limits, and the record of each act."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kg.errors import Refused
from kg.settings import AgentAct
from kg.types import Event, parse_identity

if TYPE_CHECKING:
    from kg.memory import Memory

_SESSION = "system:agent"
_DAY = dt.timedelta(days=1)
_NOUNS: dict[AgentAct, str] = {"core": "changes of core memory", "note": "notes", "mute": "mutes", "mark": "marks"}


@dataclass(frozen=True)
class AgentPrincipal:
    """An agent that acts in its own name, and never with the rights of the person who speaks.

    Attributes:
        memory: the memory.
        account: the agent's account, as `platform:id`.
    """

    memory: Memory
    account: str

    @classmethod
    def create(cls, memory: Memory, account: str) -> AgentPrincipal:
        """Create the principal of an account.

        Raises:
            InvalidInput: the account is not valid.
        """
        return cls(memory, str(parse_identity(account, "agent", "agent")))

    @property
    def name(self) -> str:
        """The name by which the agent is shown."""
        return self.account.partition(":")[2]

    def check_limit(self, act: AgentAct) -> None:
        """Check that the agent may do one more act of a kind today. Takes one trip.

        Raises:
            Refused: its limit is reached, or the setting forbids such acts.
        """
        limit = self.memory.settings.agent_limits[act]
        since = self.memory.clock.now() - _DAY
        [row] = self.memory.graph.run(
            "agent/count_acts", session=_SESSION, tool=self._tool(act), since=since, limit=limit
        )
        if row["acts"] >= limit:
            raise Refused(
                f"the limit of the agent's own {_NOUNS[act]} is reached: {limit} in 24 hours (KG_AGENT_LIMITS). "
                "Ask the owner to do it."
            )

    def record(self, act: AgentAct, text: str, *, speaker: str, audience: str) -> None:
        """Record an act of the agent. Takes one trip.

        Args:
            act: its kind.
            text: what was done, in a sentence.
            speaker: the account of the person who spoke.
            audience: audience token of the record.
        """
        from kg.events import append_events  # noqa: PLC0415 - `kg tool --help` works without a database

        event = Event(
            text,
            session=_SESSION,
            kind="tool_call",
            role="assistant",
            direction="internal",
            tool=self._tool(act),
            metadata={"agent": self.account, "speaker": speaker},
        )
        append_events(self.memory.runtime, [event], skip_digestion=True, audience=audience)

    def _tool(self, act: AgentAct) -> str:
        return f"{self.account} {act}"
