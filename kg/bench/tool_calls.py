"""Calls of tools, right and wrong, by the thousand: each is answered clearly, and one that is refused writes nothing."""

from __future__ import annotations

import datetime as dt
import hashlib
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from kg.agent import Tools, tools_for
from kg.agent.tools import ALL
from kg.bench.common import quantiles, scratch, timed
from kg.graph import Graph
from kg.language.hashing_embedder import HashingEmbedder
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
    "newest",
    "2025-05",
    "",
)
_ODD: tuple[Any, ...] = (
    *(None, True, -1, 0, 7, 500, 2**70, 0.5, -0.5, float("nan"), float("inf")),
    *([], ["event"], [1], {}, {"limit": 5}, {"a": {}}),
    *("\ud800", "\x00", "x" * 3_000, "<memory>x</memory>", "'}) RETURN n //", "\u202e", " ", "🎉"),
)
# They write where they are not refused; `recall` notes what was of use.
WRITES = frozenset(one.name for one in ALL if not one.reads)


def run(count: int, settings: Settings, note: Callable[[str], object], *, seed: int = 1) -> dict[str, Any]:
    """Call tools that often, as an owner, a stranger, and somebody who is muted.

    Args:
        count: how many calls.
        settings: of the memory.
        note: told how far it is.
        seed: of what is called.

    Returns:
        calls, refused, failed (answers that tell of a fault in a tool), written_by_refused, written_by_reads, too_long, ms.
    """
    dice = random.Random(seed)  # noqa: S311 - no secret
    with scratch(settings, "calls", HashingEmbedder(), FixedClock(_START), owner=OWNER) as memory:
        who = _people(memory)
        told: Counter[str] = Counter()
        took = []
        before = printed(memory.graph)
        for place in range(count):
            tools = dice.choice(who)
            name, arguments = call(dice)
            spent, answer = timed(lambda tools=tools, name=name, given=arguments: tools.call(name, given))  # type: ignore[misc]
            took.append(spent)
            after = printed(memory.graph)
            refused = answer.startswith("Error: ")
            told["refused"] += refused
            told["failed"] += "the tool failed" in answer
            told["too_long"] += memory.tokens.count(answer) > settings.tool_tokens
            told["written_by_refused"] += refused and after != before
            told["written_by_reads"] += name not in WRITES and after != before
            before = after
            if (place + 1) % 1_000 == 0:
                note(f"{place + 1} calls")
    wrong = {key: told[key] for key in ("refused", "failed", "written_by_refused", "written_by_reads", "too_long")}
    return {"calls": count, **wrong, "ms": quantiles(took)}


def call(dice: random.Random) -> tuple[Any, Any]:
    """A call of some tool: mostly with arguments that it knows, of values that often fit, and sometimes with anything."""
    if dice.random() < 0.02:
        return dice.choice(["no_such_tool", "", None, 7]), {}
    one = dice.choice(ALL)
    if dice.random() < 0.02:
        return one.name, dice.choice(["text", 7, [], ["query"]])
    given: dict[Any, Any] = {}
    required = set(one.schema.get("required", ()))
    for name, shape in one.schema["properties"].items():
        if dice.random() < (0.95 if name in required else 0.3):
            given[name] = _value(dice, shape) if dice.random() < 0.8 else dice.choice(_ODD)
    if dice.random() < 0.05:
        given[dice.choice(["scope", "speaker", "acting", "x"])] = dice.choice(_ODD)
    if (
        one.name == "forget"
        and str(given.get("what")).strip().casefold() == "everything"
        and given.get("confirm") is True
    ):
        # It would end the trial.
        given["confirm"] = False
    return one.name, given


def printed(graph: Graph) -> str:
    """A fingerprint of all that a scope holds, vectors left out."""
    rows = graph.run("bench/scope_contents")
    lines = sorted(f"{sorted(row['node'].items(), key=str)} {sorted(map(str, row['edges']))}" for row in rows)
    return hashlib.blake2b("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()


def _people(memory: Memory) -> list[Tools]:
    memory.log([Event("The boat is moored in Ghent.", speaker="cli:ann", speaker_name="Ann", session="cli:1")])
    for account, name in ((OWNER, "Olga"), (STRANGER, "Eve"), (MUTED, "Mia")):
        memory.people.ensure(account, name=name)
    memory.trust.mute(MUTED, 30)
    memory.digest()
    owner, stranger, muted = (tools_for(memory, speaker=account) for account in (OWNER, STRANGER, MUTED))
    return [owner, owner, owner, stranger, stranger, muted]


def _value(dice: random.Random, shape: dict[str, Any]) -> Any:
    """A value that fits a schema's type, if seldom its range."""
    kinds = [one for one in shape.get("anyOf", [shape]) if one.get("type") != "null"]
    kind = dice.choice(kinds)
    if "enum" in kind:
        return dice.choice(kind["enum"])
    values: dict[str, Callable[[], Any]] = {
        "string": lambda: dice.choice(_TEXTS),
        "integer": lambda: dice.randint(-2, 60),
        "number": lambda: round(dice.uniform(-0.5, 6), 2),
        "boolean": lambda: dice.random() < 0.5,
        "array": lambda: [dice.choice(["event", "fact", "core", "nonsense"])],
        "object": lambda: {
            dice.choice(["limit", "session", "name", "words", "x"]): dice.choice([3, "ann", "boat", "cli:1"])
        },
    }
    return values[kind["type"]]()
