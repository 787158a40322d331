"""The command about working memory."""

from __future__ import annotations

from typing import Annotated

import typer

from kg.cli.common import AsJson, Scope, opened, show, show_json


def register(app: typer.Typer) -> None:
    """Put the command on the command line."""
    app.command()(working)


def working(
    session: Annotated[str | None, typer.Argument(help="Which session; without one, all are listed.")] = None,
    clear: Annotated[bool, typer.Option("--clear", help="Forget what is under way in the session.")] = False,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Show what is under way in a session, or in all of them."""
    if session is None:
        if clear:
            raise typer.BadParameter("--clear needs a session")
        with opened(scope) as memory:
            found = list(memory.working.list())
        if as_json:
            show_json({"working": found})
            return
        for one in found:
            show(f"{one.session}: {' '.join(one.task.split()) or 'no task'}, {len(one.pending)} pending")
        if not found:
            show("nothing is under way")
        return
    with opened(scope) as memory:
        if clear:
            show("cleared" if memory.working.clear(session) else "nothing was under way")
        elif as_json:
            show_json({"working": memory.working.get(session)})
        else:
            show(memory.working.render(session) or "nothing is under way")
