"""States end with the deeds that end them, whatever the order of digestion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from kg import Memory
from kg.knowledge import DENIAL
from kg.knowledge.state_endings import (
    find_compared_words,
    find_ended_predicates,
    find_ending_predicates,
    is_own_state,
    is_own_thing,
    is_state,
    may_replace_tool,
    name_ended_thing,
    parts_with_thing,
)
from kg.protocols import ExtractedStatement
from tests.knowledge.builders import ScriptedChat, digest_in_order, make_statement

Connect = Callable[..., Memory]
Look = Callable[..., list[Any]]


@pytest.mark.parametrize(
    ("deed", "thing", "state", "held", "expected"),
    [
        ("stop", "the tablets", "take", "the tablets", ("the tablets", "the tablets")),
        ("stop", "taking the tablets", "take", "the tablets", ("the tablets", "the tablets")),
        ("stop", "taking the tablets", "be", "on the tablets", ("the tablets", "the tablets")),
        ("stop", "taking iron", "take", "iron tablets", ("iron", "iron")),
        ("stop", "taking ramipril", "take", "5 mg ramipril", ("ramipril", "ramipril")),
        ("quit", "going to yoga", "go_to", "yoga", ("to yoga", "yoga")),
        ("sell", "the Golf", "drive", "a Golf", ("the Golf", "a Golf")),
        ("finish", "the refund", "want", "a refund", ("the refund", "a refund")),
        ("upgrade", "to Postgres 17", "use", "Postgres 16", ("Postgres ", "Postgres ")),
        ("stop", "using pip", "uses", "pip", ("pip", "pip")),
        ("switch_to", "helix", "uses", "vim", ("vim", "vim")),
        ("migrate", "to svelte", "use", "react", ("react", "react")),
        ("choose", "postgres", "be", "on sqlite", ("on sqlite", "on sqlite")),
        ("switch_from", "Meyer to Brandt for flour", "buy", "their flour from Meyer", ("their flour from Meyer",) * 2),
        ("move", "from slack to teams", "uses", "slack", ("slack", "slack")),
        ("replace", "redis with valkey", "uses", "redis", ("redis", "redis")),
        ("switch_from", "Jenkins to CircleCI", "use", "Jenkins for the builds", ("Jenkins for the builds",) * 2),
        ("leave", "heroku for fly.io", "host_on", "Heroku", ("Heroku", "Heroku")),
        ("start", "eating meat again", "diet", "vegetarian", ("vegetarian", "vegetarian")),
        ("go", "back to the office", "work_from", "home", ("home", "home")),
        # Another verb, no state of having, a profession, the same version.
        ("stop", "selling the tablets", "take", "the tablets", None),
        ("stop", "the Golf", "drive", "the Golf", None),
        ("stop", "a chef", "be", "a chef", None),
        ("upgrade", "to Postgres 17", "use", "Postgres 17", None),
        ("upgrade", "to Postgres", "use", "Postgres 16", None),
        ("buy", "the Golf", "drive", "the Golf", None),
        # Another kind, the same tool, more than a tool, another seller, what is eaten in any diet, and no way back.
        ("switch_to", "the other room", "uses", "vim", None),
        ("switch_to", "redis", "uses", "sqlite", None),
        ("switch_to", "Neovim", "uses", "nvim", None),
        ("switch_to", "helix", "use", "vim on the server", None),
        ("switch_from", "Tesco to Aldi", "buy", "their flour from Meyer", None),
        ("switch_from", "flour to oats", "buy", "their flour from Meyer", None),
        ("move", "from Leeds to York", "uses", "slack", None),
        ("move", "the desk from slack to teams", "uses", "slack", None),
        ("replace", "the filter", "uses", "filter", None),
        ("drop", "the kids for school", "uses", "chrome", None),
        ("start", "eating fruit again", "diet", "vegetarian", None),
        ("start", "eating meat", "diet", "vegetarian", None),
        ("go", "to the office", "work_from", "home", None),
        ("go", "back to the office", "be", "a chef", None),
    ],
)
def test_a_deed_ends_states_of_its_thing(
    deed: str, thing: str, state: str, held: str, expected: tuple[str, str] | None
) -> None:
    assert name_ended_thing(deed, thing, state, held) == expected


def test_predicates_are_found_from_either_side() -> None:
    assert find_ended_predicates("stop", "running to work") >= {"run", "run_to"}
    # What was planned is bought.
    assert {"want", "plans"} <= find_ended_predicates("buy", "a car")
    assert "have" not in find_ended_predicates("see", "a car")
    assert "sell" in find_ending_predicates("drive")
    assert "sell" not in find_ending_predicates("take")
    assert "switch_to" in find_ending_predicates("uses", "vim")
    assert "switch_from" not in find_ending_predicates("buy", "a desk")
    assert "switch_from" in find_ending_predicates("buy", "flour from Meyer")
    assert "go" not in find_ending_predicates("be", "a chef")
    assert "go" in find_ending_predicates("be", "on holiday")
    assert "sell" in find_ending_predicates("be", "a Golf")
    assert "be" not in find_ended_predicates("go", "to the shops")
    assert "have" not in find_ended_predicates("drop", "the kids")
    assert is_state("state", polarity=True)
    assert is_state("", polarity=True, predicate="uses")
    assert not is_state("", polarity=True, predicate="likes")
    assert not is_state("state", polarity=False)
    assert not is_state("event", polarity=True)


def test_other_words_that_name_what_ends() -> None:
    assert "vim" in find_compared_words("switch_to", "helix")
    assert "vegetarian" in find_compared_words("start", "eating meat again")
    assert find_compared_words("diet", "vegan") == {"eating"}
    assert "home" in find_compared_words("go", "back to work")
    assert find_compared_words("be", "on holiday") == {"back to"}
    assert find_compared_words("buy", "helix") == frozenset()


def test_the_states_and_deeds_of_relatives_are_theirs() -> None:
    assert is_own_state("{s} sold the car", "the car")
    assert is_own_state("For time tracking {s} uses Toggl")
    assert not is_own_state("For time tracking {s}'s sister uses Toggl")
    assert not is_own_state("{s}'s sister sold the car", "the car")
    assert not is_own_state("{s} sold his car", "his car")
    assert not is_own_state("The car is sold", "the car")
    assert is_own_thing("The trip is cancelled")
    assert is_own_thing("Easter at their parents' is off")
    assert not is_own_thing("{s} sold the car")
    assert not is_own_thing("Tom's trip is cancelled")
    assert may_replace_tool("replace", "Tests run with unittest")
    assert not may_replace_tool("replace", "Tom's tests run with unittest")
    assert not may_replace_tool("sell", "Tests run with unittest")
    assert parts_with_thing("sell", "{s}'s car is a Golf")
    assert not parts_with_thing("sell", "{s}'s car is old")
    assert not parts_with_thing("buy", "{s}'s car is a Golf")


def make_state(obj: str = "the tablets", owner: str = "Ann") -> ExtractedStatement:
    return make_statement(owner, "take", obj, template="{s} takes {o}", kind="state")


def make_stop(
    obj: str = "the tablets", owner: str = "Ann", *, negated: bool = False, template: str = ""
) -> ExtractedStatement:
    template = template or ("{s} did not stop " + obj if negated else "{s} stopped " + obj)
    return make_statement(owner, "stop", obj, template=template, kind="event", negated=negated)


@pytest.mark.parametrize(
    ("statement", "status"),
    [
        (make_stop(), "superseded"),
        (make_stop("taking the tablets"), "superseded"),
        (make_stop("the other tablets"), "current"),
        (make_stop(negated=True), "current"),
        (make_stop(owner="Bob"), "current"),
        (make_stop(template="{s}'s sister stopped the tablets"), "current"),
    ],
)
def test_a_state_ends_with_its_deed(connect: Connect, statement: ExtractedStatement, status: str) -> None:
    chat = ScriptedChat()
    chat.add_message("Ann", make_state())
    chat.add_message(statement.subject, statement)
    memory = connect(extractor=chat.extractor)
    for event in chat.events:
        # One message at a time, so that the state is read from the database.
        memory.log([event])
        memory.digest()
    [state] = [fact for fact in memory.facts.list(status=None) if fact.kind == "state"]
    assert (state.status, state.valid_to) == (status, chat.events[1].at if status == "superseded" else None)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize(
    ("state", "deed", "status"),
    [
        (("uses", "vim"), ("switch_to", "helix"), "superseded"),
        (("diet", "vegetarian"), ("start", "eating meat again"), "superseded"),
        (("uses", "vim"), ("switch_to", "redis"), "current"),
        (("diet", "vegetarian"), ("start", "eating fruit again"), "current"),
    ],
)
def test_a_closed_state_ends_with_a_deed(
    connect: Connect, look: Look, state: tuple[str, str], deed: tuple[str, str], status: str, order: Sequence[int]
) -> None:
    chat = ScriptedChat()
    chat.add_message("Ann", make_statement("Ann", *state))
    chat.add_message("Ann", make_statement("Ann", *deed, template="{s} did {o}", kind="event"))
    memory = connect(extractor=chat.extractor)
    digest_in_order(memory, chat, look, order)
    [fact] = [each for each in memory.facts.list(status=None) if each.predicate == state[0]]
    assert fact.status == status


def test_a_wish_ends_with_the_denial_of_its_plan(connect: Connect) -> None:
    chat = ScriptedChat()
    chat.add_message("Ann", make_statement("Ann", "want", "a refund", template="{s} wants {o}", kind="state"))
    template = f"{DENIAL}{{s}} is to do the refund"
    chat.add_message("Ann", make_statement("Ann", "finish", "the refund", template=template, kind="plan", negated=True))
    memory = connect(extractor=chat.extractor)
    memory.log(chat.events)
    memory.digest()
    [wish] = [fact for fact in memory.facts.list(status=None) if fact.kind == "state"]
    assert (wish.status, wish.valid_to) == ("superseded", chat.events[1].at)


def test_what_others_say_ends_no_state_that_a_person_states_of_themselves(connect: Connect) -> None:
    chat = ScriptedChat()
    chat.add_message("Ann", make_state())
    chat.add_message("Bob", make_stop())
    memory = connect(extractor=chat.extractor)
    memory.log(chat.events)
    memory.digest()
    [state] = [fact for fact in memory.facts.list(status=None) if fact.kind == "state"]
    assert state.status == "current"


def test_a_state_that_is_stated_again_holds_again(connect: Connect) -> None:
    chat = ScriptedChat()
    for statement in (make_state(), make_stop(), make_state()):
        chat.add_message("Ann", statement)
    memory = connect(extractor=chat.extractor)
    memory.log(chat.events)
    memory.digest()
    [state] = [fact for fact in memory.facts.list(status=None) if fact.kind == "state"]
    assert (state.status, state.valid_to) == ("current", None)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0), (2, 0, 1)])
def test_the_order_of_digestion_does_not_matter(connect: Connect, look: Look, order: Sequence[int]) -> None:
    chat = ScriptedChat()
    chat.add_message("Ann", make_state())
    chat.add_message("Ann", make_state("vitamins"))
    chat.add_message("Ann", make_stop())
    memory = connect(extractor=chat.extractor)
    digest_in_order(memory, chat, look, order)
    states = {fact.object: fact.status for fact in memory.facts.list(status=None) if fact.kind == "state"}
    assert states == {"the tablets": "superseded", "vitamins": "current"}
