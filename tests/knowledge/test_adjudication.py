"""Which word counts: what is known, what is only claimed, and what those see who may read more than others."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from kg.knowledge.adjudication import weigh
from kg.knowledge.fact_state import End, Evidence, Told
from kg.knowledge.predicates import PREDICATES
from tests.support import T0

ANNS, OURS = "person:ann", "session:cli:1"


def word(
    person: str | None,
    day: float,
    tier: str | None = "familiar",
    *,
    own: bool = False,
    until: str | None = None,
    since: str | None = None,
    quarantine: str | None = None,
) -> Evidence:
    """Somebody's word on a day; the event is named after both, so that the same word is the same event."""
    name = f"{person}-{day}-{tier}-{own}"
    return Evidence(name, T0 + dt.timedelta(days=day), name, since, until, person, tier, own, quarantine)


def fact(thing: str, *words: Evidence, audience: str = "shared") -> Told:
    """That the launch is due on some day, by these words."""
    end = End(None, thing)
    return Told(
        id=f"{thing} {audience}",
        kind=PREDICATES["deadline"],
        subject="launch",
        object=end,
        polarity=True,
        same=("launch", "deadline", end.key, "True"),
        place="launch deadline",
        audience=audience,
        properties={"text": f"The launch is due on {thing}."},
        base=0.5,
        confidence=0.8,
        evidence={each.event: each for each in words},
    )


def weighed(*facts: Told) -> dict[str, Told]:
    weigh(facts)
    return {told.id.removesuffix(" shared"): told for told in facts}


def state(told: Told, unseen: Sequence[str] = ()) -> tuple[object, ...]:
    """All that a reader may notice of a fact, but what is only claimed beside it, and what it ended in places unseen."""
    course = told.course
    ended = {name: at for name, at in told.supersedes.items() if not name.endswith(tuple(unseen))}
    return (
        told.status, course.spells, course.superseded_by, tuple(sorted(course.supersedes.items())),
        told.strength, told.confidence, tuple(sorted(told.heeded)), tuple(sorted(ended.items())), told.superseded_at,
    )  # fmt: skip


def statuses(told: dict[str, Told]) -> dict[str, str]:
    return {name: each.status for name, each in told.items()}


def test_the_word_of_somebody_familiar_is_known_at_once() -> None:
    for tier in ("familiar", "trusted", "inner_circle", None):
        assert statuses(weighed(fact("May", word("ann", 0, tier)))) == {"May": "current"}


def test_what_a_stranger_says_is_a_claim_however_often() -> None:
    told = weighed(fact("May", *(word("eve", day, "stranger") for day in range(20))))["May"]
    assert (told.status, told.heeded, told.voices, told.strength) == ("claimed", (), 1, 0.5)


def test_many_strangers_know_no_more_than_one() -> None:
    crowd = [word(f"eve{number}", number, "stranger") for number in range(50)]
    told = weighed(fact("May", *crowd))["May"]
    assert (told.status, told.voices, told.strength) == ("claimed", 50, 1.0)


def test_a_claim_beside_what_is_known_is_at_odds_with_it_and_ends_nothing() -> None:
    told = weighed(
        fact("May", word("ann", 0)), fact("June", word("eve", 1, "stranger"), word("dan", 2, "acquaintance"))
    )
    assert statuses(told) == {"May": "current", "June": "contested"}
    assert told["June"].contradicts == (told["May"].id,)
    assert (told["May"].course.valid_to, told["May"].contradicts, told["June"].supersedes) == (None, (), {})


def test_a_claim_of_what_was_over_before_is_at_odds_with_nothing() -> None:
    told = weighed(fact("May", word("ann", 0), word("ann", 1, until="past")), fact("June", word("eve", 2, "stranger")))
    assert statuses(told) == {"May": "current", "June": "claimed"}
    assert told["June"].contradicts == ()


def test_two_acquaintances_confirm_each_other_and_two_words_of_one_do_not() -> None:
    one, again, other = (word(who, day, "acquaintance") for who, day in (("dan", 0), ("dan", 3), ("fay", 5)))
    assert statuses(weighed(fact("May", one, again))) == {"May": "claimed"}
    told = weighed(fact("May", one, again, other))["May"]
    assert (told.status, sorted(told.heeded)) == ("current", sorted(each.event for each in (one, again, other)))


def test_an_acquaintance_and_any_number_of_strangers_confirm_nothing() -> None:
    crowd = [word(f"eve{number}", number, "stranger") for number in range(9)]
    assert statuses(weighed(fact("May", word("dan", 0, "acquaintance"), *crowd))) == {"May": "claimed"}


def test_somebody_familiar_confirms_what_was_claimed_and_only_their_word_counts() -> None:
    claim, confirmed = word("eve", 0, "stranger", since="2020"), word("ann", 4)
    told = weighed(fact("May", claim, confirmed))["May"]
    assert (told.status, told.heeded) == ("current", (confirmed.event,))
    assert [spell.start for spell in told.course.spells] == [confirmed.at]
    assert told.strength == 0.5


def test_two_acquaintances_end_nothing_that_is_known() -> None:
    told = weighed(
        fact("May", word("ann", 0)), fact("June", word("dan", 1, "acquaintance"), word("fay", 2, "acquaintance"))
    )
    assert statuses(told) == {"May": "current", "June": "contested"}


def test_two_acquaintances_fill_a_place_that_is_empty_again() -> None:
    told = weighed(
        fact("May", word("ann", 0), word("ann", 1, until="past")),
        fact("June", word("dan", 2, "acquaintance"), word("fay", 3, "acquaintance")),
    )
    assert statuses(told) == {"May": "current", "June": "current"}
    assert told["May"].course.valid_to is not None


def test_of_words_that_count_the_newer_ends_the_older_whoever_said_them() -> None:
    told = weighed(fact("May", word("tom", 0, "trusted")), fact("June", word("eve", 1, "stranger", own=True)))
    assert statuses(told) == {"May": "superseded", "June": "current"}
    assert told["June"].supersedes == {told["May"].id: T0 + dt.timedelta(days=1)}


def test_who_spoke_of_themselves_corrects_themselves() -> None:
    first, second = word("eve", 0, "stranger", own=True), word("eve", 1, "stranger", own=True)
    told = weighed(fact("May", first), fact("June", second))
    assert statuses(told) == {"May": "superseded", "June": "current"}


def test_what_others_say_of_somebody_is_at_odds_with_their_own_word() -> None:
    told = weighed(fact("May", word("eve", 0, "stranger", own=True)), fact("June", word("dan", 1, "stranger")))
    assert statuses(told) == {"May": "current", "June": "contested"}


def test_without_tiers_every_word_counts() -> None:
    told = weighed(fact("May", word("ann", 0, None)), fact("June", word("eve", 1, None)))
    assert statuses(told) == {"May": "superseded", "June": "current"}


def test_what_nobody_who_counts_says_is_put_aside_and_what_it_ended_holds_again() -> None:
    liar = word("tom", 1, "trusted", quarantine="q1")
    told = weighed(fact("May", word("ann", 0)), fact("June", liar))
    assert statuses(told) == {"May": "current", "June": "quarantined"}
    assert told["May"].course.valid_to is None
    told = weighed(fact("May", word("ann", 0)), fact("June", liar, word("eve", 2, "stranger")))
    assert statuses(told) == {"May": "current", "June": "contested"}, "who is left only claims it"


def test_of_two_acquaintances_one_who_is_put_aside_confirms_nothing() -> None:
    aside = word("fay", 1, "acquaintance", quarantine="q1")
    assert statuses(weighed(fact("May", word("dan", 0, "acquaintance"), aside))) == {"May": "claimed"}


def test_what_is_known_in_private_ends_there_what_all_know_and_nothing_for_all() -> None:
    told = weighed(fact("May", word("ann", 0)), fact("June", word("ann", 1), audience=ANNS))
    assert statuses(told) == {"May": "current", f"June {ANNS}": "current"}
    assert told["May"].replaced_in == (ANNS,)
    assert (told["May"].course.valid_to, told["May"].superseded_at) == (None, None)


def test_a_private_repetition_dates_and_strengthens_nothing_for_all() -> None:
    alone = state(weighed(fact("May", word("ann", 0)))["May"])
    told = weighed(fact("May", word("ann", 0)), fact("May", word("ann", 3, since="2020"), audience=ANNS))
    assert state(told["May"]) == alone
    assert told["May"].replaced_in == ()
    # Who may read both knows what all know, and more of it.
    assert told[f"May {ANNS}"].course.valid_from == dt.datetime(2020, 1, 1, tzinfo=dt.UTC)


def test_two_private_places_know_nothing_of_each_other() -> None:
    told = weighed(
        fact("May", word("ann", 0)),
        fact("June", word("ann", 1), audience=ANNS),
        fact("July", word("bob", 2), audience=OURS),
    )
    assert statuses(told) == {"May": "current", f"June {ANNS}": "current", f"July {OURS}": "current"}
    assert sorted(told["May"].replaced_in) == [ANNS, OURS]


def test_what_all_learn_later_ends_what_was_known_in_private() -> None:
    told = weighed(fact("May", word("ann", 0), audience=ANNS), fact("June", word("bob", 1)))
    assert statuses(told) == {f"May {ANNS}": "superseded", "June": "current"}


def test_a_private_claim_is_at_odds_with_what_all_know_only_where_it_was_made() -> None:
    told = weighed(fact("May", word("ann", 0)), fact("June", word("eve", 1, "stranger"), audience=OURS))
    assert statuses(told) == {"May": "current", f"June {OURS}": "contested"}
    assert told[f"June {OURS}"].contradicts == (told["May"].id,)
    assert told["May"].replaced_in == ()


def test_one_acquaintance_in_private_and_one_before_all_confirm_each_other_only_in_private() -> None:
    told = weighed(
        fact("May", word("dan", 0, "acquaintance")), fact("May", word("fay", 1, "acquaintance"), audience=ANNS)
    )
    assert statuses(told) == {"May": "claimed", f"May {ANNS}": "current"}


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
Words = tuple[str, str, Evidence]


@st.composite
def words(
    draw: st.DrawFn, people: Sequence[str], audiences: Sequence[str] = ("shared", ANNS, OURS), most: int = 8
) -> list[Words]:
    """What some people say of one place: what, to whom, and the word; each word is an event of its own."""
    said = []
    for _ in range(draw(st.integers(0, most))):
        person, audience = draw(st.sampled_from(people)), draw(st.sampled_from(audiences))
        given_word = word(
            person,
            draw(st.integers(0, 9)),
            PEOPLE[person],
            own=draw(st.booleans()) and person not in CLAIMANTS,
            until=draw(st.sampled_from([None, None, "past"])),
            quarantine=draw(st.sampled_from([None, None, None, "q"])),
        )
        name = f"{given_word.event} {audience} {draw(st.uuids())}"
        said.append((draw(st.sampled_from(THINGS)), audience, replace(given_word, event=name, order=name)))
    return said


def facts(said: Iterable[Words]) -> list[Told]:
    held: dict[tuple[str, str], list[Evidence]] = {}
    for thing, audience, each in said:
        held.setdefault((thing, audience), []).append(each)
    return [fact(thing, *each, audience=audience) for (thing, audience), each in held.items()]


@given(words(SPEAKERS), st.randoms())
def test_in_which_order_things_were_read_does_not_matter(said: list[Words], random: object) -> None:
    mixed = list(said)
    random.shuffle(mixed)  # type: ignore[attr-defined]
    one, other = weighed(*facts(said)), weighed(*facts(mixed))
    assert {name: state(each) for name, each in one.items()} == {name: state(each) for name, each in other.items()}
    for name, each in one.items():
        assert (each.contradicts, sorted(each.replaced_in)) == (
            other[name].contradicts,
            sorted(other[name].replaced_in),
        )


@given(words(SPEAKERS), words(CLAIMANTS))
def test_what_strangers_claim_changes_nothing_that_is_known(said: list[Words], claims: list[Words]) -> None:
    before, after = weighed(*facts(said)), weighed(*facts([*said, *claims]))
    for name, each in before.items():
        if each.known:
            assert state(after[name], (ANNS, OURS)) == state(each, (ANNS, OURS))
            assert after[name].replaced_in == each.replaced_in
    for name, each in after.items():
        # Who repeats in private what all know has said nothing new.
        known = [before[same] for same in (name, name.partition(" ")[0]) if same in before]
        assert not each.known or any(one.known for one in known), "no number of strangers makes anything known"


@given(words(SPEAKERS, ["shared"]), words(SPEAKERS, [ANNS, OURS]))
def test_what_all_see_is_what_was_said_to_all(said: list[Words], private: list[Words]) -> None:
    alone, beside = weighed(*facts(said)), weighed(*facts([*said, *private]))
    for name, each in alone.items():
        assert state(beside[name], (ANNS, OURS)) == state(each)
        assert beside[name].contradicts == each.contradicts
        assert each.replaced_in == ()


@given(words(SPEAKERS, ["shared", ANNS]), words(SPEAKERS, [OURS]))
def test_what_is_seen_in_one_place_does_not_depend_on_what_is_said_in_another(
    said: list[Words], elsewhere: list[Words]
) -> None:
    alone, beside = weighed(*facts(said)), weighed(*facts([*said, *elsewhere]))
    for name, each in alone.items():
        assert state(beside[name], (OURS,)) == state(each)
        assert set(beside[name].replaced_in) - {OURS} == set(each.replaced_in)


@given(words(SPEAKERS))
def test_nothing_known_rests_on_what_was_put_aside_or_on_strangers(said: list[Words]) -> None:
    for each in facts(said):
        [told] = weighed(each).values()
        heeded = [told.evidence[event] for event in told.heeded]
        assert all(one.counts for one in heeded) or len({one.person for one in heeded if one.confirms}) >= 2
        assert told.known == bool(heeded)
