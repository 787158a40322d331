"""Observations in the graph: facts with open predicates, with kind, worth and roles."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg import Event, Memory, Settings
from kg.errors import InvalidInput
from kg.types import Fact
from tests.support import T0, minutes

LINES = (
    ("ann", "I finally quit the bank and opened a pottery studio in Graz last month!"),
    ("bob", "Congratulations! How is it going?"),
    ("ann", "My brother Jonas broke his arm in Lisbon on Friday."),
    ("bob", "I live in Ghent."),
    ("bob", "We booked the ferry to Oslo for 420 euros."),
    ("ann", "If I were rich I would buy a kiln."),
)


@pytest.fixture
def watchful(connect: Callable[..., Memory], settings: Settings) -> Callable[..., Memory]:
    """Return a function that builds memories that store observations."""

    def watchful(name: str | None = None, digest_bulk: int = 200, **options: Any) -> Memory:
        changed = settings.model_copy(update={"observation_worth": 0.1, "digest_bulk": digest_bulk})
        return connect(*([name] if name else []), settings=changed, **options)

    return watchful


def log_lines(memory: Memory, lines: tuple[tuple[str, str], ...] = LINES) -> list[str]:
    return memory.log(
        [
            Event(
                text,
                id=f"line-{number}",
                speaker=f"cli:{speaker}",
                speaker_name=speaker.title(),
                session="cli:1",
                at=T0 - minutes(60 - number),
            )
            for number, (speaker, text) in enumerate(lines)
        ]
    )


def texts(memory: Memory, **options: Any) -> set[str]:
    return {fact.text for fact in memory.facts.list(**options)}


def find(memory: Memory, text: str) -> Fact:
    return next(fact for fact in memory.facts.list(status=None) if text in fact.text)


def test_clauses_become_facts_in_the_third_person(watchful: Callable[..., Memory]) -> None:
    memory = watchful()
    log_lines(memory)
    memory.digest()
    studio = find(memory, "pottery studio")
    assert studio.text == "Ann opened a pottery studio in Graz in February 2026."
    assert (studio.subject, studio.predicate, studio.kind, studio.polarity) == ("Ann", "open", "event", True)
    assert studio.roles == {"time": "2026-02", "place": "Graz"}
    assert 0.1 <= studio.worth < 1
    assert (studio.sources, studio.asserted_by, studio.status) == (("line-0",), "cli:ann", "current")
    assert find(memory, "ferry").roles["amount"] == "420 euros"
    assert "Bob lives in Ghent." in texts(memory, predicate="lives_in")
    assert not [text for text in texts(memory, status=None) if "rich" in text or "How is it" in text]


def test_facts_are_listed_by_kind_and_worth(watchful: Callable[..., Memory]) -> None:
    memory = watchful()
    log_lines(memory)
    memory.digest()
    assert "Bob lives in Ghent." in texts(memory, kind="state")
    assert {fact.kind for fact in memory.facts.list(kind="event")} == {"event"}
    assert "Bob lives in Ghent." in texts(memory, min_worth=1), "facts of closed predicates have worth 1"
    assert texts(memory, min_worth=1).isdisjoint({find(memory, "pottery").text})
    with pytest.raises(InvalidInput, match="kind"):
        memory.facts.list(kind="rumour")
    with pytest.raises(InvalidInput, match="min_worth"):
        memory.facts.list(min_worth=7)


def test_a_least_worth_of_one_stores_none(connect: Callable[..., Memory], settings: Settings) -> None:
    memory = connect(settings=settings.model_copy(update={"observation_worth": 1.0}))
    log_lines(memory)
    memory.digest()
    assert all(fact.worth == 1 for fact in memory.facts.list(status=None))


def test_a_repeated_observation_is_further_evidence(watchful: Callable[..., Memory]) -> None:
    memory = watchful()
    log_lines(memory, (("ann", "I teach pottery to kids."), ("ann", "I teach pottery to kids.")))
    memory.digest()
    assert find(memory, "teaches pottery").sources == ("line-0", "line-1")


def test_a_denial_supersedes_the_observation(watchful: Callable[..., Memory]) -> None:
    memory = watchful()
    log_lines(memory, (("ann", "I teach pottery to kids."), ("ann", "I don't teach pottery to kids.")))
    memory.digest()
    taught = {fact.polarity: fact.status for fact in memory.facts.list(status=None) if fact.predicate == "teach"}
    assert taught == {True: "superseded", False: "current"}


@pytest.mark.slow
@pytest.mark.parametrize("size", [1, 2, 500])
def test_batches_of_any_size_store_the_same(watchful: Callable[..., Memory], scope: str, size: int) -> None:
    memory, whole = watchful(digest_bulk=size), watchful(f"{scope}-whole")
    for one in (memory, whole):
        log_lines(one)
        one.digest()
    keys = [
        sorted(
            (fact.id, fact.text, fact.status, fact.kind, fact.worth, fact.sources)
            for fact in one.facts.list(status=None)
        )
        for one in (memory, whole)
    ]
    assert keys[0] == keys[1]


def test_a_renamed_subject_changes_the_sentence(watchful: Callable[..., Memory]) -> None:
    memory = watchful()
    log_lines(memory)
    memory.digest()
    memory.entities.rename("Ann", "Annika")
    memory.forget(event="line-1")
    assert find(memory, "pottery").subject == "Annika"


def test_erasing_the_message_erases_the_observation(watchful: Callable[..., Memory]) -> None:
    memory = watchful()
    log_lines(memory)
    memory.digest()
    memory.forget(event="line-0")
    assert not [text for text in texts(memory, status=None) if "pottery" in text]


@pytest.mark.slow
def test_an_export_keeps_kind_worth_and_roles(watchful: Callable[..., Memory], scope: str, tmp_path: Path) -> None:
    memory = watchful()
    log_lines(memory)
    memory.digest()
    before = find(memory, "pottery")
    memory.export(tmp_path / "graph.jsonl")
    other = watchful(f"{scope}-other")
    other.import_files([tmp_path / "graph.jsonl"])
    after = find(other, "pottery")
    assert (after.text, after.kind, after.worth, after.roles) == (before.text, before.kind, before.worth, before.roles)
