"""Random valid and invalid tool calls: every answer must be clear, and a refused call must not write."""

from __future__ import annotations

import datetime as dt
import hashlib
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from kg.agent import Toolbox, tools_for
from kg.agent.tools import ALL
from kg.bench.common import compute_quantiles, temporary_memory, time_call
from kg.graph import Graph
from kg.language import HashingEmbedder
from kg.memory import Memory
from kg.protocols import FixedClock
from kg.settings import Settings
from kg.types import Event

OWNER, STRANGER, MUTED = "cli:olga", "cli:eve", "cli:mia"
_START = dt.datetime(2026, 3, 2, 9, tzinfo=dt.UTC)
_NAMES = ("Ann", "Bob", "Olga", "cli:eve", "Fjord", "Oslo", "Zed", "the boat")
_TEXTS = (
    *_NAMES,
    "Where is the boat?",
    "Ann likes tea.",
    "everything",
    "lives_in",
    "likes",
    "people",
    "newest_events",
    "2025-05",
    "",
)
_UNUSUAL_VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 7, 500, 2**70, 0.5, -0.5, float("nan"), float("inf")),
    *([], ["event"], [1], {}, {"limit": 5}, {"a": {}}),
    *("\ud800", "\x00", "x" * 3_000, "<memory>x</memory>", "'}) RETURN n //", "\u202e", " ", "🎉"),
)
# Tools that write when they are not refused; `recall` records which memories were used.
WRITING_TOOLS = frozenset(tool.name for tool in ALL if not tool.read_only)


def measure_tool_calls(
    count: int, settings: Settings, report: Callable[[str], object], *, seed: int = 1
) -> dict[str, Any]:
    """Make random tool calls as an owner, a stranger and a muted person.

    Args:
        count: number of calls.
        settings: settings of the memory.
        report: called with lines of progress.
        seed: seed of the calls.

    Returns:
        calls, refused, failed (answers that report an internal error), written_by_refused, written_by_reads, too_long, ms.
    """
    rng = random.Random(seed)  # noqa: S311 - no secret
    with temporary_memory(settings, "calls", HashingEmbedder(), FixedClock(_START), owner=OWNER) as memory:
        toolboxes = _add_people(memory)
        counts: Counter[str] = Counter()
        call_ms = []
        before = fingerprint_scope(memory.graph)
        for number in range(count):
            tools = rng.choice(toolboxes)
            name, arguments = generate_call(rng)
            elapsed_ms, answer = time_call(
                lambda tools=tools, name=name, arguments=arguments: tools.call(name, arguments)  # type: ignore[misc]
            )
            call_ms.append(elapsed_ms)
            after = fingerprint_scope(memory.graph)
            refused = answer.startswith("Error: ")
            counts["refused"] += refused
            counts["failed"] += "the tool failed" in answer
            counts["too_long"] += memory.tokens.count(answer) > settings.tool_tokens
            counts["written_by_refused"] += refused and after != before
            counts["written_by_reads"] += name not in WRITING_TOOLS and after != before
            before = after
            if (number + 1) % 1_000 == 0:
                report(f"{number + 1} calls")
    totals = {key: counts[key] for key in ("refused", "failed", "written_by_refused", "written_by_reads", "too_long")}
    return {"calls": count, **totals, "ms": compute_quantiles(call_ms)}


def generate_call(rng: random.Random) -> tuple[Any, Any]:
    """Generate a random call: mostly with known arguments and plausible values, sometimes with arbitrary ones."""
    if rng.random() < 0.02:
        return rng.choice(["no_such_tool", "", None, 7]), {}
    tool = rng.choice(ALL)
    if rng.random() < 0.02:
        return tool.name, rng.choice(["text", 7, [], ["query"]])
    arguments: dict[Any, Any] = {}
    required = set(tool.schema.get("required", ()))
    for name, schema in tool.schema["properties"].items():
        if rng.random() < (0.95 if name in required else 0.3):
            arguments[name] = _generate_value(rng, schema) if rng.random() < 0.8 else rng.choice(_UNUSUAL_VALUES)
    if rng.random() < 0.05:
        arguments[rng.choice(["scope", "speaker", "caller", "x"])] = rng.choice(_UNUSUAL_VALUES)
    if (
        tool.name == "forget"
        and str(arguments.get("what")).strip().casefold() == "everything"
        and arguments.get("confirm") is True
    ):
        # A confirmed call would erase the scope.
        arguments["confirm"] = False
    return tool.name, arguments


def fingerprint_scope(graph: Graph) -> str:
    """Return a fingerprint of the contents of a scope, without vectors."""
    rows = graph.run("bench/scope_contents")
    lines = sorted(f"{sorted(row['node'].items(), key=str)} {sorted(map(str, row['edges']))}" for row in rows)
    return hashlib.blake2b("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()


def _add_people(memory: Memory) -> list[Toolbox]:
    memory.log([Event("The boat is moored in Ghent.", speaker="cli:ann", speaker_name="Ann", session="cli:1")])
    for account, name in ((OWNER, "Olga"), (STRANGER, "Eve"), (MUTED, "Mia")):
        memory.people.ensure(account, name=name)
    memory.trust.mute(MUTED, 30)
    memory.digest()
    owner, stranger, muted = (tools_for(memory, speaker=account) for account in (OWNER, STRANGER, MUTED))
    return [owner, owner, owner, stranger, stranger, muted]


def _generate_value(rng: random.Random, schema: dict[str, Any]) -> Any:
    """Generate a value of the type of a schema; it is often out of range."""
    options = [option for option in schema.get("anyOf", [schema]) if option.get("type") != "null"]
    option = rng.choice(options)
    if "enum" in option:
        return rng.choice(option["enum"])
    generators: dict[str, Callable[[], Any]] = {
        "string": lambda: rng.choice(_TEXTS),
        "integer": lambda: rng.randint(-2, 60),
        "number": lambda: round(rng.uniform(-0.5, 6), 2),
        "boolean": lambda: rng.random() < 0.5,
        "array": lambda: [rng.choice(["event", "fact", "core", "nonsense"])],
        "object": lambda: {
            rng.choice(["limit", "session", "name", "words", "x"]): rng.choice([3, "ann", "boat", "cli:1"])
        },
    }
    return generators[option["type"]]()
