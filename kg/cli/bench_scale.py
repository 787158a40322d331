"""Benchmarks of scale: many workers, and many clients at once."""

from __future__ import annotations

from typing import Annotated

import typer

from kg.cli.common import AsJson, note, settings, show, show_json

_Counts = Annotated[list[int], typer.Option("--workers", min=1, help="How many at once; repeatable, a run each.")]


def register(app: typer.Typer) -> None:
    """Put these benchmarks on `kg bench`."""
    app.command()(workers)
    app.command()(pressure)


def workers(
    events: Annotated[int, typer.Option(min=100, help="Events of each run.")] = 2_000,
    counts: _Counts = [1, 2, 4],  # noqa: B006 - typer copies it
    engine: Annotated[list[str], typer.Option(help="local (processes) or ray (actors); repeatable.")] = ["local"],  # noqa: B006
    as_json: AsJson = False,
) -> None:
    """One scope digested by one worker, and by several: equal graphs, events a second, and what bounds them."""
    from kg.bench import workers as measure  # noqa: PLC0415

    told = measure.run(events, counts, engine, settings(), note)
    if as_json:
        show_json(told)
        return
    columns = [name for name in next(iter(told["rows"].values())) if name != "graph"]
    show("  ".join([f"{'':20}", *(f"{name:>13}" for name in columns)]))
    for name, row in told["rows"].items():
        show("  ".join([f"{name:20}", *(f"{row[column]!s:>13}" for column in columns)]))
    show(f"graphs equal: {told['equal']}, cores: {told['cores']}")


def pressure(
    clients: Annotated[int, typer.Option(min=1, help="Clients at once, eight a process.")] = 32,
    seconds: Annotated[float, typer.Option(min=1, help="How long they ask.")] = 600.0,
    size: Annotated[int, typer.Option(min=100, help="Memories that are there at the beginning.")] = 10_000,
    as_json: AsJson = False,
) -> None:
    """Clients of the library at once, three calls of four reading, a worker beside them: times, errors, memory, cores."""
    from kg.bench import concurrent_clients as measure  # noqa: PLC0415

    told = measure.run(clients, seconds, size, settings(), note)
    if as_json:
        show_json(told)
        return
    for kind, row in told.pop("calls").items():
        show(f"{kind:10} " + "  ".join(f"{name} {value}" for name, value in row.items()))
    for name, row in told.pop("memory_mb").items():
        show(f"{name:10} {row['minutes']} MB, last third over the middle one {row['growth']:+.1%}")
    for name, value in told.items():
        show(f"{name:16} {value}")
