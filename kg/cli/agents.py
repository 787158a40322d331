"""Commands for agents: `kg mcp` serves the memory to them, `kg tool` calls one of their tools."""

from __future__ import annotations

import inspect
import json
import typing
from collections.abc import Callable
from typing import Annotated, Any

import typer

from kg.agent.tool_definition import Tool
from kg.agent.tools import ALL
from kg.cli.common import Scope, note, opened, settings, show
from kg.errors import InvalidInput

Speaker = Annotated[str, typer.Option(help="On whose behalf each call acts, as platform:id.")]
Session = Annotated[str | None, typer.Option(help="Where they talk; what belongs to that chat is seen too.")]
Owner = Annotated[list[str] | None, typer.Option(help="An owner's account, as platform:id; repeatable.")]

tools = typer.Typer(help="Call a tool of an agent, as an agent would.", no_args_is_help=True)


def mcp(
    speaker: Speaker,
    session: Session = None,
    owner: Owner = None,
    scope: Scope = "default",
    http: Annotated[
        bool, typer.Option("--http", help="Over HTTP at /mcp, instead of standard input and output.")
    ] = False,
    host: Annotated[
        str, typer.Option(help="Address to listen on; beyond this machine KG_MCP_TOKEN is needed.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port to listen on.")] = 8765,
    name: Annotated[
        list[str] | None, typer.Option(help="Another name under which it is reached over HTTP; repeatable.")
    ] = None,
) -> None:
    """Serve a memory to agents by the Model Context Protocol: one scope, one speaker."""
    from kg.agent import mcp_server as protocol  # noqa: PLC0415
    from kg.agent.mcp_http import PATH, app, serve_http  # noqa: PLC0415

    with opened(scope, owner) as memory:
        served = protocol.server(memory, speaker=speaker, session=session)
        if not http:
            protocol.serve_stdio(served)
            return
        answering = app(served, host=host, token=settings().mcp_token, names=name or ())
        note(f"listening on http://{host}:{port}{PATH}")
        serve_http(answering, host=host, port=port)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(mcp)
    app.add_typer(tools, name="tool")


def _command(tool: Tool) -> Callable[..., None]:
    """A command that calls a tool: what it needs as arguments, the rest as options."""

    def call(**given: Any) -> None:
        from kg.agent import tools_for  # noqa: PLC0415

        who, where = given.pop("speaker"), given.pop("session")
        with opened(given.pop("scope"), given.pop("owner")) as memory:
            wanted = {name: _read(tool, name, value) for name, value in given.items() if value is not None}
            told = tools_for(memory, speaker=who, session=where).call(tool.name, wanted)
        if told.startswith("Error: "):
            note(told)
            raise SystemExit(1)
        show(told)

    taken = [_parameter(name, hint, field) for name, (hint, field) in tool.parameters.items()]
    common = {
        "speaker": (Speaker, ...),
        "session": (Session, None),
        "owner": (Owner, None),
        "scope": (Scope, "default"),
    }
    for name, (hint, default) in common.items():
        given = inspect.Parameter.empty if default is ... else default
        taken.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=given, annotation=hint))
    call.__signature__ = inspect.Signature(taken)  # type: ignore[attr-defined]
    call.__doc__ = tool.description
    return call


def _parameter(name: str, hint: Any, field: Any) -> inspect.Parameter:
    kind, told = _simple(hint), (field.description or "").replace("\n", " ")
    told = f"{told[:1].upper()}{told[1:]}"
    if field.is_required():
        given = typer.Argument(help=told)
        return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=Annotated[kind, given])
    option = typer.Option(help=told)
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=Annotated[kind, option]
    )


def _simple(hint: Any) -> Any:
    """A type that a command line knows: choices are words, which the tool itself checks; an object is JSON."""
    if typing.get_origin(hint) is Annotated:
        return _simple(typing.get_args(hint)[0])
    if typing.get_origin(hint) is typing.Literal:
        return str
    optional = [one for one in typing.get_args(hint) if one is not type(None)]
    if type(None) in typing.get_args(hint):
        return _simple(optional[0]) | None
    return str if typing.get_origin(hint) is dict else hint


def _read(tool: Tool, name: str, value: Any) -> Any:
    """A value as the tool takes it: an object is written as JSON."""
    if not isinstance(value, str) or "object" not in json.dumps(tool.schema["properties"][name]):
        return value
    try:
        return json.loads(value)
    except ValueError:
        raise InvalidInput(name, value, "JSON, as '{\"limit\": 5}'") from None


for _tool in ALL:
    tools.command(_tool.name)(_command(_tool))
