"""`kg working`: show and clear working memory."""

from __future__ import annotations

from typing import Annotated

import typer

from kg.cli.common import AsJson, Scope, open_memory, print_json, print_line


def register(app: typer.Typer) -> None:
    """Add the command to the app."""
    app.command()(working)


def working(
    session: Annotated[
        str | None, typer.Argument(help="The session, as channel:chat; by default all sessions are listed.")
    ] = None,
    clear: Annotated[bool, typer.Option("--clear", help="Clear the working memory of the session.")] = False,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Show the working memory of a session, or list all sessions that have one."""
    if session is None:
        if clear:
            raise typer.BadParameter("--clear needs a session")
        with open_memory(scope) as memory:
            found = list(memory.working.list())
        if as_json:
            print_json({"working": found})
            return
        for one in found:
            print_line(f"{one.session}: {' '.join(one.task.split()) or 'no task'}, {len(one.pending)} pending")
        if not found:
            print_line("no working memory")
        return
    with open_memory(scope) as memory:
        if clear:
            print_line("cleared" if memory.working.clear(session) else "no working memory")
        elif as_json:
            print_json({"working": memory.working.get(session)})
        else:
            print_line(memory.working.render(session) or "no working memory")
