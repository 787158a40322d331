"""The command line of training: `python -m training --help`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from kg.language import create_embedder
from kg.settings import Settings
from training.ledger import check_folders

_HELD_OUT = Path("feedback_held_out.jsonl")
app = typer.Typer(help="Train the weights that ship with kg.", no_args_is_help=True)


@app.command()
def ranking(
    folders: Annotated[
        list[Path], typer.Argument(help="Folders with questions.jsonl, of the data sets of training/DATA.md.")
    ],
    projection: Annotated[Path, typer.Option(help="The file to write the token projection to.")] = Path("late.npz"),
    ranker: Annotated[Path, typer.Option(help="The file to write the ranker to.")] = Path("ranker.json"),
) -> None:
    """Train the ranker on questions with known evidence; measure it on conversations left out (extra kg[train])."""
    from training.ranking import train_ranking  # noqa: PLC0415 - heavy

    check_folders("ranking", folders)
    _print_result(train_ranking(folders, Settings(), (projection, ranker), _print_progress))


@app.command()
def english(
    treebank: Annotated[Path, typer.Argument(help="A folder with en_ewt-train.conllu and en_ewt-dev.conllu.")],
    out: Annotated[Path, typer.Option(help="The folder to write the pipeline to.")] = Path("english"),
) -> None:
    """Train the English pipeline (tags, lemmas, dependencies) on a treebank, and measure it."""
    from training.english_pipeline import train_english_pipeline  # noqa: PLC0415 - heavy

    _print_result(train_english_pipeline(treebank, out, _print_progress))


@app.command()
def names(
    folder: Annotated[Path, typer.Argument(help="A folder with the labelled sets, NAME.jsonl, lines {tokens, tags}.")],
    out: Annotated[Path, typer.Option(help="The file to write the weights to.")] = Path("head.npz"),
) -> None:
    """Train the name tagger on labelled sets, and measure it on held-out sentences."""
    from training.name_tagger import train_name_tagger  # noqa: PLC0415 - heavy

    _print_result(train_name_tagger(folder, out, Settings(), _print_progress))


@app.command()
def ratings(
    out: Annotated[Path, typer.Option(help="The file to write the weights to.")] = Path("inference.json"),
) -> None:
    """Train trust inference on simulated communities."""
    from training.trust_inference import train_trust_inference  # noqa: PLC0415 - heavy

    _print_result(train_trust_inference(out, _print_progress))


@app.command()
def observations(
    folders: Annotated[list[Path], typer.Argument(help="Folders of conversations of training/corpus.")],
    out: Annotated[Path, typer.Option(help="The file to write the weights to.")] = Path("observation_worth.json"),
) -> None:
    """Train the worth of observations on the labels of the corpus; measure the part train on the part dev."""
    from training.observation_worth import train_observation_worth  # noqa: PLC0415 - heavy

    check_folders("observations", folders)
    _print_result(train_observation_worth(folders, out, Settings(), _print_progress))


@app.command()
def relevance(
    folders: Annotated[list[Path], typer.Argument(help="Folders of conversations of training/corpus.")],
    out: Annotated[Path, typer.Option(help="The file to write the weights to.")] = Path("relevance.json"),
) -> None:
    """Train the relevance of memories to messages on the corpus; measure the part train on the part dev."""
    from training.relevance import train_relevance  # noqa: PLC0415 - heavy

    check_folders("relevance", folders)
    _print_result(train_relevance(folders, out, Settings(), _print_progress))


@app.command()
def confidence(
    folders: Annotated[list[Path], typer.Argument(help="Folders of conversations of training/corpus.")],
    out: Annotated[Path, typer.Option(help="The file to write the weights to.")] = Path("agreement.json"),
) -> None:
    """Train the confidence of searches on questions with and without an answer; measure the part train on the part dev."""
    from training.confidence import train_confidence  # noqa: PLC0415 - heavy

    check_folders("confidence", folders)
    _print_result(train_confidence(folders, out, Settings(), _print_progress))


@app.command()
def salience(
    folders: Annotated[list[Path], typer.Argument(help="Folders of conversations of training/corpus.")],
    out: Annotated[Path, typer.Option(help="The file to write the weights to.")] = Path("message_salience.json"),
) -> None:
    """Train the salience of messages on the days of the corpus; measure the part train on the part dev."""
    from training.message_salience import train_message_salience  # noqa: PLC0415 - heavy

    check_folders("salience", folders)
    _print_result(train_message_salience(folders, out, Settings(), _print_progress))


@app.command()
def lasting(
    folders: Annotated[list[Path], typer.Argument(help="Folders of conversations of training/corpus.")],
    out: Annotated[Path, typer.Option(help="The file to write the weights to.")] = Path("lasting_value.json"),
) -> None:
    """Train the lasting value of messages on what readers noted and judged; measure it on conversations left out."""
    from training.lasting_value import JUDGED_QUOTATIONS, train_lasting_value  # noqa: PLC0415 - heavy

    check_folders("lasting", folders)
    embedder = create_embedder(Settings())
    _print_result(train_lasting_value(folders, out, _print_progress, embedder=embedder, judged=JUDGED_QUOTATIONS))


@app.command()
def feedback(
    folders: Annotated[list[Path], typer.Argument(help="Folders of conversations of training/corpus.")],
    out: Annotated[Path, typer.Option(help="The file to write the weights to.")] = Path("feedback_model.json"),
    held_out: Annotated[Path, typer.Option(help="The ratings that `feedback-changes` wrote.")] = _HELD_OUT,
) -> None:
    """Train the feedback detector on judged lines and the corpus; measure it on conversations left out."""
    from training.feedback import train_feedback  # noqa: PLC0415 - heavy

    check_folders("feedback", folders)
    _print_result(train_feedback(folders, out, _print_progress, held_out))


@app.command()
def feedback_changes(
    folders: Annotated[list[Path], typer.Argument(help="Folders of conversations of training/corpus.")],
    out: Annotated[Path, typer.Option(help="The file to write the changes to.")] = Path("feedback_changes.npz"),
    held_out: Annotated[Path, typer.Option(help="The file to write held-out ratings to.")] = _HELD_OUT,
) -> None:
    """Tune MiniLM to read feedback in English messages (extra kg[torch]; best on a GPU)."""
    from training.feedback_tuning import tune_feedback_reader  # noqa: PLC0415 - heavy

    check_folders("feedback", folders)
    _print_result(tune_feedback_reader(folders, out, held_out, Settings(), _print_progress))


@app.command()
def standing(
    folders: Annotated[list[Path], typer.Argument(help="Folders of conversations of training/corpus.")],
    out: Annotated[Path, typer.Option(help="The file to write the changes to.")] = Path("standing_wishes.npz"),
) -> None:
    """Tune MiniLM to read standing wishes in English messages (extra kg[torch]; best on a GPU)."""
    from training.standing_wishes import tune_standing_reader  # noqa: PLC0415 - heavy

    check_folders("standing", folders)
    _print_result(tune_standing_reader(folders, out, Settings(), _print_progress))


@app.command()
def wishes(
    folders: Annotated[list[Path], typer.Argument(help="Folders of conversations of training/corpus.")],
    out: Annotated[Path, typer.Option(help="The file to write the weights to.")] = Path("changed_wishes.json"),
) -> None:
    """Train which messages change an earlier wish; measure it by cross-validation."""
    from training.changed_wishes import train_changed_wishes  # noqa: PLC0415 - heavy

    check_folders("wishes", folders)
    _print_result(train_changed_wishes(folders, out, Settings(), _print_progress))


@app.command()
def ends(
    folders: Annotated[list[Path], typer.Argument(help="Folders of conversations of training/corpus.")],
    out: Annotated[Path, typer.Option(help="The file to write the changes to.")] = Path("ended_statements.npz"),
) -> None:
    """Tune MiniLM to read which earlier statements a message ends (extra kg[torch]; best on a GPU)."""
    from training.ended_statements import tune_end_reader  # noqa: PLC0415 - heavy

    check_folders("ends", folders)
    _print_result(tune_end_reader(folders, out, Settings(), _print_progress))


def _print_result(result: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(result, indent=2, default=str) + "\n")


def _print_progress(text: str) -> None:
    sys.stderr.write(text + "\n")


if __name__ == "__main__":
    app()
