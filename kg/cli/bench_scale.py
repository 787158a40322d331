"""`kg bench workers` and `kg bench pressure`: concurrent workers and clients."""

from __future__ import annotations

from typing import Annotated

import typer

from kg.cli.common import AsJson, load_settings, print_json, print_line, print_note

_WorkerCounts = Annotated[
    list[int], typer.Option("--workers", min=1, help="The number of concurrent workers; repeatable, one run for each.")
]


def register(app: typer.Typer) -> None:
    """Add the commands to `kg bench`."""
    app.command()(workers)
    app.command()(pressure)


def workers(
    events: Annotated[int, typer.Option(min=100, help="The number of events in each run.")] = 2_000,
    counts: _WorkerCounts = [1, 2, 4],  # noqa: B006 - typer copies it
    engine: Annotated[list[str], typer.Option(help="local (processes) or ray (actors); repeatable.")] = ["local"],  # noqa: B006
    as_json: AsJson = False,
) -> None:
    """Compare the digestion of a scope by one and by several workers: equality of the graphs, and events per second."""
    from kg.bench import measure_workers  # noqa: PLC0415

    result = measure_workers(events, counts, engine, load_settings(), print_note)
    if as_json:
        print_json(result)
        return
    columns = [name for name in next(iter(result["rows"].values())) if name != "graph"]
    print_line("  ".join([f"{'':20}", *(f"{name:>13}" for name in columns)]))
    for name, row in result["rows"].items():
        print_line("  ".join([f"{name:20}", *(f"{row[column]!s:>13}" for column in columns)]))
    print_line(f"graphs equal: {result['equal']}, cores: {result['cores']}")


def pressure(
    clients: Annotated[int, typer.Option(min=1, help="The number of concurrent clients, eight per process.")] = 32,
    seconds: Annotated[float, typer.Option(min=1, help="The duration of the load, in seconds.")] = 600.0,
    size: Annotated[int, typer.Option(min=100, help="The number of memories at the start.")] = 10_000,
    as_json: AsJson = False,
) -> None:
    """Measure concurrent clients (three of four calls read) next to a worker: latency, errors, memory, CPU."""
    from kg.bench import measure_concurrent_clients  # noqa: PLC0415

    result = measure_concurrent_clients(clients, seconds, size, load_settings(), print_note)
    if as_json:
        print_json(result)
        return
    for kind, row in result.pop("calls").items():
        print_line(f"{kind:10} " + "  ".join(f"{name} {value}" for name, value in row.items()))
    for name, row in result.pop("memory_mb").items():
        print_line(f"{name:10} {row['minutes']} MB, last third compared with the middle third {row['growth']:+.1%}")
    for name, value in result.items():
        print_line(f"{name:16} {value}")
