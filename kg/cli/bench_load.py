"""kg bench load: what grows when a memory does."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from kg.cli.common import AsJson, note, settings, show, show_json


def register(app: typer.Typer) -> None:
    """Put the command on `kg bench`."""
    app.command()(load)


def load(
    size: Annotated[
        list[int] | None,
        typer.Option(min=100, help="Memories in all scopes together; repeatable: it is measured at each."),
    ] = None,
    scopes: Annotated[int, typer.Option(min=1, help="Among how many scopes they are spread evenly.")] = 1,
    questions: Annotated[int, typer.Option(min=40, help="Questions asked, of which the first 30 warm up.")] = 230,
    name: Annotated[str, typer.Option(help="What the scopes' names begin with.")] = "bench-load",
    keep: Annotated[
        bool, typer.Option("--keep", help="Leave the scopes as they are: the next run goes on from there.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Searches, contexts, reads and writes while a memory grows, to a million and more (`kg up --profile large`)."""
    from kg.bench import load as measure  # noqa: PLC0415

    told = measure.run(sorted(size or [10_000]), scopes, questions, settings(), note, name=name, keep=keep)
    if as_json:
        show_json(told)
        return
    measured: list[dict[str, Any]] = told["measured"]
    show("  ".join([f"{'memories':24}", *(f"{one['size']:>16,}" for one in measured), f"{'growth of p95':>14}"]))
    for key, first in measured[0].items():
        if key == "size":
            continue
        show(
            "  ".join(
                [
                    f"{key:24}",
                    *(f"{_short(one.get(key)):>16}" for one in measured),
                    f"{told['growth'].get(key, ''):>14}",
                ]
            )
        )
        if isinstance(first, dict) and "p50" not in first:
            for part in first:
                show("  ".join([f"  {part:22}", *(f"{one[key].get(part, 0):>16}" for one in measured)]))


def _short(value: Any) -> str:
    if isinstance(value, dict):
        return f"{value['p50']} / {value['p95']}" if "p50" in value else ""
    return "" if value is None else str(value)
