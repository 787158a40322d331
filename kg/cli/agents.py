"""Commands for agents: `kg mcp` serves a memory over MCP, `kg tool` calls a tool."""

from __future__ import annotations

import functools
import inspect
import json
import typing
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from kg.agent import Tool
from kg.agent.tools import ALL
from kg.cli.common import Owner, Scope, load_settings, open_memory, print_line, print_note
from kg.errors import InvalidInput, ModelUnavailable
from kg.settings import Settings
from kg.types import validate_scope

if TYPE_CHECKING:
    from kg.memory import Memory

Speaker = Annotated[str, typer.Option(help="The account on whose behalf calls are made, as platform:id.")]
Session = Annotated[
    str | None,
    typer.Option(help="The session of the conversation; memories that only its participants may read are included."),
]

# `--speaker` is the account on whose behalf a tool is called.
_ARGUMENT_OF_OPTION = {"said_by": "speaker"}

tools = typer.Typer(help="Call a tool, as an agent would.", no_args_is_help=True)


def mcp(
    speaker: Annotated[str, typer.Option(help="The account on whose behalf calls are made, as platform:id.")] = "",
    session: Session = None,
    owner: Owner = None,
    scope: Scope = "default",
    tools: Annotated[
        Literal["core", "all"] | None, typer.Option(help="The tools to offer; by default KG_MCP_TOOLS, which is core.")
    ] = None,
    install: Annotated[
        str | None,
        typer.Option(
            help="Write the configuration of a client, and rules for its model, instead of serving: claude-code, "
            "claude-desktop, cursor, vscode, codex or zed."
        ),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="With --install: print what would be written.")] = False,
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
    """Serve a memory over the Model Context Protocol (MCP), for one scope and one speaker.

    The local server is started if none is running.
    """
    settings = load_settings()
    validate_scope(scope)
    if install is not None:
        _install(install, scope=scope, speaker=speaker, owner=owner or (), tools=tools, dry_run=dry_run)
        return
    if not speaker:
        raise InvalidInput("speaker", None, "given with --speaker, as platform:id")
    agent = _import_server(["create_server", *(["create_http_app", "serve_http"] if http else ["serve_stdio"])])
    served = agent.ServedMemory(functools.partial(_open_for_server, scope, tuple(owner or ()), settings))
    try:
        mcp_server = agent.create_server(served, speaker=speaker, session=session, tools=tools or settings.mcp_tools)
        if not http:
            agent.serve_stdio(mcp_server)
            return
        http_app = agent.create_http_app(
            mcp_server, host=host, token=settings.mcp_token, names=name or (), allow_anonymous=allow_anonymous
        )
        if settings.mcp_token is None:
            rights = "an owner" if speaker in served.get().owners else "not an owner"
            print_note(f"without a token every program of every user of this machine acts as {speaker}, {rights}")
        print_note(f"listening on http://{host}:{port}{agent.MCP_PATH}")
        agent.serve_http(http_app, host=host, port=port)
    finally:
        served.close()


def _import_server(names: Sequence[str]) -> Any:
    """Import names of the server; its library is an extra."""
    from kg import agent  # noqa: PLC0415

    try:
        for name in names:
            getattr(agent, name)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "mcp":
            raise
        raise ModelUnavailable(
            "The MCP library is not installed.", how='Run `pip install "kg-agent-memory[mcp]"`.'
        ) from None
    return agent


def _open_for_server(scope: str, owners: tuple[str, ...], settings: Settings) -> Memory:
    """Open a memory; start the local server if the scope is on it and it is not running."""
    from kg import server  # noqa: PLC0415
    from kg.graph import scope_address  # noqa: PLC0415
    from kg.memory import Memory  # noqa: PLC0415

    if scope_address(scope, settings) is None and not server.server_status(settings).running:
        print_note("no server is running: starting the local one; `kg down` stops it")
        running = server.start_server(settings)
        print_note(f"the server runs at {running.bolt}, with its data in {running.home}")
    return Memory.connect(scope, settings=settings, owner=owners)


def _install(client: str, *, scope: str, speaker: str, owner: Sequence[str], tools: str | None, dry_run: bool) -> None:
    from kg.agent import install_client  # noqa: PLC0415

    installed = install_client(client, scope=scope, speaker=speaker, owners=owner, tools=tools, dry_run=dry_run)
    for change in installed.changes:
        print_line(f"{'would write' if dry_run else change.outcome} {change.path}")
        if dry_run:
            print_line(change.text)
    print_line(installed.advice)


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
