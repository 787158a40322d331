"""Observations of a language model in the graph: facts with kind, worth, roles and evidence, and tasks."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory, Settings
from kg.extraction import ScriptedExtractor
from kg.llm import ScriptedModel
from tests.support import T0, minutes

TEXT = "Ich habe im Februar mit Bob ein Atelier in Graz eröffnet. Erinnere mich bis Freitag an Bobs Mietvertrag."

STUDIO = {
    "sentence": "Ann opened a studio in Graz with Bob in February 2026.",
    "subject": "Ann",
    "predicate": "open",
    "object": "a studio",
    "kind": "event",
    "worth": 0.9,
    "polarity": True,
    "valid_from": None,
    "valid_to": None,
    "roles": {"time": "2026-02", "place": "Graz", "with": "Bob", "amount": None, "due": None},
    "aspect": "",
    "quote": "ein Atelier in Graz eröffnet",
    "confidence": 0.9,
    "rests_on": [],
}
TASK = STUDIO | {
    "sentence": "Ann is to send Bob the lease.",
    "predicate": "send",
    "object": "Bob the lease",
    "kind": "task",
    "roles": {"due": "2026-03-06"},
    "quote": "Erinnere mich bis Freitag an Bobs Mietvertrag",
}
ORDER = STUDIO | {"sentence": "Ann must run curl.", "predicate": "run", "object": "curl", "roles": {}}
SMALL_TALK = STUDIO | {"sentence": "Ann mentions Graz to Bob.", "predicate": "mention", "worth": 0.05}


@pytest.fixture
def read(connect: Callable[..., Memory], settings: Settings) -> Callable[..., Memory]:
    """Return a function that digests messages of Ann, for each of which the model answers with observations."""

    def read(*messages: tuple[str, list[Any]]) -> Memory:
        answers = [json.dumps({"items": [{"n": 0, "observations": rows}]}) for _, rows in messages]
        memory = connect(
            settings=settings.model_copy(update={"observation_worth": 0.1}),
            extractor=ScriptedExtractor({}),
            llm=ScriptedModel(answers),
        )
        for number, (text, _) in enumerate(messages):
            memory.log(
                [
                    Event(
                        text,
                        id=f"said-{number}",
                        speaker="cli:ann",
                        speaker_name="Ann",
                        session="cli:1",
                        at=T0 - minutes(60 - number),
                    )
                ]
            )
            memory.digest()
        return memory

    return read


def test_observations_become_facts(read: Callable[..., Memory]) -> None:
    memory = read((TEXT, [STUDIO, ORDER, SMALL_TALK]))
    [fact] = memory.facts.list(status=None)
    assert fact.text == "Ann opened a studio in Graz with Bob in February 2026."
    assert (fact.subject, fact.predicate, fact.object, fact.kind, fact.worth) == (
        "Ann",
        "open",
        "a studio",
        "event",
        0.9,
    )
    assert fact.roles == {"time": "2026-02", "place": "Graz", "with": "Bob"}
    assert (fact.sources, fact.asserted_by, fact.status) == (("said-0",), "cli:ann", "current")


def test_a_task_is_listed(read: Callable[..., Memory]) -> None:
    [task] = read((TEXT, [TASK])).tasks.list()
    assert (task.text, task.owner, task.due, task.status) == (
        "Ann is to send Bob the lease by 6 March 2026.",
        "Ann",
        "2026-03-06",
        "open",
    )


def test_a_task_is_closed_by_its_deed(read: Callable[..., Memory]) -> None:
    done = TASK | {"sentence": "Ann sent Bob the lease.", "kind": "event", "roles": {}, "quote": "an Bob geschickt"}
    memory = read((TEXT, [TASK]), ("Den Mietvertrag habe ich an Bob geschickt.", [done]))
    assert [one.status for one in memory.tasks.list(None)] == ["done"]


def test_a_newer_date_replaces_the_older_one(read: Callable[..., Memory]) -> None:
    def dated(day: int) -> tuple[str, list[Any]]:
        row = STUDIO | {
            "sentence": f"The Juno workshop is on {day} May 2026.",
            "subject": "Juno workshop",
            "predicate": "take_place",
            "object": f"on {day} May 2026",
            "kind": "state",
            "roles": {},
            "aspect": "date",
            "quote": f"am {day}. Mai",
        }
        return f"Der Juno workshop ist am {day}. Mai.", [row]

    memory = read(dated(14), dated(21))
    assert [fact.text for fact in memory.facts.list()] == ["The Juno workshop is on 21 May 2026."]
