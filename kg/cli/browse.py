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
    from kg.browser import Kit, Serving  # noqa: PLC0415 - each command loads what it needs
    from kg.opening import known  # noqa: PLC0415

    chosen = settings()
    with opened(scope) as memory:
        uri = memory.graph.connection.uri
        login = known(uri, chosen)
        user = login.user if login else chosen.neo4j_user
        kit = Kit.of(memory.graph, user=user, browser=browser or _browser(chosen, uri))
    with Serving(kit, port=port) as serving:
        first = kit.address("guide", f"{serving.address}/guide")
        show(f"Browser  {first}")
        show(f"queries  {serving.address}/")
        show(f"user     {kit.user}, password {_password(uri, chosen)}")
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


def _password(uri: str, chosen: Settings) -> str:
    """Where the password is; never the password itself."""
    from kg import server  # noqa: PLC0415

    local = server.status(chosen)
    if uri == local.bolt:
        return f"in {local.home / 'password'}"
    return "as KG_SERVERS has it" if chosen.servers else "as KG_NEO4J_PASSWORD has it"


def register(app: typer.Typer) -> None:
    """Put this command on the command line."""
    app.command()(browse)
