"""The caller of a tool: what they may read, which tools they may use, and the audience of what they write."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal, get_args

from kg.agent.agent_principal import AgentPrincipal
from kg.errors import InvalidInput, Refused
from kg.settings import Settings
from kg.types import (
    canonical_session,
    channel_of_session,
    list_choices,
    match_choice,
    parse_identity,
    snake_case,
    visible_audiences,
)

if TYPE_CHECKING:
    from kg.agent.tool_definition import Tool
    from kg.memory import Memory

AudienceName = Literal["shared", "session", "person"]
_SELF_WORDS = frozenset({
    "i", "me", "my", "myself", "mine", "self", "user", "the_user", "this_user", "current_user", "the_current_user", "speaker",
    "the_speaker", "human", "the_human",
})  # fmt: skip
_ROOM_MEMBER = "room:member"
_OWN = re.compile(r"(?:my|mine|(?:the |this |current )?(?:user|speaker|human)[’']s)\s+(?=\S)", re.IGNORECASE)


@dataclass(frozen=True)
class Caller:
    """The speaker on whose behalf an agent calls tools.

    Attributes:
        memory: the memory that the tools work on.
        account: the speaker's account, as `platform:id`.
        session: the session in which they speak; None: no particular session.
        audience: who may read what they write there; None: as the setting of the channel says.
        agent: the agent that calls, as a principal of its own; None: the agent has no rights of its own.
        is_agent: whether this call uses the agent's own right, because the speaker has none.
    """

    memory: Memory
    account: str
    session: str | None = None
    audience: AudienceName | None = None
    agent: AgentPrincipal | None = None
    is_agent: bool = False

    @classmethod
    def create(
        cls, memory: Memory, speaker: str, session: str | None, *, audience: str | None = None, agent: str | None = None
    ) -> Caller:
        """Create a caller from unchecked names.

        Raises:
            InvalidInput: the speaker, the session's name, the audience or the agent's account is not valid.
        """
        session_id = None if session is None else canonical_session(session)
        platform = "any" if session_id is None else channel_of_session(session_id)
        chosen = None if audience is None else parse_audience_name(audience)
        principal = None if agent is None else AgentPrincipal.create(memory, agent)
        return cls(memory, str(parse_identity(speaker, platform)), session_id, chosen, principal)

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
        return visible_audiences(self.reader, self.session, self.memory.owners)

    @property
    def in_room(self) -> bool:
        """Whether others read the answers too, so that nothing of direct messages may be in them."""
        return self.session is not None and self.audience in ("shared", "session")

    @property
    def reader(self) -> str:
        """The account for which stores are read: in a room that of any member, who has no rights of their own."""
        return _ROOM_MEMBER if self.in_room else self.account

    @property
    def author(self) -> str:
        """The account in whose name a call acts: the speaker's, or the agent's."""
        return self.agent.account if self.is_agent and self.agent is not None else self.account

    @property
    def source_note(self) -> str:
        """What the agent's own texts say of their source: nothing in the turn of an owner, or in a scope without one."""
        return "" if self.is_owner or not self.memory.owners else f"(noted while talking with {self.account})"

    def attribute_text(self, text: str) -> str:
        """Return a text of the agent that will be stored, with its source; others may have talked the agent into it."""
        note = self.source_note
        return text if not note or not text.strip() or text.rstrip().endswith(note) else f"{text.rstrip()} {note}"

    @property
    def default_audience(self) -> str:
        """The audience of what the caller writes: that of a message in the same session."""
        return default_audience(self.memory.settings, self.session, self.person_audience, self.audience)

    @property
    def audience_name(self) -> AudienceName:
        """The audience of what the caller writes, as an event or a fact takes it."""
        who, _, _ = self.default_audience.partition(":")
        return "person" if who == "person" else "session" if who == "session" else "shared"

    @property
    def fact_audience(self) -> AudienceName:
        """The audience of the facts and notes that the caller writes, which no single session can have."""
        return "shared" if self.default_audience == "shared" else "person"

    def resolve_name(self, name: str) -> str:
        """Return what a name of a person or thing means to the caller: "I", "me" and "user" are the caller.

        The caller is returned as the id of their person, "my sister" as "Ann's sister"; other names are returned unchanged.
        """
        word = snake_case(name)
        if word not in _SELF_WORDS and not _OWN.match(name.strip()):
            return name
        person = self.memory.people.ensure(self.account)
        return person.id if word in _SELF_WORDS else _OWN.sub(f"{person.name}'s ", name.strip(), count=1)

    def _speaker_may_use(self, tool: Tool) -> bool:
        if self.is_owner or tool.required_role == "anyone":
            return True
        if tool.required_role == "owner":
            return False
        from kg.trust import TRUSTED, tier_rank  # noqa: PLC0415 - `kg tool --help` works without a database

        return tier_rank(self.memory.trust.of(self.account).tier) >= tier_rank(TRUSTED)

    def permit(self, tool: Tool) -> Caller:
        """Check that a tool may be used, and return the caller with whose rights: the speaker's, or the agent's own.

        An attempt to use a restricted tool is recorded.

        Raises:
            Refused: it may not; the reason says what to do.
        """
        decision = self.memory.trust.may_use(self.account, tool.name)
        if not decision.allowed:
            raise Refused(decision.reason)
        if self._speaker_may_use(tool):
            return self
        if self.agent is not None and tool.agent_act is not None:
            self.agent.check_limit(tool.agent_act)
            return replace(self, is_agent=True)
        allowed = "the owner" if tool.required_role == "owner" else "the owner and trusted people"
        raise Refused(f"{tool.name} is restricted to {allowed}: {tool.reason} Ask the owner to do it.")

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


def parse_audience_name(value: object) -> AudienceName:
    """Return an audience by its name.

    Raises:
        InvalidInput: it is none.
    """
    names: tuple[AudienceName, ...] = get_args(AudienceName)
    for name in names:
        if match_choice(value, (name,)):
            return name
    raise InvalidInput("audience", value, list_choices(value, names))


def default_audience(
    settings: Settings, session: str | None, person_audience: str | None, chosen: AudienceName | None = None
) -> str:
    """Return the audience of what is written in a session, as the channel's setting defines it.

    Args:
        settings: with `channel_audience`.
        session: the session's id; None: no particular session.
        person_audience: the audience of the speaker alone; None: the speaker is not known.
        chosen: an audience that replaces that of the channel's setting.
    """
    if session is None and chosen != "person":
        return "shared"
    if chosen is None and session is not None:
        chosen = settings.channel_audience.get(channel_of_session(session), "shared")
    if chosen == "person" and person_audience is not None:
        return person_audience
    return "shared" if chosen == "shared" or session is None else f"session:{session}"
