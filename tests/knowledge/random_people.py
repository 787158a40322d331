"""A chat of twelve people, some of them called by other names, and a process that digests it, alone or beside others.

Run as a module it digests a scope: `python -m tests.knowledge.random_people SCOPE BATCH LEASE`; with a fourth argument it
stops before
the write of that batch, tells so, and waits to be killed.
"""

from __future__ import annotations

import random
import sys

from kg import Event, Memory, Settings
from kg.language.hashing_embedder import HashingEmbedder
from kg.protocols import Extraction, FixedClock, Utterance
from tests.knowledge.builders import Story, said
from tests.support import T0, minutes

CALLED = {
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
FIRMS = ("Acme", "Initech", "Globex", "Umbrella")
THINGS = ("chess", "tea", "sailing", "opera")


def story(lines: int = 400) -> Story:
    """The chat: the same each time."""
    chance = random.Random(7)
    told = Story()
    for line in range(lines):
        who, other = chance.sample(list(CALLED), 2)
        name = chance.choice([other, CALLED[other]])
        place, firm, thing = chance.choice(PLACES), chance.choice(FIRMS), chance.choice(THINGS)
        session = f"cli:{chance.randrange(5)}"
        statement, named = chance.choice(
            [
                (said(who, "lives_in", place), (place, "place")),
                (said(name, "lives_in", place, since="2024"), (place, "place")),
                (said(who, "works_at", firm), (firm, "org")),
                (said(who, "likes", thing), (name, "person")),
                (said(who, "dislikes", thing), (name, "person")),
                (said(who, "friend_of", name), (name, "person")),
                (said(name, "parent_of", who), (name, "person")),
            ]
        )
        told.tell(who, statement, names=[named], topics={thing: 0.5}, session=session, at=T0 + minutes(line // 3))
    return told


class Halting:
    """An extractor that stops at a batch, and never goes on."""

    name = "halting"
    layers: tuple[int, ...] = ()

    def __init__(self, told: Story, batch: int) -> None:
        self._extractor = told.extractor
        self._left = batch

    def extract(self, passages: list[Utterance]) -> Extraction:
        self._left -= 1
        if self._left == 0:
            sys.stdout.write("halted\n")
            sys.stdout.flush()
            sys.stdin.read()
        return self._extractor.extract(passages)


def digest(scope: str, batch: int, after: float = 0.0, halt: int = 0) -> int:
    """Digest a scope in batches, so many minutes after the start of the story; returns how many events were done."""
    told = story()
    extractor = Halting(told, halt) if halt else told.extractor
    settings = Settings().model_copy(update={"digest_bulk": batch})
    clock = FixedClock(T0 + minutes(1000 + after))
    with Memory.connect(
        scope, embedder=HashingEmbedder(), extractor=extractor, clock=clock, settings=settings
    ) as memory:
        return memory.digest().events


def events() -> list[Event]:
    return story().events


if __name__ == "__main__":
    digest(sys.argv[1], int(sys.argv[2]), halt=int(sys.argv[3]))
