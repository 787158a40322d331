"""The tools of an agent, bound to a memory and to whom it acts for."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kg.agent.caller import Acting
from kg.agent.tool_definition import Tool
from kg.agent.tool_output import cut
from kg.agent.tools import ALL
from kg.errors import BudgetExceeded, ConnectionFailed, InvalidInput, KgError, NotFound

if TYPE_CHECKING:
    from kg.memory import Memory

logger = logging.getLogger(__name__)

_ADVICE: dict[type[KgError], str] = {
    BudgetExceeded: "Shorten it, or edit or delete another entry first.",
    NotFound: "Look for the right id or name with search_memory first.",
    ConnectionFailed: "Go on without the memory, and try again later.",
}


class Tools:
    """What an agent may call, on behalf of one speaker. Safe for threads."""

    def __init__(self, acting: Acting, chosen: Sequence[Tool] = ALL) -> None:
        """Keep for whom it acts, and which tools there are."""
        self.acting = acting
        self._tools = {one.name: one for one in chosen}

    def names(self) -> list[str]:
        """The names of the tools."""
        return list(self._tools)

    def schemas(self, *, style: str = "openai") -> list[dict[str, Any]]:
        """The tools as an interface for language models wants them.

        Args:
            style: openai, anthropic or mcp.

        Raises:
            InvalidInput: another style.
        """
        return [one.told(style) for one in self._tools.values()]

    def call(self, name: str, arguments: Mapping[str, Any] | None = None) -> str:
        """Call a tool; whatever happens, the answer is a text.

        Args:
            name: of the tool.
            arguments: by name.

        Returns:
            What an agent reads, within the budget of the setting `tool_tokens`. Where the call was refused or failed it begins
            with "Error: " and says what to do, and nothing was written.
        """
        try:
            chosen = self._chosen(name)
            given = chosen.checked({} if arguments is None else arguments)
            self.acting.pass_gate(chosen)
            return chosen.function(self.acting, **given)
        except KgError as error:
            return self._error(error)
        except Exception as error:
            # Whatever a tool does wrong, the agent's turn goes on.
            logger.exception("the tool %s failed", name)
            return self._error(KgError(f"the tool failed ({type(error).__name__}); go on without it"))

    def _chosen(self, name: object) -> Tool:
        found = self._tools.get(name) if isinstance(name, str) else None
        if found is None:
            raise InvalidInput("tool", name, f"one of {', '.join(self._tools)}")
        return found

    def _error(self, error: KgError) -> str:
        advice = next((told for kind, told in _ADVICE.items() if isinstance(error, kind)), "")
        told = " ".join(" ".join([str(error).rstrip(".") + ".", advice]).split())
        memory = self.acting.memory
        return cut(memory.tokens, memory.settings.tool_tokens, f"Error: {told}")


def tools_for(memory: Memory, *, speaker: str, session: str | None = None) -> Tools:
    """The tools of an agent that talks with somebody.

    Args:
        memory: the memory that they work on.
        speaker: on whose behalf each call acts, as `platform:id`: they see what that person may see, and may do what they may do.
        session: where they talk; what belongs to that chat is seen too.

    Raises:
        InvalidInput: no speaker, or no session's name.
    """
    return Tools(Acting.checked(memory, speaker, session))
