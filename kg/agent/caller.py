"""On whose behalf a tool acts: what they may see, what they may do, and who sees what they write."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from kg.errors import InvalidInput, Refused
from kg.settings import Settings
from kg.types import identifiers

if TYPE_CHECKING:
    from kg.agent.tool_definition import Tool
    from kg.memory import Memory


@dataclass(frozen=True)
class Acting:
    """A speaker who calls tools.

    Attributes:
        memory: the memory.
        account: who, as `platform:id`.
        session: where; None: nowhere in particular.
    """

    memory: Memory
    account: str
    session: str | None = None

    @classmethod
    def checked(cls, memory: Memory, speaker: str, session: str | None) -> Acting:
        """A speaker as a caller named them.

        Raises:
            InvalidInput: no speaker, or no session's name.
        """
        where = None if session is None else identifiers.session_name(session)
        who = identifiers.identity(speaker, "any" if where is None else identifiers.channel_of(where))
        return cls(memory, str(who), where)

    @property
    def owner(self) -> bool:
        """Whether that is an owner's account."""
        return self.account in self.memory.owners

    @property
    def person(self) -> str:
        """The audience of what is for them alone."""
        return f"person:{self.id}"

    @cached_property
    def audiences(self) -> tuple[str, ...] | None:
        """Tokens of what they may see; None: all."""
        return identifiers.audiences(self.account, self.session, self.memory.owners)

    @property
    def id(self) -> str:
        """The id that their person has from the start."""
        return identifiers.identity(self.account, "any").person

    @property
    def ears(self) -> str:
        """Who sees what they write: whoever sees what is said where they are."""
        return ears(self.memory.settings, self.session, self.person)

    def pass_gate(self, tool: Tool) -> None:
        """Let them through to a tool, or not; an attempt at a restricted one is marked.

        Raises:
            Refused: they may not, with what to do.
        """
        decision = self.memory.trust.may_use(self.account, tool.name)
        if not decision.allowed:
            raise Refused(decision.reason)
        if self.owner or tool.gate == "anyone":
            return
        if tool.gate == "owner":
            raise Refused(f"{tool.name} is for the owner: {tool.because} Ask the owner to do it.")
        from kg.trust.formula import TRUSTED, rank  # noqa: PLC0415 - the command line knows tools without a database

        if rank(self.memory.trust.of(self.account).tier) < rank(TRUSTED):
            raise Refused(f"{tool.name} is for the owner and who is trusted: {tool.because} Ask the owner to do it.")

    def no_instructions(self, field: str, text: str) -> None:
        """Refuse words that tell an agent what to do, unless they are an owner's: they are never kept as knowledge.

        Raises:
            InvalidInput: names the field.
        """
        if not self.owner:
            refuse_instructions(field, text)


def refuse_instructions(field: str, text: str) -> None:
    """Refuse words that tell an agent what to do.

    Raises:
        InvalidInput: names the field.
    """
    from kg.language.instructions import instructing  # noqa: PLC0415 - it loads an English pipeline

    if instructing(text):
        raise InvalidInput(field, text, "what tells an agent what to do is kept for nobody but the owner")


def ears(settings: Settings, session: str | None, person: str | None) -> str:
    """Who sees what is written in a session: everybody, the session, or one person, as the channel's setting has it.

    Args:
        settings: with `channel_audience`.
        session: canonical id; None: nowhere in particular.
        person: the token of who speaks; None: nobody is known to.
    """
    if session is None:
        return "shared"
    chosen = settings.channel_audience.get(identifiers.channel_of(session), "shared")
    if chosen == "person" and person is not None:
        return person
    return "shared" if chosen == "shared" else f"session:{session}"
