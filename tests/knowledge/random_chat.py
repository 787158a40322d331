"""A chat of twelve people, some of them with nicknames, and a process that digests it, alone or with others.

Run as a module it digests a scope: `python -m tests.knowledge.random_chat SCOPE BATCH LEASE`. With a fourth argument it
prints a line before the write of that batch, and waits to be killed.
"""

from __future__ import annotations

import random
import sys

from kg import Event, Memory, Settings
from kg.language.hashing_embedder import HashingEmbedder
from kg.protocols import ExtractedStatement, Extraction, FixedClock, Utterance
from tests.knowledge.builders import ScriptedChat, make_statement
from tests.support import T0, minutes

NICKNAMES = {
    "Elizabeth": "Liz",
    "Robert": "Bob",
    "Margaret": "Peggy",
    "William": "Bill",
    "Katherine": "Kate",
    "Olga": "Olga",
    "Sven": "Sven",
    "Tariq": "Tariq",
    "Yuki": "Yuki",
    "Chidi": "Chidi",
    "Ines": "Ines",
    "Pavel": "Pavel",
}
PLACES = ("Paris", "Oslo", "Ghent", "Lima", "Kyiv", "Quito")
COMPANIES = ("Acme", "Initech", "Globex", "Umbrella")
THINGS = ("chess", "tea", "sailing", "opera")


def build_chat(lines: int = 400) -> ScriptedChat:
    """Return the chat, which is the same each time."""
    rng = random.Random(7)
    chat = ScriptedChat()
    for line in range(lines):
        person, other = rng.sample(list(NICKNAMES), 2)
        name = rng.choice([other, NICKNAMES[other]])
        place, company, thing = rng.choice(PLACES), rng.choice(COMPANIES), rng.choice(THINGS)
        session = f"cli:{rng.randrange(5)}"
        statement, mention = rng.choice(
            [
                (make_statement(person, "lives_in", place), (place, "place")),
                (make_statement(name, "lives_in", place, valid_from="2024"), (place, "place")),
                (make_statement(person, "works_at", company), (company, "org")),
                (make_statement(person, "likes", thing), (name, "person")),
                (make_statement(person, "dislikes", thing), (name, "person")),
                (make_statement(person, "friend_of", name), (name, "person")),
                (make_statement(name, "parent_of", person), (name, "person")),
                (rng.choice(list_open_statements(person, thing, place)), (place, "place")),
            ]
        )
        chat.add_message(
            person, statement, names=[mention], topics={thing: 0.5}, session=session, at=T0 + minutes(line // 3)
        )
    return chat


def list_open_statements(person: str, thing: str, place: str) -> list[ExtractedStatement]:
    """Return statements with one open predicate that may repeat, replace or close each other."""
    forms = (
        (f"the {thing} set", "event", "{s} bought {o}", ""),
        (place, "event", "{s} bought it in {o}", ""),
        (f"the {thing} set", "task", "{s} has to buy {o}", ""),
        (f"{len(thing)}{len(place)} euros", "state", "{s} bought the set for {o}", f"price of {thing}"),
    )
    stated = [
        make_statement(person, "buy", obj, template=template, kind=kind, worth=0.5, aspect=aspect)
        for obj, kind, template, aspect in forms
    ]
    not_yet = make_statement(
        person, "buy", f"the {thing} set", template="{s} has not bought {o} yet", kind="event", worth=0.5, negated=True
    )
    return [*stated, not_yet]


class HaltingExtractor:
    """An extractor that blocks at a given batch."""

    name = "halting"
    layers: tuple[int, ...] = ()

    def __init__(self, chat: ScriptedChat, batch: int) -> None:
        self._extractor = chat.extractor
        self._batches_left = batch

    def extract(self, passages: list[Utterance]) -> Extraction:
        self._batches_left -= 1
        if self._batches_left == 0:
            sys.stdout.write("halted\n")
            sys.stdout.flush()
            sys.stdin.read()
        return self._extractor.extract(passages)


def digest(scope: str, batch: int, after: float = 0.0, halt: int = 0) -> int:
    """Digest a scope in batches, `after` minutes after the end of the chat; return how many events were digested."""
    chat = build_chat()
    extractor = HaltingExtractor(chat, halt) if halt else chat.extractor
    settings = Settings().model_copy(update={"digest_bulk": batch})
    clock = FixedClock(T0 + minutes(1000 + after))
    with Memory.connect(
        scope, embedder=HashingEmbedder(), extractor=extractor, clock=clock, settings=settings
    ) as memory:
        return memory.digest().events


def events() -> list[Event]:
    return build_chat().events


if __name__ == "__main__":
    digest(sys.argv[1], int(sys.argv[2]), halt=int(sys.argv[3]))
