"""`kg bench load`: latency as a memory grows."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from kg.cli.common import AsJson, load_settings, print_json, print_line, print_note


def register(app: typer.Typer) -> None:
    """Add the command to `kg bench`."""
    app.command()(load)


def load(
    size: Annotated[
        list[int] | None,
        typer.Option(min=100, help="The number of memories in all scopes together; repeatable, measured at each size."),
    ] = None,
    scopes: Annotated[
        int, typer.Option(min=1, help="The number of scopes that the memories are distributed over evenly.")
    ] = 1,
    questions: Annotated[
        int, typer.Option(min=40, help="The number of questions; the first 30 warm up and are not measured.")
    ] = 230,
    name: Annotated[str, typer.Option(help="The prefix of the scopes' names.")] = "bench-load",
    keep: Annotated[
        bool, typer.Option("--keep", help="Keep the scopes, so that the next run continues with them.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Measure search, context, reads and writes as a memory grows; for a million and more use `kg up --profile large`."""
    from kg.bench import measure_load  # noqa: PLC0415

    result = measure_load(
        sorted(size or [10_000]), scopes, questions, load_settings(), print_note, name=name, keep=keep
    )
    if as_json:
        print_json(result)
        return
    measured: list[dict[str, Any]] = result["measured"]
    print_line("  ".join([f"{'memories':24}", *(f"{one['size']:>16,}" for one in measured), f"{'growth of p95':>14}"]))
    for key, first in measured[0].items():
        if key == "size":
            continue
        print_line(
            "  ".join(
                [
                    f"{key:24}",
                    *(f"{_format_value(one.get(key)):>16}" for one in measured),
                    f"{result['growth'].get(key, ''):>14}",
                ]
            )
        )
        if isinstance(first, dict) and "p50" not in first:
            for part in first:
                print_line("  ".join([f"  {part:22}", *(f"{one[key].get(part, 0):>16}" for one in measured)]))


def _format_value(value: Any) -> str:
    if isinstance(value, dict):
        return f"{value['p50']} / {value['p95']}" if "p50" in value else ""
    return "" if value is None else str(value)
