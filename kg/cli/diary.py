"""`kg diary` and `kg journal`."""

from __future__ import annotations

from typing import Annotated

import typer

from kg.cli.common import AsJson, Scope, open_memory, print_json, print_line, print_paragraph, refuse_group_options

Text = Annotated[str, typer.Argument(help="The text of the entry.")]
Limit = Annotated[int, typer.Option(help="The maximum number of entries; the newest are shown.")]

diary = typer.Typer()
journal = typer.Typer()


@diary.callback(invoke_without_command=True)
def show_diary(
    context: typer.Context,
    days: Annotated[int, typer.Option(help="The number of days, including today, in the owner's time zone.")] = 3,
    limit: Limit = 100,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Show the diary of the last days, oldest entries first."""
    if context.invoked_subcommand is not None:
        refuse_group_options(context)
        return
    with open_memory(scope) as memory:
        found = [(memory.diary.day(entry), entry) for entry in memory.diary.recent(days=days, limit=limit)]
    if as_json:
        print_json({"diary": [entry for _, entry in found]})
        return
    for day, entry in found:
        who = f"  ({', '.join(entry.participants)})" if entry.participants else ""
        print_paragraph(f"{day}  {' '.join(entry.text.split())}{who}  [{entry.id}]")
    if not found:
        print_line("no entries")


@diary.command("add")
def add_to_diary(
    text: Text,
    participant: Annotated[list[str] | None, typer.Option(help="A participant, as platform:id; repeatable.")] = None,
    at: Annotated[str | None, typer.Option(help="The time, in ISO 8601; by default now.")] = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Add an entry to the diary."""
    with open_memory(scope) as memory:
        entry = memory.diary.add(text, participants=participant or (), at=at)
    if as_json:
        print_json(entry)
    else:
        print_line(entry.id)


@journal.callback(invoke_without_command=True)
def show_journal(
    context: typer.Context,
    since: Annotated[str | None, typer.Option(help="The first day, such as 2026-03-02.")] = None,
    until: Annotated[str | None, typer.Option(help="The last day, inclusive.")] = None,
    limit: Limit = 100,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Show the journal, oldest entries first."""
    if context.invoked_subcommand is not None:
        refuse_group_options(context)
        return
    with open_memory(scope) as memory:
        found = memory.journal.list(since=since, until=until, limit=limit)
    if as_json:
        print_json({"journal": found})
        return
    for entry in found:
        print_paragraph(f"{entry.date}  {' '.join(entry.text.split())}  [{entry.id}]")
    if not found:
        print_line("no entries")


@journal.command("add")
def add_to_journal(
    text: Text,
    date: Annotated[
        str | None, typer.Option(help="The day of the entry, such as 2026-03-02; by default today.")
    ] = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Add an entry to the journal."""
    with open_memory(scope) as memory:
        entry = memory.journal.add(text, date=date)
    if as_json:
        print_json(entry)
    else:
        print_line(entry.id)
