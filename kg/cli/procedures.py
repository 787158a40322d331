"""`kg procedures`: list, propose, approve, reject, remove and match procedures."""

from __future__ import annotations

from typing import Annotated

import typer

from kg.cli.common import AsJson, Scope, open_memory, print_json, print_line, print_paragraph, refuse_group_options
from kg.types import Procedure

Id = Annotated[str, typer.Argument(metavar="ID", help="The procedure's id.")]

app = typer.Typer()


@app.callback(invoke_without_command=True)
def procedures(
    context: typer.Context,
    status: Annotated[
        str | None, typer.Option(help="Only procedures with this status: proposed, approved or rejected.")
    ] = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """List procedures (a trigger and the response to it), newest first."""
    if context.invoked_subcommand is not None:
        refuse_group_options(context)
        return
    with open_memory(scope) as memory:
        found = list(memory.procedures.list(status))
    if as_json:
        print_json({"procedures": found})
        return
    for one in found:
        print_paragraph(_format_procedure(one))
    if not found:
        print_line("no procedures")


@app.command()
def propose(
    trigger: Annotated[str, typer.Argument(help="Words that describe when to apply the procedure.")],
    response: Annotated[str, typer.Argument(help="What to do.")],
    confidence: Annotated[float, typer.Option(help="The confidence, 0 to 1.")] = 0.6,
    learned_from: Annotated[
        str | None, typer.Option(help="The source that it was learned from, preferably an id.")
    ] = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Propose a procedure; it is used once it is approved."""
    with open_memory(scope) as memory:
        _print_procedure(
            memory.procedures.propose(trigger, response, confidence=confidence, learned_from=learned_from), as_json
        )


@app.command()
def approve(id_: Id, scope: Scope = "default", as_json: AsJson = False) -> None:
    """Approve a procedure, so that it is matched."""
    with open_memory(scope) as memory:
        _print_procedure(memory.procedures.approve(id_), as_json)


@app.command()
def reject(id_: Id, scope: Scope = "default", as_json: AsJson = False) -> None:
    """Reject a procedure, so that it is neither matched nor found."""
    with open_memory(scope) as memory:
        _print_procedure(memory.procedures.reject(id_), as_json)


@app.command()
def remove(id_: Id, scope: Scope = "default") -> None:
    """Remove a procedure permanently."""
    with open_memory(scope) as memory:
        gone = memory.procedures.remove(id_)
    print_line("removed" if gone else "not found")


@app.command()
def match(
    message: Annotated[str, typer.Argument(help="The message.")], scope: Scope = "default", as_json: AsJson = False
) -> None:
    """Show the approved procedures that match a message, best first."""
    with open_memory(scope) as memory:
        found = memory.procedures.match(message)
    if as_json:
        print_json({"procedures": [{"procedure": one, "score": score} for one, score in found]})
        return
    for one, score in found:
        print_paragraph(f"{score:.2f}  {_format_procedure(one)}")
    if not found:
        print_line("no procedure matches")


def _print_procedure(procedure: Procedure, as_json: bool) -> None:
    if as_json:
        print_json(procedure)
    else:
        print_line(_format_procedure(procedure))


def _format_procedure(one: Procedure) -> str:
    details = f"{one.status}, confidence {one.confidence:g}, used {one.usage_count} times"
    return f"{' '.join(one.trigger.split())} → {' '.join(one.response.split())}  ({details})  [{one.id}]"
