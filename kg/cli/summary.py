"""kg summary: what was said, summed up."""

from __future__ import annotations

from typing import Annotated

import typer

from kg.cli.common import AsJson, Scope, day, note, opened, show, show_json
from kg.types import Summary


def register(app: typer.Typer) -> None:
    """Put this command on the command line."""
    app.command()(summary)


def summary(
    key: Annotated[
        str,
        typer.Argument(
            help="root, channel:X, entity_type:X, entity:NAME, topic:LABEL, session:ID or user_preferences."
        ),
    ] = "root",
    tree: Annotated[
        bool, typer.Option("--tree", help="Every node of the tree instead, each below its parent.")
    ] = False,
    refresh: Annotated[bool, typer.Option("--refresh", help="First write anew what has news.")] = False,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Show what was said in few sentences: as a whole, in one chat, of one thing or on one topic, and what it rests on."""
    with opened(scope) as memory:
        while refresh and (done := memory.summaries.cycle()).nodes:
            note(f"{done.nodes} written: {', '.join(done.keys)}")
            for lacking in done.degraded:
                note(f"without {lacking}")
        found = memory.summaries.tree() if tree else [memory.summaries.get(key)]
    if as_json:
        show_json({"summaries": found} if tree else found[0])
        return
    if not found:
        show("nothing is summed up yet; kg summary --refresh does it")
    depth: dict[str | None, int] = {}
    for one in found:
        depth[one.key] = depth.get(one.parent, -1) + 1 if tree else 0
        _node(one, "  " * depth[one.key], sources=not tree)


def _node(one: Summary, indent: str, *, sources: bool) -> None:
    news = f", {one.stale} since" if one.stale else ""
    show(f"{indent}{one.key}  ({one.name}; confidence {one.confidence:.2f}; {day(one.updated_at)}{news})")
    for said in one.sentences:
        beside = f"  [{', '.join(said.sources)}]" if sources else ""
        show(f"{indent}  {said.text}{beside}")
