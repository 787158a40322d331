"""The tools of an agent, bound to a memory and to the speaker on whose behalf they are called."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast, overload

from kg.agent.caller import Caller
from kg.agent.tool_definition import Tool
from kg.agent.tool_output import ToolAnswer, truncate_text
from kg.agent.tools import ALL, CORE
from kg.errors import BudgetExceeded, ConnectionFailed, InvalidInput, KgError, NotFound
from kg.types import list_choices, match_choice

if TYPE_CHECKING:
    from kg.aio import AsyncMemory
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
        return self.answer(name, arguments).text

    def answer(self, name: str, arguments: Mapping[str, Any] | None = None) -> ToolAnswer:
        """Call a tool as `call` does; return its text together with the same as JSON."""
        try:
            return self._answer(self._get(name), {} if arguments is None else arguments)
        except KgError as error:
            return self._format_error(error)
        except Exception as error:
            # A bug in a tool must not end the agent's turn.
            logger.exception("the tool %s failed", name)
            return self._format_error(KgError(f"the tool failed ({type(error).__name__}); continue without its result"))

    def _answer(self, tool: Tool, arguments: Mapping[str, Any]) -> ToolAnswer:
        validated = tool.validate_arguments(arguments)
        caller = self.caller.permit(tool)
        answer = tool.function(caller, **validated)
        answered = ToolAnswer(answer) if isinstance(answer, str) else answer
        if caller.agent is not None and tool.agent_act is not None:
            audience = caller.default_audience
            caller.agent.record(tool.agent_act, answered.text, speaker=caller.account, audience=audience)
        return answered

    def _get(self, name: object) -> Tool:
        tool = self._tools.get(name) if isinstance(name, str) else None
        if tool is None:
            raise InvalidInput("tool", name, list_choices(name, self._tools))
        return tool

    def _format_error(self, error: KgError) -> ToolAnswer:
        advice = next((text for kind, text in _ERROR_ADVICE.items() if isinstance(error, kind)), "")
        message = " ".join(" ".join([str(error).rstrip(".") + ".", advice]).split())
        memory = self.caller.memory
        text = truncate_text(memory.tokens, memory.settings.tool_tokens, f"Error: {message}")
        return ToolAnswer(text, is_error=True)


class AsyncToolbox:
    """The tools of `Toolbox`, awaited; each call runs in a thread."""

    def __init__(self, toolbox: Toolbox) -> None:
        """Await the tools of a toolbox."""
        self._toolbox = toolbox

    def names(self) -> list[str]:
        """Return the names of the tools."""
        return self._toolbox.names()

    def schemas(self, *, style: str = "openai") -> list[dict[str, Any]]:
        """Return the definitions of the tools; see `Toolbox.schemas`."""
        return self._toolbox.schemas(style=style)

    async def call(self, name: str, arguments: Mapping[str, Any] | None = None) -> str:
        """Call a tool. This never raises: errors are returned as text; see `Toolbox.call`."""
        return (await self.answer(name, arguments)).text

    async def answer(self, name: str, arguments: Mapping[str, Any] | None = None) -> ToolAnswer:
        """Call a tool as `call` does; return its text together with the same as JSON."""
        return await asyncio.to_thread(self._toolbox.answer, name, arguments)


@overload
def tools_for(
    memory: Memory,
    *,
    speaker: str,
    session: str | None = None,
    profile: str = "all",
    audience: str | None = None,
    agent: str | None = None,
) -> Toolbox: ...
@overload
def tools_for(
    memory: AsyncMemory,
    *,
    speaker: str,
    session: str | None = None,
    profile: str = "all",
    audience: str | None = None,
    agent: str | None = None,
) -> AsyncToolbox: ...
def tools_for(
    memory: Memory | AsyncMemory,
    *,
    speaker: str,
    session: str | None = None,
    profile: str = "all",
    audience: str | None = None,
    agent: str | None = None,
) -> Toolbox | AsyncToolbox:
    """Return the tools of an agent that talks with a person.

    Args:
        memory: the memory that the tools work on; the tools of an `AsyncMemory` are awaited.
        speaker: the account, as `platform:id`, on whose behalf every call acts: the tools read what that person may read and do
            what that person may do.
        session: the session of the conversation; records that only its participants may read are included.
        profile: core, the six tools that an agent needs most, or all.
        audience: who may read what the tools write: shared, session or person; by default as the channel's setting says.
        agent: the agent's own account, as `agent:aria`: where the speaker may not, the agent may note, curate core memory, mute
            and mark in its own name, within the limits of the settings. None: it has only the speaker's rights.

    Raises:
        InvalidInput: an argument is not valid; names it.
    """
    tools = select_tools(profile)
    # AsyncMemory is not imported here: it loads the engine, which `kg tool --help` does without.
    sync = cast("Memory", getattr(memory, "memory", memory))
    toolbox = Toolbox(Caller.create(sync, speaker, session, audience=audience, agent=agent), tools)
    return toolbox if sync is memory else AsyncToolbox(toolbox)


def select_tools(profile: object) -> tuple[Tool, ...]:
    """Return the tools of a profile.

    Raises:
        InvalidInput: it is neither core nor all.
    """
    profiles: dict[str, tuple[Tool, ...]] = {"core": CORE, "all": ALL}
    chosen = match_choice(profile, profiles)
    if chosen is None:
        raise InvalidInput("profile", profile, list_choices(profile, profiles))
    return profiles[chosen]
