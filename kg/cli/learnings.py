"""Commands about what was learnt and thought: learnings and reflections."""

from __future__ import annotations

from typing import Annotated

import typer

from kg.cli.common import AsJson, Scope, day, only_behind, opened, show, show_json
from kg.types import Learning

Limit = Annotated[int, typer.Option(help="How many at most.")]

learnings = typer.Typer()


@learnings.callback(invoke_without_command=True)
def show_learnings(
    context: typer.Context,
    all_: Annotated[bool, typer.Option("--all", help="Also what was superseded or archived.")] = False,
    limit: Limit = 50,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """List what the agent learnt about its own work, what counts most first."""
    if context.invoked_subcommand is not None:
        only_behind(context)
        return
    with opened(scope) as memory:
        found = memory.learnings.list(active=not all_, limit=limit)
    if as_json:
        show_json({"learnings": found})
        return
    for one in found:
        show(_line(one))
    if not found:
        show("nothing was learnt")


@learnings.command()
def add(
    content: Annotated[str, typer.Argument(help="What was learnt.")],
    tool: Annotated[str | None, typer.Option(help="The tool that it is about.")] = None,
    sentiment: Annotated[str, typer.Option(help="positive, negative or neutral.")] = "neutral",
    confidence: Annotated[float, typer.Option(help="0 to 1.")] = 0.7,
    recommendation: Annotated[str | None, typer.Option(help="What to do about it.")] = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Keep a learning; one that it contradicts is superseded."""
    with opened(scope) as memory:
        made = memory.learnings.add(
            content, tool=tool, sentiment=sentiment, confidence=confidence, recommendation=recommendation
        )
    if as_json:
        show_json(made)
    else:
        show(_line(made))


def reflections(
    about: Annotated[str | None, typer.Option(help="Only about this entity: a name or an id.")] = None,
    limit: Limit = 50,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """List what memories come to together, newest first, with what each rests on."""
    with opened(scope) as memory:
        found = memory.reflections.list(about=about, limit=limit)
    if as_json:
        show_json({"reflections": found})
        return
    for one in found:
        rests_on = f"  from {', '.join(one.sources)}" if one.sources else ""
        show(f"{day(one.at)}  {' '.join(one.text.split())}  [{one.id}]{rests_on}")
    if not found:
        show("nothing was thought")


def _line(one: Learning) -> str:
    """A learning on one line: how much it counts, what it says and about which tool, what became of it."""
    told = [one.sentiment, one.tool or "", "" if one.active else "superseded" if one.superseded_by else "archived"]
    advice = f"  → {' '.join(one.recommendation.split())}" if one.recommendation else ""
    beside = ", ".join(part for part in told if part)
    return f"{one.confidence * one.weight:.2f}  {' '.join(one.content.split())}{advice}  ({beside})  [{one.id}]"
