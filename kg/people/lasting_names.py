"""Names of people for texts that are kept: with the trust tier of those who are not trusted."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kg.graph import Graph
from kg.people.endorsement import is_endorsed
from kg.people.participants import (
    MAX_PARTICIPANTS,
    Participants,
    ParticipantsQuery,
    SpeakerName,
    read_participants,
)
from kg.trust import CREDIBLE_TIERS
from kg.types import Event


@dataclass(frozen=True)
class LastingNames:
    """The names that kept texts show.

    Attributes:
        speakers: account, given name and role of a speaker → the name, see `Participants.lasting_name`.
        subjects: id of a person who has an account → the name, see `Participants.lasting_subject`.
    """

    speakers: Mapping[SpeakerName, str | None] = field(default_factory=dict)
    subjects: Mapping[str, str] = field(default_factory=dict)


def name_people(
    graph: Graph,
    owners: frozenset[str],
    now: dt.datetime,
    *,
    speakers: Iterable[SpeakerName] = (),
    subjects: Iterable[str] = (),
) -> LastingNames:
    """Return the names that kept texts show for people.

    Args:
        graph: the scope.
        owners: accounts of the owners.
        now: the current time.
        speakers: account, given name and role of each speaker.
        subjects: ids of entities that facts are about.
    """
    asked = list(dict.fromkeys(speakers))
    accounts = list(dict.fromkeys(account for account, _, _ in asked if account))
    ids = list(dict.fromkeys(subjects))
    of_speakers: dict[SpeakerName, str | None] = {}
    of_subjects: dict[str, str] = {}
    for start in range(0, max(len(accounts), len(ids)), MAX_PARTICIPANTS):
        some, about = (each[start : start + MAX_PARTICIPANTS] for each in (accounts, ids))
        query = ParticipantsQuery(compact_accounts=some, compact_ids=about)
        participants = _with_endorsed(graph, read_participants(graph, owners, query), now)
        of_speakers |= {one: participants.lasting_name(*one, now) for one in asked if one[0] in some}
        of_subjects |= {one: name for one in about if (name := participants.lasting_subject(one, now))}
    return LastingNames(of_speakers, of_subjects)


def name_speakers_of(graph: Graph, owners: frozenset[str], events: Sequence[Event], now: dt.datetime) -> list[Event]:
    """Return the events with the names that kept texts show for their speakers."""
    speakers = [(event.speaker, event.speaker_name, event.role) for event in events]
    names = name_people(graph, owners, now, speakers=speakers).speakers
    return [
        replace(event, speaker_name=names.get(speaker, event.speaker_name))
        for event, speaker in zip(events, speakers, strict=True)
    ]


def _with_endorsed(graph: Graph, participants: Participants, now: dt.datetime) -> Participants:
    """Return the participants with those who are endorsed; asked only of those to whose names it makes a difference."""
    credible = [
        card.person.id
        for card in participants.cards.values()
        if participants.has_owner and not card.person.owner and card.trust(now).tier in CREDIBLE_TIERS
    ]
    return replace(participants, endorsed=frozenset(id_ for id_ in credible if is_endorsed(graph, id_, now)))
