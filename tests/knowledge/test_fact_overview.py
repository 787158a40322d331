"""Overviews of facts: order, lists, repetitions, importance."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from kg.knowledge import OverviewFact, QuotableMessage, write_overview
from kg.knowledge.fact_overview import fact_importance
from tests.support import T0


def fact(text: str, predicate: str, thing: str = "", kind: str = "", **more: object) -> OverviewFact:
    known = {"worth": 1.0 if not kind else 0.6, "salience": 0.1, "at": T0, "polarity": True, "subject": "Ann"} | more
    return OverviewFact(id=text, text=text, predicate=predicate, object=thing, kind=kind, **known)  # type: ignore[arg-type]


def texts(facts: list[OverviewFact], most: int = 15) -> list[str]:
    return [line.text for line in write_overview(facts, T0, most=most)]


def test_who_somebody_is_comes_before_tastes_and_events() -> None:
    facts = [
        fact("Ann sold the boat.", "sell", "the boat", "event"),
        fact("Ann likes tea.", "likes", "tea"),
        fact("Ann lives in Oslo.", "lives_in", "Oslo"),
        fact("Ann is a nurse.", "role", "nurse"),
    ]
    assert texts(facts) == ["Ann is a nurse.", "Ann lives in Oslo.", "Ann likes tea.", "Ann sold the boat."]


def test_objects_of_one_predicate_share_a_line() -> None:
    [line] = write_overview([fact(f"Ann likes {each}.", "likes", each) for each in ("tea", "rain", "bees")], T0, most=5)
    assert line.text.startswith("Ann likes ")
    assert {one.object for one in line.facts} == {"tea", "rain", "bees"}


def test_a_negated_fact_is_not_listed_with_the_others() -> None:
    facts = [
        fact("Ann likes tea.", "likes", "tea"),
        fact("Ann does not like rain.", "likes", "rain", polarity=False),
    ]
    assert sorted(texts(facts)) == ["Ann does not like rain.", "Ann likes tea."]


def test_events_are_in_order_of_time_and_fade() -> None:
    old = fact("Ann broke her arm.", "break", "arm", "event", at=T0 - dt.timedelta(days=30), worth=0.9)
    new = fact("Ann sold the boat.", "sell", "the boat", "event", at=T0)
    assert texts([new, old]) == ["Ann broke her arm.", "Ann sold the boat."]
    assert fact_importance(old, T0) > fact_importance(old, T0 + dt.timedelta(days=90))


def test_what_repeats_a_line_and_tasks_are_left_out() -> None:
    facts = [
        fact("Ann lives in Oslo.", "lives_in", "Oslo"),
        fact("Ann lives in Oslo now.", "live", "Oslo", "state"),
        fact("Ann buys milk.", "buy", "milk", "task"),
    ]
    assert texts(facts) == ["Ann lives in Oslo."]


@given(
    st.lists(
        st.tuples(
            st.sampled_from(("likes", "lives_in", "sell", "role")),
            st.text(max_size=12),
            st.floats(0, 1),
            st.floats(0, 1),
        ),
        max_size=20,
    ),
    st.integers(0, 15),
)
def test_every_line_states_facts_once(rows: list[tuple[str, str, float, float]], most: int) -> None:
    facts = [
        fact(f"Ann {name} {thing}.", name, thing, "event" if name == "sell" else "", worth=worth, salience=salience)
        for name, thing, worth, salience in rows
    ]
    lines = write_overview(facts, T0, most=most)
    assert len(lines) <= most
    assert all(line.facts and set(line.facts) <= set(facts) and 0 <= line.importance <= 1 for line in lines)


def message(text: str, salience: float = 0.6, id_: str = "e1", at: dt.datetime = T0) -> QuotableMessage:
    return QuotableMessage(id_, "Ann", text, at, salience)


JOB = "I start a new job as a nurse at the hospital in Leeds on Monday, and my sister moves with me."


def test_a_garbled_statement_gives_way_to_a_quotation_that_cites_its_fact() -> None:
    garbled = fact(
        "Ann is news that they start.", "start", "job", "event", worth=0.9, sources=("e1",), messages=(message(JOB),)
    )
    [line] = write_overview([garbled], T0, most=15)
    assert line.text.endswith(f": “{JOB}”")
    assert line.facts == (garbled,)
    assert line.quoted == garbled.messages[0]


def test_a_statement_that_is_neither_clear_nor_quotable_is_left_out() -> None:
    unclear = fact(
        "Ann did it there.", "do", "it", "event", worth=0.9, sources=("e1",), messages=(message("I did it there."),)
    )
    assert texts([unclear]) == []


def test_a_sure_statement_stands_and_an_open_one_in_the_present_is_dated() -> None:
    diet = fact("Ann eats no meat.", "diet", "no meat", sources=("e1",), messages=(message(JOB),))
    state = fact(
        "Ann lodges with my mother in Leeds.", "lodge", "Leeds", "state", worth=1.0, salience=0.9, sources=("e2",)
    )
    assert texts([diet, state]) == [
        "Ann eats no meat.",
        f"Ann lodges with my mother in Leeds (as of {T0.day} {T0:%B %Y}).",
    ]


def test_messages_without_a_fact_are_quoted_if_they_matter_and_last() -> None:
    said = [message(JOB), message("haha I like the hat of my brother", 0.0, "e2")]
    [line] = write_overview([], T0, most=15, messages=said)
    assert (line.quoted, line.facts) == (said[0], ())
    for days, fewest in ((20, 1), (400, 0)):
        now = T0 + dt.timedelta(days=days)
        [same] = write_overview([], now, most=15, messages=said)
        assert same.importance == line.importance, "nothing was said since"
        later = write_overview([], now, most=15, messages=[*said, replace(said[1], id="e3", at=now)])
        assert len(later) == fewest
        assert all(each.importance < line.importance for each in later), "what was said before much else fades"


def test_quotations_of_one_message_do_not_overlap() -> None:
    news = "I do have some less happy news. Samira is going part-time from September, it is too much with the boys."
    said = (message(f"{news} So I shall be in the second year without her."),)
    facts = [
        fact(text, "be", "there", kind, worth=0.9, sources=("e1",), messages=said)
        for text, kind in (
            ("Ann does have some less happy news.", "possession"),
            ("Ann shall be in the second year without Samira.", "state"),
        )
    ]
    assert texts(facts) == [f"Ann said on {T0.day} {T0:%B %Y}: “{news}”"]


def test_fondness_of_a_person_is_no_taste() -> None:
    assert texts([fact("Ann likes Saskia.", "likes", "Saskia", sources=("e1",), object_is_person=True)]) == []
    for thing in ("tea", "Radiohead", "Italian food"):
        assert texts([fact(f"Ann likes {thing}.", "likes", thing, sources=("e1",))]) == [f"Ann likes {thing}."]


def test_what_differs_in_a_place_repeats_nothing_and_copies_of_strangers_give_way() -> None:
    text = "I start a new job as a nurse at the hospital in Leeds on Monday, and my sister moves with me."

    def quote(*said: tuple[str, str]) -> list[str]:
        messages = [
            QuotableMessage(f"e{place}", speaker, words, T0 + dt.timedelta(minutes=place), salience)
            for place, (speaker, words) in enumerate(said)
            for salience in [0.5 + place / 10]
        ]
        return [line.text.partition(" said on ")[0] for line in write_overview([], T0, most=9, messages=messages)]

    other = text.replace("Leeds", "Faro")
    assert sorted(quote(("Ann (owner)", text), ("Eve (stranger)", other))) == ["Ann (owner)", "Eve (stranger)"]
    assert quote(("Eve (stranger)", text), ("Ann (owner)", text)) == ["Ann (owner)"]
    assert quote(("Ann (owner)", text), ("Eve (stranger)", text)) == ["Ann (owner)"]
    assert quote(("Bob", text), ("Ann (familiar)", text)) == ["Bob"], "who said it first"
    assert len(quote(("Ann", text), ("Ann", text))) == 1


def test_a_state_that_has_passed_is_left_out() -> None:
    facts = [
        fact("Ann lives in Oslo.", "lives_in", "Oslo", sources=("m1",)),
        fact("Ann has a cold.", "have", "a cold", "possession", sources=("m2",), worth=1.0, salience=0.9),
    ]
    week, month = (T0 + dt.timedelta(days=days) for days in (7, 30))
    assert [line.text for line in write_overview(facts, week, most=5)] == [
        "Ann lives in Oslo.",
        "Ann has a cold (as of 2 March 2026).",
    ]
    assert [line.text for line in write_overview(facts, month, most=5)] == ["Ann lives in Oslo."]
