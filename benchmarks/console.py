"""First paint and search of the console on a large scope: `python -m benchmarks.console`, from a checkout.

It fills a scope on the server of the settings, serves the console of it, opens every main page in a headless Chromium, and
types into the search box. First paint is Chromium's "first contentful paint" after the start of the navigation; server is
the time from the request to the first byte; key is the time from a keystroke to the frame that shows its suggestions.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any
from urllib.parse import quote

import typer

from benchmarks.console_scope import OWNER, fill
from benchmarks.machine import describe_machine
from benchmarks.picture_frames import measure_picture
from kg.bench.common import compute_quantiles
from kg.bench.synthetic_chat import FAMOUS, ROOM
from kg.bench.synthetic_texts import generate_questions
from kg.cli.common import load_settings
from kg.console import ConsoleServer
from kg.memory import Memory
from tests.chromium import open_chromium

app = typer.Typer(add_completion=False)
_PAINT = """() => new Promise((done) => {
  const [visit] = performance.getEntriesByType("navigation");
  const server = visit.responseStart - visit.requestStart;
  const look = (entries) =>
    entries.some((one) => one.name === "first-contentful-paint" && (done({ paint: one.startTime, server }), true));
  if (!look(performance.getEntriesByType("paint")))
    new PerformanceObserver((list) => look(list.getEntries())).observe({ type: "paint", buffered: true });
})"""
# Remembers when a key was pressed, and how long it took until the frame after its suggestions were shown.
_WATCH_KEYS = """() => {
  let pressed = 0;
  window.keyTimes = [];
  document.addEventListener("keydown", () => { pressed = performance.now(); }, true);
  new MutationObserver(() => requestAnimationFrame(() => window.keyTimes.push(performance.now() - pressed)))
    .observe(document.documentElement, { attributeFilter: ["data-suggested"] });
}"""
_TYPED = 6
_GOAL_PAINT_MS, _GOAL_KEY_MS, _GOAL_INTERACTIVE_MS, _GOAL_FRAMES = 1_000, 150, 2_000, 40


@app.command()
def measure(
    size: Annotated[int, typer.Option(min=1_000, help="The number of messages.")] = 100_000,
    rounds: Annotated[int, typer.Option(min=1, help="How often each page is opened, after the first time.")] = 5,
    scope: Annotated[str, typer.Option(help="The scope that is filled.")] = "bench-console",
    keep: Annotated[bool, typer.Option("--keep", help="Keep the scope; the next run continues with it.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Measure the pages of the console. Exit code 1 if one of the goals is missed."""
    settings = load_settings()
    fill(scope, size, settings, lambda line: typer.echo(line, err=True))
    with Memory.connect(scope, settings=settings, owner=OWNER) as memory:
        try:
            measured = measure_console(memory, rounds)
        finally:
            if not keep:
                memory.forget(scope=True)
    result = {"size": size, "machine": describe_machine(), **measured}
    typer.echo(json.dumps(result, indent=1) if as_json else write_table(result))
    raise typer.Exit(bool(list_missed(measured)))


def list_missed(measured: Mapping[str, Any]) -> list[str]:
    """Return what misses a goal: medians of pages and keys, the social graph's time and frames."""
    missed = [name for name, page in measured["pages"].items() if page["paint_ms"]["p50"] > _GOAL_PAINT_MS]
    missed += ["key"] if measured["key_ms"]["p50"] > _GOAL_KEY_MS else []
    missed += (
        ["interactive"] if measured["social_graph"]["communities"]["interactive_ms"] > _GOAL_INTERACTIVE_MS else []
    )
    frames = {name: row["frames_per_s"] for name, row in measured["social_graph"].items()}
    return missed + [f"frames of {name}" for name, each in frames.items() if each < _GOAL_FRAMES]


def measure_console(memory: Memory, rounds: int) -> dict[str, Any]:
    """Open every page and type into the search box.

    Returns:
        {"pages": {page: {"first_ms", "paint_ms", "server_ms"}}, "key_ms", "search_ms", "social_graph"}: first_ms is the
        paint of the first visit; the others are {p50, p95}; search_ms is what the server needs for a key; social_graph is
        the result of `measure_picture`.
    """
    pages: dict[str, Any] = {}
    server = ConsoleServer(memory).start()
    try:
        with open_chromium() as browser:
            page = browser.new_context(viewport={"width": 1280, "height": 820}).new_page()
            page.goto(server.address)
            for name, path in list_pages(memory).items():
                visits = [_visit(page, server.url + path) for _ in range(rounds + 1)]
                pages[name] = {
                    "first_ms": round(visits[0]["paint"]),
                    "paint_ms": compute_quantiles([visit["paint"] for visit in visits[1:]]),
                    "server_ms": compute_quantiles([visit["server"] for visit in visits[1:]]),
                }
            page.goto(server.url)
            keys, searches = _type_questions(page)
            social_graph = measure_picture(page, f"{server.url}pictures/social")
    finally:
        server.stop()
    times = {"key_ms": compute_quantiles(keys), "search_ms": compute_quantiles(searches)}
    return {"pages": pages, **times, "social_graph": social_graph}


def list_pages(memory: Memory) -> dict[str, str]:
    """Return the paths of the main pages: of the person who says most, of the entity with most facts, and so on."""
    owner = memory.people.get(OWNER)
    famous = memory.entities.get(FAMOUS)
    [fact] = memory.facts.list(subject=famous.id, limit=1)
    [event] = memory.history(ROOM, last=1)
    note = memory.core.list()[0]
    question = quote(generate_questions(1)[0])
    return {
        "home": "",
        "search": f"search?q={question}",
        "people": "people",
        "person": f"people/{quote(owner.id)}",
        "entities": "entities",
        "entity": f"entities/{quote(famous.id)}",
        "facts": "facts",
        "fact": f"facts/{quote(fact.id)}",
        "sessions": "sessions",
        "session": f"sessions/{quote(ROOM)}",
        "message": f"messages/{quote(str(event.id))}",
        "memories": "memories",
        "memory": f"memories/{quote(note.id)}",
        "procedures": "memories?kind=procedure",
        "tasks": "tasks",
        "decide": "decide",
        "why": f"context?message={question}&speaker={quote(OWNER)}&session={quote(ROOM)}",
        "log": "log",
        "social graph": "pictures/social",
        "trust": "pictures/trust",
        "timeline": "pictures/timeline",
        "entity picture": f"pictures/entity?name={quote(famous.id)}",
        "session picture": f"pictures/session?name={quote(ROOM)}",
    }


def _visit(page: Any, address: str) -> dict[str, float]:
    answer = page.goto(address)
    assert answer.status == 200, f"{address}: {answer.status}"  # noqa: S101 - a mistake of this file
    times: dict[str, float] = page.evaluate(_PAINT)
    return times


def _type_questions(page: Any) -> tuple[Sequence[float], Sequence[float]]:
    """Type questions key by key; return the times of the keys, and those of the server, in ms."""
    page.evaluate(_WATCH_KEYS)
    searches: list[float] = []

    def note(answer: Any) -> None:
        if "/api/search" in answer.url:
            searches.append(answer.json()["ms"])

    page.on("response", note)
    page.keyboard.press("/")
    for question in [FAMOUS, *generate_questions(_TYPED)]:
        page.locator("#q").fill("")
        for end, letter in enumerate(question, start=1):
            page.keyboard.type(letter)
            if letter != " ":
                page.locator(f"html[data-suggested={json.dumps(question[:end])}]").wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    keys: list[float] = page.evaluate("window.keyTimes")
    return keys, searches


def write_table(result: Mapping[str, Any]) -> str:
    """Return the result as a table of Markdown."""
    lines = ["| page | first visit | paint p50 / p95 | server p50 / p95 |", "|---|---|---|---|"]
    for name, page in result["pages"].items():
        lines.append(f"| {name} | {page['first_ms']} | {_pair(page['paint_ms'])} | {_pair(page['server_ms'])} |")
    keys = f"A key: {_pair(result['key_ms'])} ms, of which the server {_pair(result['search_ms'])} ms."
    picture = [
        f"Social graph, {name}: {row['nodes']} nodes, {row['names']} names, {row['frames_per_s']} frames/s while it is dragged"
        + (f", interactive after {row['interactive_ms']:.0f} ms" if "interactive_ms" in row else "")
        for name, row in result["social_graph"].items()
    ]
    missed = ", ".join(list_missed(result)) or "none"
    return "\n".join([*lines, "", keys, *picture, f"Goals that were missed: {missed}."])


def _pair(times: Mapping[str, float]) -> str:
    return f"{times['p50']:.0f} / {times['p95']:.0f}"


if __name__ == "__main__":
    app()
