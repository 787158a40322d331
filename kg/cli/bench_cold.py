"""kg bench cold: the first search and the first message on a server that has just started."""

from __future__ import annotations

from typing import Annotated

import typer

from kg.cli.common import AsJson, note, settings, show, show_json


def register(app: typer.Typer) -> None:
    """Put this command among those of `kg bench`."""
    app.command()(cold)


def cold(
    warm: Annotated[bool, typer.Option("--warm/--no-warm", help="Warm the server up first, as `kg up` does.")] = True,
    as_json: AsJson = False,
) -> None:
    """Time the first search and the first digested message of a process, on a server of its own that has just started."""
    from kg.bench import cold_start as measure  # noqa: PLC0415

    measured = measure.run(settings(), note, warm=warm)
    if as_json:
        show_json(measured)
        return
    for name, value in measured.items():
        show(f"{name:18} {'-' if value is None else value}")
