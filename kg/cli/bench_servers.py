"""`kg bench servers`: scopes on two servers, and a scope that is moved."""

from __future__ import annotations

from typing import Annotated

import typer

from kg.cli.common import AsJson, load_settings, print_json, print_line, print_note


def register(app: typer.Typer) -> None:
    """Add the command to `kg bench`."""
    app.command()(servers)


def servers(
    scopes: Annotated[int, typer.Option(min=2, help="The number of scopes, half of them on each server.")] = 200,
    size: Annotated[int, typer.Option(min=10, help="The number of messages in the scope that is moved.")] = 2_000,
    seconds: Annotated[float, typer.Option(min=1, help="The duration of each load, in seconds.")] = 20.0,
    as_json: AsJson = False,
) -> None:
    """Move a scope between two temporary servers under load: lost writes, failed reads, throughput."""
    from kg.bench import measure_servers  # noqa: PLC0415

    result = measure_servers(scopes, size, seconds, load_settings(), print_note)
    if as_json:
        print_json(result)
        return
    for name, value in result.items():
        print_line(f"{name:16} {', '.join(f'{k} {v}' for k, v in value.items()) if isinstance(value, dict) else value}")
