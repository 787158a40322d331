"""The figures of a report that the README shows, as rows and as a Markdown table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from benchmarks.earlier_steps import describe_earlier
from benchmarks.plots import format_number

MARKERS = ("<!-- figures -->", "<!-- /figures -->")


def list_headlines(report: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Return (what, figure, command) of each step that has run; the figures that a newcomer asks for first."""
    rows = []
    for step in report["steps"]:
        if "result" in step:
            rows += [(what, figure, step["command"]) for what, figure in _headlines(step["name"], step["result"])]
    return rows


def _headlines(name: str, result: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    measure, _, part = name.partition(".")
    of = {"corpus": "our corpus, part test", "locomo": "LoCoMo", "longmemeval": "LongMemEval"}.get(part, "")
    number = format_number
    if measure == "recall":
        low, high = result["interval"]["r@10"]
        questions = result["mean"]["questions"]
        figure = f"{number(result['mean']['r@10'])} ({number(low)} to {number(high)}; {questions:,} questions)"
        yield f"evidence among the first ten hits, {of}", figure
    elif measure == "contexts":
        covered = result["coverage"]
        figure = " / ".join(number(covered[budget]) for budget in covered)
        yield f"evidence cited by a context of {' / '.join(f'{int(b):,}' for b in covered)} tokens, {of}", figure
        if part == "corpus":
            yield "tokens of a context for small talk, budget 4,000", f"{result['idle_tokens']:,}"
    elif measure == "observations":
        figure = (
            f"{number(result['mean']['turn'])} / {number(result['mean']['half'])} / {number(result['mean']['cosine'])}"
        )
        yield f"of what readers noted, a fact has the same message / half of the words / a cosine of .7, {of}", figure
    elif measure == "latency":
        for what, key in (("search", "search_ms"), ("context", "context_ms"), ("bare vector query", "bare_vector_ms")):
            figure = f"{number(result[key]['p50'])} / {number(result[key]['p95'])} ms"
            yield f"{what} at {result['size']:,} memories, p50 / p95", figure
    elif measure == "ingest":
        figure = f"{number(result['log_events_per_s'])} / {number(result['digest_texts_per_s'])}"
        yield "messages logged / digested a second", figure
        if single := result.get("one_by_one_ms"):
            figure = f"{number(single['p50'])} / {number(single['p95'])} ms"
            yield "a single message logged and digested, p50 / p95", figure
    elif measure == "peers":
        for system, row in result["systems"].items():
            if times := row.get("figures", {}).get("search_ms"):
                figure = f"{number(times['p50'])} / {number(times['p95'])} ms"
                yield (
                    f"comparison of memories, the same {result['size']:,} messages: search of {system}, p50 / p95",
                    figure,
                )
    elif measure == "faults":
        kinds = result["kinds"].values()
        lost, twice = sum(row["lost"] for row in kinds), sum(row["twice"] for row in kinds)
        broken, different = len(result["broken"]), len(result["different"] or ())
        figure = f"{lost} lost, {twice} twice, {broken} broken invariants, {different} digested differently"
        yield (
            f"messages after {sum(row['faults'] for row in kinds)} faults ({result['acknowledged']:,} acknowledged)",
            figure,
        )


def write_table(report: Mapping[str, Any]) -> str:
    """Return the headlines as a Markdown table, with the machine below."""
    rows = [f"| {what} | {figure} |" for what, figure, _ in list_headlines(report)]
    machine, versions = report["machine"], report["versions"]
    command = "make reproduce QUICK=1" if report["quick"] else "make reproduce"
    below = (
        f"Measured by `{command}` on {machine['began'][:10]} with kg {versions['kg']} ({versions['commit']}), "
        f"{machine['cores']} cores ({machine['processor']}), load {machine['load at the start']} at the start."
    )
    if machine["load at the start"] > machine["cores"]:
        below += " Other programs used the machine too: times are longer than on an idle one."
    below += "".join(f" {sentence}" for sentence in describe_earlier(report["steps"]))
    if failed := [step["title"].lower() for step in report["steps"] if "error" in step and "result" not in step]:
        below += f" Without a figure: {', '.join(failed)}, which failed or was stopped."
    return "\n".join(["| what | figure |", "|---|---|", *rows, "", below])


def fill_page(page: str, table: str) -> str:
    """Return a page with the table between its markers."""
    start, end = MARKERS
    before, _, rest = page.partition(start)
    return f"{before}{start}\n\n{table}\n\n{end}{rest.partition(end)[2]}"
