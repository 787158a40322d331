"""Tools for people: list them, read their cards, add notes, and mute them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from kg.agent.caller import Caller
from kg.agent.tool_definition import tool
from kg.agent.tool_output import fit_lines, truncate_line, truncate_text
from kg.agent.visible_entities import find_visible_names
from kg.errors import NotFound, Refused
from kg.types import Person

_MAX_PEOPLE = 10_000


@tool("trusted", "A note is shown as knowledge in a person's card.", agent_act="note")
def update_person_note(caller: Caller, person: str, note: str) -> str:
    """Add a note about a person, for when they next speak. Adding the same note again changes nothing.

    Args:
        person: account as platform:id, id, or name.
        note: one or two sentences, at most 1,000 characters.
    """
    caller.check_no_instructions("note", note)
    found = _get_person(caller, person)
    # Also a note of the agent is attributed to the speaker, who may have talked the agent into it, and who may read it.
    note_id = caller.memory.people.note(found.id, note, by=caller.account, audience=caller.fact_audience)
    return f"Noted about {truncate_line(_show_name(found), 80)}: {truncate_line(note)} [id:{note_id}]"


@tool("anyone", "A card shows each caller only what they may read.", read_only=True)
def view_person(caller: Caller, person: str) -> str:
    """Get a person's card: trust tier, other names, connections, what is known about them, and the last notes.

    Args:
        person: account as platform:id, id, or name.
    """
    found = _find_person(caller, person)
    if found is None:
        return unknown_person_message(person)
    lines = caller.memory.people.card(found.id, asker=caller.reader, session=caller.session).splitlines()
    budget = caller.memory.settings.tool_tokens
    head = truncate_line(lines[0], 2_000)
    if caller.audiences is not None and (caller.in_room or not _is_own_account(caller, found)):
        # These counts and dates include private messages.
        head = "; ".join(part for part in head.split("; ") if not part.startswith(("named in ", "last there on ")))
    notes = [truncate_line(line) for line in lines[1:]]
    return fit_lines(caller.memory.tokens, budget, [head], notes, "they are less important facts and older notes")


@tool("anyone", "Only people whom the caller may know of are listed.", read_only=True)
def list_people(caller: Caller) -> str:
    """List the people who have spoken here and how far each is trusted, the most trusted first."""
    memory = caller.memory
    ranked = memory.trust.everybody(limit=_MAX_PEOPLE)
    visible = find_visible_names(caller, [person.id for person, _ in ranked])
    lines = []
    for person, trust in ranked:
        if visible is None or person.id in visible:
            trusted = "owner" if person.owner else f"{trust.tier.replace('_', ' ')} {100 * trust.score:.0f} %"
            lines.append(f"- {truncate_line(_show_name(person), 80)}: {trusted}{_format_accounts(caller, person)}")
    if not lines:
        return "No one has spoken here yet."
    return fit_lines(memory.tokens, memory.settings.tool_tokens, [], lines, "name one with view_person")


@tool("owner", "It blocks a person's messages.", destructive=True, agent_act="mute")
def mute_user(caller: Caller, user: str, minutes: Annotated[float, Field(ge=1, le=30)] = 5) -> str:
    """Block the messages of a person, from all their accounts, for some minutes. The block ends automatically.

    Args:
        user: account as platform:id, id, or name.
        minutes: 1 to 30.
    """
    found = _get_person(caller, user)
    longest = caller.memory.settings.agent_mute_minutes
    if caller.is_agent and minutes > longest:
        raise Refused(f"the agent may mute for at most {longest:g} minutes in its own name; ask the owner to do it")
    _check_not_endorsed(caller, found, "mute")
    reason = f"by {caller.author} while talking with {caller.account}" if caller.is_agent else "requested by the owner"
    decision = caller.memory.trust.mute(found.id, minutes, reason=reason)
    if not decision.allowed or decision.until is None:
        raise Refused(f"{decision.reason}; the person was not muted.")
    return f"{truncate_line(_show_name(found), 80)} is muted for {minutes:g} minutes, until {decision.until:%Y-%m-%d %H:%M} UTC."


@tool("owner", "It changes how far a person is trusted.", agent_act="mark")
def mark_person(caller: Caller, person: str, positive: bool, reason: str) -> str:
    """Record that a person behaved well or badly; a bad mark weighs three times a good one.

    Args:
        person: account as platform:id, id, or name.
        positive: true if they behaved well, false if badly.
        reason: what they did, in a sentence.
    """
    found = _get_person(caller, person)
    if not positive:
        _check_not_endorsed(caller, found, "mark down")
    trust = caller.memory.trust.mark(found.id, positive, reason=reason, by=caller.author)
    return f"Marked {truncate_line(_show_name(found), 80)}: {trust.tier.replace('_', ' ')} {100 * trust.score:.0f} %."


def unknown_person_message(name: str) -> str:
    """Return the answer for a name that no person, or no person whom the caller may know of, has."""
    return f"I don't know anyone named {truncate_line(name, 80)}."


def _find_person(caller: Caller, name: str) -> Person | None:
    """Return the person with a name, account or id, if the caller may know of them."""
    try:
        found = caller.memory.people.get(caller.resolve_name(name), asker=caller.reader, session=caller.session)
    except NotFound:
        return None
    visible = find_visible_names(caller, [found.id])
    return found if visible is None or _is_own_account(caller, found) or found.id in visible else None


def _check_not_endorsed(caller: Caller, person: Person, act: str) -> None:
    """Refuse an act of the agent against an owner or an endorsed person: the speaker may have talked the agent into it."""
    from kg.people import is_endorsed  # noqa: PLC0415 - `kg tool --help` works without a database

    if caller.is_agent and (person.owner or is_endorsed(caller.memory.graph, person.id, caller.memory.clock.now())):
        name = truncate_line(_show_name(person), 80)
        raise Refused(f"the agent may not {act} {name}, whom an owner trusts; ask the owner to do it")


def _show_name(person: Person) -> str:
    from kg.people import show_name  # noqa: PLC0415 - `kg tool --help` works without a database

    return show_name(person)


def _is_own_account(caller: Caller, person: Person) -> bool:
    return caller.account in person.identities


def _get_person(caller: Caller, name: str) -> Person:
    found = _find_person(caller, name)
    if found is None:
        raise Refused(f"{unknown_person_message(name)} list_people lists the people who are known.")
    return found


def _format_accounts(caller: Caller, person: Person) -> str:
    accounts = ", ".join(person.identities[:3]) if caller.audiences is None else ""
    return f" ({truncate_text(caller.memory.tokens, 60, truncate_line(accounts, 200))})" if accounts else ""
