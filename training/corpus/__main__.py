"""The commands of the corpus: `python -m training.corpus --help`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

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


@app.command()
def facts(
    folders: Annotated[list[Path], typer.Argument(help="Folders with events.jsonl.")],
    count: Annotated[int, typer.Option(help="How many facts.")] = 200,
    seed: Annotated[int, typer.Option(help="Seed of the random numbers.")] = 7,
) -> None:
    """Print facts drawn at random from conversations, with the messages around them, to be judged by readers."""
    from kg.settings import Settings  # noqa: PLC0415 - heavy
    from training.corpus.facts_sample import sample_facts  # noqa: PLC0415

    sys.stdout.write(json.dumps({"facts": sample_facts(folders, count, seed, Settings())}, indent=2) + "\n")


if __name__ == "__main__":
    app()
