"""`kg bench`: benchmarks of quality and speed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from kg.bench import PublicForm
from kg.cli import bench_cold, bench_faults, bench_load, bench_scale, bench_servers
from kg.cli.common import AsJson, load_settings, print_json, print_line, print_note

app = typer.Typer(
    help="Measure quality and speed. Each benchmark uses temporary scopes and erases them afterwards.",
    no_args_is_help=True,
)
bench_load.register(app)
bench_scale.register(app)
bench_servers.register(app)
bench_faults.register(app)
bench_cold.register(app)

Folders = Annotated[
    list[Path], typer.Argument(help="Folders with questions.jsonl, and events.jsonl or passages.jsonl.")
]
Form = Annotated[
    PublicForm | None,
    typer.Option(
        help="The arguments are not folders, but files of this public set that you have: locomo or longmemeval."
    ),
]
Sample = Annotated[
    int | None,
    typer.Option(min=1, help="With --form, measure so many conversations of each file, spread evenly over it."),
]
_MOST_FOLDERS = 20


@app.command()
def recall(
    folders: Folders,
    form: Form = None,
    sample: Sample = None,
    without: Annotated[
        list[str] | None,
        typer.Option(
            help="Also measure without this group of ranking features; repeatable. Asks every question again."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure the recall of search: the share of the evidence among the first 5, 10 and 20 hits."""
    from kg.bench import conversation_folders, measure_recall  # noqa: PLC0415

    with conversation_folders(folders, form, print_note, sample) as found:
        result = measure_recall(found, load_settings(), print_note, without or ())
    if as_json:
        print_json(result)
        return
    metrics = list(result["mean"])
    print_line("  ".join([f"{'':28}", *(f"{name:>9}" for name in metrics)]))
    # A file of LongMemEval is 500 conversations of one question.
    folder_rows = result["folders"].items() if len(result["folders"]) <= _MOST_FOLDERS else ()
    for name, row in [*folder_rows, *result["by_category"].items(), ("mean", result["mean"])]:
        print_line("  ".join([f"{name:28}", *(f"{row[column]:>9}" for column in metrics)]))
    print_line(
        "95 % intervals: " + ", ".join(f"{name} {low}–{high}" for name, (low, high) in result["interval"].items())
    )
    if "sessions" in result:
        print_line(
            "sessions with evidence: " + ", ".join(f"{name} {value}" for name, value in result["sessions"].items())
        )
    for name, level in result["confidence"].items():
        print_line(
            f"confidence {name:8} {level['questions']:>5} questions, answered by the first 5 hits: {level['answered']}"
        )
    print_line(f"calibration error of the confidence: {result['calibration_error']}")
    if (unanswerable := result["unanswerable"])["questions"]:
        print_line(
            f"{unanswerable['questions']} questions without an answer, of low or no confidence: {unanswerable['low_or_none']}"
            f"; of the others: {result['answerable']['low_or_none']}"
        )
    if result["newest_first"] is not None:
        print_line(f"questions about the current state whose newest evidence ranks first: {result['newest_first']}")
    for group, effect in result.get("without", {}).items():
        for metric in ("r@5", "r@10"):
            low, high = effect[metric]["interval"]
            print_line(f"{group:12} adds {effect[metric]['brings']:+.4f} to {metric} ({low:+.4f} to {high:+.4f})")
    print_line(f"search p50 {result['ms']['p50']} ms, p95 {result['ms']['p95']} ms")


@app.command()
def entities(
    files: Annotated[
        list[Path],
        typer.Argument(help="JSON Lines files of {tokens, tags}, or folders with dataset.jsonl and labels.jsonl."),
    ],
    as_json: AsJson = False,
) -> None:
    """Measure entity recognition: precision, recall and F1 of names with exact span and label."""
    from kg.bench import measure_entity_recognition  # noqa: PLC0415

    _print_result(measure_entity_recognition(files, load_settings(), print_note), as_json)


@app.command()
def facts(
    files: Annotated[list[Path], typer.Argument(help="JSON Lines files of {text, speaker, at, facts}.")],
    as_json: AsJson = False,
) -> None:
    """Measure fact extraction by rules: precision, recall and F1, and false facts in messages that state none."""
    from kg.bench import measure_fact_extraction  # noqa: PLC0415

    _print_result(measure_fact_extraction(files, load_settings(), print_note), as_json)


@app.command()
def observations(
    folders: Annotated[list[Path], typer.Argument(help="Folders with events.jsonl and observations.jsonl.")],
    form: Form = None,
    sample: Sample = None,
    as_json: AsJson = False,
) -> None:
    """Measure how much of what careful readers noted is in the graph after digestion."""
    from kg.bench import conversation_folders, measure_observations  # noqa: PLC0415

    with conversation_folders(folders, form, print_note, sample) as found:
        result = measure_observations(found, load_settings(), print_note)
    _print_result(result if as_json else {**result["folders"], "mean": result["mean"]}, as_json)


@app.command()
def changes(
    folders: Annotated[
        list[Path],
        typer.Argument(help="Folders with events.jsonl, and changes.jsonl, preferences.jsonl or tasks.jsonl."),
    ],
    failures: Annotated[
        bool, typer.Option("--failures", help="With --json, also list the labels that were not right.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Measure whether the graph follows what changes: values, what ended, preferences and tasks."""
    from kg.bench import measure_changes  # noqa: PLC0415

    result = measure_changes(folders, load_settings(), print_note, failures=failures)
    _print_result(result if as_json else result["all"], as_json)


@app.command()
def attacks(
    files: Annotated[list[Path], typer.Argument(help="JSON Lines files of {text, kind}, each an attack.")],
    chat: Annotated[
        list[Path] | None,
        typer.Option(
            help="Ordinary chat: a JSON Lines file of {text, role}, or a folder with events.jsonl; repeatable."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure the detection of instructions to the agent: share of attacks found, and false alarms in ordinary chat."""
    from kg.bench import measure_attack_detection  # noqa: PLC0415

    result = measure_attack_detection(files, chat or (), print_note)
    if as_json:
        print_json(result)
        return
    _print_result({name: value for name, value in result.items() if name not in {"missed", "alarmed"}}, as_json)


@app.command()
def summaries(
    folders: Annotated[list[Path], typer.Argument(help="Folders with events.jsonl.")],
    as_json: AsJson = False,
) -> None:
    """Measure summaries: share of the facts covered, sentences without a source, length, redundancy, reference texts."""
    from kg.bench import measure_summaries  # noqa: PLC0415

    result = measure_summaries(folders, load_settings(), print_note)
    rows = {**result["folders"], "mean": result["mean"], **result.get("reference", {})}
    _print_result(result if as_json else rows, as_json)


@app.command()
def diary(
    folders: Annotated[list[Path], typer.Argument(help="Folders with events.jsonl and importance.jsonl.")],
    as_json: AsJson = False,
) -> None:
    """Measure the diary: share of what readers put into it, and of its messages that they marked."""
    from kg.bench import measure_diary  # noqa: PLC0415

    result = measure_diary(folders, load_settings(), print_note)
    _print_result(result if as_json else {**result["folders"], "mean": result["mean"]}, as_json)


@app.command()
def sleep(
    size: Annotated[int, typer.Option(min=100, help="The number of events in the scope.")] = 10_000,
    as_json: AsJson = False,
) -> None:
    """Measure deep sleep on synthetic chats: seconds and round trips, and how they grow with size."""
    from kg.bench import measure_sleep  # noqa: PLC0415

    _print_result(measure_sleep(size, load_settings(), print_note), as_json)


@app.command()
def reembed(
    size: Annotated[int, typer.Option(min=100, help="The number of events in the scope.")] = 20_000,
    as_json: AsJson = False,
) -> None:
    """Measure re-embedding of a scope that is being searched: seconds, and search results and latency meanwhile."""
    from kg.bench import measure_reembedding  # noqa: PLC0415

    _print_result(measure_reembedding(size, load_settings(), print_note), as_json)


@app.command()
def ratings(
    file: Annotated[Path, typer.Argument(help="A CSV file: truster, trustee, rating, seconds since the epoch.")],
    as_json: AsJson = False,
) -> None:
    """Measure the prediction of the next rating's sign: by kg, by fairness and goodness, and by reciprocity."""
    from kg.bench import measure_rating_prediction  # noqa: PLC0415

    _print_result(measure_rating_prediction(file, print_note), as_json)


@app.command()
def latency(
    size: Annotated[int, typer.Option(min=100, help="The number of memories in the scope.")] = 10_000,
    questions: Annotated[
        int, typer.Option(min=40, help="The number of questions; the first 30 warm up and are not measured.")
    ] = 330,
    as_json: AsJson = False,
) -> None:
    """Measure the latency of search and context, compared with a single filtered vector query."""
    from kg.bench import measure_latency  # noqa: PLC0415

    _print_result(measure_latency(size, questions, load_settings(), print_note), as_json)


@app.command()
def ingest(
    size: Annotated[int, typer.Option(min=100, help="The number of events in each round.")] = 2_000,
    rounds: Annotated[int, typer.Option(min=1, help="The number of rounds.")] = 3,
    stored: Annotated[int, typer.Option(min=100, help="Messages in the scope that single ones are added to.")] = 10_000,
    as_json: AsJson = False,
) -> None:
    """Measure logging and digestion: throughput, compared with embedding alone, and the time of a single message."""
    from kg.bench import measure_ingestion  # noqa: PLC0415

    _print_result(measure_ingestion(size, rounds, stored, load_settings(), print_note), as_json)


@app.command("import")
def import_(
    size: Annotated[int, typer.Option(min=1_000, help="The number of events.")] = 30_000,
    as_json: AsJson = False,
) -> None:
    """Measure import, compared with logging the same events, and export and import of the scope; time and memory."""
    from kg.bench import measure_import  # noqa: PLC0415

    _print_result(measure_import(size, load_settings(), print_note), as_json)


@app.command()
def vectors(folders: Folders, as_json: AsJson = False) -> None:
    """Measure the vector index: the share of the exact ten nearest neighbours that a filtered search finds."""
    from kg.bench import measure_vector_recall  # noqa: PLC0415

    _print_result(measure_vector_recall(folders, load_settings(), print_note), as_json)


@app.command()
def contexts(
    folders: Folders,
    form: Form = None,
    sample: Sample = None,
    after_sleep: Annotated[bool, typer.Option("--after-sleep", help="Sleep before the questions are asked.")] = False,
    as_json: AsJson = False,
) -> None:
    """Measure contexts: the share of a question's evidence that they cite, and their size where no memory is needed."""
    from kg.bench import conversation_folders, measure_contexts  # noqa: PLC0415

    with conversation_folders(folders, form, print_note, sample) as found:
        _print_result(measure_contexts(found, load_settings(), print_note, after_sleep=after_sleep), as_json)


@app.command()
def trust(
    forgeries: Annotated[int, typer.Option(min=12, help="The number of forged facts.")] = 100,
    memories: Annotated[int, typer.Option(min=100, help="The number of random memories in the audience test.")] = 1_000,
    scenarios: Annotated[
        list[Path] | None,
        typer.Option(exists=True, dir_okay=False, help="Only play the attacks of this JSON Lines file; repeatable."),
    ] = None,
    community: Annotated[
        list[Path] | None,
        typer.Option(exists=True, file_okay=False, help="Only play these conversations as a community; repeatable."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure how many forged facts are believed, with and without an owner, and how many memories other readers see."""
    from kg.bench import (  # noqa: PLC0415
        measure_audience_leaks,
        measure_community,
        measure_poisoning,
        measure_scenarios,
        read_scenarios,
    )

    if community:
        _print_result(measure_community(community, load_settings(), print_note), as_json)
        return
    if scenarios:
        _print_result(measure_scenarios(read_scenarios(scenarios), load_settings(), print_note), as_json)
        return
    result = measure_poisoning(load_settings(), print_note, count=forgeries)
    _print_result(result | {"audiences": measure_audience_leaks(load_settings(), print_note, count=memories)}, as_json)


@app.command()
def tools(
    count: Annotated[int, typer.Option(min=1, help="The number of calls.")] = 10_000,
    as_json: AsJson = False,
) -> None:
    """Check random valid and invalid tool calls: each is answered, and a refused one writes nothing."""
    from kg.bench import measure_tool_calls  # noqa: PLC0415

    _print_result(measure_tool_calls(count, load_settings(), print_note), as_json)


@app.command()
def mcp(
    clients: Annotated[int, typer.Option(min=1, help="The number of concurrent clients.")] = 64,
    seconds: Annotated[float, typer.Option(min=1, help="The duration of the load, in seconds.")] = 60.0,
    as_json: AsJson = False,
) -> None:
    """Measure concurrent clients of `kg mcp`, compared with direct calls of the library."""
    from kg.bench import measure_mcp_clients  # noqa: PLC0415

    _print_result(measure_mcp_clients(clients, seconds, load_settings(), print_note), as_json)


def _print_result(result: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(result)
        return
    for name, value in result.items():
        print_line(f"{name:30} {', '.join(f'{k} {v}' for k, v in value.items()) if isinstance(value, dict) else value}")
