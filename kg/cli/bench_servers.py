"""kg bench servers: scopes on two servers, and one that moves."""

from __future__ import annotations

from typing import Annotated

import typer

from kg.cli.common import AsJson, note, settings, show, show_json


def register(app: typer.Typer) -> None:
    """Put this command on the command line."""
    app.command()(servers)


def servers(
    scopes: Annotated[int, typer.Option(min=2, help="Scopes, half of them on each server.")] = 200,
    size: Annotated[int, typer.Option(min=10, help="Messages of the scope that is moved.")] = 2_000,
    seconds: Annotated[float, typer.Option(min=1, help="How long each load lasts.")] = 20.0,
    as_json: AsJson = False,
) -> None:
    """Two servers of its own with many scopes, one of which is moved under load: lost writes, failed reads, throughput."""
    from kg.bench import servers as measure  # noqa: PLC0415

    told = measure.run(scopes, size, seconds, settings(), note)
    if as_json:
        show_json(told)
        return
    for name, value in told.items():
        show(f"{name:16} {', '.join(f'{k} {v}' for k, v in value.items()) if isinstance(value, dict) else value}")
