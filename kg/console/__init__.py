"""The console: a local page on which a person reads, corrects and forgets what a memory holds."""

from typing import TYPE_CHECKING

from kg.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from kg.console.console_server import ConsoleServer
    from kg.console.context_explanation import ContextExplanation, explain_context
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = ["ConsoleServer", "ContextExplanation", "explain_context"]
