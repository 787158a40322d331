"""`kg summary`: show summaries."""

from __future__ import annotations

from typing import Annotated

import typer

from kg.cli.common import AsJson, Scope, format_date, open_memory, print_json, print_line, print_note
from kg.types import Summary


def register(app: typer.Typer) -> None:
    """Add the command to the app."""
    app.command()(summary)


def summary(
    key: Annotated[
        str,
        typer.Argument(
            help="root, channel:X, entity_type:X, entity:NAME, topic:LABEL, session:ID or user_preferences."
        ),
    ] = "root",
    tree: Annotated[bool, typer.Option("--tree", help="Show all summaries as a tree.")] = False,
    refresh: Annotated[
        bool, typer.Option("--refresh", help="First update the summaries that are out of date.")
    ] = False,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Show a summary with its sources: of the whole scope, a channel, an entity, a topic or a session."""
    with open_memory(scope) as memory:
        while refresh and (done := memory.summaries.cycle()).nodes:
            print_note(f"{done.nodes} updated: {', '.join(done.keys)}")
            for capability in done.degraded:
                print_note(f"not available: {capability}")
        found = memory.summaries.tree() if tree else [memory.summaries.get(key)]
    if as_json:
        print_json({"summaries": found} if tree else found[0])
        return
    if not found:
        print_line("no summaries yet; create them with kg summary --refresh")
    depth: dict[str | None, int] = {}
    for one in found:
        depth[one.key] = depth.get(one.parent, -1) + 1 if tree else 0
        _print_summary(one, "  " * depth[one.key], sources=not tree)


def _print_summary(one: Summary, indent: str, *, sources: bool) -> None:
    stale = f", {one.stale} new since" if one.stale else ""
    print_line(
        f"{indent}{one.key}  ({one.name}; confidence {one.confidence:.2f}; {format_date(one.updated_at)}{stale})"
    )
    for sentence in one.sentences:
        suffix = f"  [{', '.join(sentence.sources)}]" if sources else ""
        print_line(f"{indent}  {sentence.text}{suffix}")
