"""`kg learnings` and `kg reflections`."""

from __future__ import annotations

from typing import Annotated

import typer

from kg.cli.common import (
    AsJson,
    Scope,
    format_date,
    open_memory,
    print_json,
    print_line,
    print_paragraph,
    refuse_group_options,
)
from kg.types import Learning

Limit = Annotated[int, typer.Option(help="The maximum number of results.")]

learnings = typer.Typer()


@learnings.callback(invoke_without_command=True)
def show_learnings(
    context: typer.Context,
    all_: Annotated[bool, typer.Option("--all", help="Include superseded and archived learnings.")] = False,
    limit: Limit = 50,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """List the agent's learnings about its own work, by weight."""
    if context.invoked_subcommand is not None:
        refuse_group_options(context)
        return
    with open_memory(scope) as memory:
        found = memory.learnings.list(active=not all_, limit=limit)
    if as_json:
        print_json({"learnings": found})
        return
    for one in found:
        print_paragraph(_format_learning(one))
    if not found:
        print_line("no learnings")


@learnings.command()
def add(
    content: Annotated[str, typer.Argument(help="The text of the learning.")],
    tool: Annotated[str | None, typer.Option(help="The tool that the learning is about.")] = None,
    sentiment: Annotated[str, typer.Option(help="The sentiment: positive, negative or neutral.")] = "neutral",
    confidence: Annotated[float, typer.Option(help="The confidence, 0 to 1.")] = 0.7,
    recommendation: Annotated[str | None, typer.Option(help="What to do about it.")] = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Add a learning; learnings that it contradicts are superseded."""
    with open_memory(scope) as memory:
        made = memory.learnings.add(
            content, tool=tool, sentiment=sentiment, confidence=confidence, recommendation=recommendation
        )
    if as_json:
        print_json(made)
    else:
        print_line(_format_learning(made))


def reflections(
    about: Annotated[str | None, typer.Option(help="Only reflections about this entity: a name or an id.")] = None,
    limit: Limit = 50,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """List reflections with their sources, newest first."""
    with open_memory(scope) as memory:
        found = memory.reflections.list(about=about, limit=limit)
    if as_json:
        print_json({"reflections": found})
        return
    for one in found:
        sources = f"  from {', '.join(one.sources)}" if one.sources else ""
        print_paragraph(f"{format_date(one.at)}  {' '.join(one.text.split())}  [{one.id}]{sources}")
    if not found:
        print_line("no reflections")


def _format_learning(one: Learning) -> str:
    """Format a learning as one line: weighted confidence, text, recommendation, sentiment, topic, tool and status."""
    about = f"{one.topic}: {one.value}" if one.topic and one.value and one.value not in one.content else one.topic or ""
    details = [
        one.sentiment,
        about,
        one.tool or "",
        "" if one.active else "superseded" if one.superseded_by else "archived",
    ]
    advice = f"  → {' '.join(one.recommendation.split())}" if one.recommendation else ""
    suffix = ", ".join(part for part in details if part)
    return f"{one.confidence * one.weight:.2f}  {' '.join(one.content.split())}{advice}  ({suffix})  [{one.id}]"
