"""The report as one HTML page: headlines, a plot for each measurement, machine, versions, seeds and commands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from benchmarks.earlier_steps import describe_earlier
from benchmarks.headline import list_headlines
from benchmarks.peer_report import list_shortfalls
from benchmarks.plots import Bar, draw_bars, draw_lines, format_number

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff;
max-width: 760px; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.6rem } h2 { font-size: 1.15rem; margin-top: 2.2rem }
table { border-collapse: collapse; width: 100% } td, th { border-bottom: 1px solid #ddd; padding: .3rem .5rem; text-align: left;
vertical-align: top; overflow-wrap: anywhere }
code { font-size: .85em; background: #f3f3f3; padding: .1em .3em; overflow-wrap: anywhere } .left-out, .quick { color: #8a4b00 }
svg { width: 100%; height: auto; font: 12px system-ui, sans-serif } details { margin-top: .5rem } summary { cursor: pointer }
@media (max-width: 480px) { svg { font-size: 15px } }
"""
_CUTOFFS = ("r@5", "r@10", "r@20", "r@50")


def _origin(report: Mapping[str, Any]) -> str:
    earlier = describe_earlier(report["steps"])
    run = "on the machine below, step after step."
    if not earlier:
        return f"Everything below was measured in one run of <code>make reproduce</code> {run}"
    return f"Measured with <code>make reproduce</code> {run} {escape(' '.join(earlier))}"


def write_page(report: Mapping[str, Any]) -> str:
    """Return the page. It has no script and makes no request: a content security policy forbids both."""
    steps = "".join(_section(step) for step in report["steps"])
    quick = '<p class="quick">A quick run, to check that everything works: small parts and sizes. Do not quote its figures.</p>'
    headlines = [[what, figure, f"<code>{escape(command)}</code>"] for what, figure, command in list_headlines(report)]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        '<meta name="viewport" content="width=device-width, initial-scale=1"><title>kg: figures of one run</title>'
        f"<style>{_STYLE}</style></head><body><h1>Figures of one run</h1>{quick if report['quick'] else ''}"
        f"<p>{_origin(report)}</p>"
        f"<h2>In short</h2>{_table(('what', 'figure', 'command'), headlines, escaped=2)}{steps}"
        f"<h2>Machine</h2>{_pairs(report['machine'])}<h2>Versions</h2>{_pairs(report['versions'])}"
        f"<h2>Seeds</h2>{_pairs(report['seeds'])}</body></html>\n"
    )


def _section(step: Mapping[str, Any]) -> str:
    head = f"<h2>{escape(step['title'])}</h2>"
    if "skipped" in step:
        return f'{head}<p class="left-out">Left out: {escape(step["skipped"])}.</p>'
    seconds = f"<p><code>{escape(step['command'])}</code>, {format_number(float(step['seconds']))} s</p>"
    error = f"<p>This step failed:</p><pre>{escape(step['error'])}</pre>" if "error" in step else ""
    plots = "".join(_plots(step["name"].partition(".")[0], step["result"])) if "result" in step else ""
    figures = f"<details><summary>All figures</summary>{_pairs(dict(_flatten(step.get('result', {}))))}</details>"
    return head + seconds + error + plots + (figures if "result" in step else "")


def _plots(measure: str, result: Mapping[str, Any]) -> Iterator[str]:
    """Yield the plots of a measurement; one that is not known here has its table alone."""
    if measure == "recall":
        intervals = {name: (low, high) for name, (low, high) in result["interval"].items()}
        yield "<p>Share of the evidence among the first k hits, with 95 % intervals.</p>"
        yield draw_bars([Bar(name, result["mean"][name], intervals.get(name)) for name in _CUTOFFS], most=1.0)
        yield "<p>Among the first ten, by category.</p>"
        rows = result["by_category"].items()
        yield draw_bars([Bar(f"{name} ({row['questions']})", row["r@10"]) for name, row in rows], most=1.0)
    elif measure == "contexts":
        yield "<p>Share of the evidence that a context cites, by its budget in tokens.</p>"
        lines = {"all": result["coverage"]} if len(result["by_category"]) > 3 else result["by_category"]
        yield draw_lines(lines)
    elif measure == "observations":
        shares = {"a fact from its message": "turn", "half of the words": "half", "a cosine of .7": "cosine"}
        yield "<p>Noted statements with</p>"
        yield draw_bars([Bar(label, result["mean"][name]) for label, name in shares.items()], most=1.0)
    elif measure == "latency":
        times = {
            name.removesuffix("_ms").replace("_", " "): row["p50"]
            for name, row in result.items()
            if name.endswith("_ms")
        }
        yield "<p>Milliseconds, p50.</p>"
        yield draw_bars([Bar(name, value) for name, value in times.items()], unit=" ms")
    elif measure == "ingest":
        rates = {
            name.removesuffix("_per_s").replace("_", " "): row
            for name, row in result.items()
            if name.endswith("_per_s")
        }
        yield "<p>A second.</p>"
        yield draw_bars([Bar(name, value) for name, value in rates.items()])
    elif measure == "peers":
        systems = {name: row for name, row in result["systems"].items() if "search_ms" in row.get("figures", {})}
        yield "<p>A search, milliseconds, p50.</p>"
        yield draw_bars([Bar(name, row["figures"]["search_ms"]["p50"]) for name, row in systems.items()], unit=" ms")
        left_out = [[name, reason] for name, row in result["systems"].items() for reason in list_shortfalls(row)]
        yield _table(("system", "not measured"), left_out)
    elif measure == "faults":
        heads = ("faults", "caught", "lost", "twice", "broken")
        rows = [[kind, *(str(row[head]) for head in heads)] for kind, row in result["kinds"].items()]
        yield _table(("kind", *heads), rows)


def _pairs(values: Mapping[str, Any]) -> str:
    return _table(
        ("", ""), [[name, format_number(v) if isinstance(v, float) else str(v)] for name, v in values.items()]
    )


def _table(heads: tuple[str, ...], rows: list[list[str]], escaped: int | None = None) -> str:
    """Return a table; cells of the column `escaped` are HTML already."""
    head = "".join(f"<th>{escape(one)}</th>" for one in heads) if any(heads) else ""
    body = "".join(
        "<tr>"
        + "".join(f"<td>{cell if column == escaped else escape(cell)}</td>" for column, cell in enumerate(row))
        + "</tr>"
        for row in rows
    )
    return f"<table>{f'<thead><tr>{head}</tr></thead>' if head else ''}<tbody>{body}</tbody></table>"


def _flatten(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the numbers and texts of a nested result, each with its path."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _flatten(inner, f"{path} {name}".strip())
    else:
        yield path, value if isinstance(value, int | float | str) else str(value)
