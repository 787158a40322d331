"""One conversation of one person, as the adapters of frameworks use it: its history, its context and its tools."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kg.agent.memory_module import MemoryModule
from kg.agent.toolbox import Toolbox
from kg.errors import ModelUnavailable
from kg.types import Event, Hit, canonical_session, channel_of_session, parse_identity, visible_audiences

if TYPE_CHECKING:
    from kg.memory import Memory


class Conversation:
    """A conversation of a person with an agent. All reads are on the person's behalf, all writes have its audience.

    Attributes:
        memory: the memory.
        speaker: the person's account, as `platform:id`.
        session: canonical id of the session.
    """

    def __init__(
        self,
        memory: Memory,
        *,
        speaker: str,
        session: str,
        speaker_name: str | None = None,
        audience: str | None = None,
        budget: int | None = None,
        profile: str = "standard",
    ) -> None:
        """Open a conversation.

        Args:
            memory: the memory.
            speaker: the person's account, as `platform:id`.
            session: the session, preferably `channel:chat`.
            speaker_name: what to call the person.
            audience: person for a direct message, shared or session for a room; None: see `MemoryModule`.
            budget: tokens of a context; None: those of the profile.
            profile: profile of the contexts: standard, full or compact.

        Raises:
            InvalidInput: an argument is invalid; names it.
        """
        self.memory = memory
        self.session = canonical_session(session)
        self.speaker = str(parse_identity(speaker, channel_of_session(self.session)))
        self._audience = audience
        self._module = MemoryModule(memory, budget=budget, profile=profile)
        self._module.set_sender(self.speaker, session=self.session, speaker_name=speaker_name, audience=audience)

    def context(self, message: str) -> str:
        """Return what the agent should read before it answers a message."""
        return self._module.context_block(message)

    def add(self, messages: Iterable[Mapping[str, Any]], *, digest: bool = True) -> list[str]:
        """Log messages of the person and the agent, and digest them; return their ids.

        Args:
            messages: in the shapes of `kg.events.message_shapes`; messages without text are left out.
            digest: whether to digest them at once.

        Raises:
            InvalidInput: a message is invalid; those before it are logged.
            Refused: the person is muted, or has sent too many messages.
        """
        ids = [self._module.log(message) for message in messages]
        logged = self._module.take_undigested()
        if digest and logged:
            self.memory.digest(only=logged)
        return ids

    def history(self, last: int = 50) -> list[Event]:
        """Return the newest messages that the person may read, oldest first."""
        readable = visible_audiences(self.speaker, self.session, self.memory.owners)
        events = self.memory.history(self.session, last=last)
        return [event for event in events if readable is None or event.audience in readable]

    def search(self, query: str, *, limit: int = 10, kinds: Sequence[str] | None = None) -> list[Hit]:
        """Search on the person's behalf; in a room without what direct messages say."""
        asker = "room:member" if self._audience in ("shared", "session") else self.speaker
        return list(self.memory.search(query, limit=limit, kinds=kinds, asker=asker))

    def tools(self, profile: str = "core") -> Toolbox:
        """Return the tools on the person's behalf."""
        tools = self._module.tools(profile=profile)
        if tools is None:  # pragma: no cover - the sender is set
            raise AssertionError
        return tools


def missing_framework(package: str, extra: str) -> type[Any]:
    """Return a base class for a class of a framework that is not installed; it cannot be instantiated.

    Args:
        package: the framework's package.
        extra: the extra of kg that installs it.
    """

    class MissingFramework:
        def __init__(self, *_: object, **__: object) -> None:
            raise ModelUnavailable(
                f"The package {package} is not installed.", how=f'Run `pip install "kg-agent-memory[{extra}]"`.'
            )

        def __class_getitem__(cls, _: object) -> type[Any]:
            return cls

    return MissingFramework
