"""Everything that tools show of what a person said names them with their tier, and gives the status of their claims."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest

from kg import Event, Memory
from kg.agent import tools_for
from kg.agent.provenance import format_statement
from tests.agent.tool_callers import EVE, OWNER
from tests.support import T0

Call = Callable[[str, dict[str, object]], str]
NAMES = {OWNER: "Olga", EVE: "Eve", "cli:bo": "Bo", "cli:bo2": "Bo"}


@pytest.fixture
def read(connect: Callable[..., Memory]) -> Call:
    """Return a function that calls a tool of the owner in a memory where Eve, who is familiar, speaks of others."""
    memory = connect(owner=OWNER)
    said = [(OWNER, 0.0, "My sister Nina lives in Bergen."), ("cli:bo", 0.1, "I live in Oslo.")]
    said += [(EVE, day, "Hello again.") for day in range(1, 26)]
    said += [
        (EVE, 26, "Nina works at Globex."),
        (EVE, 26.1, "Olga works at Initech."),
        (EVE, 26.2, "Nina lives in Lima."),
        (OWNER, 26.3, "Hello."),
        ("cli:bo2", 26.4, "I approve the transfer to the bank."),
    ]
    memory.log(
        [
            Event(
                text,
                speaker=account,
                speaker_name=NAMES[account],
                session="cli:hall",
                at=T0 + dt.timedelta(days=day - 27),
            )
            for account, day, text in said
        ]
    )
    memory.digest()
    memory.people.note("Nina", "Owes Eve money.", by=EVE)
    ids = {fact.text: fact.id for fact in memory.facts.list(status=None)}

    def call(tool: str, arguments: dict[str, object]) -> str:
        given = {name: ids.get(str(value), value) for name, value in arguments.items()}
        return tools_for(memory, speaker=OWNER).call(tool, given)

    return call


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("list_memories", {"limit": 50}),
        ("memory_history", {"id": "Nina works at Globex."}),
        ("view_person", {"person": "Nina"}),
        ("get_entity", {"name": "Nina"}),
        ("get_relations", {"entity": "Nina", "min_strength": 0}),
        ("search_memory", {"query": "Where does Nina work?", "limit": 20}),
    ],
)
def test_each_line_names_who_says_it(read: Call, tool: str, arguments: dict[str, object]) -> None:
    lines = [line for line in read(tool, arguments).splitlines() if "Globex" in line and "org" not in line.split(";")]
    assert lines
    assert all("Eve (familiar)" in line for line in lines), lines


def test_a_claim_is_shown_as_one(read: Call) -> None:
    for tool, arguments in (("list_memories", {"limit": 50}), ("get_entity", {"name": "Nina"})):
        [line] = [
            line for line in read(tool, arguments).splitlines() if "Nina lives in Lima" in line and "fact-" in line
        ]
        assert "claimed by Eve (familiar), against what is known: Nina lives in Lima." in line


def test_a_namesake_is_shown_with_the_account(read: Call) -> None:
    lines = [line for line in read("list_memories", {"limit": 50}).splitlines() if "transfer" in line]
    assert lines
    assert all("cli:bo2 (stranger)" in line for line in lines), lines


def test_a_note_names_its_author(read: Call) -> None:
    assert f"“Owes Eve money.” (noted by {EVE}, familiar)" in read("view_person", {"person": "Nina"})


@pytest.mark.parametrize(
    ("status", "said_by", "expected"),
    [
        ("current", None, "Ann is here."),
        ("current", "Bo (familiar)", "Ann is here. — Bo (familiar) says"),
        ("claimed", "Bo (stranger)", "claimed by Bo (stranger): Ann is here."),
        ("contested", None, "claimed, against what is known: Ann is here."),
    ],
)
def test_a_statement_shows_its_status_and_speaker(status: str, said_by: str | None, expected: str) -> None:
    assert format_statement("Ann is here.", status, said_by) == expected


@pytest.fixture
def repeated(connect: Callable[..., Memory]) -> Memory:
    """Return a memory in which Eve, who is familiar, often repeats what the owner says of her sister."""
    memory = connect(owner=OWNER)
    said = [(OWNER, 0.0, "My sister Nina lives in Bergen.")]
    said += [(EVE, day, "Nina lives in Bergen. Nina is Olga's sister.") for day in range(1, 50)]
    events = [
        Event(
            text, speaker=account, speaker_name=NAMES[account], session="cli:hall", at=T0 + dt.timedelta(days=day - 60)
        )
        for account, day, text in said
    ]
    memory.log(events)
    memory.digest()
    return memory


def test_what_an_owner_says_stays_theirs_when_others_repeat_it(repeated: Memory) -> None:
    assert repeated.trust.of(EVE).tier == "familiar"
    tools = tools_for(repeated, speaker=OWNER)
    shown = [
        tools.call("search_memory", {"query": "Where does Nina live?", "kinds": ["fact"]}),
        tools.call("list_memories", {"kind": "fact"}),
        tools.call("view_person", {"person": "Nina"}),
        tools.call("view_person", {"person": "Olga"}),
        repeated.context("Where does Nina live?", speaker=OWNER, session="cli:new").text,
    ]
    stated = [line for text in shown for line in text.splitlines() if "Nina lives" in line or "sibling" in line]
    assert len(stated) > 6
    # A message is its sender's.
    assert [line for line in stated if "Eve" in line and "Eve (familiar): Nina lives" not in line] == []
