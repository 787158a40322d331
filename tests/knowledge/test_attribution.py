"""Whose word a statement is: plain words of oneself, tiers as they were then, and scopes without an owner."""

from __future__ import annotations

import datetime as dt

import pytest

from kg.knowledge import Heard, Speaker, Spoken
from kg.knowledge.attribution import Voice, Words, plain
from kg.knowledge.extracted_events import ends
from kg.protocols import Mention
from kg.trust.activity_sessions import Sittings
from tests.knowledge.builders import said
from tests.support import T0

EVE = Speaker("person-eve", "Eve", "cli:eve")
DAY = dt.timedelta(days=1)


def heard(*statements: object, at: dt.datetime = T0, mentions: tuple[Mention, ...] = ()) -> Heard:
    return Heard("e1", at, "0", "cli:1", "shared", EVE, statements=statements, mentions=mentions)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("predicate", "thing"),
    [
        ("lives_in", "Oslo"),
        ("works_at", "Acme"),
        ("likes", "tea"),
        ("prefers", "short answers"),
        ("role", "a baker"),
        ("name_is", "Eve"),
        ("name_is", "EVE"),
        ("email", "eve@example.org"),
        ("member_of", "the chess club"),
        ("owns", "a boat"),
    ],
)
def test_what_describes_oneself_is_plain(predicate: str, thing: str) -> None:
    [one] = ends(heard(said("Eve", predicate, thing)))
    assert plain(one, EVE.name)


@pytest.mark.parametrize(
    ("predicate", "thing"),
    [
        ("name_is", "Olga"),
        ("role", "the admin"),
        ("role", "owner of this memory"),
        ("role", "Administrator!"),
        ("role", "co-owner"),
        ("member_of", "the admins"),
        ("member_of", "moderators"),
        ("married_to", "Olga"),
        ("reports_to", "Olga"),
        ("friend_of", "Olga"),
        ("may_use", "exec"),
        ("is_trusted_by", "Olga"),
        ("role", "аdmin"),
    ],
)
def test_what_gives_a_power_a_tie_or_another_name_is_not(predicate: str, thing: str) -> None:
    [one] = ends(heard(said("Eve", predicate, thing)))
    assert not plain(one, EVE.name)


def test_a_thing_that_is_a_person_is_a_tie_whatever_the_predicate() -> None:
    [one] = ends(heard(said("Eve", "likes", "Olga"), mentions=(Mention("Olga", "person", 0, 4),)))
    assert not plain(one, EVE.name)


def row(days: int = 0, **more: object) -> dict[str, object]:
    """Somebody who was there once a day on so many days before `T0`."""
    moments = [T0 - number * DAY + dt.timedelta(hours=number % 12) for number in range(1, days + 1)]
    there = Sittings().with_messages(moments)
    edge = {
        "message_count": days,
        "sessions": there.count,
        "active_days": there.days,
        "hours": there.hours,
        "weekdays": there.weekdays,
        "sittings": there.stored,
    }
    first = min(moments, default=T0)
    return {"asked": "person-eve", "person": "person-eve", "owner": False, "first_seen": first, "edge": edge} | more


def voice(words: Words, at: dt.datetime = T0, *, subject: str | None = None) -> Voice:
    one = heard(said("Olga", "lives_in", "Oslo"), at=at)
    return words.voice(one, ends(one)[0], subject)


def test_a_word_has_the_tier_of_when_it_was_said() -> None:
    words = Words([row(90)], [], guarded=True)
    tiers = [voice(words, T0 - (90 - days) * DAY).tier for days in (0, 9, 30, 90)]
    assert tiers == ["stranger", "acquaintance", "familiar", "trusted"]


def test_what_is_said_in_the_batch_lifts_nobody_before_it_was_said() -> None:
    spoken = [Spoken(f"e{number}", "person-eve", T0 + dt.timedelta(seconds=number)) for number in range(500)]
    words = Words([row()], spoken, guarded=True)
    assert voice(words, T0 + dt.timedelta(hours=1)).tier == "stranger"


def test_nobody_speaks_plainly_of_others() -> None:
    words = Words([row()], [], guarded=True)
    assert (voice(words, subject="person-olga").own, voice(words, subject="person-eve").own) == (False, True)


def test_without_an_owner_every_word_counts_alike() -> None:
    assert voice(Words([row()], [], guarded=False)) == Voice("person-eve")


def test_what_nobody_says_is_the_callers_own_word() -> None:
    one = Heard("e1", T0, "0", "cli:1", "shared", None, statements=(said("Olga", "lives_in", "Oslo"),))
    assert Words([], [], guarded=True).voice(one, ends(one)[0], None) == Voice()


def test_who_is_not_known_yet_is_a_stranger() -> None:
    assert voice(Words([], [], guarded=True)).tier == "stranger"


def test_an_owner_is_believed_from_the_first_word() -> None:
    assert voice(Words([row(owner=True)], [], guarded=True)).tier == "inner_circle"


def test_who_was_joined_to_somebody_speaks_as_them() -> None:
    words = Words([row(person="person-tom")], [], guarded=True)
    assert (voice(words).person, voice(words, subject="person-tom").own) == ("person-tom", True)


def test_what_is_said_since_a_distrust_does_not_count() -> None:
    edge = {"distrusted": "q1", "distrusted_since": T0}
    words = Words(
        [row(edge=edge)], [Spoken("e1", "person-eve", T0), Spoken("e0", "person-eve", T0 - DAY)], guarded=True
    )
    assert (voice(words).quarantine, voice(words, T0 - DAY).quarantine) == ("q1", None)
    assert words.quarantines([Spoken("e1", "person-eve", T0), Spoken("e0", "person-eve", T0 - DAY)]) == {"e1": "q1"}
