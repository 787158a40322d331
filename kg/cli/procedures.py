"""Commands about procedures: those that there are, and the actions propose, approve, reject, remove and match."""

from __future__ import annotations

from typing import Annotated

import typer

from kg.cli.common import AsJson, Scope, only_behind, opened, show, show_json
from kg.types import Procedure

Id = Annotated[str, typer.Argument(metavar="ID", help="The procedure's id.")]

app = typer.Typer()


@app.callback(invoke_without_command=True)
def procedures(
    context: typer.Context,
    status: Annotated[str | None, typer.Option(help="proposed, approved or rejected; by default all.")] = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """List procedures: what to do when something happens, newest first."""
    if context.invoked_subcommand is not None:
        only_behind(context)
        return
    with opened(scope) as memory:
        found = list(memory.procedures.list(status))
    if as_json:
        show_json({"procedures": found})
        return
    for one in found:
        show(_line(one))
    if not found:
        show("no procedures")


@app.command()
def propose(
    trigger: Annotated[str, typer.Argument(help="Words that tell when.")],
    response: Annotated[str, typer.Argument(help="What to do.")],
    confidence: Annotated[float, typer.Option(help="0 to 1.")] = 0.6,
    learned_from: Annotated[str | None, typer.Option(help="What it was learnt from, best by its id.")] = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Propose a procedure; it is matched once it is approved."""
    with opened(scope) as memory:
        _one(memory.procedures.propose(trigger, response, confidence=confidence, learned_from=learned_from), as_json)


@app.command()
def approve(id_: Id, scope: Scope = "default", as_json: AsJson = False) -> None:
    """Let a procedure be matched."""
    with opened(scope) as memory:
        _one(memory.procedures.approve(id_), as_json)


@app.command()
def reject(id_: Id, scope: Scope = "default", as_json: AsJson = False) -> None:
    """Let a procedure be neither matched nor found."""
    with opened(scope) as memory:
        _one(memory.procedures.reject(id_), as_json)


@app.command()
def remove(id_: Id, scope: Scope = "default") -> None:
    """Let a procedure go for good."""
    with opened(scope) as memory:
        gone = memory.procedures.remove(id_)
    show("removed" if gone else "there was none")


@app.command()
def match(
    message: Annotated[str, typer.Argument(help="What was said.")], scope: Scope = "default", as_json: AsJson = False
) -> None:
    """Show the approved procedures that a message calls for, best first."""
    with opened(scope) as memory:
        found = memory.procedures.match(message)
    if as_json:
        show_json({"procedures": [{"procedure": one, "score": score} for one, score in found]})
        return
    for one, score in found:
        show(f"{score:.2f}  {_line(one)}")
    if not found:
        show("no procedure fits")


def _one(procedure: Procedure, as_json: bool) -> None:
    if as_json:
        show_json(procedure)
    else:
        show(_line(procedure))


def _line(one: Procedure) -> str:
    told = f"{one.status}, confidence {one.confidence:g}, used {one.usage_count} times"
    return f"{' '.join(one.trigger.split())} → {' '.join(one.response.split())}  ({told})  [{one.id}]"
