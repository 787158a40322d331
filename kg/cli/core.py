"""`kg core`: show core memory, and add, edit and delete its entries."""

from __future__ import annotations

from typing import Annotated

import typer

from kg.cli.common import (
    AsJson,
    Scope,
    open_memory,
    print_json,
    print_line,
    print_paragraph,
    print_table,
    refuse_group_options,
)
from kg.types import CoreEntry

Section = Annotated[str, typer.Argument(help="The section: identity, people, preferences, context or scratch.")]

app = typer.Typer()


@app.callback(invoke_without_command=True)
def core(context: typer.Context, scope: Scope = "default", as_json: AsJson = False) -> None:
    """Show core memory, the entries that are part of every context."""
    if context.invoked_subcommand is not None:
        refuse_group_options(context)
        return
    with open_memory(scope) as memory:
        text, entries = memory.core.render(), list(memory.core.list())
    if as_json:
        print_json({"entries": entries, "text": text})
    else:
        print_line(text)


@app.command()
def add(
    text: Annotated[str, typer.Argument(help="The text of the entry.")],
    section: Section,
    importance: Annotated[int, typer.Option(help="The importance, 1 to 10.")] = 5,
    audience: Annotated[str, typer.Option(help="Who may read the entry: shared, session:ID or person:ID.")] = "shared",
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Add an entry to a section of core memory."""
    with open_memory(scope) as memory:
        _print_entry(memory.core.add(text, section, importance=importance, audience=audience), as_json)


@app.command()
def edit(
    id_: Annotated[str, typer.Argument(metavar="ID", help="The entry's id.")],
    text: Annotated[str | None, typer.Option(help="The new text.")] = None,
    section: Annotated[str | None, typer.Option(help="The new section.")] = None,
    importance: Annotated[int | None, typer.Option(help="The importance, 1 to 10.")] = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Change the text, section or importance of an entry."""
    with open_memory(scope) as memory:
        _print_entry(memory.core.edit(id_, text=text, section=section, importance=importance), as_json)


@app.command()
def delete(
    id_: Annotated[str, typer.Argument(metavar="ID", help="The entry's id.")],
    archive: Annotated[
        bool, typer.Option("--archive/--erase", help="Keep the entry as a long-term memory, or erase it permanently.")
    ] = True,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Remove an entry from core memory."""
    with open_memory(scope) as memory:
        _print_entry(memory.core.delete(id_, archive=archive), as_json)


@app.command()
def usage(scope: Scope = "default", as_json: AsJson = False) -> None:
    """Show the tokens and the token limit of each section."""
    with open_memory(scope) as memory:
        used = memory.core.usage()
    if as_json:
        print_json({section: {"used": count, "limit": limit} for section, (count, limit) in used.items()})
        return
    rows = [(section, str(count), str(limit)) for section, (count, limit) in used.items()]
    print_table(("section", "tokens", "limit"), rows, "")


def _print_entry(entry: CoreEntry, as_json: bool) -> None:
    if as_json:
        print_json(entry)
    else:
        print_paragraph(
            f"{entry.section}: {' '.join(entry.text.split())}  (importance {entry.importance})  [{entry.id}]"
        )
