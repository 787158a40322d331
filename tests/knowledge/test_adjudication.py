"""Adjudication of a slot: which facts are accepted, claimed or contested, and in which audience."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.knowledge.adjudication import adjudicate_slot
from kg.knowledge.fact_state import FactEndpoint, FactEvidence, FactState
from kg.knowledge.predicates import PREDICATES, open_predicate
from tests.support import T0

PRIVATE, SESSION = "person:ann", "session:cli:1"


def make_evidence(
    person: str | None,
    day: float,
    tier: str | None = "familiar",
    *,
    is_about_self: bool = False,
    valid_to: str | None = None,
    valid_from: str | None = None,
    quarantine: str | None = None,
) -> FactEvidence:
    """Return evidence from a person on a day; equal arguments give the same event."""
    name = f"{person}-{day}-{tier}-{is_about_self}"
    return FactEvidence(
        name, T0 + dt.timedelta(days=day), name, valid_from, valid_to, person, tier, is_about_self, quarantine
    )


def make_fact(value: str, *evidence_sets: FactEvidence, audience: str = "shared") -> FactState:
    """Return the fact that the launch is due on some day, with this evidence."""
    end = FactEndpoint(None, value)
    return FactState(
        id=f"{value} {audience}",
        predicate=PREDICATES["deadline"],
        subject="launch",
        object=end,
        polarity=True,
        identity=("launch", "deadline", end.key, "True"),
        slot="launch deadline",
        audience=audience,
        properties={"text": f"The launch is due on {value}."},
        base_strength=0.5,
        confidence=0.8,
        evidence={each.event: each for each in evidence_sets},
    )


def adjudicate(*facts: FactState) -> dict[str, FactState]:
    adjudicate_slot(facts)
    return {state.id.removesuffix(" shared"): state for state in facts}


def visible_state(state: FactState, hidden: Sequence[str] = ()) -> tuple[object, ...]:
    """Return what a reader sees of a fact, without contradicting claims or superseded facts of hidden audiences."""
    timeline = state.timeline
    superseded = {name: at for name, at in state.supersedes.items() if not name.endswith(tuple(hidden))}
    return (
        state.status, timeline.intervals, timeline.superseded_by, tuple(sorted(timeline.supersedes.items())),
        state.strength, state.confidence, tuple(sorted(state.trusted_events)), tuple(sorted(superseded.items())),
        state.superseded_at,
    )  # fmt: skip


def statuses(states: dict[str, FactState]) -> dict[str, str]:
    return {name: each.status for name, each in states.items()}


def test_evidence_from_a_familiar_person_is_accepted_at_once() -> None:
    for tier in ("familiar", "trusted", "inner_circle", None):
        assert statuses(adjudicate(make_fact("May", make_evidence("ann", 0, tier)))) == {"May": "current"}


def test_repeated_statements_of_a_stranger_stay_a_claim() -> None:
    state = adjudicate(make_fact("May", *(make_evidence("eve", day, "stranger") for day in range(20))))["May"]
    assert (state.status, state.trusted_events, state.speaker_count, state.strength) == ("claimed", (), 1, 0.5)


def test_agreement_of_many_strangers_stays_a_claim() -> None:
    strangers = [make_evidence(f"eve{number}", number, "stranger") for number in range(50)]
    state = adjudicate(make_fact("May", *strangers))["May"]
    assert (state.status, state.speaker_count, state.strength) == ("claimed", 50, 1.0)


def test_a_claim_contradicts_an_accepted_fact_and_ends_nothing() -> None:
    states = adjudicate(
        make_fact("May", make_evidence("ann", 0)),
        make_fact("June", make_evidence("eve", 1, "stranger"), make_evidence("dan", 2, "acquaintance")),
    )
    assert statuses(states) == {"May": "current", "June": "contested"}
    assert states["June"].contradicts == (states["May"].id,)
    assert (states["May"].timeline.valid_to, states["May"].contradicts, states["June"].supersedes) == (None, (), {})


def test_a_claim_contradicts_no_fact_that_was_over_before() -> None:
    states = adjudicate(
        make_fact("May", make_evidence("ann", 0), make_evidence("ann", 1, valid_to="past")),
        make_fact("June", make_evidence("eve", 2, "stranger")),
    )
    assert statuses(states) == {"May": "current", "June": "claimed"}
    assert states["June"].contradicts == ()


def test_two_acquaintances_corroborate_each_other_but_one_does_not_corroborate_themselves() -> None:
    one, repeated, other = (
        make_evidence(who, day, "acquaintance") for who, day in (("dan", 0), ("dan", 3), ("fay", 5))
    )
    assert statuses(adjudicate(make_fact("May", one, repeated))) == {"May": "claimed"}
    state = adjudicate(make_fact("May", one, repeated, other))["May"]
    assert (state.status, sorted(state.trusted_events)) == (
        "current",
        sorted(each.event for each in (one, repeated, other)),
    )


def test_strangers_do_not_corroborate_an_acquaintance() -> None:
    strangers = [make_evidence(f"eve{number}", number, "stranger") for number in range(9)]
    assert statuses(adjudicate(make_fact("May", make_evidence("dan", 0, "acquaintance"), *strangers))) == {
        "May": "claimed"
    }


def test_a_familiar_person_confirms_a_claim_and_only_their_evidence_counts() -> None:
    claim, confirmed = make_evidence("eve", 0, "stranger", valid_from="2020"), make_evidence("ann", 4)
    state = adjudicate(make_fact("May", claim, confirmed))["May"]
    assert (state.status, state.trusted_events) == ("current", (confirmed.event,))
    assert [interval.start for interval in state.timeline.intervals] == [confirmed.at]
    assert state.strength == 0.5


def test_two_acquaintances_do_not_end_an_accepted_fact() -> None:
    states = adjudicate(
        make_fact("May", make_evidence("ann", 0)),
        make_fact("June", make_evidence("dan", 1, "acquaintance"), make_evidence("fay", 2, "acquaintance")),
    )
    assert statuses(states) == {"May": "current", "June": "contested"}


def test_two_acquaintances_establish_a_fact_in_a_slot_that_is_empty_again() -> None:
    states = adjudicate(
        make_fact("May", make_evidence("ann", 0), make_evidence("ann", 1, valid_to="past")),
        make_fact("June", make_evidence("dan", 2, "acquaintance"), make_evidence("fay", 3, "acquaintance")),
    )
    assert statuses(states) == {"May": "current", "June": "current"}
    assert states["May"].timeline.valid_to is not None


def test_newer_trusted_evidence_ends_older_regardless_of_the_speaker() -> None:
    states = adjudicate(
        make_fact("May", make_evidence("tom", 0, "trusted")),
        make_fact("June", make_evidence("eve", 1, "stranger", is_about_self=True)),
    )
    assert statuses(states) == {"May": "superseded", "June": "current"}
    assert states["June"].supersedes == {states["May"].id: T0 + dt.timedelta(days=1)}


def test_a_new_holder_of_a_role_replaces_the_old_one() -> None:
    tom, lena, new = (
        replace(
            make_fact(sentence, make_evidence("ann", day)),
            predicate=replace(open_predicate("be", sentence, "state"), aspect="holder of lead"),
            identity=(sentence,),
        )
        for day, sentence in enumerate(("Tom is {s}'s lead", "Lena is {s}'s lead", "Lena is the lead now"))
    )
    assert [each.status for each in adjudicate(tom, lena).values()] == ["current", "current"]
    assert [each.status for each in adjudicate(tom, new).values()] == ["superseded", "current"]


def test_people_supersede_what_they_said_about_themselves() -> None:
    first, second = (
        make_evidence("eve", 0, "stranger", is_about_self=True),
        make_evidence("eve", 1, "stranger", is_about_self=True),
    )
    states = adjudicate(make_fact("May", first), make_fact("June", second))
    assert statuses(states) == {"May": "superseded", "June": "current"}


def test_statements_of_others_contradict_a_self_description() -> None:
    states = adjudicate(
        make_fact("May", make_evidence("eve", 0, "stranger", is_about_self=True)),
        make_fact("June", make_evidence("dan", 1, "stranger")),
    )
    assert statuses(states) == {"May": "current", "June": "contested"}


def test_without_tiers_all_evidence_is_trusted() -> None:
    states = adjudicate(
        make_fact("May", make_evidence("ann", 0, None)), make_fact("June", make_evidence("eve", 1, None))
    )
    assert statuses(states) == {"May": "superseded", "June": "current"}


def test_a_fact_with_only_quarantined_evidence_is_quarantined_and_ends_nothing() -> None:
    excluded = make_evidence("tom", 1, "trusted", quarantine="q1")
    states = adjudicate(make_fact("May", make_evidence("ann", 0)), make_fact("June", excluded))
    assert statuses(states) == {"May": "current", "June": "quarantined"}
    assert states["May"].timeline.valid_to is None
    states = adjudicate(
        make_fact("May", make_evidence("ann", 0)), make_fact("June", excluded, make_evidence("eve", 2, "stranger"))
    )
    assert statuses(states) == {"May": "current", "June": "contested"}, "the remaining evidence is only a claim"


def test_quarantined_evidence_does_not_corroborate() -> None:
    quarantined = make_evidence("fay", 1, "acquaintance", quarantine="q1")
    assert statuses(adjudicate(make_fact("May", make_evidence("dan", 0, "acquaintance"), quarantined))) == {
        "May": "claimed"
    }


def test_a_private_fact_replaces_a_shared_one_only_for_its_audience() -> None:
    states = adjudicate(
        make_fact("May", make_evidence("ann", 0)), make_fact("June", make_evidence("ann", 1), audience=PRIVATE)
    )
    assert statuses(states) == {"May": "current", f"June {PRIVATE}": "current"}
    assert states["May"].replaced_in == (PRIVATE,)
    assert (states["May"].timeline.valid_to, states["May"].superseded_at) == (None, None)


def test_a_private_repetition_neither_dates_nor_strengthens_the_shared_fact() -> None:
    before = visible_state(adjudicate(make_fact("May", make_evidence("ann", 0)))["May"])
    states = adjudicate(
        make_fact("May", make_evidence("ann", 0)),
        make_fact("May", make_evidence("ann", 3, valid_from="2020"), audience=PRIVATE),
    )
    assert visible_state(states["May"]) == before
    assert states["May"].replaced_in == ()
    # Readers of both see the shared evidence and more.
    assert states[f"May {PRIVATE}"].timeline.valid_from == dt.datetime(2020, 1, 1, tzinfo=dt.UTC)


def test_two_private_audiences_do_not_affect_each_other() -> None:
    states = adjudicate(
        make_fact("May", make_evidence("ann", 0)),
        make_fact("June", make_evidence("ann", 1), audience=PRIVATE),
        make_fact("July", make_evidence("bob", 2), audience=SESSION),
    )
    assert statuses(states) == {"May": "current", f"June {PRIVATE}": "current", f"July {SESSION}": "current"}
    assert sorted(states["May"].replaced_in) == [PRIVATE, SESSION]


def test_a_later_shared_fact_supersedes_a_private_one() -> None:
    states = adjudicate(
        make_fact("May", make_evidence("ann", 0), audience=PRIVATE), make_fact("June", make_evidence("bob", 1))
    )
    assert statuses(states) == {f"May {PRIVATE}": "superseded", "June": "current"}


def test_a_private_claim_contradicts_a_shared_fact_only_in_its_audience() -> None:
    states = adjudicate(
        make_fact("May", make_evidence("ann", 0)),
        make_fact("June", make_evidence("eve", 1, "stranger"), audience=SESSION),
    )
    assert statuses(states) == {"May": "current", f"June {SESSION}": "contested"}
    assert states[f"June {SESSION}"].contradicts == (states["May"].id,)
    assert states["May"].replaced_in == ()


def test_private_and_shared_evidence_corroborate_only_in_the_private_audience() -> None:
    states = adjudicate(
        make_fact("May", make_evidence("dan", 0, "acquaintance")),
        make_fact("May", make_evidence("fay", 1, "acquaintance"), audience=PRIVATE),
    )
    assert statuses(states) == {"May": "claimed", f"May {PRIVATE}": "current"}


PEOPLE = {
    "ann": "familiar",
    "tom": "trusted",
    "dan": "acquaintance",
    "fay": "acquaintance",
    "eve": "stranger",
    "kim": "stranger",
}
SPEAKERS = tuple(PEOPLE)
CLAIMANTS = ("eve", "kim")
THINGS = ("May", "June", "July")
Statement = tuple[str, str, FactEvidence]


@st.composite
def evidence_sets(
    draw: st.DrawFn, people: Sequence[str], audiences: Sequence[str] = ("shared", PRIVATE, SESSION), most: int = 8
) -> list[Statement]:
    """What some people say of one place: what, to whom, and the word; each word is an event of its own."""
    statements = []
    for _ in range(draw(st.integers(0, most))):
        person, audience = draw(st.sampled_from(people)), draw(st.sampled_from(audiences))
        evidence = make_evidence(
            person,
            draw(st.integers(0, 9)),
            PEOPLE[person],
            is_about_self=draw(st.booleans()) and person not in CLAIMANTS,
            valid_to=draw(st.sampled_from([None, None, "past"])),
            quarantine=draw(st.sampled_from([None, None, None, "q"])),
        )
        name = f"{evidence.event} {audience} {draw(st.uuids())}"
        statements.append((draw(st.sampled_from(THINGS)), audience, replace(evidence, event=name, order=name)))
    return statements


def facts(statements: Iterable[Statement]) -> list[FactState]:
    held: dict[tuple[str, str], list[FactEvidence]] = {}
    for value, audience, each in statements:
        held.setdefault((value, audience), []).append(each)
    return [make_fact(value, *each, audience=audience) for (value, audience), each in held.items()]


@given(evidence_sets(SPEAKERS), st.randoms())
def test_the_order_of_digestion_does_not_matter(statements: list[Statement], random: object) -> None:
    mixed = list(statements)
    random.shuffle(mixed)  # type: ignore[attr-defined]
    one, other = adjudicate(*facts(statements)), adjudicate(*facts(mixed))
    assert {name: visible_state(each) for name, each in one.items()} == {
        name: visible_state(each) for name, each in other.items()
    }
    for name, each in one.items():
        assert (each.contradicts, sorted(each.replaced_in)) == (
            other[name].contradicts,
            sorted(other[name].replaced_in),
        )


@pytest.mark.slow
@given(evidence_sets(SPEAKERS), evidence_sets(CLAIMANTS))
def test_claims_of_strangers_do_not_change_accepted_facts(statements: list[Statement], claims: list[Statement]) -> None:
    before, after = adjudicate(*facts(statements)), adjudicate(*facts([*statements, *claims]))
    for name, each in before.items():
        if each.is_accepted:
            assert visible_state(after[name], (PRIVATE, SESSION)) == visible_state(each, (PRIVATE, SESSION))
            assert after[name].replaced_in == each.replaced_in
    # A stranger who repeats in a room what another person says makes it visible there; where it has no rival, that person's
    # statement counts.
    said = {(value, audience) for value, audience, each in statements if not each.quarantine}
    for name, each in after.items():
        value, _, audience = name.partition(" ")
        known = [before[same] for same in (name, value) if same in before]
        is_repetition = (value, audience or "shared") not in said and (value, "shared") in said
        assert not each.is_accepted or is_repetition or any(one.is_accepted for one in known), (
            "strangers alone never make a fact accepted"
        )


def test_a_stranger_who_repeats_a_word_makes_it_visible_where_its_rival_has_ended() -> None:
    said = [
        make_fact("May", make_evidence("ann", 0, "familiar", is_about_self=True)),
        make_fact("June", make_evidence("ann", 1, "familiar")),
        make_fact("May", make_evidence("ann", 1, "familiar", is_about_self=True, valid_to="past"), audience=SESSION),
    ]
    repeated = make_fact("June", make_evidence("eve", 0, "stranger"), audience=SESSION)
    before, after = adjudicate(*said), adjudicate(*said, repeated)
    assert not before["June"].is_accepted
    assert visible_state(after["June"]) == visible_state(before["June"])
    assert after[f"June {SESSION}"].is_accepted, "on the word of ann, who said that May has ended"
    alone = adjudicate(said[0], said[2], repeated)
    assert not alone[f"June {SESSION}"].is_accepted


@pytest.mark.slow
@given(evidence_sets(SPEAKERS, ["shared"]), evidence_sets(SPEAKERS, [PRIVATE, SESSION]))
def test_the_shared_view_depends_only_on_shared_evidence(statements: list[Statement], private: list[Statement]) -> None:
    before, with_more = adjudicate(*facts(statements)), adjudicate(*facts([*statements, *private]))
    for name, each in before.items():
        assert visible_state(with_more[name], (PRIVATE, SESSION)) == visible_state(each)
        assert with_more[name].contradicts == each.contradicts
        assert each.replaced_in == ()


@given(evidence_sets(SPEAKERS, ["shared", PRIVATE]), evidence_sets(SPEAKERS, [SESSION]))
def test_the_view_of_an_audience_does_not_depend_on_other_audiences(
    statements: list[Statement], elsewhere: list[Statement]
) -> None:
    before, with_more = adjudicate(*facts(statements)), adjudicate(*facts([*statements, *elsewhere]))
    for name, each in before.items():
        assert visible_state(with_more[name], (SESSION,)) == visible_state(each)
        assert set(with_more[name].replaced_in) - {SESSION} == set(each.replaced_in)


@given(evidence_sets(SPEAKERS))
def test_accepted_facts_need_trusted_or_corroborating_evidence(statements: list[Statement]) -> None:
    for each in facts(statements):
        [state] = adjudicate(each).values()
        trusted = [state.evidence[event] for event in state.trusted_events]
        assert (
            all(one.is_trusted for one in trusted) or len({one.person for one in trusted if one.is_corroborating}) >= 2
        )
        assert state.is_accepted == bool(trusted)
