"""Attribution of statements: plain self-descriptions, tiers at the time, and scopes without an owner."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest

from kg.knowledge import ExtractedEvent, Speaker, SpokenMessage
from kg.knowledge.attribution import Attribution, SpeakerTrust, TrustPolicy
from kg.knowledge.extracted_events import list_statement_endpoints
from kg.protocols import Mention
from kg.trust.activity_sessions import ActivitySessions
from tests.knowledge.builders import make_statement
from tests.support import T0

EVE = Speaker("person-eve", "Eve", "cli:eve")
DAY = dt.timedelta(days=1)


def extracted(*statements: object, at: dt.datetime = T0, mentions: tuple[Mention, ...] = ()) -> ExtractedEvent:
    return ExtractedEvent("e1", at, "0", "cli:1", "shared", EVE, statements=statements, mentions=mentions)  # type: ignore[arg-type]


def trust_row(days: int = 0, **more: object) -> dict[str, object]:
    """Return the row of a person who was active once a day on `days` days before `T0`."""
    moments = [T0 - number * DAY + dt.timedelta(hours=number % 12) for number in range(1, days + 1)]
    sessions = ActivitySessions().with_messages(moments)
    edge = {
        "message_count": days,
        "sessions": sessions.count,
        "active_days": sessions.days,
        "hours": sessions.hours,
        "weekdays": sessions.weekdays,
        "sittings": sessions.to_bytes(),
    }
    first = min(moments, default=T0)
    return {
        "requested_id": "person-eve",
        "person": "person-eve",
        "owner": False,
        "first_seen": first,
        "edge": edge,
        "endorsed": False,
    } | more


def attribute(speaker_trust: SpeakerTrust, at: dt.datetime = T0, *, subject: str | None = None) -> Attribution:
    event = extracted(make_statement("Olga", "lives_in", "Oslo"), at=at)
    return speaker_trust.attribute_statement(event, list_statement_endpoints(event)[0], subject)


def test_an_attribution_has_the_tier_of_that_time() -> None:
    speaker_trust = SpeakerTrust([trust_row(90)], [], has_owner=True)
    tiers = [attribute(speaker_trust, T0 - (90 - days) * DAY).tier for days in (0, 9, 30, 90)]
    assert tiers == ["stranger", "acquaintance", "familiar", "trusted"]


def test_messages_of_the_batch_do_not_raise_trust_before_they_were_sent() -> None:
    messages = [SpokenMessage(f"e{number}", "person-eve", T0 + dt.timedelta(seconds=number)) for number in range(500)]
    speaker_trust = SpeakerTrust([trust_row()], messages, has_owner=True)
    assert attribute(speaker_trust, T0 + dt.timedelta(hours=1)).tier == "stranger"


def test_a_statement_about_others_is_not_about_oneself() -> None:
    speaker_trust = SpeakerTrust([trust_row()], [], has_owner=True)
    assert (
        attribute(speaker_trust, subject="person-olga").is_about_self,
        attribute(speaker_trust, subject="person-eve").is_about_self,
    ) == (False, True)


def test_without_an_owner_no_tier_is_attributed() -> None:
    assert attribute(SpeakerTrust([trust_row()], [], has_owner=False)) == Attribution("person-eve")


def test_an_event_without_speaker_has_an_empty_attribution() -> None:
    event = ExtractedEvent(
        "e1", T0, "0", "cli:1", "shared", None, statements=(make_statement("Olga", "lives_in", "Oslo"),)
    )
    assert (
        SpeakerTrust([], [], has_owner=True).attribute_statement(event, list_statement_endpoints(event)[0], None)
        == Attribution()
    )


def test_an_unknown_speaker_is_a_stranger() -> None:
    assert attribute(SpeakerTrust([], [], has_owner=True)).tier == "stranger"


def test_an_owner_is_trusted_from_the_first_message() -> None:
    assert attribute(SpeakerTrust([trust_row(owner=True)], [], has_owner=True)).tier == "inner_circle"


@pytest.mark.parametrize(
    ("row", "policy", "authority"),
    [
        ({}, None, "presence"),
        ({"endorsed": True}, None, "endorsed"),
        # Without the need for an endorsement, familiar persons have the same authority; this one is a stranger.
        ({}, TrustPolicy(needs_endorsement=False), "presence"),
        ({"owner": True}, None, "owner"),
    ],
)
def test_an_attribution_has_the_authority_of_the_speaker(
    row: dict[str, object], policy: TrustPolicy | None, authority: str
) -> None:
    attribution = attribute(SpeakerTrust([trust_row(**row)], [], has_owner=True, policy=policy))
    assert (attribution.authority, attribution.first_seen) == (authority, T0)


def test_a_merged_person_speaks_as_the_kept_person() -> None:
    speaker_trust = SpeakerTrust([trust_row(person="person-tom")], [], has_owner=True)
    assert (attribute(speaker_trust).person, attribute(speaker_trust, subject="person-tom").is_about_self) == (
        "person-tom",
        True,
    )


def test_statements_since_a_distrust_are_quarantined() -> None:
    edge = {"distrusted": "q1", "distrusted_since": T0}
    speaker_trust = SpeakerTrust(
        [trust_row(edge=edge)],
        [SpokenMessage("e1", "person-eve", T0), SpokenMessage("e0", "person-eve", T0 - DAY)],
        has_owner=True,
    )
    assert (attribute(speaker_trust).quarantine, attribute(speaker_trust, T0 - DAY).quarantine) == ("q1", None)
    assert speaker_trust.find_quarantined(
        [SpokenMessage("e1", "person-eve", T0), SpokenMessage("e0", "person-eve", T0 - DAY)]
    ) == {"e1": "q1"}


@pytest.mark.parametrize(
    ("row", "addressee", "is_confirmed"),
    [
        ({"owner": True}, "person-nina", True),
        ({"owner": True}, None, False),
        ({"owner": True}, "person-bob", False),
        ({"endorsed": True}, "person-nina", False),
        ({}, "person-nina", False),
    ],
)
def test_owners_confirm_whom_they_talk_with(row: dict[str, object], addressee: str | None, is_confirmed: bool) -> None:
    speaker_trust = SpeakerTrust([trust_row(**row)], [], has_owner=True)
    event = replace(extracted(), addressee=addressee and Speaker(addressee, "Nina", "cli:nina"))
    assert speaker_trust.confirms_account(event, "person-nina") is is_confirmed
    assert not speaker_trust.confirms_account(event, "person-eve"), "no account confirms itself"


@pytest.mark.parametrize(
    ("row", "account", "may_name"),
    [
        ({}, "person-olga", False),
        ({}, "person-eve", True),
        ({"owner": True}, "person-olga", True),
        ({"days": 30}, "person-olga", False),
        ({"days": 30, "endorsed": True}, "person-olga", True),
    ],
    ids=["a stranger", "oneself", "an owner", "a familiar person", "an endorsed familiar person"],
)
def test_a_stranger_gives_no_names_to_others(row: dict[str, object], account: str, may_name: bool) -> None:
    speaker_trust = SpeakerTrust([trust_row(**row)], [], has_owner=True)
    assert speaker_trust.may_name(extracted(), account) is may_name
    assert speaker_trust.may_name(replace(extracted(), speaker=None), account)
    assert SpeakerTrust([trust_row()], [], has_owner=False).may_name(extracted(), account)


def test_trusted_endorsed_persons_confirm_and_without_an_owner_all_others_do() -> None:
    event = replace(extracted(), addressee=Speaker("person-nina", "Nina", "cli:nina"))
    rows = [trust_row(90, endorsed=True)]
    assert SpeakerTrust(rows, [], has_owner=True).confirms_account(event, "person-nina")
    assert not SpeakerTrust([trust_row(90)], [], has_owner=True).confirms_account(event, "person-nina")
    assert SpeakerTrust([trust_row()], [], has_owner=False).confirms_account(
        replace(event, addressee=None), "person-nina"
    )
    assert SpeakerTrust([trust_row()], [], has_owner=True).confirms_account(replace(event, speaker=None), "person-nina")
