"""Which entity a name means: every rule with its number, and what is never made one."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.knowledge.entity_resolution import (
    ACCEPTED,
    Known,
    Meant,
    Wanted,
    compatible,
    context,
    likeness,
    meant,
    words_of,
)
from kg.language.name_keys import name_key
from tests.support import T0


def known(*names: str, type: str = "person", id: str | None = None, **more: object) -> Known:  # noqa: A002
    keys = frozenset(name_key(name) for name in names)
    return Known(id=id or names[0], name=names[0], type=type, keys=keys, seen=T0, **more)  # type: ignore[arg-type]


def wanted(name: str, type: str = "person", **more: object) -> Wanted:  # noqa: A002
    return Wanted(name_key(name), type, **({"at": T0} | more))  # type: ignore[arg-type]


def decided(found: Meant) -> tuple[str | None, float, str, bool]:
    return found.entity.id if found.entity else None, found.confidence, found.how, found.tentative


NEW = (None, 0.0, "new", False)


@pytest.mark.parametrize(
    ("name", "there", "kind"),
    [
        ("Dr. Ann Lee", "ann lee", "person"),
        ("Ann Lee's", "Ann Lee", "person"),
        ("ＡＣＭＥ", "Acme", "org"),
        ("the Louvre", "Louvre", "place"),
    ],
)
def test_an_equal_name_is_certain(name: str, there: str, kind: str) -> None:
    assert decided(meant(wanted(name, kind), [known(there, type=kind)])) == (there, 1.0, "name", False)


def test_an_alias_is_as_good_as_a_name() -> None:
    assert decided(meant(wanted("Bobster"), [known("Robert Lee", "Bobster")])) == ("Robert Lee", 1.0, "name", False)


@pytest.mark.parametrize(
    ("name", "there"),
    [
        ("Liz", "Elizabeth"),
        ("Elizabeth", "Liz"),
        ("Liz Taylor", "Elizabeth Taylor"),
        ("Elizabeth Taylor", "Liz Taylor"),
        ("Liz", "Elizabeth Taylor"),
        ("Elizabeth Taylor", "Liz"),
        ("John", "John Smith"),
        ("John Smith", "John"),
        ("Bob", "Robert Lee"),
    ],
)
def test_a_form_of_a_given_name_without_conflict_of_surnames(name: str, there: str) -> None:
    assert decided(meant(wanted(name), [known(there)])) == (there, 0.9, "given", False)


@pytest.mark.parametrize(
    ("name", "there", "kind"),
    [
        ("Müllner Brothers", "Mülner Brothers", "org"),
        ("Johannesburg", "Johanesburg", "place"),
        ("Kubernetes", "Kubernettes", "tool"),
        ("Zbigniev Brzezinski", "Zbigniew Brzezinski", "person"),
    ],
)
def test_a_misspelling_is_taken_for_the_name(name: str, there: str, kind: str) -> None:
    assert decided(meant(wanted(name, kind), [known(there, type=kind)])) == (there, 0.85, "fuzzy", False)


# Of 17 letters n are others: the ratio is 1 - n/17.
@pytest.mark.parametrize(
    ("kind", "passes", "fails"), [("person", 2, 3), ("org", 3, 4), ("place", 1, 2), ("tool", 4, 5), ("concept", 4, 5)]
)
def test_each_type_has_its_threshold(kind: str, passes: int, fails: int) -> None:
    name = "xqcdefghijklmnopr"
    for changed, expected in ((passes, 0.85), (fails, 0.0)):
        other = name[: 17 - changed] + "zywvu"[:changed]
        assert likeness(wanted(name, kind), known(other, type=kind))[0] == expected


def test_a_like_vector_is_a_guess() -> None:
    for cosine, expected in ((0.80, ("x", 0.75, "vector", True)), (0.799, NEW)):
        there = known("International Business Machines", type="org", id="x", cosine=cosine)
        assert decided(meant(wanted("Big Blue", "org"), [there])) == expected


def test_context_needs_seven_tenths_and_a_word_in_common() -> None:
    near = frozenset({"ann", "bob"})
    here = frozenset({"cli:1"})
    there = known("Apollo mission", type="project", sessions=here, neighbours=near)
    name = wanted("Apollo launch", "project", sessions=here, near=near)
    assert context(name, there) == pytest.approx(0.9)
    assert decided(meant(name, [there])) == ("Apollo mission", 0.80, "context", True)
    assert decided(meant(wanted("Zeus launch", "project", sessions=here, near=near), [there])) == NEW
    fewer = wanted("Apollo launch", "project", sessions=here, near=frozenset({"ann"}))
    assert context(fewer, there) == pytest.approx(0.7)
    nobody = wanted("Apollo launch", "project", sessions=here)
    assert decided(meant(nobody, [there])) == NEW, "session .3 and seen lately .2 are too little"


@pytest.mark.parametrize(("days", "part"), [(0, 0.2), (7, 0.2), (7.01, 0.0), (-7, 0.2), (-8, 0.0)])
def test_seen_in_the_last_seven_days(days: float, part: float) -> None:
    assert context(wanted("x", at=T0 + dt.timedelta(days=days)), known("y")) == pytest.approx(part)


@pytest.mark.parametrize(("days", "same"), [(90, True), (90.01, False), (-400, True)])
def test_who_was_not_seen_for_ninety_days_is_met_by_name_only(days: float, same: bool) -> None:
    at = T0 + dt.timedelta(days=days)
    assert (meant(wanted("Liz", at=at), [known("Elizabeth")]).entity is not None) is same
    assert meant(wanted("Elizabeth", at=at), [known("Elizabeth")]).confidence == 1.0


def test_from_eighty_five_on_it_is_the_same_and_below_only_a_link() -> None:
    assert ACCEPTED == 0.85
    assert not meant(wanted("Kubernetes", "tool"), [known("Kubernettes", type="tool")]).tentative
    assert meant(wanted("orchestrator", "tool"), [known("Kubernetes", type="tool", cosine=0.9)]).tentative


@pytest.mark.parametrize(
    ("name", "there", "kind"),
    [
        ("John Smith", "Jane Smith", "person"),
        ("John Smith", "John Brown", "person"),
        ("J. Smith", "Mary Smith", "person"),
        ("Anna", "Hanna", "person"),
        ("Hanna", "Anna", "person"),
        ("Anna Berg", "Hanna Berg", "person"),
        ("Smith", "John Smith", "person"),
        ("Ann", "Anniversary", "person"),
        ("Lee", "Leeroy", "person"),
        ("GPT-3", "GPT-4", "tool"),
        ("Windows 10", "Windows 11", "tool"),
        ("Room 101", "Room 102", "place"),
        ("GPT-4", "GPT-4o", "tool"),
        ("GPT-4o", "GPT-4a", "tool"),
        ("Java", "JavaScript", "tool"),
        ("JavaScrip", "JavaScript", "tool"),
        ("York", "New York", "place"),
        ("Bank", "Bank of England", "org"),
        ("Bank of England", "Bank of Ireland", "org"),
        ("Austria", "Australia", "place"),
        ("Acme", "Acne", "org"),
        ("coffee", "toffee", "concept"),
    ],
)
def test_never_one(name: str, there: str, kind: str) -> None:
    assert decided(meant(wanted(name, kind), [known(there, type=kind)])) == NEW
    assert decided(meant(wanted(there, kind), [known(name, type=kind)])) == NEW


def test_a_like_vector_makes_no_one_of_names_that_are_told_apart() -> None:
    assert decided(meant(wanted("GPT-3", "tool"), [known("GPT-4", type="tool", cosine=0.99)])) == NEW
    assert decided(meant(wanted("Jane Smith"), [known("John Smith", cosine=0.99)])) == NEW


def test_a_first_name_alone_is_neither_of_two_fuller_ones() -> None:
    two = [known("John Smith"), known("John Brown")]
    assert decided(meant(wanted("John"), two)) == NEW
    assert decided(meant(wanted("Johnny"), two)) == NEW


def test_a_fuller_name_is_not_another_fuller_one_by_a_first_name_that_stands_for_both() -> None:
    smith = known("John Smith", "John")
    assert decided(meant(wanted("John Brown"), [smith])) == NEW


@pytest.mark.parametrize("cosine", [None, 0.99])
def test_a_person_is_never_a_place_by_likeness(cosine: float | None) -> None:
    assert decided(meant(wanted("Florense", "person"), [known("Florence", type="place", cosine=cosine)])) == NEW
    assert decided(meant(wanted("Florense", "org"), [known("Florence", type="place", cosine=cosine)])) == NEW


def test_recognisers_may_confuse_kinds_of_things() -> None:
    assert compatible("org", "tool")
    assert not compatible("org", "person")
    assert not compatible("place", "tool")
    assert decided(meant(wanted("Kubernettes", "org"), [known("Kubernetes", type="tool")]))[1] == 0.85


def test_two_certain_things_of_one_name_are_two() -> None:
    person = known("Paris", strong=True)
    found = meant(wanted("Paris", "place", strong=True), [person])
    assert decided(found) == NEW
    assert found.homonym
    place = known("Paris", type="place", id="city", strong=True)
    assert meant(wanted("Paris", "place", strong=True), [person, place]).entity is place
    assert meant(wanted("Paris", "person", strong=True), [person, place]).entity is person
    assert meant(wanted("Paris", "place"), [person, place]).entity is place


@pytest.mark.parametrize(("sure", "there_sure"), [(True, False), (False, True), (False, False)])
def test_a_guess_never_makes_a_second_thing(sure: bool, there_sure: bool) -> None:
    there = known("Paris", type="place", strong=there_sure)
    assert decided(meant(wanted("Paris", "person", strong=sure), [there])) == ("Paris", 1.0, "name", False)


def test_of_equals_the_one_from_here_then_who_speaks_then_the_best_known() -> None:
    here = frozenset({"cli:1"})
    away = known("Ann", id="a", mentions=50, speaks=True)
    near = known("Ann", id="b", sessions=here)
    assert meant(wanted("Ann", sessions=here), [away, near]).entity is near
    assert meant(wanted("Ann"), [away, near]).entity is away
    famous = known("Ann", id="c", mentions=60)
    assert meant(wanted("Ann"), [famous, away]).entity is away
    assert meant(wanted("Ann"), [famous, near]).entity is famous


def test_candidates_are_looked_for_by_words_and_other_forms_of_the_first() -> None:
    assert words_of(["liz taylor"], person=True)[:2] == ("liz", "taylor")
    assert "elizabeth" in words_of(["liz taylor"], person=True)
    assert words_of(["liz taylor"], person=False) == ("liz", "taylor")


NAMES = st.lists(
    st.sampled_from(["john", "jon", "jane", "anna", "hanna", "smith", "smyth", "liz", "elizabeth", "gpt-4", "4", "j."]),
    min_size=1,
    max_size=3,
).map(lambda words: name_key(" ".join(words)))
KINDS = st.sampled_from(["person", "org", "place", "tool", "concept", "other"])


@given(NAMES | st.text(min_size=1).map(name_key).filter(bool), NAMES, KINDS, KINDS)
def test_any_two_names_are_decided_and_the_same_both_ways(one: str, other: str, kind: str, its_kind: str) -> None:
    there, back = (
        meant(Wanted(one, kind), [known(other, type=its_kind)]),
        meant(Wanted(other, its_kind), [known(one, type=kind)]),
    )
    assert (there.entity is None) == (back.entity is None)
    assert there.confidence == back.confidence
    assert there.tentative == (there.entity is not None and there.confidence < ACCEPTED)


@given(st.lists(NAMES, min_size=1, max_size=5, unique=True), NAMES, st.randoms(use_true_random=False))
def test_the_order_of_candidates_does_not_matter(there: list[str], name: str, chance: object) -> None:
    candidates = [known(each) for each in there]
    first = decided(meant(wanted(name), candidates))
    chance.shuffle(candidates)  # type: ignore[attr-defined]
    assert decided(meant(wanted(name), candidates)) == first
