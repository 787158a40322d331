"""Modules with hooks, as agents load them: the memory as one of them, and a registry in which none takes another down."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from kg.agent.bootstrap import Bootstrap
from kg.agent.reply_tags import ReplyTags
from kg.agent.toolbox import Tools, tools_for
from kg.errors import InvalidInput, Refused
from kg.types import Event, SleepReport, identifiers

if TYPE_CHECKING:
    from kg.memory import Memory

logger = logging.getLogger(__name__)


class Module(Protocol):
    """What an agent loads: each hook is called at its time, in the order initialize, then any of the others, then shutdown."""

    name: str

    def initialize(self) -> None:
        """Make ready; called once."""
        ...

    def tools(self) -> Tools | None:
        """The tools that it brings, for whoever speaks now; None: none."""
        ...

    def context_block(self, message: str) -> str:
        """What the agent should read before it answers a message; "" where there is nothing."""
        ...

    def set_sender(self, speaker: str, *, session: str) -> None:
        """From now on this person speaks, there."""
        ...

    def on_message(self, message: str, *, role: str = "user") -> str:
        """Something was said; returns what is shown of it."""
        ...

    def on_idle(self) -> None:
        """Nothing was said for a while."""
        ...

    def on_daily(self) -> None:
        """A day has passed."""
        ...

    def shutdown(self) -> None:
        """Give back what is held; called once."""
        ...


class MemoryModule:
    """A memory as a module of an agent: what is said is logged, what is known is read back, tags in replies are obeyed.

    Attributes:
        name: "memory".
        memory: the memory.
    """

    name = "memory"

    def __init__(
        self, memory: Memory, *, session: str = "default", speaker: str | None = None, bootstrap: bool = False
    ) -> None:
        """Keep the memory, which `shutdown` closes.

        Args:
            memory: the memory.
            session: where the agent talks, until `set_sender` says otherwise.
            speaker: with whom, as `platform:id`; None: nobody in particular, and there are no tools.
            bootstrap: whether the agent first gets to know whom it works for, see `Bootstrap`.

        Raises:
            InvalidInput: names the field.
        """
        self.memory = memory
        self._bootstrap = bootstrap
        self._session = identifiers.session_name(session)
        self._speaker: str | None = None
        if speaker is not None:
            self.set_sender(speaker, session=session)

    def initialize(self) -> None:
        """Look whether the memory can be used.

        Raises:
            KgError: it cannot.
        """
        self.memory.queue()

    def tools(self) -> Tools | None:
        """The tools, on behalf of whoever speaks now; None where nobody does."""
        if self._speaker is None:
            return None
        return tools_for(self.memory, speaker=self._speaker, session=self._session)

    def context_block(self, message: str) -> str:
        """What the agent should read before it answers; while it gets to know whom it works for, only what to do meanwhile."""
        if self._bootstrap and (told := Bootstrap(self.memory, session=self._session).told()):
            return told
        return self.memory.context(message, speaker=self._speaker, session=self._session).text

    def set_sender(self, speaker: str, *, session: str) -> None:
        """From now on this person speaks, there.

        Raises:
            InvalidInput: names the field.
        """
        where = identifiers.session_name(session)
        self._speaker = str(identifiers.identity(speaker, identifiers.channel_of(where)))
        self._session = where

    def on_message(self, message: str, *, role: str = "user") -> str:
        """Log what was said. Of a reply (role assistant) tags are obeyed first, and what is shown of it is logged.

        Args:
            message: what was said.
            role: user or assistant. Tags in what a user says mean nothing.

        Returns:
            What is shown of it.

        Raises:
            InvalidInput: another role.
        """
        if role == "assistant":
            message = ReplyTags(self.memory, session=self._session, speaker=self._speaker).apply(message)
            said = Event(message, session=self._session, role="assistant", direction="outbound")
        elif role == "user":
            said = Event(message, session=self._session, speaker=self._speaker)
        else:
            raise InvalidInput("role", role, "user or assistant")
        if message:
            self.memory.log([said])
        return message

    def on_idle(self) -> None:
        """Sleep for a moment; nothing, where somebody else has this memory sleep."""
        self._sleep(self.memory.sleep.quick)

    def on_daily(self) -> None:
        """Sleep deeply; nothing, where somebody else has this memory sleep."""
        self._sleep(self.memory.sleep.deep)

    def shutdown(self) -> None:
        """Close the memory."""
        self.memory.close()

    @staticmethod
    def _sleep(asleep: Callable[[], SleepReport]) -> None:
        try:
            asleep()
        except Refused as refused:
            logger.info("not now: %s", refused)


class Modules:
    """The modules of an agent. A hook that fails is logged and told in `failures`; the others are called all the same.

    Attributes:
        failures: what failed, as "module.hook: error", oldest first.
    """

    def __init__(self, modules: Sequence[Module] = ()) -> None:
        """Keep the modules; none is called yet."""
        self._modules = list(modules)
        self.failures: list[str] = []

    def add(self, module: Module) -> None:
        """Take one more."""
        self._modules.append(module)

    def initialize(self) -> None:
        """Make all ready; who cannot be is left out from then on."""
        ready = []
        for one in self._modules:
            before = len(self.failures)
            self._called(one, "initialize", one.initialize)
            ready += [one] if len(self.failures) == before else []
        self._modules = ready

    def tools(self) -> list[Tools]:
        """The tools of all."""
        found = [self._called(one, "tools", one.tools) for one in self._modules]
        return [one for one in found if one is not None]

    def context_block(self, message: str) -> str:
        """What all have to tell, one after the other, and what could not be told."""
        told = []
        for one in self._modules:
            before = len(self.failures)
            block = self._called(one, "context_block", functools.partial(one.context_block, message))
            told += [block] if block else []
            told += [f"({one.name} is not available now.)"] if len(self.failures) > before else []
        return "\n\n".join(told)

    def set_sender(self, speaker: str, *, session: str) -> None:
        """Tell all who speaks now, and where."""
        for one in self._modules:
            self._called(one, "set_sender", functools.partial(one.set_sender, speaker, session=session))

    def on_message(self, message: str, *, role: str = "user") -> str:
        """Tell all what was said; each is told what the one before shows of it."""
        for one in self._modules:
            shown = self._called(one, "on_message", functools.partial(one.on_message, message, role=role))
            message = message if shown is None else shown
        return message

    def on_idle(self) -> None:
        """Tell all that nothing was said for a while."""
        for one in self._modules:
            self._called(one, "on_idle", one.on_idle)

    def on_daily(self) -> None:
        """Tell all that a day has passed."""
        for one in self._modules:
            self._called(one, "on_daily", one.on_daily)

    def shutdown(self) -> None:
        """Let all give back what they hold, the last first."""
        for one in reversed(self._modules):
            self._called(one, "shutdown", one.shutdown)

    def _called(self, module: Module, hook: str, call: Callable[[], Any]) -> Any:
        try:
            return call()
        except Exception as error:
            # A module that fails takes neither the agent nor another module with it.
            logger.exception("%s.%s failed", module.name, hook)
            self.failures.append(f"{module.name}.{hook}: {error}")
            return None
