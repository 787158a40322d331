"""Modules with hooks, as agent frameworks load them: the memory as such a module, and a registry that isolates failures."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from kg.agent.bootstrap import Bootstrap
from kg.agent.reply_tags import ReplyTags
from kg.agent.toolbox import Toolbox, tools_for
from kg.errors import InvalidInput, Refused
from kg.types import Event, SleepReport, canonical_session, channel_of_session, parse_identity

if TYPE_CHECKING:
    from kg.memory import Memory

logger = logging.getLogger(__name__)


class Module(Protocol):
    """A module of an agent. Hooks are called in this order: initialize, then any of the others, then shutdown."""

    name: str

    def initialize(self) -> None:
        """Prepare the module; called once."""
        ...

    def tools(self) -> Toolbox | None:
        """Return the module's tools for the current speaker; None: it has none."""
        ...

    def context_block(self, message: str) -> str:
        """Return what the agent should read before it answers a message; "" if there is nothing."""
        ...

    def set_sender(self, speaker: str, *, session: str) -> None:
        """Set the current speaker and session."""
        ...

    def on_message(self, message: str, *, role: str = "user") -> str:
        """Process a message; return the text of it that is to be shown."""
        ...

    def on_idle(self) -> None:
        """React to a period without messages."""
        ...

    def on_daily(self) -> None:
        """React to the end of a day."""
        ...

    def shutdown(self) -> None:
        """Release the module's resources; called once."""
        ...


class MemoryModule:
    """A memory as a module of an agent: it logs messages, returns context, and applies the tags in replies.

    Attributes:
        name: "memory".
        memory: the memory.
    """

    name = "memory"

    def __init__(
        self, memory: Memory, *, session: str = "default", speaker: str | None = None, bootstrap: bool = False
    ) -> None:
        """Create a module of a memory; `shutdown` closes the memory.

        Args:
            memory: the memory.
            session: the session of the agent, until `set_sender` sets another.
            speaker: the account that the agent talks with, as `platform:id`; None: not known, and there are no tools.
            bootstrap: whether the agent first learns about its owner, see `Bootstrap`.

        Raises:
            InvalidInput: an argument is invalid; names it.
        """
        self.memory = memory
        self._bootstrap = bootstrap
        self._session = canonical_session(session)
        self._speaker: str | None = None
        if speaker is not None:
            self.set_sender(speaker, session=session)

    def initialize(self) -> None:
        """Check that the memory can be used.

        Raises:
            KgError: it cannot.
        """
        self.memory.queue()

    def tools(self) -> Toolbox | None:
        """Return the tools on behalf of the current speaker; None if there is none."""
        if self._speaker is None:
            return None
        return tools_for(self.memory, speaker=self._speaker, session=self._session)

    def context_block(self, message: str) -> str:
        """Return the context for a message; during the bootstrap, return its instructions instead."""
        if self._bootstrap and (instructions := Bootstrap(self.memory, session=self._session).instructions()):
            return instructions
        return self.memory.context(message, speaker=self._speaker, session=self._session).text

    def set_sender(self, speaker: str, *, session: str) -> None:
        """Set the current speaker and session.

        Raises:
            InvalidInput: an argument is invalid; names it.
        """
        session_id = canonical_session(session)
        self._speaker = str(parse_identity(speaker, channel_of_session(session_id)))
        self._session = session_id

    def on_message(self, message: str, *, role: str = "user") -> str:
        """Log a message. For a reply (role assistant), apply its tags first and log the text without them.

        Args:
            message: the text.
            role: user or assistant. Tags in a user's message have no effect.

        Returns:
            The text that is to be shown.

        Raises:
            InvalidInput: the role is not known.
        """
        if role == "assistant":
            message = ReplyTags(self.memory, session=self._session, speaker=self._speaker).apply(message)
            event = Event(message, session=self._session, role="assistant", direction="outbound")
        elif role == "user":
            event = Event(message, session=self._session, speaker=self._speaker)
        else:
            raise InvalidInput("role", role, "user or assistant")
        if message:
            self.memory.log([event])
        return message

    def on_idle(self) -> None:
        """Run quick sleep; do nothing if another process is already running sleep on this memory."""
        self._sleep(self.memory.sleep.quick)

    def on_daily(self) -> None:
        """Run deep sleep; do nothing if another process is already running sleep on this memory."""
        self._sleep(self.memory.sleep.deep)

    def shutdown(self) -> None:
        """Close the memory."""
        self.memory.close()

    @staticmethod
    def _sleep(run: Callable[[], SleepReport]) -> None:
        try:
            run()
        except Refused as refused:
            logger.info("sleep did not run: %s", refused)


class ModuleRegistry:
    """The modules of an agent. A hook that fails is logged and added to `failures`; the other modules are still called.

    Attributes:
        failures: the failed hooks, as "module.hook: error", oldest first.
    """

    def __init__(self, modules: Sequence[Module] = ()) -> None:
        """Create a registry; no hook is called yet."""
        self._modules = list(modules)
        self.failures: list[str] = []

    def add(self, module: Module) -> None:
        """Add a module."""
        self._modules.append(module)

    def initialize(self) -> None:
        """Initialize all modules and remove those that fail."""
        initialized = []
        for module in self._modules:
            failures = len(self.failures)
            self._call_hook(module, "initialize", module.initialize)
            initialized += [module] if len(self.failures) == failures else []
        self._modules = initialized

    def tools(self) -> list[Toolbox]:
        """Return the tools of all modules."""
        toolboxes = [self._call_hook(module, "tools", module.tools) for module in self._modules]
        return [toolbox for toolbox in toolboxes if toolbox is not None]

    def context_block(self, message: str) -> str:
        """Return the context blocks of all modules, and a line for each module that failed."""
        blocks = []
        for module in self._modules:
            failures = len(self.failures)
            block = self._call_hook(module, "context_block", functools.partial(module.context_block, message))
            blocks += [block] if block else []
            blocks += [f"({module.name} is not available now.)"] if len(self.failures) > failures else []
        return "\n\n".join(blocks)

    def set_sender(self, speaker: str, *, session: str) -> None:
        """Set the current speaker and session of all modules."""
        for module in self._modules:
            self._call_hook(module, "set_sender", functools.partial(module.set_sender, speaker, session=session))

    def on_message(self, message: str, *, role: str = "user") -> str:
        """Pass a message through all modules; each receives the text that the one before returned."""
        for module in self._modules:
            shown = self._call_hook(module, "on_message", functools.partial(module.on_message, message, role=role))
            message = message if shown is None else shown
        return message

    def on_idle(self) -> None:
        """Call `on_idle` of all modules."""
        for module in self._modules:
            self._call_hook(module, "on_idle", module.on_idle)

    def on_daily(self) -> None:
        """Call `on_daily` of all modules."""
        for module in self._modules:
            self._call_hook(module, "on_daily", module.on_daily)

    def shutdown(self) -> None:
        """Shut all modules down, the last first."""
        for module in reversed(self._modules):
            self._call_hook(module, "shutdown", module.shutdown)

    def _call_hook(self, module: Module, hook: str, call: Callable[[], Any]) -> Any:
        try:
            return call()
        except Exception as error:
            # A module that fails must affect neither the agent nor the other modules.
            logger.exception("%s.%s failed", module.name, hook)
            self.failures.append(f"{module.name}.{hook}: {error}")
            return None
