"""`kg tasks`: list, add and close tasks."""

from __future__ import annotations

from typing import Annotated

import typer

from kg.cli.common import AsJson, Scope, open_memory, print_json, print_line, print_paragraph, refuse_group_options
from kg.types import Task

app = typer.Typer()


@app.callback(invoke_without_command=True)
def tasks(
    context: typer.Context,
    person: Annotated[
        str | None, typer.Option(help="Only tasks of this person: a name, an id or an account (platform:id).")
    ] = None,
    status: Annotated[
        str, typer.Option(help="The status: open (with overdue ones), overdue, done, dropped, or any.")
    ] = "open",
    limit: Annotated[int, typer.Option(help="The maximum number of results.")] = 50,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """List tasks, the earliest due date first."""
    if context.invoked_subcommand is not None:
        refuse_group_options(context)
        return
    with open_memory(scope) as memory:
        found = memory.tasks.list(None if status == "any" else status, person=person, limit=limit)
    if as_json:
        print_json({"tasks": found})
        return
    for one in found:
        print_paragraph(_format_task(one))
    if not found:
        print_line("no tasks")


@app.command()
def add(
    text: Annotated[str, typer.Argument(help='What is to be done, beginning with a verb, such as "call the roofer".')],
    owner: Annotated[str, typer.Option(help="Who is to do it: a name, an id or an account (platform:id).")],
    due: Annotated[
        str | None, typer.Option(help="When it is due, such as 2026, 2026-03, 2026-03-12 or a time in ISO 8601.")
    ] = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Add a task; the same task with another due date is replaced."""
    with open_memory(scope) as memory:
        made = memory.tasks.add(text, owner, due=due)
    _print_task(made, as_json)


@app.command()
def close(
    id_: Annotated[str, typer.Argument(metavar="ID", help="The task's id.")],
    status: Annotated[str, typer.Option(help="The result: done or dropped.")] = "done",
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Close a task."""
    with open_memory(scope) as memory:
        closed = memory.tasks.close(id_, status)
    _print_task(closed, as_json)


def _print_task(task: Task, as_json: bool) -> None:
    if as_json:
        print_json(task)
    else:
        print_line(_format_task(task))


def _format_task(task: Task) -> str:
    """Format a task as one line: status, sentence and id."""
    return f"{task.status:<7}  {' '.join(task.text.split())}  [{task.id}]"
