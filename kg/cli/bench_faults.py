"""kg bench faults: what is left when everything is killed."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from kg.cli.common import AsJson, note, settings, show, show_json, show_table


def register(app: typer.Typer) -> None:
    """Put this command among those of `kg bench`."""
    app.command()(faults)


def faults(
    kills: Annotated[int, typer.Option(min=1, help="Processes that are killed with -9; other faults go by it.")] = 100,
    kinds: Annotated[
        list[str] | None,
        typer.Option(
            help="server, worker, client, network, clock, poison, sleeps, migration or disk; repeatable. All by default."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Of what is logged, and of the moments of the faults.")] = 1,
    minutes: Annotated[
        float | None, typer.Option(min=0, help="After so many no more faults are made; what is left is told.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Kill, cut and fill everything, on a server of its own, and count what is left. Exit code 1 where anything is broken."""
    from kg.bench.faults import campaign as measure  # noqa: PLC0415

    told = measure.run(settings(), note, kinds=kinds or (), kills=kills, seed=seed, minutes=minutes)
    if as_json:
        show_json(told)
    else:
        _show(told)
    if told["broken"] or told["different"]:
        raise typer.Exit(1)


def _show(told: dict[str, Any]) -> None:
    heads = ("kind", "faults", "caught", "lost", "twice", "broken", "p50 s", "p95 s", "max s")
    rows = [
        [
            kind,
            *(str(row[name]) for name in heads[1:6]),
            *(str(row["recovery_s"][cut]) for cut in ("p50", "p95", "max")),
        ]
        for kind, row in told["kinds"].items()
    ]
    show_table(heads, rows, "no faults")
    for kind, why in told["skipped"].items():
        show(f"{kind} skipped: {why}")
    for line in told["broken"]:
        show(f"broken: {line}")
    if told["different"] is not None:
        same = "equal" if not told["different"] else "; ".join(told["different"])
        show(f"{told['acknowledged']} events acknowledged; beside the graph that one process leaves: {same}")
    show(f"{told['seconds']} s")
