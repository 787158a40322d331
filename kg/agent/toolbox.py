"""The tools of an agent, bound to a memory and to the speaker on whose behalf they are called."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kg.agent.caller import Caller
from kg.agent.tool_definition import Tool
from kg.agent.tool_output import truncate_text
from kg.agent.tools import ALL
from kg.errors import BudgetExceeded, ConnectionFailed, InvalidInput, KgError, NotFound

if TYPE_CHECKING:
    from kg.memory import Memory

logger = logging.getLogger(__name__)

_ERROR_ADVICE: dict[type[KgError], str] = {
    BudgetExceeded: "Shorten the text, or edit or delete another entry first.",
    NotFound: "Find the right id or name with search_memory first.",
    ConnectionFailed: "Continue without the memory, and try again later.",
}


class Toolbox:
    """The tools that an agent may call on behalf of one speaker. Thread-safe."""

    def __init__(self, caller: Caller, tools: Sequence[Tool] = ALL) -> None:
        """Bind tools to a caller."""
        self.caller = caller
        self._tools = {tool.name: tool for tool in tools}

    def names(self) -> list[str]:
        """Return the names of the tools."""
        return list(self._tools)

    def schemas(self, *, style: str = "openai") -> list[dict[str, Any]]:
        """Return the definitions of the tools in the format of an API.

        Args:
            style: openai, anthropic or mcp.

        Raises:
            InvalidInput: the style is not known.
        """
        return [tool.render(style) for tool in self._tools.values()]

    def call(self, name: str, arguments: Mapping[str, Any] | None = None) -> str:
        """Call a tool. This never raises: errors are returned as text.

        Args:
            name: the tool's name.
            arguments: its arguments, by name.

        Returns:
            The text for the agent, within the budget of the setting `tool_tokens`. If the call was refused or failed, the text
            begins with "Error: " and says what to do, and nothing was written.
        """
        try:
            tool = self._get(name)
            validated = tool.validate_arguments({} if arguments is None else arguments)
            self.caller.check_permission(tool)
            return tool.function(self.caller, **validated)
        except KgError as error:
            return self._format_error(error)
        except Exception as error:
            # A bug in a tool must not end the agent's turn.
            logger.exception("the tool %s failed", name)
            return self._format_error(KgError(f"the tool failed ({type(error).__name__}); continue without its result"))

    def _get(self, name: object) -> Tool:
        tool = self._tools.get(name) if isinstance(name, str) else None
        if tool is None:
            raise InvalidInput("tool", name, f"one of {', '.join(self._tools)}")
        return tool

    def _format_error(self, error: KgError) -> str:
        advice = next((text for kind, text in _ERROR_ADVICE.items() if isinstance(error, kind)), "")
        message = " ".join(" ".join([str(error).rstrip(".") + ".", advice]).split())
        memory = self.caller.memory
        return truncate_text(memory.tokens, memory.settings.tool_tokens, f"Error: {message}")


def tools_for(memory: Memory, *, speaker: str, session: str | None = None) -> Toolbox:
    """Return the tools of an agent that talks with a person.

    Args:
        memory: the memory that the tools work on.
        speaker: the account, as `platform:id`, on whose behalf every call acts: the tools read what that person may read and do
            what that person may do.
        session: the session of the conversation; records that only its participants may read are included.

    Raises:
        InvalidInput: the speaker or the session's name is not valid.
    """
    return Toolbox(Caller.create(memory, speaker, session))
