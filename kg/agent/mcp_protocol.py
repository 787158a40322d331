"""Build a server with either major version of the MCP library, from handlers that answer with JSON objects.

Version 1 registers a handler by the type of its request, version 2 as an argument of the server. Both validate the same JSON,
whose names are those of the Model Context Protocol.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from mcp import types
from mcp.server.lowlevel import Server

if TYPE_CHECKING:
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
    from mcp.server.transport_security import TransportSecuritySettings
    from starlette.applications import Starlette

Handler = Callable[[Any], Awaitable[Mapping[str, Any]]]
INVALID_PARAMS: int = types.INVALID_PARAMS
IS_VERSION_1 = hasattr(Server, "call_tool")
"""Whether the library is of version 1."""

# Handler → its request and its result in version 1; in version 2 the argument of the server is on_ and its name.
_TYPES = {
    "list_tools": ("ListToolsRequest", "ListToolsResult"),
    "call_tool": ("CallToolRequest", "CallToolResult"),
    "list_resources": ("ListResourcesRequest", "ListResourcesResult"),
    "list_resource_templates": ("ListResourceTemplatesRequest", "ListResourceTemplatesResult"),
    "read_resource": ("ReadResourceRequest", "ReadResourceResult"),
    "list_prompts": ("ListPromptsRequest", "ListPromptsResult"),
    "get_prompt": ("GetPromptRequest", "GetPromptResult"),
}


def build_server(
    name: str, *, version: str, title: str, instructions: str, handlers: Mapping[str, Handler]
) -> Server[Any]:
    """Build a server.

    Args:
        name: its name.
        version: its version.
        title: its title, which version 1 does not show.
        instructions: what clients show their model about it.
        handlers: by list_tools, call_tool, list_resources, list_resource_templates, read_resource, list_prompts and get_prompt, a
            function of the parameters of the request.
    """
    if not IS_VERSION_1:
        adapted: dict[str, Any] = {f"on_{each}": _adapt(handler, _TYPES[each][1]) for each, handler in handlers.items()}
        return Server(name, version=version, title=title, instructions=instructions, **adapted)
    server: Any = Server(name, version=version, instructions=instructions)
    for each, handler in handlers.items():
        request, result = _TYPES[each]
        server.request_handlers[getattr(types, request)] = _adapt_for_version_1(handler, result)
    return server  # type: ignore[no-any-return]


def protocol_error(code: int, message: str) -> Exception:
    """Return the exception that is sent as an error of the protocol."""
    if not IS_VERSION_1:
        from mcp.shared.exceptions import MCPError  # noqa: PLC0415 - version 2

        return MCPError(code, message)
    from mcp.shared import exceptions  # noqa: PLC0415 - version 1

    error: Exception = exceptions.McpError(types.ErrorData(code=code, message=message))  # type: ignore[attr-defined]
    return error


def build_http_app(server: Server[Any], path: str, security: TransportSecuritySettings) -> Starlette:
    """Build the ASGI application that serves a server over streamable HTTP at a path.

    Args:
        server: the server.
        path: the path.
        security: the hosts and origins that are accepted.
    """
    if not IS_VERSION_1:
        return server.streamable_http_app(streamable_http_path=path, transport_security=security)
    # A server over standard input does without these, which take a tenth of a second.
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager  # noqa: PLC0415
    from starlette.applications import Starlette  # noqa: PLC0415
    from starlette.routing import Route  # noqa: PLC0415

    manager = StreamableHTTPSessionManager(app=server, security_settings=security)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with manager.run():
            yield

    return Starlette(routes=[Route(path, endpoint=_SessionEndpoint(manager))], lifespan=lifespan)


class _SessionEndpoint:
    """An ASGI endpoint, which Starlette recognises by its class."""

    def __init__(self, manager: StreamableHTTPSessionManager) -> None:
        self._manager = manager

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self._manager.handle_request(scope, receive, send)


def _adapt(handler: Handler, result: str) -> Callable[[Any, Any], Awaitable[Any]]:
    async def answer(_: Any, params: Any) -> Any:
        return getattr(types, result).model_validate(await handler(params))

    return answer


def _adapt_for_version_1(handler: Handler, result: str) -> Callable[[Any], Awaitable[Any]]:
    async def answer(request: Any) -> Any:
        return types.ServerResult(getattr(types, result).model_validate(await handler(request.params)))  # type: ignore[operator]

    return answer
