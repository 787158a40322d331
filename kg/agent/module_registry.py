"""Modules with hooks, as agent frameworks load them, and a registry of them that isolates failures."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from kg.agent.toolbox import Toolbox
from kg.errors import Refused

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
        """Set the current speaker and session; a module may take `speaker_name` and `audience` too."""
        ...

    def on_message(self, message: str, *, role: str = "user") -> str:
        """Process a message; return the text of it that is to be shown.

        Raises:
            Refused: the message is not to be answered.
        """
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

    def set_sender(self, speaker: str, *, session: str, **options: Any) -> None:
        """Set the current speaker and session of all modules.

        Args:
            speaker: the account, as `platform:id`.
            session: the session.
            options: further options of the modules' hook, such as `speaker_name` and `audience` of `MemoryModule`.
        """
        for module in self._modules:
            call = functools.partial(module.set_sender, speaker, session=session, **options)
            self._call_hook(module, "set_sender", call)

    def on_message(self, message: str, *, role: str = "user") -> str:
        """Pass a message through all modules; each receives the text that the one before returned.

        Raises:
            Refused: a module refuses the message, which is not to be answered; the modules after it do not receive it.
        """
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
        except Refused:
            # A decision, and no failure.
            raise
        except Exception as error:
            # A module that fails must affect neither the agent nor the other modules.
            logger.exception("%s.%s failed", module.name, hook)
            self.failures.append(f"{module.name}.{hook}: {error}")
            return None
