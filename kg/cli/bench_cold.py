"""`kg bench cold`: the first search and the first message on a server that has just started."""

from __future__ import annotations

from typing import Annotated

import typer

from kg.cli.common import AsJson, load_settings, print_json, print_line, print_note


def register(app: typer.Typer) -> None:
    """Add the command to `kg bench`."""
    app.command()(cold)


def cold(
    warm: Annotated[bool, typer.Option("--warm/--no-warm", help="Warm the server up first, as `kg up` does.")] = True,
    as_json: AsJson = False,
) -> None:
    """Measure the first search and the first digested message on a temporary server that has just started."""
    from kg.bench import measure_cold_start  # noqa: PLC0415

    measured = measure_cold_start(load_settings(), print_note, warm=warm)
    if as_json:
        print_json(measured)
        return
    for name, value in measured.items():
        print_line(f"{name:18} {'-' if value is None else value}")
