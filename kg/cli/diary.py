"""Commands about what was: diary and journal."""

from __future__ import annotations

from typing import Annotated

import typer

from kg.cli.common import AsJson, Scope, only_behind, opened, show, show_json

Text = Annotated[str, typer.Argument(help="What the entry says.")]
Limit = Annotated[int, typer.Option(help="The newest so many.")]

diary = typer.Typer()
journal = typer.Typer()


@diary.callback(invoke_without_command=True)
def show_diary(
    context: typer.Context,
    days: Annotated[int, typer.Option(help="So many days by the owner's calendar, today included.")] = 3,
    limit: Limit = 100,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Show the diary of the last days, oldest first."""
    if context.invoked_subcommand is not None:
        only_behind(context)
        return
    with opened(scope) as memory:
        found = [(memory.diary.day(entry), entry) for entry in memory.diary.recent(days=days, limit=limit)]
    if as_json:
        show_json({"diary": [entry for _, entry in found]})
        return
    for day, entry in found:
        who = f"  ({', '.join(entry.participants)})" if entry.participants else ""
        show(f"{day}  {' '.join(entry.text.split())}{who}  [{entry.id}]")
    if not found:
        show("nothing was written")


@diary.command("add")
def add_to_diary(
    text: Text,
    participant: Annotated[
        list[str] | None, typer.Option(help="Who took part, as platform:id; may be given again.")
    ] = None,
    at: Annotated[str | None, typer.Option(help="When, ISO 8601; by default now.")] = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Write an entry into the diary by hand."""
    with opened(scope) as memory:
        entry = memory.diary.add(text, participants=participant or (), at=at)
    if as_json:
        show_json(entry)
    else:
        show(entry.id)


@journal.callback(invoke_without_command=True)
def show_journal(
    context: typer.Context,
    since: Annotated[str | None, typer.Option(help="The first day, as 2026-03-02.")] = None,
    until: Annotated[str | None, typer.Option(help="The last day, inclusive.")] = None,
    limit: Limit = 100,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Show the journal by date, oldest first."""
    if context.invoked_subcommand is not None:
        only_behind(context)
        return
    with opened(scope) as memory:
        found = memory.journal.list(since=since, until=until, limit=limit)
    if as_json:
        show_json({"journal": found})
        return
    for entry in found:
        show(f"{entry.date}  {' '.join(entry.text.split())}  [{entry.id}]")
    if not found:
        show("nothing was written")


@journal.command("add")
def add_to_journal(
    text: Text,
    date: Annotated[str | None, typer.Option(help="The day that it is of, as 2026-03-02; by default today.")] = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Write an entry into the journal."""
    with opened(scope) as memory:
        entry = memory.journal.add(text, date=date)
    if as_json:
        show_json(entry)
    else:
        show(entry.id)
