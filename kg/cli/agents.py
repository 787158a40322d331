"""Commands for agents: `kg mcp` serves a memory over MCP, `kg tool` calls a tool."""

from __future__ import annotations

import inspect
import json
import typing
from collections.abc import Callable
from typing import Annotated, Any

import typer

from kg.agent import Tool
from kg.agent.tools import ALL
from kg.cli.common import Scope, load_settings, open_memory, print_line, print_note
from kg.errors import InvalidInput

Speaker = Annotated[str, typer.Option(help="The account on whose behalf calls are made, as platform:id.")]
Session = Annotated[
    str | None,
    typer.Option(help="The session of the conversation; memories that only its participants may read are included."),
]
Owner = Annotated[list[str] | None, typer.Option(help="An account of the owner, as platform:id; repeatable.")]

# `--speaker` is the account on whose behalf a tool is called.
_ARGUMENT_OF_OPTION = {"said_by": "speaker"}

tools = typer.Typer(help="Call a tool, as an agent would.", no_args_is_help=True)


def mcp(
    speaker: Speaker,
    session: Session = None,
    owner: Owner = None,
    scope: Scope = "default",
    http: Annotated[
        bool,
        typer.Option(
            "--http", help="Serve over HTTP at /mcp instead of standard input and output; requires KG_MCP_TOKEN."
        ),
    ] = False,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port to listen on.")] = 8765,
    name: Annotated[
        list[str] | None, typer.Option(help="Another host name under which clients reach the server; repeatable.")
    ] = None,
    allow_anonymous: Annotated[
        bool,
        typer.Option(
            "--allow-anonymous",
            help="Serve a loopback address without a token: every program of every user of this machine acts as the speaker.",
        ),
    ] = False,
) -> None:
    """Serve a memory over the Model Context Protocol (MCP), for one scope and one speaker."""
    from kg.agent import MCP_PATH, create_http_app, create_server, serve_http, serve_stdio  # noqa: PLC0415  # noqa: PLC0415

    with open_memory(scope, owner) as memory:
        mcp_server = create_server(memory, speaker=speaker, session=session)
        if not http:
            serve_stdio(mcp_server)
            return
        token = load_settings().mcp_token
        http_app = create_http_app(
            mcp_server, host=host, token=token, names=name or (), allow_anonymous=allow_anonymous
        )
        if token is None:
            rights = "an owner" if speaker in memory.owners else "not an owner"
            print_note(f"without a token every program of every user of this machine acts as {speaker}, {rights}")
        print_note(f"listening on http://{host}:{port}{MCP_PATH}")
        serve_http(http_app, host=host, port=port)


def register(app: typer.Typer) -> None:
    """Add the commands to the app."""
    app.command()(mcp)
    app.add_typer(tools, name="tool")


def _command(tool: Tool) -> Callable[..., None]:
    """Return a command that calls a tool: required parameters become arguments, the others options."""

    def call(**given: Any) -> None:
        from kg.agent import tools_for  # noqa: PLC0415

        speaker, session = given.pop("speaker"), given.pop("session")
        with open_memory(given.pop("scope"), given.pop("owner")) as memory:
            named = {_ARGUMENT_OF_OPTION.get(name, name): value for name, value in given.items() if value is not None}
            arguments = {name: _parse_value(tool, name, value) for name, value in named.items()}
            answer = tools_for(memory, speaker=speaker, session=session).call(tool.name, arguments)
        if answer.startswith("Error: "):
            print_note(answer)
            raise SystemExit(1)
        print_line(answer)

    options = {argument: option for option, argument in _ARGUMENT_OF_OPTION.items()}
    parameters = [_parameter(options.get(name, name), *described) for name, described in tool.parameters.items()]
    common = {
        "speaker": (Speaker, ...),
        "session": (Session, None),
        "owner": (Owner, None),
        "scope": (Scope, "default"),
    }
    for name, (hint, default) in common.items():
        value = inspect.Parameter.empty if default is ... else default
        parameters.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=value, annotation=hint))
    call.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    call.__doc__ = tool.description
    return call


def _parameter(name: str, hint: Any, field: Any) -> inspect.Parameter:
    kind, description = _simple_type(hint), (field.description or "").replace("\n", " ")
    description = f"{description[:1].upper()}{description[1:]}"
    if field.is_required():
        argument = typer.Argument(help=description)
        return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=Annotated[kind, argument])
    option = typer.Option(help=description)
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=Annotated[kind, option]
    )


def _simple_type(hint: Any) -> Any:
    """Return the command line type of a type hint: literals become strings, which the tool checks, and objects JSON."""
    if typing.get_origin(hint) is Annotated:
        return _simple_type(typing.get_args(hint)[0])
    if typing.get_origin(hint) is typing.Literal:
        return str
    if typing.get_origin(hint) is list:
        return list[str]
    optional = [one for one in typing.get_args(hint) if one is not type(None)]
    if type(None) in typing.get_args(hint):
        return _simple_type(optional[0]) | None
    return str if typing.get_origin(hint) is dict else hint


def _parse_value(tool: Tool, name: str, value: Any) -> Any:
    """Return a value as the tool takes it: objects are parsed as JSON."""
    if not isinstance(value, str) or "object" not in json.dumps(tool.schema["properties"][name]):
        return value
    try:
        return json.loads(value)
    except ValueError:
        raise InvalidInput(name, value, "JSON, such as '{\"limit\": 5}'") from None


for _tool in ALL:
    tools.command(_tool.name)(_command(_tool))
