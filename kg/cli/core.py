"""Commands about core memory: what it holds, and its actions add, edit, delete and usage."""

from __future__ import annotations

from typing import Annotated

import typer

from kg.cli.common import AsJson, Scope, only_behind, opened, show, show_json, show_table
from kg.types import CoreEntry

Section = Annotated[str, typer.Argument(help="identity, people, preferences, context or scratch.")]

app = typer.Typer()


@app.callback(invoke_without_command=True)
def core(context: typer.Context, scope: Scope = "default", as_json: AsJson = False) -> None:
    """Show core memory: the few lines that every context holds."""
    if context.invoked_subcommand is not None:
        only_behind(context)
        return
    with opened(scope) as memory:
        text, entries = memory.core.render(), list(memory.core.list())
    if as_json:
        show_json({"entries": entries, "text": text})
    else:
        show(text)


@app.command()
def add(
    text: Annotated[str, typer.Argument(help="What it says.")],
    section: Section,
    importance: Annotated[int, typer.Option(help="1 to 10.")] = 5,
    audience: Annotated[str, typer.Option(help="Who may read it: shared, session:ID or person:ID.")] = "shared",
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Keep a line in a section of core memory."""
    with opened(scope) as memory:
        _one(memory.core.add(text, section, importance=importance, audience=audience), as_json)


@app.command()
def edit(
    id_: Annotated[str, typer.Argument(metavar="ID", help="The entry's id.")],
    text: Annotated[str | None, typer.Option(help="What it is to say.")] = None,
    section: Annotated[str | None, typer.Option(help="The section that it is to stand in.")] = None,
    importance: Annotated[int | None, typer.Option(help="1 to 10.")] = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Change what an entry says, where it stands, or how important it is."""
    with opened(scope) as memory:
        _one(memory.core.edit(id_, text=text, section=section, importance=importance), as_json)


@app.command()
def delete(
    id_: Annotated[str, typer.Argument(metavar="ID", help="The entry's id.")],
    archive: Annotated[
        bool, typer.Option("--archive/--erase", help="Keep it as long-term memory, or let it go for good.")
    ] = True,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Take an entry out of core memory."""
    with opened(scope) as memory:
        _one(memory.core.delete(id_, archive=archive), as_json)


@app.command()
def usage(scope: Scope = "default", as_json: AsJson = False) -> None:
    """Tell how full each section is, in tokens."""
    with opened(scope) as memory:
        used = memory.core.usage()
    if as_json:
        show_json({section: {"used": count, "limit": limit} for section, (count, limit) in used.items()})
        return
    rows = [(section, str(count), str(limit)) for section, (count, limit) in used.items()]
    show_table(("section", "tokens", "limit"), rows, "")


def _one(entry: CoreEntry, as_json: bool) -> None:
    if as_json:
        show_json(entry)
    else:
        show(f"{entry.section}: {' '.join(entry.text.split())}  (importance {entry.importance})  [{entry.id}]")
