"""The comparison of kg and its peers: ratios, and the table that is printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from benchmarks.plots import format_number

ROWS = {
    "write_ms": "one message, until a search finds it, ms",
    "bulk_texts_per_s": "messages written in bulk, a second, without embedding",
    "bulk_shipped_texts_per_s": "the same with the shipped extractor, embedding included",
    "search_ms": "search, ms",
    "search_without_embedding_ms": "search without embedding, ms",
    "context_ms": "context, ms",
    "context_without_embedding_ms": "context without embedding, ms",
    "bare_vector_without_embedding_ms": "bare filtered vector query, ms",
    "found_share": "share of the messages that a search finds",
    "hits": "mean number of hits of a search",
}
"""Figures of the table, in its order, each with its label."""


def compute_ratios(peer: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return how many times as long as kg a peer takes, for each time and rate that both have: for a time at p50 and p95.

    A ratio under 1 means that the peer is faster.
    """
    ratios: dict[str, Any] = {}
    for name in peer.keys() & own.keys():
        if name.endswith("_per_s"):
            ratios[name] = round(own[name] / peer[name], 3)
        elif name.endswith("_ms"):
            ratios[name] = {quantile: round(peer[name][quantile] / own[name][quantile], 3) for quantile in own[name]}
    return dict(sorted(ratios.items()))


def write_comparison(result: Mapping[str, Any]) -> str:
    """Return a Markdown table of all systems with ratios to kg in brackets, and below it what was left out."""
    measured = {name: row for name, row in result["systems"].items() if row.get("figures")}
    heads = [f"{name} {row['version']}" for name, row in measured.items()]
    lines = ["| | " + " | ".join(heads) + " |", "|---" * (len(heads) + 1) + "|"]
    for name, label in ROWS.items():
        cells = [_cell(name, row) for row in measured.values()]
        if any(cells):
            lines.append(f"| {label} | " + " | ".join(cell or "–" for cell in cells) + " |")
    return "\n".join([*lines, "", *_notes(result)])


def _cell(name: str, row: Mapping[str, Any]) -> str:
    value = row["figures"].get(name)
    if value is None:
        return ""
    ratio = row.get("ratios", {}).get(name)
    if isinstance(value, Mapping):
        shown = " / ".join(format_number(float(value[quantile])) for quantile in value)
        return shown + (f" ({format_number(ratio['p50'])} ×)" if ratio else "")
    return format_number(float(value)) + (f" ({format_number(ratio)} ×)" if ratio else "")


def _notes(result: Mapping[str, Any]) -> Iterator[str]:
    load = result["load"]
    loads = ", ".join(f"{name} {row['load']}" for name, row in result["systems"].items() if "load" in row)
    yield (
        f"{result['size']:,} messages, {result['questions']} questions; times p50 / p95; (n ×): how many times as long as kg. "
        f"{result['cores']} cores, load {load['start']} at the start and {load['end']} at the end; "
        f"mean load of the five minutes before the end of each system: {loads}."
    )
    for name, row in result["systems"].items():
        yield from (f"- {name}: {shortfall}" for shortfall in list_shortfalls(row))


def list_shortfalls(row: Mapping[str, Any]) -> list[str]:
    """Return what was not measured of a system: what was left out, that it cannot be installed, its error."""
    shortfalls = [f"left out: {reason}" for reason in row.get("left_out", ())]
    if "not_installed" in row:
        shortfalls.append(f"cannot be installed: {row['not_installed']}")
    if "error" in row:
        shortfalls.append(f"failed, and later figures are missing: {row['error']}")
    return shortfalls
