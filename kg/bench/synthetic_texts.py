"""Made-up chats for benchmarks: the same ones on every machine, as varied as one likes."""

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
_SAID = (
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
_A_SESSION = 50


def sentence(random_: random.Random) -> str:
    """One line of a chat."""
    a, b = random_.sample(FIRST_NAMES, 2)
    line = random_.choice(_SAID)
    return line.format(
        a=a,
        b=b,
        p=random_.choice(PLACES),
        t=random_.choice(THINGS),
        w=random_.choice(_WEEKDAYS),
        n=random_.randrange(2, 9_999),
    )


def chat(count: int, seed: int = 7, lines: int = 1) -> list[dict[str, Any]]:
    """So many events, in sessions of fifty, a minute apart, each of so many lines."""
    random_ = random.Random(seed)  # noqa: S311 - repeatable, not secret
    return [
        {
            "id": f"{seed}-{place}",
            "text": " ".join(sentence(random_) for _ in range(random_.randint(1, 2 * lines - 1))),
            "speaker": f"chat:{random_.choice(FIRST_NAMES)}",
            "session": f"chat:{seed}-{place // _A_SESSION}",
            "at": START + dt.timedelta(minutes=place),
        }
        for place in range(count)
    ]


def questions(count: int, seed: int = 11) -> list[str]:
    """So many questions about such chats."""
    random_ = random.Random(seed)  # noqa: S311
    asked = (
        "What did {a} say about the {t} in {p}?",
        "Who took the {t} to {p}?",
        "When will {a} pay for the {t}?",
    )
    return [
        random_.choice(asked).format(a=random_.choice(FIRST_NAMES), t=random_.choice(THINGS), p=random_.choice(PLACES))
        for _ in range(count)
    ]
