"""The section about people: who speaks in full, and who else is there or named in a line each."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from kg.context.rendering import Item, harmless
from kg.people.participants import UNKNOWN, Card, Company

_OTHERS = 6


def of_people(
    company: Company, speaker: str | None, named: Sequence[str], now: dt.datetime, *, whole: bool
) -> list[Item]:
    """The lines about who speaks, with the newest notes of them, then of at most six others.

    Tier and score are told where the scope has an owner: they say how far that owner may rely on somebody.

    Args:
        company: who is there.
        speaker: the account of who speaks.
        named: ids of whom the message names.
        now: the moment.
        whole: whether it is for somebody who may see all: only they are told how often and when others were there, which counts
            what was said in private too.
    """
    own = company.of(speaker)
    items = [*_of_speaker(own, company.owned, now, whole)] if own else []
    if own is None and speaker is not None and company.owned:
        items = [Item(None, harmless(f"{speaker}: {UNKNOWN}"), quoted=False)]
    for card in others(company, speaker, named):
        if told := card.compact(now, rated=company.owned, seen=whole):
            items.append(Item(card.person.id, harmless(f"{card.name}: {told}")))
    return items


def others(company: Company, speaker: str | None, named: Sequence[str]) -> list[Card]:
    """Who is named, then who spoke last in the session; people with an account, and not who speaks."""
    present = [company.accounts.get(event.speaker or "", "") for event in reversed(company.events)]
    own = company.accounts.get(speaker or "")
    found = [company.cards[one] for one in dict.fromkeys([*named, *present]) if one != own and one in company.cards]
    return [card for card in found if card.person.identities][:_OTHERS]


def _of_speaker(card: Card, rated: bool, now: dt.datetime, whole: bool) -> list[Item]:
    person = card.person
    # The state names the account: who has no other and no name of their own is told of where there is more to tell.
    plain = [account.partition(":")[2] for account in person.identities] == [person.name]
    if plain and not (rated or whole or card.ties or person.aliases or person.summary):
        told = ""
    else:
        told = card.full(now, rated=rated, accounts=True, seen=whole)
    noted = [Item(note.id, harmless(f"Noted of {card.name} on {note.at:%Y-%m-%d}: {note.text}")) for note in card.notes]
    return [*([Item(card.person.id, harmless(f"{card.name}, who speaks: {told}"))] if told else []), *noted]
