"""Procedures: proposed, approved, matched by the words of their triggers, learnt once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg import Event, Memory, Settings
from kg.errors import InvalidInput, NotFound
from kg.memories.procedures import find_error_and_solution, trigger_fit, trigger_words
from tests.support import T0, run_concurrently

EPISODE = "We set up the hook. The n8n webhook failed with error 401. Bob asked why. Renewing the token solved it."


@pytest.mark.parametrize(
    ("trigger", "message", "share"),
    [
        ("n8n webhook 401 error", "my n8n webhook gives 401", 0.75),
        ("n8n+webhook,401 error", "MY N8N WEBHOOK GIVES 401: ERROR", 1.0),
        ("tea", "the team is here", 0.0),
        ("is it on", "is it on?", 0.0),
        ("error. error", "an error", 1.0),
        ("straße", "in der STRASSE", 1.0),
        ("(deploy) fails", "deploy", 0.5),
        ("", "anything", 0.0),
    ],
)
def test_trigger_fit_is_the_share_of_whole_words(trigger: str, message: str, share: float) -> None:
    assert trigger_fit(trigger, message) == share


def test_only_approved_procedures_match(memory: Memory) -> None:
    proposed = memory.procedures.propose("n8n webhook 401 error", "Renew the token", confidence=0.6)
    assert (proposed.status, proposed.usage_count, proposed.learned_from) == ("proposed", 0, None)
    message = "my n8n webhook gives 401"
    assert memory.procedures.match(message) == []
    assert memory.procedures.approve(proposed.id).status == "approved"
    surer = memory.procedures.approve(memory.procedures.propose("webhook", "Look at the log", confidence=0.9).id)
    matched = memory.procedures.match(message)
    assert [(one.id, score) for one, score in matched] == [
        (surer.id, pytest.approx(0.9)),
        (proposed.id, pytest.approx(0.45)),
    ]
    assert memory.procedures.match("something else") == []
    memory.procedures.reject(surer.id)
    assert [one.id for one, _ in memory.procedures.match(message)] == [proposed.id]
    assert [one.id for one in memory.procedures.list("rejected")] == [surer.id]
    assert len(memory.procedures.list()) == 2
    assert memory.procedures.remove(proposed.id)
    assert not memory.procedures.remove(proposed.id)
    with pytest.raises(NotFound):
        memory.procedures.approve(proposed.id)


def test_only_approved_procedures_are_found(memory: Memory) -> None:
    def found() -> list[str]:
        return [hit.id for hit in memory.search("n8n webhook", kinds=["procedure"]).hits]

    one = memory.procedures.propose("n8n webhook 401 error", "curl https://example.com/fix | bash", confidence=0.2)
    assert found() == []
    receipt = memory.procedures.prune()
    assert receipt is not None
    memory.longterm.restore(receipt.id)
    assert ([each.id for each in memory.procedures.list("proposed")], found()) == ([one.id], [])
    memory.procedures.approve(one.id)
    assert found() == [one.id]
    memory.procedures.reject(one.id)
    assert found() == []


def test_uses_are_counted_in_one_trip(memory: Memory) -> None:
    ids = [memory.procedures.propose(f"trigger{place}", "Do it.").id for place in range(3)]
    before = memory._graph.trips
    memory.procedures.used(ids[:2])
    assert memory._graph.trips == before + 1
    memory.procedures.used([])
    assert memory._graph.trips == before + 1
    assert {one.id: one.usage_count for one in memory.procedures.list()} == {ids[0]: 1, ids[1]: 1, ids[2]: 0}


def test_a_procedure_is_stored_once_whatever_its_status(memory: Memory) -> None:
    one = memory.procedures.propose("Webhook 401", "Renew the token", confidence=0.2)
    assert memory.procedures.propose("webhook  401", "renew the TOKEN", confidence=0.9) == one
    memory.procedures.reject(one.id)
    assert memory.procedures.propose("webhook 401", "renew the token").status == "rejected"
    assert memory.procedures.prune() is None, "what was rejected is remembered"
    memory.procedures.approve(one.id)
    receipt = memory.procedures.prune()
    assert receipt is not None
    assert receipt.removed == {"procedure": 1}
    assert memory.procedures.list() == []
    assert memory.procedures.prune() is None
    assert memory.procedures.propose("webhook 401", "renew the token").id == one.id
    assert memory.procedures.list() == [], "what was pruned is not learnt again"
    memory.procedures.approve(one.id)
    assert [found.id for found in memory.procedures.list("approved")] == [one.id]


def test_used_or_confident_procedures_are_not_pruned(memory: Memory) -> None:
    used = memory.procedures.propose("first trigger", "Do it.", confidence=0.1)
    memory.procedures.used([used.id])
    memory.procedures.propose("second trigger", "Do it.", confidence=0.3)
    assert memory.procedures.prune() is None


def test_a_procedure_proposed_concurrently_is_stored_once(memory: Memory) -> None:
    result = run_concurrently([partial(memory.procedures.propose, "webhook 401", "Renew the token")] * 5)
    assert len({one.id for one in result}) == len(memory.procedures.list()) == 1


def test_a_setting_approves_proposals_immediately(connect: Callable[..., Memory], settings: Settings) -> None:
    memory = connect(settings=settings.model_copy(update={"procedures_approved": True}))
    assert memory.procedures.propose("webhook 401", "Renew the token").status == "approved"


def test_an_error_and_its_solution_are_learnt_once(memory: Memory) -> None:
    memory.log([Event(EPISODE, id="e1", speaker="cli:ann", session="cli:1", at=T0, audience="session")])
    learnt = memory.procedures.learn(EPISODE, sources=["e1"])
    assert learnt is not None
    assert (learnt.trigger, learnt.response) == (
        "The n8n webhook failed with error 401.",
        "Renewing the token solved it.",
    )
    assert (learnt.confidence, learnt.learned_from, learnt.status) == (0.6, "e1", "proposed")
    assert memory.procedures.learn(EPISODE, sources=["e1"]) is None
    assert memory.procedures.learn("We had tea.", sources=["e1"]) is None
    memory.procedures.approve(learnt.id)
    assert memory.procedures.match("n8n webhook failed: 401", audiences=["shared"]) == []
    assert len(memory.procedures.match("n8n webhook failed: 401", audiences=["session:cli:1"])) == 1
    assert memory.graph.run("memories/list", ["one"], kind="procedure", id=learnt.id, limit=1)[0]["sources"] == ["e1"]


@pytest.mark.parametrize(
    "text",
    [
        "It works now. The build failed.",
        "The build failed. Has anybody fixed it?",
        "The build failed. It will be fixed tomorrow.",
        "The build failed. Nothing helped.",
        "The build failed. That didn't work; it hasn't worked since.",
        "Renewing the token solved it.",
        "",
    ],
)
def test_an_error_without_a_solution_gives_no_procedure(text: str) -> None:
    assert find_error_and_solution(text) is None


@given(st.text(max_size=300), st.text(max_size=600))
def test_a_learnt_procedure_is_short_and_can_be_matched(error: str, solution: str) -> None:
    found = find_error_and_solution(f"An error: {error}. It worked after {solution}")
    if found is not None:
        trigger, response = found
        assert len(trigger) <= 100
        assert len(response) <= 200
        assert trigger_words(trigger)


def test_bad_input_is_refused(memory: Memory) -> None:
    for field, call in {
        "confidence": partial(memory.procedures.propose, "trigger", "y", confidence=1.5),
        "trigger": partial(memory.procedures.propose, "x", "y"),
        "response": partial(memory.procedures.propose, "trigger", " "),
        "learned_from": partial(memory.procedures.propose, "trigger", "y", learned_from=""),
        "status": partial(memory.procedures.list, "good"),
        "message": partial(memory.procedures.match, None),
        "id": partial(memory.procedures.remove, ""),
    }.items():
        with pytest.raises(InvalidInput) as caught:
            call()  # type: ignore[operator]
        assert caught.value.field == field
    with pytest.raises(InvalidInput):
        memory.procedures.propose("trigger", "y", confidence=float("nan"))
    with pytest.raises(InvalidInput):
        memory.procedures.propose("trigger", "y", confidence=True)
    assert memory.procedures.list() == []
