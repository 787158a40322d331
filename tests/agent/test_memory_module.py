"""The memory as a module: display names, audiences of sessions, gates, budget, and the agent's own name."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Memory
from kg.agent import MemoryModule
from kg.errors import InvalidInput, Refused
from kg.protocols import FixedClock
from tests.support import seconds

OWNER = "discord:1"
PRIYA, RAJ = "discord:7", "discord:8"
DM, ROOM = "discord:dm-7", "discord:general"
SECRET = "I am pregnant and my salary is 71000."


@pytest.fixture
def memory(connect: Callable[..., Memory]) -> Memory:
    return connect(owner=OWNER)


@pytest.fixture
def module(memory: Memory) -> MemoryModule:
    """A module with a secret in a direct message, and a room in which three have spoken."""
    module = MemoryModule(memory)
    module.on_message("Welcome, all.", speaker=OWNER, session=ROOM, speaker_name="Dana")
    module.on_message("Hello.", speaker=RAJ, session=ROOM, speaker_name="Raj")
    module.on_message("Hi.", speaker=PRIYA, session=ROOM, speaker_name="Priya")
    module.on_message(SECRET, speaker=PRIYA, session=DM, audience="person")
    reply = "I keep it.<memory>Priya is pregnant.</memory><user>Earns 71000.</user><chat-context>About 71000.</chat-context>"
    assert module.on_message(reply, role="assistant", speaker=PRIYA, session=DM) == "I keep it."
    memory.digest()
    return module


@pytest.mark.slow
@pytest.mark.parametrize("speaker", [RAJ, PRIYA, OWNER])
@pytest.mark.parametrize(
    "question", ["What did Priya tell you?", "How much is the salary of Priya? 71000?", "pregnant"]
)
def test_a_direct_message_reaches_no_room(module: MemoryModule, speaker: str, question: str) -> None:
    block = module.context_block(question, speaker=speaker, session=ROOM)
    assert "71000" not in block
    assert "pregnant" not in block
    module.set_sender(speaker, session=ROOM)
    tools = module.tools()
    assert tools is not None
    for name, arguments in (
        ("search_memory", {"query": question}),
        ("memory_context", {"message": question}),
        ("get_entity", {"name": "Priya"}),
        ("view_person", {"person": PRIYA}),
        ("recall", {"topic": "Priya"}),
        ("list_memories", {}),
        ("list_people", {}),
        ("query_graph", {"name": "newest_events"}),
    ):
        answer = tools.call(name, arguments).replace(question, "")
        assert "71000" not in answer, name
        assert "pregnant" not in answer, name


def test_a_direct_message_is_known_in_it_and_to_the_owner_alone(module: MemoryModule, memory: Memory) -> None:
    own = module.context_block("What did I tell you?", speaker=PRIYA, session=DM, budget=800)
    assert "71000" in own
    assert "Priya" in own
    assert memory.tokens.count(own) <= 800
    owners = module.context_block("What is the salary of Priya?", speaker=OWNER, session="cli:desk")
    assert "71000" in owners, "an owner who is alone sees all"


def test_what_tools_write_in_a_direct_message_stays_there(module: MemoryModule) -> None:
    module.set_sender(PRIYA, session=DM)
    tools = module.tools()
    assert tools is not None
    tools.call("add_memory", {"text": "My son is called Zeno."})
    tools.call("remember_fact", {"subject": "I", "predicate": "likes", "object": "marzipan"})
    block = module.context_block("Who is Zeno, and who likes marzipan?", speaker=RAJ, session=ROOM)
    assert "called Zeno" not in block
    assert "likes marzipan" not in block


def test_the_display_name_is_shown(module: MemoryModule) -> None:
    assert "Raj" in module.context_block("Hello", speaker=RAJ, session=ROOM)
    assert "discord:8: " not in module.context_block("Hello", speaker=OWNER, session=ROOM)


def test_a_muted_person_is_refused_and_nothing_is_logged(module: MemoryModule, memory: Memory) -> None:
    memory.trust.mute(RAJ, 5)
    for send in (module.on_message, module.before):
        with pytest.raises(Refused, match="muted"):
            send("Let me in.", speaker=RAJ, session=ROOM)
    assert len(memory.history(ROOM)) == 3


def test_too_many_messages_are_refused(memory: Memory, clock: FixedClock) -> None:
    module = MemoryModule(memory)
    for number in range(10):
        module.on_message(f"Line {number}.", speaker=RAJ, session=ROOM)
        clock.forward(seconds(1))
    with pytest.raises(Refused, match="more than 10 messages"):
        module.on_message("One more.", speaker=RAJ, session=ROOM)
    for number in range(12):
        module.on_message(f"Line {number}.", speaker=OWNER, session=ROOM)


def test_direct_messages_of_strangers_can_be_refused(memory: Memory) -> None:
    module = MemoryModule(memory, direct_messages="familiar")
    with pytest.raises(Refused, match="direct messages are for familiar"):
        module.on_message("Psst.", speaker=RAJ, session="discord:dm-8", audience="person")
    module.on_message("Hello.", speaker=RAJ, session=ROOM)


def test_before_and_after_are_a_whole_turn(memory: Memory) -> None:
    module = MemoryModule(memory, budget=1_500, profile="compact")
    assert "quay" not in module.before(
        "I live in Oslo, near the quay.", speaker=RAJ, session="discord:dm-8", speaker_name="Raj"
    )
    assert (
        module.after("Noted. <memory>Raj lives near the quay.</memory>", speaker=RAJ, session="discord:dm-8")
        == "Noted."
    )
    assert memory.queue()["pending"] == 0
    context = module.before("Where do I live?", speaker=RAJ, session="discord:dm-8")
    assert "Oslo" in context
    assert memory.tokens.count(context) <= 1_500
    with pytest.raises(InvalidInput, match="profile"):
        module.context_block("x", profile="huge")


def test_the_agent_acts_in_its_own_name(module: MemoryModule, memory: Memory) -> None:
    module.set_sender(RAJ, session=ROOM)
    tools = module.tools()
    assert tools is not None
    assert tools.call("update_person_note", {"person": "Priya", "note": "Likes boats."}).startswith("Noted")
    assert tools.call("forget", {"what": "everything", "confirm": True}).startswith("Error: ")
    assert [event.tool for event in memory.history("system:agent")] == ["agent:assistant note"]


def test_a_reply_in_a_new_session_takes_no_speaker_of_another(module: MemoryModule, memory: Memory) -> None:
    module.set_sender(PRIYA, session=DM)
    module.on_message("Good morning.", role="assistant", session="discord:news")
    [event] = memory.history("discord:news")
    assert (event.speaker, event.audience) == (None, "shared")


@pytest.mark.parametrize("audience", ["person", "shared"])
def test_what_answers_a_question_of_the_agent_becomes_a_fact(memory: Memory, audience: str) -> None:
    module = MemoryModule(memory, speaker=OWNER, session="discord:dm-1")
    module.set_sender(OWNER, session="discord:dm-1", speaker_name="Dana", audience=audience)
    for asked, answer in (("Where does your son live?", "in Vancouver"), ("Do you have any allergies?", "latex")):
        module.after(asked)
        module.on_message(answer)
    memory.digest()
    stated = {fact.text for fact in memory.facts.list()}
    assert {"Dana's son lives in Vancouver.", "Dana is allergic to latex."} <= stated
    # What the agent asks is no statement.
    assert not any("agent" in text for text in stated)
