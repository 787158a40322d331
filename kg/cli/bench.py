"""kg bench: what is claimed of quality and speed, measured here and now."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from kg.cli import bench_cold, bench_faults, bench_load, bench_scale, bench_servers
from kg.cli.common import AsJson, note, settings, show, show_json

app = typer.Typer(
    help="Measure quality and speed here and now, each in a scope of its own that is erased afterwards.",
    no_args_is_help=True,
)
bench_load.register(app)
bench_scale.register(app)
bench_servers.register(app)
bench_faults.register(app)
bench_cold.register(app)

Folders = Annotated[list[Path], typer.Argument(help="Folders with questions.jsonl and events.jsonl or passages.jsonl.")]


@app.command()
def recall(
    folders: Folders,
    without: Annotated[
        list[str] | None,
        typer.Option(
            help="A group of features to take away: what does it bring? Asks every question again; repeatable."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Share of the evidence among the first 5, 10, 20 hits."""
    from kg.bench import recall as measure  # noqa: PLC0415

    told = measure.run(folders, settings(), note, without or ())
    if as_json:
        show_json(told)
        return
    names = list(told["mean"])
    show("  ".join([f"{'':28}", *(f"{name:>9}" for name in names)]))
    for name, row in [*told["folders"].items(), *told["by_category"].items(), ("mean", told["mean"])]:
        show("  ".join([f"{name:28}", *(f"{row[column]:>9}" for column in names)]))
    show("95 % intervals: " + ", ".join(f"{name} {low}–{high}" for name, (low, high) in told["interval"].items()))
    for name, level in told["confidence"].items():
        show(
            f"confidence {name:8} {level['questions']:>5} questions, evidence in the first five of {level['answered']}"
        )
    if told["newest_first"] is not None:
        show(f"newest evidence first, of questions about what is current: {told['newest_first']}")
    for group, less in told.get("without", {}).items():
        for cut in ("r@5", "r@10"):
            low, high = less[cut]["interval"]
            show(f"{group:12} brings {less[cut]['brings']:+.4f} to {cut} ({low:+.4f} to {high:+.4f})")
    show(f"search p50 {told['ms']['p50']} ms, p95 {told['ms']['p95']} ms")


@app.command()
def entities(
    files: Annotated[
        list[Path],
        typer.Argument(help="Files of lines {tokens, tags}, or folders with dataset.jsonl and labels.jsonl."),
    ],
    as_json: AsJson = False,
) -> None:
    """Names that the shipped recogniser finds: precision, recall and F1, with place and label right."""
    from kg.bench import entities as measure  # noqa: PLC0415

    _show(measure.run(files, settings(), note), as_json)


@app.command()
def facts(
    files: Annotated[list[Path], typer.Argument(help="Files of lines {text, speaker, at, facts}.")],
    as_json: AsJson = False,
) -> None:
    """Facts that the rules find in chat messages: precision, recall and F1, and false ones where nothing is stated."""
    from kg.bench import facts as measure  # noqa: PLC0415

    _show(measure.run(files, settings(), note), as_json)


@app.command()
def attacks(
    files: Annotated[list[Path], typer.Argument(help="Files of lines {text, kind}, each an attack.")],
    chat: Annotated[
        list[Path] | None,
        typer.Option(help="Ordinary chat: a file of lines {text, role}, or a folder with events.jsonl; repeatable."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Instructions to the agent that are found in attacks, and false alarms in ordinary chat."""
    from kg.bench import attacks as measure  # noqa: PLC0415

    told = measure.run(files, chat or (), note)
    if as_json:
        show_json(told)
        return
    _show({name: value for name, value in told.items() if name not in {"missed", "alarmed"}}, as_json)


@app.command()
def summaries(
    folders: Annotated[list[Path], typer.Argument(help="Folders with events.jsonl.")],
    as_json: AsJson = False,
) -> None:
    """Summaries: share of the facts that they tell, sentences without a source, length, redundancy."""
    from kg.bench import summaries as measure  # noqa: PLC0415

    told = measure.run(folders, settings(), note)
    _show(told if as_json else {**told["folders"], "mean": told["mean"]}, as_json)


@app.command()
def sleep(
    size: Annotated[int, typer.Option(min=100, help="Events in the scope.")] = 10_000,
    as_json: AsJson = False,
) -> None:
    """Deep sleep over made-up chats: seconds, trips, and how they grow."""
    from kg.bench import sleep as measure  # noqa: PLC0415

    _show(measure.run(size, settings(), note), as_json)


@app.command()
def reembed(
    size: Annotated[int, typer.Option(min=100, help="Events in the scope.")] = 20_000,
    as_json: AsJson = False,
) -> None:
    """Another embedding model for a scope that is searched meanwhile: seconds, and what the searches meet."""
    from kg.bench import reembedding as measure  # noqa: PLC0415

    _show(measure.run(size, settings(), note), as_json)


@app.command()
def ratings(
    file: Annotated[Path, typer.Argument(help="Lines truster, trustee, rating, seconds since the epoch.")],
    as_json: AsJson = False,
) -> None:
    """The sign of the next rating between people, from all before it: ours, fairness and goodness, reciprocity."""
    from kg.bench import ratings as measure  # noqa: PLC0415

    _show(measure.run(file, note), as_json)


@app.command()
def latency(
    size: Annotated[int, typer.Option(min=100, help="Memories in the scope.")] = 10_000,
    questions: Annotated[int, typer.Option(min=40, help="Questions asked, of which the first 30 warm up.")] = 330,
    as_json: AsJson = False,
) -> None:
    """Search and context beside one bare filtered vector query."""
    from kg.bench import latency as measure  # noqa: PLC0415

    _show(measure.run(size, questions, settings(), note), as_json)


@app.command()
def ingest(
    size: Annotated[int, typer.Option(min=100, help="Events a round.")] = 2_000,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds.")] = 3,
    as_json: AsJson = False,
) -> None:
    """Logging, and digestion beside embedding alone."""
    from kg.bench import ingest as measure  # noqa: PLC0415

    _show(measure.run(size, rounds, settings(), note), as_json)


@app.command("import")
def import_(
    size: Annotated[int, typer.Option(min=1_000, help="Events.")] = 30_000,
    as_json: AsJson = False,
) -> None:
    """Importing a file beside logging the same events; export and import of the scope; what each takes of memory."""
    from kg.bench import imports as measure  # noqa: PLC0415

    _show(measure.run(size, settings(), note), as_json)


@app.command()
def vectors(folders: Folders, as_json: AsJson = False) -> None:
    """Share of the exact nearest ten that the filtered index finds."""
    from kg.bench import vector_recall as measure  # noqa: PLC0415

    _show(measure.run(folders, settings(), note), as_json)


@app.command()
def trust(
    forgeries: Annotated[int, typer.Option(min=12, help="Forgeries that are tried.")] = 100,
    memories: Annotated[int, typer.Option(min=100, help="Random memories of the drill of audiences.")] = 1_000,
    as_json: AsJson = False,
) -> None:
    """Forged facts that a memory believes, with an owner and without; and memories that are told to whom they are not for."""
    from kg.bench import audiences, poisoning  # noqa: PLC0415

    told = poisoning.run(settings(), note, count=forgeries)
    _show(told | {"audiences": audiences.run(settings(), note, count=memories)}, as_json)


@app.command()
def tools(
    count: Annotated[int, typer.Option(min=1, help="Calls.")] = 10_000,
    as_json: AsJson = False,
) -> None:
    """Calls of agents' tools, right and wrong: clear answers, and nothing written by a refused one."""
    from kg.bench import tool_calls as measure  # noqa: PLC0415

    _show(measure.run(count, settings(), note), as_json)


@app.command()
def mcp(
    clients: Annotated[int, typer.Option(min=1, help="Clients at once.")] = 64,
    seconds: Annotated[float, typer.Option(min=1, help="How long they ask.")] = 60.0,
    as_json: AsJson = False,
) -> None:
    """Clients of `kg mcp` at once, beside calls of the library."""
    from kg.bench import mcp_clients as measure  # noqa: PLC0415

    _show(measure.run(clients, seconds, settings(), note), as_json)


def _show(told: dict[str, Any], as_json: bool) -> None:
    if as_json:
        show_json(told)
        return
    for name, value in told.items():
        show(f"{name:30} {', '.join(f'{k} {v}' for k, v in value.items()) if isinstance(value, dict) else value}")
