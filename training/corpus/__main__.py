"""The commands of the corpus: `python -m training.corpus --help`."""

from __future__ import annotations

import json
import sys

import typer

from training.corpus.agreement import measure_agreement
from training.corpus.reading import read_corpus
from training.corpus.statistics import summarise_corpus
from training.corpus.validation import find_foreign_answers, find_mistakes

app = typer.Typer(help="Check and measure the open corpus.", no_args_is_help=True)


@app.command()
def check() -> None:
    """Print statistics and every mistake; the exit code is 1 if there is a mistake."""
    conversations = read_corpus()
    mistakes = [f"{one.name}: {mistake}" for one in conversations for mistake in find_mistakes(one)]
    foreign = [f"{one.name}: {line}" for one in conversations for line in find_foreign_answers(one)]
    sys.stdout.write(json.dumps(summarise_corpus(conversations), indent=2) + "\n")
    for line in foreign:
        sys.stderr.write(f"look at: {line}\n")
    for line in mistakes:
        sys.stderr.write(f"mistake: {line}\n")
    raise typer.Exit(bool(mistakes))


@app.command()
def agreement() -> None:
    """Print the agreement of the two readers."""
    from kg.language import create_embedder  # noqa: PLC0415 - heavy
    from kg.settings import Settings  # noqa: PLC0415

    embedder = create_embedder(Settings())
    sys.stdout.write(json.dumps(measure_agreement(read_corpus(), embedder.embed), indent=2) + "\n")


if __name__ == "__main__":
    app()
