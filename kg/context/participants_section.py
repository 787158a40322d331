"""The section about people: the speaker in full, and other participants and named persons in one line each."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from kg.context.rendering import ContextLine, sanitize_line
from kg.language import mask_account
from kg.people import UNKNOWN_PERSON, Participants, PersonCard

_MAX_OTHERS = 6


def render_people(
    company: Participants,
    speaker: str | None,
    named: Sequence[str],
    now: dt.datetime,
    *,
    sees_all: bool,
    is_owner: bool = False,
) -> list[ContextLine]:
    """Write the lines about the speaker, with their newest notes, then about at most six others.

    Trust tier and score are included if the scope has an owner.

    Args:
        company: the participants.
        speaker: the speaker's identity.
        named: ids of persons named in the message.
        now: the current time.
        sees_all: whether the reader may see all audiences; only then are counts and times of presence included, which cover
            private events too.
        is_owner: whether the speaker is an owner.
    """
    own = company.card_of(speaker)
    items = [*_render_speaker(own, company, now, sees_all)] if own else []
    if own is None and speaker is not None and company.has_owner:
        # An owner who has not spoken yet is no stranger.
        label = "owner" if is_owner else UNKNOWN_PERSON
        items = [ContextLine(None, sanitize_line(f"{speaker}: {label}"), is_quoted=False)]
    for card in list_other_participants(company, speaker, named):
        if description := card.compact(now, show_trust=company.has_owner, show_activity=sees_all):
            items.append(ContextLine(card.person.id, sanitize_line(f"{card.distinct_name}: {description}")))
    return items


def name_speaker(company: Participants, speaker: str | None) -> str | None:
    """Return the speaker's name; None if it is not known, says no more than the account, or another person has it too."""
    card = company.card_of(speaker)
    if card is None or card.has_namesake:
        return None
    accounts = card.person.identities
    alike = {*accounts, *map(mask_account, accounts), *(account.partition(":")[2] for account in accounts)}
    return None if card.name in alike else card.name


def list_other_participants(company: Participants, speaker: str | None, named: Sequence[str]) -> list[PersonCard]:
    """Return the named persons, then the last speakers of the session; only persons with an identity, without the speaker."""
    present = [company.accounts.get(event.speaker or "", "") for event in reversed(company.events)]
    own = company.accounts.get(speaker or "")
    found = [company.cards[one] for one in dict.fromkeys([*named, *present]) if one != own and one in company.cards]
    return [card for card in found if card.person.identities][:_MAX_OTHERS]


def _render_speaker(card: PersonCard, company: Participants, now: dt.datetime, sees_all: bool) -> list[ContextLine]:
    person, rated = card.person, company.has_owner
    # The state section already names the account, so a bare account is described only where there is more to say.
    is_bare_account = [account.partition(":")[2] for account in person.identities] == [person.name]
    if is_bare_account and not (rated or sees_all or card.ties or person.aliases or person.summary):
        description = ""
    else:
        description = card.full(now, show_trust=rated, show_accounts=True, show_activity=sees_all)
    noted = [
        ContextLine(
            note.id, sanitize_line(f"Noted of {card.name} on {note.at:%Y-%m-%d}: {note.attribute(company, now)}")
        )
        for note in card.notes
    ]
    return [
        *(
            [ContextLine(card.person.id, sanitize_line(f"{card.name}, who speaks: {description}"))]
            if description
            else []
        ),
        *noted,
    ]
