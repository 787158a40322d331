"""`kg open` opens the console: a local page to read, correct and forget what a memory holds."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.common import Scope, open_memory, print_line, print_note

if TYPE_CHECKING:
    from kg.memory import Memory

Port = Annotated[int, typer.Option(help="The loopback port; 0: any free port.")]
OpenBrowser = Annotated[
    bool, typer.Option("--browser/--no-browser", help="Open the web browser, or only print the address.")
]
Actor = Annotated[
    str | None,
    typer.Option("--as", help="The account of an owner in whose name changes are made; by default the only owner."),
]


def open_console(scope: Scope = "default", port: Port = 0, browser: OpenBrowser = True, actor: Actor = None) -> None:
    """Open the console in the web browser: search, pages, pictures, corrections; runs until interrupted."""
    with open_memory(scope) as memory:
        serve_console(memory, "", port=port, browser=browser, actor=actor)


def serve_console(memory: Memory, path: str, *, port: int, browser: bool, actor: str | None = None) -> None:
    """Serve the console of a memory until interrupted.

    Args:
        memory: the memory.
        path: the page to open first, as `pictures/social`.
        port: the port; 0: any free port.
        browser: whether to open the web browser.
        actor: the account of an owner in whose name changes are made.
    """
    from kg.console import ConsoleServer  # noqa: PLC0415 - keeps other commands fast

    server = ConsoleServer(memory, port=port, actor=actor)
    address = server.address_of(path)
    print_line(address)
    # A reader of a pipe must receive the address now.
    sys.stdout.flush()
    print_note("The address has the token of this console: it is for you alone. Press Ctrl-C to stop.")
    if browser:
        import webbrowser  # noqa: PLC0415

        if not webbrowser.open(address):
            print_note("No web browser could be opened; open the address manually.")
    server.run()


def register(app: typer.Typer) -> None:
    """Add the command to the app."""
    app.command("open")(open_console)
