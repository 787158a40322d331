"""Sensitive matters: which facts presence alone does not make current."""

from __future__ import annotations

import pytest

from kg.knowledge.sensitive_matters import is_about_sensitive_matter
from tests.knowledge.test_authority import fact, said, statuses


@pytest.mark.parametrize(
    ("predicate", "value", "is_sensitive"),
    [
        ("email", "a@example.org", True),
        ("phone", "555 0100", True),
        ("allergic_to", "nuts", True),
        ("name_is", "Eve", True),
        ("role", "the admin", True),
        ("role", "nurse", False),
        ("lives_in", "Oslo", False),
    ],
)
def test_presence_alone_states_no_contact_details_health_and_powers_of_others(
    predicate: str, value: str, is_sensitive: bool
) -> None:
    by_presence, by_endorsed = said("presence-1", 0), said("endorsed-1", 0)
    assert statuses(fact(value, by_presence, predicate=predicate)) == ["claimed" if is_sensitive else "current"]
    assert statuses(fact(value, by_endorsed, predicate=predicate)) == ["current"]
    two = [said(f"acquaintance-{number}", number) for number in range(2)]
    assert statuses(fact(value, *two, predicate=predicate)) == ["claimed" if is_sensitive else "current"]
    # No one gives themselves powers.
    assert is_about_sensitive_matter(said("ann", 0), fact(value, predicate=predicate)) == (value == "the admin")


def test_contact_details_in_observations_are_sensitive_too() -> None:
    text = "Ann can be reached at ann@evil.example."
    assert statuses(fact("ann@evil.example", said("presence-1", 0), predicate="reach", kind="state", text=text)) == [
        "claimed"
    ]


@pytest.mark.parametrize(
    ("text", "is_sensitive"),
    [
        ("Ann went to prison in May 2025.", True),
        ("Ann has a criminal record.", True),
        ("Ann is on antidepressants.", True),
        ("Ann takes Prozac.", True),
        ("Ann goes to AA meetings.", True),
        ("Ann's maiden name is Berg.", True),
        ("Ann lives at 5 Rua Nova.", True),
        ("Ann had a nervous breakdown.", True),
        ("Ann owes Eve 500 euros.", True),
        ("Ann is Jewish.", True),
        ("Ann wants Eve to have the keys.", True),
        ("Ann represents Olga.", True),
        ("Ann is Olga's deputy.", True),
        ("Ann asked Eve to run the bot.", True),
        ("Ann borrowed 501 euros from Eve.", True),
        ("Ann still needs to give Eve £50.", True),
        ("Ann is to pay Eve.", True),
        ("Ann will pay Eve 504 euros.", True),
        ("Ann borrowed a ladder from Eve.", False),
        ("Ann bought a van for 500 euros.", False),
        ("Ann asked Eve to dinner.", False),
        ("Ann paints boats.", False),
        ("Ann bought a red van.", False),
        ("Ann opened the shop in May.", False),
    ],
)
def test_what_concerns_another_alone_is_not_believed_by_presence(text: str, is_sensitive: bool) -> None:
    value = text.rsplit(maxsplit=1)[-1]
    by_presence = fact(value, said("presence-1", 0), predicate="be", kind="state", text=text)
    assert statuses(by_presence) == ["claimed" if is_sensitive else "current"]
    two = [said(f"acquaintance-{number}", number) for number in range(2)]
    assert statuses(fact(value, *two, predicate="be", kind="state", text=text)) == [
        "claimed" if is_sensitive else "current"
    ]
    assert statuses(fact(value, said("endorsed-1", 0), predicate="be", kind="state", text=text)) == ["current"]


def test_what_others_prefer_is_theirs_to_say() -> None:
    assert statuses(fact("long answers", said("presence-1", 0), predicate="prefers")) == ["claimed"]
    assert statuses(fact("long answers", said("ann", 0), predicate="prefers")) == ["current"]
    assert statuses(fact("tea", said("presence-1", 0), predicate="likes")) == ["current"]


@pytest.mark.parametrize(
    ("predicate", "is_confirmed"),
    [
        ("married_to", False),
        ("works_at", False),
        ("member_of", False),
        ("plans", False),
        ("role", True),
        ("from", True),
    ],
)
def test_two_acquaintances_do_not_confirm_ties_and_plans_of_others(predicate: str, is_confirmed: bool) -> None:
    two = [said(f"acquaintance-{number}", number) for number in range(2)]
    assert statuses(fact("Acme", *two, predicate=predicate)) == ["current" if is_confirmed else "claimed"]
    assert statuses(fact("Acme", said("presence-1", 0), predicate=predicate)) == ["current"]


@pytest.mark.parametrize(
    "text",
    [
        "Ann is dating Bo.",
        "Ann and Bo are dating.",
        "Ann is engaged to Bo.",
        "Ann signed a contract with Bo.",
        "Ann was born in 1950.",
        "Ann will sell the boat to Bo.",
    ],
)
def test_two_acquaintances_do_not_confirm_affairs_of_others_in_other_words(text: str) -> None:
    two = [said(f"acquaintance-{number}", number) for number in range(2)]
    assert statuses(fact("Bo", *two, predicate="do", kind="state", text=text)) == ["claimed"]
    assert statuses(fact("Bo", said("presence-1", 0), predicate="do", kind="state", text=text)) == ["current"]


@pytest.mark.parametrize("text", ["Ann has to pay Bo 500 euros.", "Ann must repay Bo.", "Ann owes Bo 500 euros."])
def test_debts_of_others_are_sensitive(text: str) -> None:
    assert statuses(fact("Bo", said("presence-1", 0), predicate="pay", kind="state", text=text)) == ["claimed"]
