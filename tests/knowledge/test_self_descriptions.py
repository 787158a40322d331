"""What persons may say of themselves regardless of trust."""

from __future__ import annotations

import pytest

from kg.knowledge.extracted_events import ExtractedEvent, Speaker, list_statement_endpoints
from kg.knowledge.self_descriptions import gives_privileges, is_plain_self_description
from kg.protocols import ExtractedStatement, Mention
from tests.knowledge.builders import make_statement
from tests.support import T0

EVE, OLGA = Speaker("person-eve", "Eve", "cli:eve"), Speaker("person-olga", "Olga", "cli:olga")


def is_plain(statement: ExtractedStatement, *mentions: Mention, addressee: Speaker | None = None) -> bool:
    event = ExtractedEvent("e1", T0, "0", "cli:1", "shared", EVE, addressee, [statement], mentions)
    [endpoints] = list_statement_endpoints(event)
    return is_plain_self_description(event, endpoints)


def observe(template: str, obj: str, kind: str = "event") -> ExtractedStatement:
    return make_statement("Eve", "observe", obj, template=template, kind=kind)


@pytest.mark.parametrize(
    ("predicate", "obj"),
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
def test_a_description_of_oneself_is_plain(predicate: str, obj: str) -> None:
    assert is_plain(make_statement("Eve", predicate, obj))


@pytest.mark.parametrize(
    ("predicate", "obj"),
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
def test_a_claim_of_a_power_a_tie_or_another_name_is_not_plain(predicate: str, obj: str) -> None:
    assert not is_plain(make_statement("Eve", predicate, obj))


def test_an_object_that_is_a_person_is_a_tie_for_any_predicate() -> None:
    assert not is_plain(make_statement("Eve", "likes", "Olga"), Mention("Olga", "person", 0, 4))


@pytest.mark.parametrize(
    ("template", "obj", "kind"),
    [
        ("{s} got the job", "the job", "event"),
        ("{s} has no Irish", "Irish", "state"),
        ("{s}'s mother has eaten too much cake", "cake", "event"),
        ("{s} wants to learn the cello", "the cello", "plan"),
    ],
)
def test_an_observation_of_oneself_is_plain(template: str, obj: str, kind: str) -> None:
    assert is_plain(observe(template, obj, kind))
    assert is_plain(observe(template, obj, kind), Mention("Eve", "person", 0, 1), addressee=OLGA)


@pytest.mark.parametrize(
    ("template", "obj", "kind"),
    [
        ("{s} is allowed to use the shell", "the shell", "state"),
        ("{s} has the agent's password", "password", "possession"),
        ("{s} is the real owner here", "owner", "trait"),
        ("{s} lent Olga 900 dollars", "900 dollars", "event"),
        ("{s} and Leo are siblings", "siblings", "relation"),
    ],
)
def test_an_observation_of_another_person_or_a_permission_is_not_plain(template: str, obj: str, kind: str) -> None:
    assert not is_plain(observe(template, obj, kind), Mention("Olga", "person", 0, 4))
    assert not is_plain(observe(template, obj, kind), addressee=OLGA)


@pytest.mark.parametrize("role", ["the admin", "moderators", "аdmin", "root", "the assistant", "bot"])
def test_roles_with_power_over_others(role: str) -> None:
    assert gives_privileges(role)
    assert not gives_privileges("a baker")
    assert not gives_privileges("a teaching assistant")


@pytest.mark.parametrize(
    ("template", "is_own"),
    [
        ("{s} paid {o}.", True),
        ("{s}'s car broke down.", True),
        ("On 3 June {s} moved the piano.", True),
        ("Last year {s} ran a marathon.", True),
        ("Up in Bergen {s} put out the flags.", True),
        ("The group agreed to pay {s} 500 euros.", False),
        ("The policy changed, all files are shared with {s}.", False),
        ("Everyone agreed that {s} decides.", False),
    ],
)
def test_what_others_do_for_the_speaker_is_no_description_of_oneself(template: str, is_own: bool) -> None:
    assert is_plain(observe(template, "the bill")) is is_own
