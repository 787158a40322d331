"""The caller of a tool: what they may read, which tools they may use, and the audience of what they write."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from kg.errors import InvalidInput, Refused
from kg.settings import Settings
from kg.types import canonical_session, channel_of_session, parse_identity, visible_audiences

if TYPE_CHECKING:
    from kg.agent.tool_definition import Tool
    from kg.memory import Memory


@dataclass(frozen=True)
class Caller:
    """The speaker on whose behalf an agent calls tools.

    Attributes:
        memory: the memory that the tools work on.
        account: the speaker's account, as `platform:id`.
        session: the session in which they speak; None: no particular session.
    """

    memory: Memory
    account: str
    session: str | None = None

    @classmethod
    def create(cls, memory: Memory, speaker: str, session: str | None) -> Caller:
        """Create a caller from unchecked names.

        Raises:
            InvalidInput: the speaker or the session's name is not valid.
        """
        session_id = None if session is None else canonical_session(session)
        platform = "any" if session_id is None else channel_of_session(session_id)
        return cls(memory, str(parse_identity(speaker, platform)), session_id)

    @property
    def is_owner(self) -> bool:
        """Whether the account is an owner's."""
        return self.account in self.memory.owners

    @property
    def person_id(self) -> str:
        """The id of the person node that is created for the account."""
        return parse_identity(self.account, "any").person

    @property
    def person_audience(self) -> str:
        """The audience that holds only this person and the owners."""
        return f"person:{self.person_id}"

    @cached_property
    def audiences(self) -> tuple[str, ...] | None:
        """The audiences whose records the caller may read; None: all."""
        return visible_audiences(self.account, self.session, self.memory.owners)

    @property
    def default_audience(self) -> str:
        """The audience of what the caller writes: that of a message in the same session."""
        return default_audience(self.memory.settings, self.session, self.person_audience)

    def check_permission(self, tool: Tool) -> None:
        """Check that the caller may use a tool; an attempt to use a restricted tool is recorded.

        Raises:
            Refused: they may not; the reason says what to do.
        """
        decision = self.memory.trust.may_use(self.account, tool.name)
        if not decision.allowed:
            raise Refused(decision.reason)
        if self.is_owner or tool.required_role == "anyone":
            return
        if tool.required_role == "owner":
            raise Refused(f"{tool.name} is restricted to the owner: {tool.reason} Ask the owner to do it.")
        from kg.trust import TRUSTED, tier_rank  # noqa: PLC0415 - `kg tool --help` works without a database

        if tier_rank(self.memory.trust.of(self.account).tier) < tier_rank(TRUSTED):
            raise Refused(
                f"{tool.name} is restricted to the owner and trusted people: {tool.reason} Ask the owner to do it."
            )

    def check_no_instructions(self, field: str, text: str) -> None:
        """Refuse text that instructs an agent, unless the caller is an owner: it must not be stored as knowledge.

        Raises:
            InvalidInput: the text contains an instruction; names the field.
        """
        if not self.is_owner:
            reject_instructions(field, text)


def reject_instructions(field: str, text: str) -> None:
    """Refuse text that instructs an agent.

    Raises:
        InvalidInput: the text contains an instruction; names the field.
    """
    from kg.language import find_instructions  # noqa: PLC0415 - loads an English pipeline

    if find_instructions(text):
        raise InvalidInput(field, text, "text without instructions to an agent; only the owner may store those")


def default_audience(settings: Settings, session: str | None, person_audience: str | None) -> str:
    """Return the audience of what is written in a session, as the channel's setting defines it.

    Args:
        settings: with `channel_audience`.
        session: the session's id; None: no particular session.
        person_audience: the audience of the speaker alone; None: the speaker is not known.
    """
    if session is None:
        return "shared"
    chosen = settings.channel_audience.get(channel_of_session(session), "shared")
    if chosen == "person" and person_audience is not None:
        return person_audience
    return "shared" if chosen == "shared" else f"session:{session}"
