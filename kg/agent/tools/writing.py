"""Tools that write what was said or learned: messages, notes and facts, and corrections of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from kg.agent.caller import Caller
from kg.agent.tool_definition import tool
from kg.agent.tool_output import ToolAnswer, truncate_line
from kg.agent.tools.overview import facts_of_event
from kg.agent.tools.records import get_visible_record
from kg.errors import InvalidInput, Refused
from kg.types import CoreEntry, Event, Fact, parse_identity

Share = Annotated[float, Field(ge=0, le=1)]
_MAX_SHOWN_FACTS = 10
_DEFAULT_SESSION = "default"
_STATUS_NOTES = {
    "claimed": " It is stored as a claim until a trusted person confirms it.",
    "contested": " It is stored as a claim, because it contradicts a fact from a more trusted source.",
}


@tool("anyone", "What the speaker says is attributed to them, and believed as far as they are trusted.")
def add_memory(
    caller: Caller, text: str, kind: Literal["message", "note"] = "message", about: str | None = None
) -> ToolAnswer:
    """Remember a text. Facts in it are found automatically; the next search finds it.

    Args:
        text: the text; "I" is the user.
        kind: message (said by the user) or note (your observation).
        about: name of what a note is about, if the text does not say.
    """
    caller.check_no_instructions("text", text)
    subject = None if about is None else caller.resolve_name(about)
    memory = caller.memory
    if subject is not None and about is not None:
        name = memory.people.get(subject).name if subject != about and subject.startswith("person-") else subject
        text = text if name.casefold() in text.casefold() else f"{name}: {text}"
    ids = memory.add(
        text,
        speaker=caller.account,
        session=caller.session or _DEFAULT_SESSION,
        kind=kind,
        audience=caller.audience_name if caller.session or caller.audience_name != "session" else "shared",
    )
    facts = facts_of_event(caller, ids[0])[:_MAX_SHOWN_FACTS]
    lines = [f"- {fact['text']} [id:{fact['id']}]" for fact in facts]
    head = f"Remembered. [id:{ids[0]}]" + (" Facts found:" if lines else "")
    return ToolAnswer("\n".join([head, *lines]), {"id": ids[0], "facts": facts})


@tool("anyone", "A message is attributed to its speaker; only an owner's agent may log what others say.")
def log_message(
    caller: Caller, role: Literal["user", "assistant"], content: str, speaker: str | None = None
) -> ToolAnswer:
    """Log a message of the conversation, word for word. It is searchable at once; facts are read from it later.

    Args:
        role: user or assistant.
        content: the text.
        speaker: who said it, as platform:id, if not the user you are talking with.
    """
    who = caller.account
    if speaker is not None and caller.resolve_name(speaker) == speaker:
        who = str(parse_identity(speaker, caller.account.partition(":")[0]))
    if who != caller.account and not caller.is_owner:
        raise Refused("only an owner's agent may log what others say; leave speaker out")
    if who != caller.account and who in caller.memory.owners:
        raise Refused(f"{who} is an owner, who speaks for themselves; leave speaker out")
    event: dict[str, Any] = {"role": role, "content": content, "session": caller.session or _DEFAULT_SESSION}
    if role == "user":
        event["speaker"] = who
    else:
        # Others may put words into the agent's mouth.
        event["content"] = caller.attribute_text(content)
    event["audience"] = _event_audience(caller, role)
    [event_id] = caller.memory.log(event)
    return ToolAnswer(f"Logged. [id:{event_id}]", {"id": event_id})


@tool("anyone", "The speaker's trust decides whether the fact is believed or stored as a claim.")
def remember_fact(
    caller: Caller,
    subject: str,
    predicate: str,
    object: str,  # noqa: A002 - the contract's name
    valid_from: str | None = None,
    valid_to: str | None = None,
    confidence: Share = 1.0,
    domain: str | None = None,
    category: str | None = None,
    key: str | None = None,
) -> ToolAnswer:
    """Store a fact. Where one value holds at a time, a new one replaces the old one, so this also corrects.

    Args:
        subject: who or what it is about: a name, or "user".
        predicate: such as lives_in, works_at, role, likes, dislikes, prefers, deadline.
        object: the value: a name or a text.
        valid_from: start, as 2025, 2025-05 or 2025-05-17.
        valid_to: end, in the same form, or "past".
        confidence: 0 to 1.
        domain: with category and key: where the fact is filed, such as work.
        category: such as project.
        key: its name there; a new value for it replaces the old one.
    """
    caller.check_no_instructions("object", f"{subject} {predicate.replace('_', ' ')} {object}")
    caller.check_no_instructions("object", object)
    fact = caller.memory.facts.add(
        caller.resolve_name(subject),
        predicate,
        caller.resolve_name(object),
        speaker=caller.account,
        valid_from=valid_from,
        valid_to=valid_to,
        confidence=confidence,
        domain=domain,
        category=category,
        key=key,
        audience=caller.fact_audience,
    )
    text = f"Remembered: {truncate_line(fact.text)} [id:{fact.id}]{_STATUS_NOTES.get(fact.status, '')}"
    return ToolAnswer(text, _fact_data(fact))


@tool("anyone", "Only the author of a memory and the owner may change it.", destructive=True)
def update_memory(caller: Caller, id: str, text: str) -> ToolAnswer:  # noqa: A002 - the contract's name
    """Replace the text of a memory: of a fact its value, of a message or note all that was read from it too.

    Args:
        id: the id that is shown with the memory.
        text: the new text; of a fact, the new value.
    """
    caller.check_no_instructions("text", text)
    memory, record = caller.memory, get_visible_record(caller, id)
    if isinstance(record, Fact):
        if not caller.is_owner and record.asserted_by != caller.account:
            raise Refused(
                "only who stated a fact, or the owner, may correct it; state what is right with remember_fact"
            )
        fact = memory.facts.correct(id, object=caller.resolve_name(text), by=caller.account)
        return ToolAnswer(f"Corrected: {truncate_line(fact.text)} [id:{fact.id}]", _fact_data(fact))
    if isinstance(record, CoreEntry):
        if not caller.is_owner:
            raise Refused("core memory is restricted to the owner. Ask the owner to do it.")
        entry = memory.core.edit(id, text=text)
        return ToolAnswer(f"Changed: {truncate_line(entry.text)} [id:{entry.id}]", {"id": entry.id, "text": entry.text})
    if isinstance(record, Event) and record.kind in ("message", "observation"):
        return _replace_event(caller, record, text)
    kind = "event" if isinstance(record, Event) else getattr(record, "kind", type(record).__name__.lower())
    raise InvalidInput("id", id, f"of a fact, a message, a note or an entry of core memory; this one is of kind {kind}")


def _replace_event(caller: Caller, event: Event, text: str) -> ToolAnswer:
    if not caller.is_owner and event.speaker != caller.account:
        raise Refused("only who said a message, or the owner, may change it; say what is right with add_memory")
    memory = caller.memory
    corrected = {
        "text": text,
        "speaker": event.speaker,
        "speaker_name": event.speaker_name,
        "session": event.session,
        "channel": event.channel,
        "at": event.at,
        "kind": event.kind,
        "role": event.role,
        "direction": event.direction,
        "audience": (event.audience or "shared").partition(":")[0],
        "metadata": {**(event.metadata or {}), "replaces": event.id},
    }
    [new] = memory.log(corrected)
    if new != event.id:
        memory.forget(event=event.id)
    memory.digest(only=[new])
    return ToolAnswer(f"Replaced: {truncate_line(text)} [id:{new}]", {"id": new, "text": text, "replaces": event.id})


def _event_audience(caller: Caller, role: str) -> str:
    """A reply in a direct message has no speaker of its own, so that its audience is the session."""
    name = caller.audience_name
    if caller.session is None and name == "session":
        return "shared"
    return "session" if name == "person" and role == "assistant" and caller.session else name


def _fact_data(fact: Fact) -> dict[str, Any]:
    return {
        "id": fact.id,
        "text": truncate_line(fact.text),
        "subject": fact.subject,
        "predicate": fact.predicate,
        "object": truncate_line(fact.object),
        "status": fact.status,
    }
