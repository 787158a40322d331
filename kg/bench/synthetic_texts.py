"""Synthetic chats and questions for benchmarks; deterministic for a seed."""

from __future__ import annotations

import datetime as dt
import random
from typing import Any

FIRST_NAMES = [
    "Ann",
    "Bob",
    "Cleo",
    "Dan",
    "Eve",
    "Finn",
    "Gus",
    "Hana",
    "Ivo",
    "Jun",
    "Kim",
    "Lea",
    "Max",
    "Noa",
    "Ola",
    "Pia",
    "Quin",
    "Rui",
    "Sam",
    "Tess",
    "Uma",
    "Vik",
    "Wes",
    "Yan",
    "Zoe",
]
PLACES = [
    "Oslo",
    "Lisbon",
    "Kyoto",
    "Quito",
    "Cairo",
    "Perth",
    "Turin",
    "Leeds",
    "Bergen",
    "Porto",
    "Lima",
    "Accra",
    "Hanoi",
    "Sofia",
    "Riga",
    "Malmo",
]
THINGS = [
    "bicycle",
    "greenhouse",
    "budget",
    "parser",
    "kitchen",
    "novel",
    "marathon",
    "invoice",
    "telescope",
    "garden",
    "router",
    "contract",
    "violin",
    "boat",
    "recipe",
    "server",
    "puppy",
    "thesis",
    "camera",
    "festival",
    "passport",
    "roof",
    "lecture",
    "database",
    "sofa",
]
_TEMPLATES = (
    "{a} moved the {t} to {p} last {w}.",
    "I think {a} and {b} will finish the {t} before they travel to {p}.",
    "Did {a} ever tell you why the {t} was left in {p}?",
    "The {t} costs {n} euros, and {a} wants to pay half of it on {w}.",
    "My sister {a} prefers {p} to anywhere else because of the {t} there.",
    "We met {b} at the {t} fair in {p}; she asked for {n} more days.",
    "{a} said that the {t} broke on {w}, so {b} ordered part number {n}.",
    "Please remind {a} to bring the {t} when we meet in {p} at {n}.",
    "Honestly the {t} is fine, but {b} keeps talking about {p} and the {n} things that went wrong there.",
    "Yes, {w} works for me.",
)
_WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
START = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
_SESSION_LINES = 50


def generate_sentence(rng: random.Random) -> str:
    """Generate one line of a chat."""
    a, b = rng.sample(FIRST_NAMES, 2)
    template = rng.choice(_TEMPLATES)
    return template.format(
        a=a,
        b=b,
        p=rng.choice(PLACES),
        t=rng.choice(THINGS),
        w=rng.choice(_WEEKDAYS),
        n=rng.randrange(2, 9_999),
    )


def generate_chat(count: int, seed: int = 7, lines: int = 1) -> list[dict[str, Any]]:
    """Generate events in sessions of fifty, one minute apart, with up to `2 * lines - 1` sentences each."""
    rng = random.Random(seed)  # noqa: S311 - repeatable, not secret
    return [
        {
            "id": f"{seed}-{number}",
            "text": " ".join(generate_sentence(rng) for _ in range(rng.randint(1, 2 * lines - 1))),
            "speaker": f"chat:{rng.choice(FIRST_NAMES)}",
            "session": f"chat:{seed}-{number // _SESSION_LINES}",
            "at": START + dt.timedelta(minutes=number),
        }
        for number in range(count)
    ]


def generate_questions(count: int, seed: int = 11) -> list[str]:
    """Generate questions about such chats."""
    rng = random.Random(seed)  # noqa: S311
    templates = (
        "What did {a} say about the {t} in {p}?",
        "Who took the {t} to {p}?",
        "When will {a} pay for the {t}?",
    )
    return [
        rng.choice(templates).format(a=rng.choice(FIRST_NAMES), t=rng.choice(THINGS), p=rng.choice(PLACES))
        for _ in range(count)
    ]
