"""The command that opens Neo4j Browser with style, queries and guide at hand."""

from __future__ import annotations

import sys
from typing import Annotated
from urllib.parse import urlsplit

import typer

from kg.cli.common import Scope, note, opened, settings, show
from kg.settings import Settings

_Port = Annotated[int, typer.Option(help="Port of the page and the guide, on this machine alone; 0: any that is free.")]
_Open = Annotated[bool, typer.Option("--open/--no-open", help="Open the web browser; or only print the addresses.")]
_Address = Annotated[
    str | None, typer.Option(help="Address of Neo4j Browser, where it is not where the database is, at KG_HTTP_PORT.")
]


def browse(scope: Scope = "default", port: _Port = 0, open_: _Open = True, browser: _Address = None) -> None:
    """Open Neo4j Browser, connected, with the style, the saved queries and a guide at hand; until interrupted."""
    from kg.explore import Kit, Serving  # noqa: PLC0415 - each command loads what it needs

    chosen = settings()
    with opened(scope) as memory:
        kit = Kit.of(
            memory.graph, user=chosen.neo4j_user, browser=browser or _browser(chosen, memory.graph.connection.uri)
        )
    with Serving(kit, port=port) as serving:
        first = kit.address("guide", f"{serving.address}/guide")
        show(f"Browser  {first}")
        show(f"queries  {serving.address}/")
        show(f"user     {kit.user}, password {_password(chosen)}")
        # Whoever reads the addresses from a pipe is not to wait until the end.
        sys.stdout.flush()
        note("Ctrl-C ends it.")
        if open_:
            import webbrowser  # noqa: PLC0415

            if not webbrowser.open(first):
                note("No web browser could be opened; open the first address yourself.")
        serving.serve_forever()


def _browser(chosen: Settings, uri: str) -> str:
    return f"http://{urlsplit(uri).hostname}:{chosen.http_port}/browser/"


def _password(chosen: Settings) -> str:
    """Where the password is; never the password itself."""
    if chosen.neo4j_uri:
        return "as KG_NEO4J_PASSWORD has it"
    from kg import server  # noqa: PLC0415

    home = server.status(chosen).home
    return f"in {home / 'password'}"


def register(app: typer.Typer) -> None:
    """Put this command on the command line."""
    app.command()(browse)
