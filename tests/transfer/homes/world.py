"""A made-up world: people, and what is true of them now and was before; each home holds a part of it in its own form."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

START = dt.datetime(2026, 1, 5, 9, 0, tzinfo=dt.UTC)
FIRST = (
    "Aldo", "Bettina", "Cosmo", "Daria", "Emre", "Farida", "Gunnar", "Hilde", "Ivo", "Jolanta", "Kamil", "Lotte",
    "Marek", "Nadia",
    "Oskar", "Petra", "Quirin", "Ronja", "Sander", "Tilda", "Umberto", "Vesna", "Wanda", "Xaver", "Yara", "Zoltan",
    "Agnes", "Bruno",
    "Carla", "Dmitri", "Elin", "Fabio", "Greta", "Henk", "Irina", "Jonas", "Klara", "Ludek", "Mirko", "Noor",
)  # fmt: skip
LAST = (
    "Achterberg", "Brandl", "Castelli", "Dvorak", "Ekberg", "Falkner", "Grimaldi", "Holub", "Iversen", "Janssens", "Kowalczyk",
    "Lindqvist", "Moravec", "Nyberg", "Okafor", "Pellegrini", "Rossi", "Sorensen", "Thorsen", "Urban",
)  # fmt: skip
CITIES = (
    "Ghent", "Turku", "Porto", "Lugano", "Bergen", "Malmo", "Trieste", "Zaragoza", "Plovdiv", "Tartu", "Graz", "Brno", "Leeds",
    "Nantes", "Utrecht", "Cork", "Gdansk", "Split", "Kaunas", "Aarhus",
)  # fmt: skip
COMPANIES = (
    "Velomax", "Norden Foods", "Karst Optics", "Blue Heron Labs", "Tessera Print", "Ardent Rail", "Quillon Games", "Mistral Soft",
    "Hexa Timber", "Lumen Clinic", "Osprey Maps", "Ferro Tools", "Saffron Post", "Delta Looms", "Pinecrest Radio", "Cobalt Ferry",
)  # fmt: skip
JOBS = (
    "geologist", "baker", "sound engineer", "paramedic", "translator", "carpenter", "botanist", "network planner", "midwife",
    "tram driver", "glass artist", "auditor",
)  # fmt: skip
HOBBIES = (
    "fencing", "beekeeping", "ice swimming", "bookbinding", "falconry", "bouldering", "juggling", "pottery", "birdwatching",
    "choir singing", "kite surfing", "origami", "astronomy", "mushroom hunting",
)  # fmt: skip
DISHES = ("ramen", "paella", "borscht", "falafel", "risotto", "pierogi", "moussaka", "bibimbap", "tagine", "ceviche")
PETS = ("Biscuit", "Nimbus", "Pixel", "Waffle", "Comet", "Juniper", "Tofu", "Maple", "Sprocket", "Fig")
CARS = ("Skoda Fabia", "Volvo V60", "Fiat Panda", "Honda Jazz", "Toyota Yaris", "Dacia Duster")


@dataclass(frozen=True)
class Question:
    """A question that a home answers.

    Attributes:
        text: the question.
        answer: what an answer contains.
        outdated: what was the answer before.
        speaker: who asks.
        session: where.
    """

    text: str
    answer: str
    outdated: tuple[str, ...] = ()
    speaker: str | None = None
    session: str | None = None


@dataclass
class Person:
    """A made-up person; each attribute has its values in the order of time."""

    name: str
    city: list[str]
    company: list[str]
    job: str
    hobby: str
    dish: str


class World:
    """People and random choices, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self._time = START

    def people(self, count: int) -> list[Person]:
        """Return people with different names; a third of them have moved, and some have changed their work."""
        names = [f"{first} {last}" for last in LAST for first in FIRST]
        self.random.shuffle(names)
        firsts: set[str] = set()
        people = []
        for name in names:
            first = name.split()[0]
            if first in firsts:
                continue
            firsts.add(first)
            moves, changes = self.random.random() < 0.35, self.random.random() < 0.25
            people.append(
                Person(
                    name,
                    self.random.sample(CITIES, 2 if moves else 1),
                    self.random.sample(COMPANIES, 2 if changes else 1),
                    self.random.choice(JOBS),
                    self.random.choice(HOBBIES),
                    self.random.choice(DISHES),
                )
            )
            if len(people) == count:
                break
        return people

    def later(self, hours: float = 5.0) -> dt.datetime:
        """Return the next moment."""
        self._time += dt.timedelta(hours=self.random.uniform(0.1, hours))
        return self._time.replace(microsecond=0)

    def pick(self, values: Sequence[str]) -> str:
        """Return one of the values."""
        return self.random.choice(values)

    def chatter(self, count: int) -> Iterator[tuple[str, str]]:
        """Yield messages of a user and answers that state nothing to remember."""
        said = ("ok thanks", "haha nice", "what time is it in Tokyo right now?", "can you sort this list for me?",
        "good morning!",
                "one sec", "that did not work", "how do I undo a commit?",
                "please translate 'good night' into Danish")  # fmt: skip
        answers = (
            "Sure.",
            "Here you go.",
            "Done!",
            "Let me check that for you.",
            "You're welcome.",
            "Try again in a minute.",
        )
        for _ in range(count):
            yield self.pick(said), self.pick(answers)
