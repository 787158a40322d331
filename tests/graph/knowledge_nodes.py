"""A scope that knows something: things of every type, facts that follow each other, and every kind of correction."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kg import Event, Memory, Settings
from kg.graph import Graph
from kg.graph.scoped_graph import Turn
from kg.knowledge import Heard, Keyed, Speaker, Spoken, Vectors, write
from kg.language.hashing_embedder import HashingEmbedder
from kg.language.name_keys import entity_id, name_key
from kg.language.token_counting import ByteCounter
from kg.protocols import FixedClock, Mention, Statement
from tests.support import T0, minutes

SESSION = "cli:known"
WORKER = "known"
THINGS = {
    "person": "Rosa Quill",
    "org": "Acme",
    "place": "Lyon",
    "project": "Apollo",
    "tool": "Tractor",
    "concept": "rowing",
    "event": "Spring Fair",
    "product": "Walkman",
    "other": "Zork",
}
NOTHING: Mapping[str, Any] = {
    key: [] for key in ("entities", "facts", "relations", "topics", "links", "events", "standings", "owners")
}


def said(subject: str, predicate: str, thing: str, *, since: str | None = None, until: str | None = None) -> Statement:
    """A statement of the first ten characters."""
    return Statement(subject, predicate, thing, True, since, until, 0, 10, 0.8)


def know(memory: Memory, graph: Graph) -> None:
    """Log some events, say what they state, and correct it in every way that there is.

    Args:
        memory: what logs.
        graph: the handle that everything else goes through.
    """
    names = ("uma", "uma", "uma", "otto", "otto", "uma")
    memory.log(
        [
            Event(
                f"Word {place} of {name}.",
                id=f"k{place}",
                speaker=f"cli:{name}",
                session=SESSION,
                at=T0 + minutes(place),
            )
            for place, name in enumerate(names)
        ]
    )
    people = {name: memory.search(name, kinds=["person"])[0].id for name in ("uma", "otto")}
    graph.run("ingestion/claim", worker=WORKER, now=T0, lease_until=T0 + minutes(5), limit=100)
    vectors = Vectors(HashingEmbedder())

    def tell(place: int, *statements: Statement, mentions: Sequence[Mention] = (), keyed: Keyed | None = None) -> None:
        name = names[place]
        heard = Heard(
            event=f"k{place}",
            at=T0 + minutes(place),
            order=f"{place:09d} k{place}",
            session=SESSION,
            audience="shared",
            speaker=Speaker(people[name], name, f"cli:{name}"),
            statements=statements,
            mentions=mentions,
            topics={"rain": 0.5},
            keyed=keyed,
        )
        # The first two are digested as claimed events are, which come with their mentions.
        rows = [_row(heard.event)] if place < 2 else []
        write(graph, [heard], vectors=vectors, now=T0 + minutes(9), worker=WORKER, events=rows)

    things = [Mention(text, kind, 0, 10, 0.9) for kind, text in THINGS.items()]
    tell(0, said("uma", "uses", "Hammer"), said("uma", "uses", "Mallet"), mentions=things)
    mallet = Mention("Mallet", "tool", 0, 10, 0.9)
    tell(1, said("uma", "uses", "Mallet"), mentions=[mallet])
    tell(2, said("uma", "lives_in", "Porto", since="2025"))
    tell(5, said("uma", "likes", "clay soil"), keyed=Keyed("home", "garden", "soil"))
    tell(3, said("otto", "knows", "Bob Stone"), said("Bob Stone", "knows", "otto"), said("otto", "allergic_to", "nuts"))
    # Notes and ties of the one that goes are carried over when persons are made one.
    memory.people.note("cli:otto", "Has a boat.")
    memory.people.ensure("cli:ann")
    memory.social.connect("cli:otto", "cli:ann", "neighbour", context="next door")
    _correct(graph, people, _facts(graph), vectors)
    tell(5, said("uma", "lives_in", "Oslo"), said("uma", "works_at", "Acme", since="2024", until="2025"))
    facts = _facts(graph)
    graph.run("knowledge/supersede_fact", id=facts["Oslo"], older=facts["Porto"], now=T0)
    link = {"one": entity_id("oslo"), "other": entity_id("porto"), "confidence": 0.75, "how": "vector", "event": "k5"}
    graph.run("knowledge/write_batch", worker="", now=T0, **{**NOTHING, "links": [link]})
    _doubt(graph)
    memory.trust.mark("cli:uma", True, reason="helped", event="k0", by="cli:ivy")
    memory.trust.violation("cli:uma", "mild", reason="shouted")
    memory.trust.may_use("cli:uma", "exec")
    memory.trust.mute("cli:uma", reason="shouted")


def _doubt(graph: Graph) -> None:
    """What an owner says, what a stranger says against it, and what one says whose word does not count."""
    told = {"ivy": "Rome", "eve": "Siberia", "mal": "Atlantis"}
    owners = frozenset({"cli:ivy"})
    owned = Memory(graph, Settings(), FixedClock(T0), HashingEmbedder(), ByteCounter(), owners)
    owned.log(
        [Event(f"{place}, {who} says.", id=f"d-{who}", speaker=f"cli:{who}", session=SESSION, at=T0 + minutes(7))
         for who, place in told.items()]
    )  # fmt: skip
    graph.run("ingestion/claim", worker=WORKER, now=T0, lease_until=T0 + minutes(5), limit=100)
    for who, place in told.items():
        person = owned.people.get(f"cli:{who}").id
        heard = Heard(
            event=f"d-{who}", at=T0 + minutes(7), order=f"d-{who}", session=SESSION, audience="shared",
            speaker=Speaker(person, who, f"cli:{who}"), statements=[said("Ivo Flint", "lives_in", place)],
        )  # fmt: skip
        row = {**_row(heard.event), "passages": [{**_PART, "id": f"passage-{who}"}]}
        write(
            graph, [heard], vectors=Vectors(HashingEmbedder()), now=T0, worker=WORKER, events=[row],
            spoken=[Spoken(heard.event, person, heard.at)],
        )  # fmt: skip
    owned.trust.distrust("cli:mal", reason="a liar")
    owned.trust.rate("cli:ivy", "cli:eve", 0.5, reason="kind")
    owned.trust.restore(owned.trust.distrust("cli:eve", reason="mistaken"))
    owned.people.link_identity("cli:mal", "irc:mal", by="cli:ivy")
    owned.people.unnote(owned.people.note("cli:mal", "Has a cat."))
    owned.social.connect("cli:mal", "cli:eve", "friend")
    owned.social.disconnect("cli:mal", "cli:eve")


_PART = {"ordinal": 0, "text": "says", "start": 0, "end": 4, "terms": "s1", "vector": None, "states": None}


def _row(event: str) -> dict[str, Any]:
    row = {"id": event, "status": "complete", "error": None, "attempts": 0, "retry_at": None, "passages": []}
    return {**row, "vector": None, "states": None, "terms": None, "instructs": True, "mentions": [], "topics": []}


def _facts(graph: Graph) -> dict[str, str]:
    rows = graph.run("knowledge/facts", ["all"], limit=100)
    return {row["fact"]["object_text"]: row["fact"]["id"] for row in rows}


def _correct(graph: Graph, people: Mapping[str, str], facts: Mapping[str, str], vectors: Vectors) -> None:
    now = T0 + dt.timedelta(hours=1)
    hammer, mallet = entity_id("hammer"), entity_id("mallet")
    some = {kind: entity_id(name_key(text)) for kind, text in THINGS.items()}

    def merge(keep: str, absorb: str, receipt: str) -> Callable[[Turn], None]:
        def work(turn: Turn) -> None:
            turn.run("knowledge/lock_writers", now=now)
            turn.run(
                "knowledge/merge_entities", keep=keep, absorb=absorb, receipt=receipt, now=now, reason="the same", by="cli:uma",
                aliases=["other"], text="one, other",
            )  # fmt: skip

        return work

    graph.transact(merge(people["uma"], people["otto"], "merge-people"))
    graph.transact(merge(hammer, mallet, "merge-tools"))
    pairs = [{"keep": facts["Hammer"], "absorb": facts["Mallet"]}]
    graph.transact(lambda turn: turn.run("knowledge/merge_facts", pairs=pairs, receipt="merge-tools"))
    graph.transact(merge(some["org"], some["product"], "merge-undone"))
    graph.transact(lambda turn: turn.run("knowledge/unmerge_entities", receipt="merge-undone", now=now))
    graph.transact(
        lambda turn: turn.run(
            "knowledge/split_entity",
            id=some["place"],
            other=some["project"],
            events=["k0"],
            audit="split",
            reason="two",
            now=now,
        )
    )
    graph.run(
        "knowledge/rename_entity", id=some["place"], name="Elsewhere", key="elsewhere", terms="x", aliases=[THINGS["place"]],
        text="Elsewhere", vector=vectors.fact("Elsewhere")[0], audit="rename", before=THINGS["place"], now=now,
    )  # fmt: skip
    graph.run("knowledge/retract_fact", id=facts["clay soil"], now=now, reason="wrong", by="cli:uma", audit="retract")
