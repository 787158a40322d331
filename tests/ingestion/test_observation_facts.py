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


CORRECTIONS = (
    ("ann", "I fly to Oslo on 12 May."),
    ("bob", "My gate code is 4471."),
    ("ann", "sorry, 13 May"),
    ("bob", "*4417"),
    ("ann", "no sorry, 14 May"),
)


@pytest.mark.parametrize("size", [1, 2, 500])
def test_a_correction_supersedes_what_its_author_wrote(watchful: Callable[..., Memory], size: int) -> None:
    memory = watchful(digest_bulk=size)
    log_lines(memory, CORRECTIONS)
    memory.digest()
    status = {fact.text: fact.status for fact in memory.facts.list(status=None)}
    assert status == {
        "Ann flies to Oslo on 12 May 2026.": "superseded",
        "Ann flies to Oslo on 13 May 2026.": "superseded",
        "Ann flies to Oslo on 14 May 2026.": "current",
        "Bob's gate code is 4471.": "superseded",
        "Bob's gate code is 4417.": "current",
        "It is not so that Ann flies to Oslo on 12 May 2026.": "current",
        "It is not so that Ann flies to Oslo on 13 May 2026.": "current",
    }


def test_erasing_a_correction_restores_what_it_corrected(watchful: Callable[..., Memory]) -> None:
    memory = watchful()
    log_lines(memory, CORRECTIONS)
    memory.digest()
    memory.forget(event="line-4")
    memory.forget(event="line-3")
    current = {fact.text for fact in memory.facts.list(status=None) if fact.status == "current" and fact.polarity}
    assert current == {"Ann flies to Oslo on 13 May 2026.", "Bob's gate code is 4471."}


def test_a_correction_of_an_answer_and_of_what_is_to_be_remembered(watchful: Callable[..., Memory]) -> None:
    memory = watchful()
    lines = (
        ("bob", "When is your flight?"),
        ("ann", "On Thursday."),
        ("ann", "sorry, Friday"),
        ("bob", "Remember that my locker is 212, no wait, 221."),
    )
    log_lines(memory, lines)
    memory.digest()
    current = {fact.text for fact in memory.facts.list(status=None) if fact.status == "current"}
    assert current == {"Ann's flight is on 6 March 2026.", "Bob's locker is 221."}


def test_an_event_that_is_corrected_is_denied(watchful: Callable[..., Memory]) -> None:
    memory = watchful()
    log_lines(memory, (("ann", "The agency sold my bike for 320 euros."), ("ann", "sorry, 300")))
    memory.digest()
    status = {fact.text: fact.status for fact in memory.facts.list(status=None) if fact.predicate == "sell"}
    assert status == {
        "The agency sold Ann's bike for 320 euros.": "superseded",
        "It is not so that the agency sold Ann's bike for 320 euros.": "current",
        "The agency sold Ann's bike for 300 euros.": "current",
    }


def test_a_correction_of_a_task_drops_the_old_one(watchful: Callable[..., Memory]) -> None:
    memory = watchful()
    log_lines(
        memory, (("ann", "remind me to pick up the cake at 3 tomorrow"), ("ann", "make that 2, they close early"))
    )
    memory.digest()
    assert {(task.text[:38], task.status) for task in memory.tasks.list(status=None)} == {
        ("Ann is to pick up the cake at 3 on 3 M", "dropped"),
        ("Ann is to pick up the cake at 2 on 3 M", "open"),
    }


def test_what_is_to_be_remembered_becomes_a_fact_of_high_worth(watchful: Callable[..., Memory]) -> None:
    memory = watchful()
    log_lines(memory, (("ann", "Can you note that my badge number is 4471? Please forget that I like tea."),))
    memory.digest()
    assert [(fact.text, fact.worth) for fact in memory.facts.list(status=None)] == [
        ("Ann's badge number is 4471.", 0.9)
    ]


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
