"""Two hundred scripted turns with a memory over HTTP; afterwards the graph holds exactly what was said."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from mcp import ClientSession

from kg import Memory
from tests.agent.mcp_client import OWNER, connect_http, run_server, text_of

pytestmark = pytest.mark.slow

CITIES = ("Oslo", "Ghent", "Porto", "Bergen")
GUESTS = [f"Guest{place:02}" for place in range(40)]
SECTIONS = ("identity", "people", "preferences", "context", "scratch")


class ScriptedClient:
    """An MCP client that counts its calls and checks each answer."""

    def __init__(self, session: ClientSession) -> None:
        self.session = session
        self.call_count = 0

    async def ask(self, name: str, expected: str, /, **arguments: Any) -> str:
        self.call_count += 1
        answer = text_of(await self.session.call_tool(name, arguments))
        assert expected in answer, (name, arguments, answer)
        return answer


def city(place: int) -> str:
    """Return the city where a guest lives; every second guest moved once."""
    return CITIES[(place + (place % 2 == 0)) % 4]


async def converse(owners: str, strangers: str) -> int:
    async with connect_http(owners) as one, connect_http(strangers) as other:
        olga, eve = ScriptedClient(one), ScriptedClient(other)
        await check_facts(olga)
        await check_core_memory(olga)
        await check_stranger(olga, eve)
        for place in range(20):
            await olga.ask("search_memory", "found, confidence", query=f"Where does {GUESTS[place]} live?")
        for place in range(10):
            await olga.ask("update_person_note", "Noted about Eve", person="Eve", note=f"Asked {place} times.")
            await olga.ask("recall", "recalled", topic=f"rule number {place}")
            await olga.ask("memory_context", "## ", message=f"Who is {GUESTS[place]}?")
        return olga.call_count + eve.call_count


async def check_facts(olga: ScriptedClient) -> None:
    for place, guest in enumerate(GUESTS):
        await olga.ask("remember_fact", "Remembered", subject=guest, predicate="lives_in", object=CITIES[place % 4])
    for place, guest in enumerate(GUESTS):
        if place % 2 == 0:
            await olga.ask("remember_fact", city(place), subject=guest, predicate="lives_in", object=city(place))
    for place, guest in enumerate(GUESTS):
        answer = await olga.ask("get_entity", f"{guest} lives in {city(place)}", name=guest)
        assert all(other not in answer for other in CITIES if other != city(place))


async def check_core_memory(olga: ScriptedClient) -> None:
    ids = []
    for place in range(10):
        answer = await olga.ask("save_memory", "Saved", memory=f"Rule number {place}.", section=SECTIONS[place % 5])
        ids.append(answer.rpartition("[id:")[2].rstrip("]"))
    for name in ids[:5]:
        await olga.ask("edit_memory", "Changed", entry_id=name, importance=9)
    for place, name in enumerate(ids[5:]):
        await olga.ask("delete_memory", "long-term" if place else "permanently", entry_id=name, archive=place > 0)


async def check_stranger(olga: ScriptedClient, eve: ScriptedClient) -> None:
    for place in range(5):
        await eve.ask("forget", "Error: forget is restricted to the owner", what="everything", confirm=True)
        await eve.ask("mute_user", "Error: mute_user is restricted to the owner", user=OWNER, minutes=place + 1)
    for guest in GUESTS[:10]:
        await eve.ask("remember_fact", "as a claim", subject=guest, predicate="lives_in", object="Atlantis")
    await olga.ask("mute_user", "is muted for 30 minutes", user="Eve", minutes=30)
    for guest in GUESTS[:9]:
        await eve.ask("remember_fact", "Error: muted", subject=guest, predicate="likes", object="Eve")


def test_two_hundred_turns_store_exactly_what_was_said(connect: Callable[..., Memory]) -> None:
    memory = connect(owner=OWNER)
    memory.people.ensure("cli:eve", name="Eve")
    with run_server(memory) as owners, run_server(memory, speaker="cli:eve") as strangers:
        assert asyncio.run(converse(owners, strangers)) == 200
    lives = {fact.subject: fact.object for fact in memory.facts.list(limit=1_000)}
    assert lives == {guest: city(place) for place, guest in enumerate(GUESTS)}
    older = {fact.subject: fact.object for fact in memory.facts.list(status="superseded", limit=1_000)}
    assert older == {guest: CITIES[place % 4] for place, guest in enumerate(GUESTS) if place % 2 == 0}
    doubtful = [fact for status in ("claimed", "contested") for fact in memory.facts.list(status=status, limit=1_000)]
    assert {(fact.subject, fact.object, fact.asserted_by) for fact in doubtful} == {
        (guest, "Atlantis", "cli:eve") for guest in GUESTS[:10]
    }
    assert {entry.text: entry.importance for entry in memory.core.list()} == {f"Rule number {n}.": 9 for n in range(5)}
    assert {note.text for note in memory.longterm.list()} == {f"Rule number {n}." for n in range(6, 10)}
    assert set(memory.people.get("Eve").notes) == {f"Asked {n} times." for n in range(10)}
    assert not memory.trust.may_message("cli:eve", direct=False).allowed
    assert memory.trust.may_message(OWNER).allowed
    assert len(memory.history("system:facts", last=1_000)) == 40 + 20 + 10
