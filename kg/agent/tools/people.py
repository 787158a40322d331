"""Tools about people: who they are, what is noted of them, whom not to listen to for a while."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from kg.agent.caller import Acting
from kg.agent.tool_definition import tool
from kg.agent.tool_output import cut, fitted, short
from kg.errors import NotFound, Refused
from kg.types import Person

_MOST = 10_000


@tool("trusted", "A note stands in a person's card as something known.")
def update_person_note(acting: Acting, person: str, note: str) -> str:
    """Write down something about a person that should be known when they next speak; the same note again changes nothing.

    Args:
        person: account as platform:id, id, or name.
        note: one or two sentences, at most 1,000 characters.
    """
    acting.no_instructions("note", note)
    found = _person(acting, person)
    audience = "shared" if acting.ears == "shared" else "person"
    name = acting.memory.people.note(found.id, note, by=acting.account, audience=audience)
    return f"Noted of {short(found.name, 80)}: {short(note)} [id:{name}]"


@tool("anyone", "A card tells each asker only what they may see.", reads=True)
def view_person(acting: Acting, person: str) -> str:
    """Tell who somebody is: how far they are trusted, other names, connections, what is known in short, the last notes.

    Args:
        person: account as platform:id, id, or name.
    """
    found = _known(acting, person)
    if found is None:
        return nobody(person)
    lines = acting.memory.people.card(found.id, asker=acting.account).splitlines()
    room = acting.memory.settings.tool_tokens
    head = short(lines[0], 2_000)
    if not acting.owner and not _own(acting, found):
        # How often and when somebody was there counts what was said in private too.
        head = "; ".join(part for part in head.split("; ") if not part.startswith(("named in ", "last there on ")))
    return fitted(acting.memory.tokens, room, [head], [short(line) for line in lines[1:]], "they are older notes")


@tool("anyone", "Only people whom the asker may know of are listed.", reads=True)
def list_people(acting: Acting) -> str:
    """List the people who have spoken here, the most trusted first, with how far each is trusted."""
    memory = acting.memory
    ranked = memory.trust.everybody(limit=_MOST)
    seen = visible(acting, [person.id for person, _ in ranked])
    lines = []
    for person, trust in ranked:
        if seen is None or person.id in seen:
            told = "owner" if person.owner else f"{trust.tier.replace('_', ' ')} {100 * trust.score:.0f} %"
            lines.append(f"- {short(person.name, 80)}: {told}{_accounts(acting, person)}")
    if not lines:
        return "Nobody has spoken here yet."
    return fitted(memory.tokens, memory.settings.tool_tokens, [], lines, "name one with view_person")


@tool("owner", "It silences somebody.", destroys=True)
def mute_user(acting: Acting, user: str, minutes: Annotated[float, Field(ge=1, le=30)] = 5) -> str:
    """Hold somebody's messages back for some minutes, those of all their accounts. It ends by itself.

    Args:
        user: account as platform:id, id, or name.
        minutes: 1 to 30.
    """
    found = _person(acting, user)
    decision = acting.memory.trust.mute(found.id, minutes, reason="asked for by the owner")
    if not decision.allowed or decision.until is None:
        raise Refused(f"{decision.reason}; nobody was muted.")
    return f"{short(found.name, 80)} is muted for {minutes:g} minutes, until {decision.until:%Y-%m-%d %H:%M} UTC."


def nobody(name: str) -> str:
    """What is said of whom nobody knows."""
    return f"I don't know anyone named {short(name, 80)}."


def visible(acting: Acting, ids: list[str]) -> dict[str, list[str]] | None:
    """Of these entities those that the asker may know of, each with the names that they may; None: all."""
    if acting.audiences is None:
        return None
    rows = acting.memory.graph.run("agent/visible_entities", ids=ids, audiences=list(acting.audiences)) if ids else []
    return {row["id"]: list(row["names"]) for row in rows}


def _known(acting: Acting, name: str) -> Person | None:
    """Whom the asker means, where that is anybody whom they may know of."""
    try:
        found = acting.memory.people.get(name)
    except NotFound:
        return None
    seen = visible(acting, [found.id])
    return found if seen is None or _own(acting, found) or found.id in seen else None


def _own(acting: Acting, person: Person) -> bool:
    return acting.account in person.identities


def _person(acting: Acting, name: str) -> Person:
    found = _known(acting, name)
    if found is None:
        raise Refused(f"{nobody(name)} list_people tells who is known.")
    return found


def _accounts(acting: Acting, person: Person) -> str:
    shown = ", ".join(person.identities[:3]) if acting.owner else ""
    return f" ({cut(acting.memory.tokens, 60, short(shown, 200))})" if shown else ""
