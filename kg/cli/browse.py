"""`kg browse` opens Neo4j Browser with a style, saved queries and a guide."""

from __future__ import annotations

import sys
from typing import Annotated
from urllib.parse import urlsplit

import typer

from kg.cli.common import Scope, load_settings, open_memory, print_line, print_note
from kg.settings import Settings

_PEOPLE = 30
_Port = Annotated[int, typer.Option(help="The loopback port of the page and the guide; 0: any free port.")]
_Open = Annotated[bool, typer.Option("--open/--no-open", help="Open the web browser, or only print the addresses.")]
_Address = Annotated[
    str | None, typer.Option(help="The address of Neo4j Browser; by default KG_HTTP_PORT on the database host.")
]


def browse(scope: Scope = "default", port: _Port = 0, open_: _Open = True, browser: _Address = None) -> None:
    """Open Neo4j Browser, connected, with a style, the saved queries and a guide; runs until interrupted."""
    from kg.browser import BrowserKit, GuideServer, KnownPerson  # noqa: PLC0415 - keeps other commands fast
    from kg.graph import find_server  # noqa: PLC0415

    chosen = load_settings()
    with open_memory(scope) as memory:
        uri = memory.graph.connection.uri
        login = find_server(uri, chosen)
        user = login.user if login else chosen.neo4j_user
        people = [
            KnownPerson(person.name, "owner" if person.owner else trust.tier, trust.score, person.identities)
            for person, trust in memory.trust.everybody(limit=_PEOPLE)
        ]
        kit = BrowserKit.for_graph(memory.graph, user=user, browser=browser or _browser(chosen, uri), people=people)
    serving = GuideServer(kit, port=port)
    first = kit.address("guide", f"{serving.address}/guide")
    print_line(f"Browser  {first}")
    print_line(f"queries  {serving.address}/")
    print_line(f"user     {kit.user}, password {_password(uri, chosen)}")
    # A reader of a pipe must receive the addresses now.
    sys.stdout.flush()
    print_note("Press Ctrl-C to stop.")
    if open_:
        import webbrowser  # noqa: PLC0415

        if not webbrowser.open(first):
            print_note("No web browser could be opened; open the first address manually.")
    serving.run()


def _browser(chosen: Settings, uri: str) -> str:
    return f"http://{urlsplit(uri).hostname}:{chosen.http_port}/browser/"


def _password(uri: str, chosen: Settings) -> str:
    """Return where the password is stored, not the password itself."""
    from kg import server  # noqa: PLC0415

    local = server.server_status(chosen)
    if uri == local.bolt:
        return f"in {local.home / 'password'}"
    return "in KG_SERVERS" if chosen.servers else "in KG_NEO4J_PASSWORD"


def register(app: typer.Typer) -> None:
    """Add the command to the app."""
    app.command()(browse)
