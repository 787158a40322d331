"""Resolution of names: every rule with its threshold, and the names that are never merged."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.knowledge.entity_resolution import (
    ACCEPT_THRESHOLD,
    EntityCandidate,
    EntityResolution,
    NameQuery,
    are_types_compatible,
    collect_candidate_words,
    resolve_name,
    score_context,
    score_similarity,
)
from kg.language.name_keys import name_key
from tests.support import T0


def candidate(*names: str, type: str = "person", id: str | None = None, **more: object) -> EntityCandidate:  # noqa: A002
    keys = frozenset(name_key(name) for name in names)
    return EntityCandidate(id=id or names[0], name=names[0], type=type, keys=keys, last_seen=T0, **more)  # type: ignore[arg-type]


def query(name: str, type: str = "person", **more: object) -> NameQuery:  # noqa: A002
    return NameQuery(name_key(name), type, **({"at": T0} | more))  # type: ignore[arg-type]


def decision(resolution: EntityResolution) -> tuple[str | None, float, str, bool]:
    return (
        resolution.entity.id if resolution.entity else None,
        resolution.confidence,
        resolution.method,
        resolution.is_tentative,
    )


NEW = (None, 0.0, "new", False)


@pytest.mark.parametrize(
    ("name", "stored", "kind"),
    [
        ("Dr. Ann Lee", "ann lee", "person"),
        ("Ann Lee's", "Ann Lee", "person"),
        ("ＡＣＭＥ", "Acme", "org"),
        ("the Louvre", "Louvre", "place"),
    ],
)
def test_an_equal_name_is_certain(name: str, stored: str, kind: str) -> None:
    assert decision(resolve_name(query(name, kind), [candidate(stored, type=kind)])) == (stored, 1.0, "name", False)


def test_a_first_name_of_one_speaker_taken_for_a_place() -> None:
    speaker = candidate("Orrin Haugland", has_account=True, sessions=frozenset({"s"}))
    here = {"sessions": frozenset({"s"})}
    assert decision(resolve_name(query("Orrin", "place", **here), [speaker])) == ("Orrin Haugland", 0.9, "given", False)
    assert decision(resolve_name(query("Orrin", "place", type_is_certain=True, **here), [speaker])) == NEW
    assert decision(resolve_name(query("Orrin", "place", sessions=frozenset({"other"})), [speaker])) == NEW
    other = candidate("Orrin Lee", has_account=True, sessions=frozenset({"s"}))
    assert decision(resolve_name(query("Orrin", "place", **here), [speaker, other])) == NEW
    place = candidate("Orrin", type="place")
    assert decision(resolve_name(query("Orrin", "place", **here), [speaker, place])) == ("Orrin", 1.0, "name", False)


def test_an_alias_matches_like_a_name() -> None:
    assert decision(resolve_name(query("Bobster"), [candidate("Robert Lee", "Bobster")])) == (
        "Robert Lee",
        1.0,
        "name",
        False,
    )


@pytest.mark.parametrize(
    ("name", "stored"),
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
def test_a_form_of_a_given_name_matches_without_conflicting_surnames(name: str, stored: str) -> None:
    assert decision(resolve_name(query(name), [candidate(stored)])) == (stored, 0.9, "given", False)


@pytest.mark.parametrize(
    ("name", "stored", "kind"),
    [
        ("Müllner Brothers", "Mülner Brothers", "org"),
        ("Johannesburg", "Johanesburg", "place"),
        ("Kubernetes", "Kubernettes", "tool"),
        ("Zbigniev Brzezinski", "Zbigniew Brzezinski", "person"),
    ],
)
def test_a_misspelling_matches_the_name(name: str, stored: str, kind: str) -> None:
    assert decision(resolve_name(query(name, kind), [candidate(stored, type=kind)])) == (stored, 0.85, "fuzzy", False)


# Of 17 letters, n differ: the ratio is 1 - n/17.
@pytest.mark.parametrize(
    ("kind", "passes", "fails"), [("person", 2, 3), ("org", 3, 4), ("place", 1, 2), ("tool", 4, 5), ("concept", 4, 5)]
)
def test_each_type_has_its_threshold(kind: str, passes: int, fails: int) -> None:
    name = "xqcdefghijklmnopr"
    for changed, expected in ((passes, 0.85), (fails, 0.0)):
        second = name[: 17 - changed] + "zywvu"[:changed]
        assert score_similarity(query(name, kind), candidate(second, type=kind))[0] == expected


def test_a_similar_vector_gives_a_tentative_match() -> None:
    for cosine, expected in ((0.80, ("x", 0.75, "vector", True)), (0.799, NEW)):
        stored = candidate("International Business Machines", type="org", id="x", cosine=cosine)
        assert decision(resolve_name(query("Big Blue", "org"), [stored])) == expected


def test_context_needs_a_score_of_0_7_and_a_common_word() -> None:
    near = frozenset({"ann", "bob"})
    sessions = frozenset({"cli:1"})
    stored = candidate("Apollo mission", type="project", sessions=sessions, neighbours=near)
    name = query("Apollo launch", "project", sessions=sessions, nearby_entities=near)
    assert score_context(name, stored) == pytest.approx(0.9)
    assert decision(resolve_name(name, [stored])) == ("Apollo mission", 0.80, "context", True)
    assert (
        decision(resolve_name(query("Zeus launch", "project", sessions=sessions, nearby_entities=near), [stored]))
        == NEW
    )
    fewer = query("Apollo launch", "project", sessions=sessions, nearby_entities=frozenset({"ann"}))
    assert score_context(fewer, stored) == pytest.approx(0.7)
    without_neighbours = query("Apollo launch", "project", sessions=sessions)
    assert decision(resolve_name(without_neighbours, [stored])) == NEW, "session .3 and seen lately .2 are too little"


@pytest.mark.parametrize(("days", "part"), [(0, 0.2), (7, 0.2), (7.01, 0.0), (-7, 0.2), (-8, 0.0)])
def test_context_scores_entities_seen_in_the_last_seven_days(days: float, part: float) -> None:
    assert score_context(query("x", at=T0 + dt.timedelta(days=days)), candidate("y")) == pytest.approx(part)


@pytest.mark.parametrize(("days", "is_match"), [(90, True), (90.01, False), (-400, True)])
def test_an_entity_not_seen_for_ninety_days_matches_only_by_equal_name(days: float, is_match: bool) -> None:
    at = T0 + dt.timedelta(days=days)
    assert (resolve_name(query("Liz", at=at), [candidate("Elizabeth")]).entity is not None) is is_match
    assert resolve_name(query("Elizabeth", at=at), [candidate("Elizabeth")]).confidence == 1.0


def test_matches_below_0_85_are_tentative() -> None:
    assert ACCEPT_THRESHOLD == 0.85
    assert not resolve_name(query("Kubernetes", "tool"), [candidate("Kubernettes", type="tool")]).is_tentative
    assert resolve_name(query("orchestrator", "tool"), [candidate("Kubernetes", type="tool", cosine=0.9)]).is_tentative


@pytest.mark.parametrize(
    ("name", "stored", "kind"),
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
def test_distinct_names_are_never_merged(name: str, stored: str, kind: str) -> None:
    assert decision(resolve_name(query(name, kind), [candidate(stored, type=kind)])) == NEW
    assert decision(resolve_name(query(stored, kind), [candidate(name, type=kind)])) == NEW


def test_a_similar_vector_does_not_merge_conflicting_names() -> None:
    assert decision(resolve_name(query("GPT-3", "tool"), [candidate("GPT-4", type="tool", cosine=0.99)])) == NEW
    assert decision(resolve_name(query("Jane Smith"), [candidate("John Smith", cosine=0.99)])) == NEW


def test_a_first_name_that_fits_two_people_matches_neither() -> None:
    two = [candidate("John Smith"), candidate("John Brown")]
    assert decision(resolve_name(query("John"), two)) == NEW
    assert decision(resolve_name(query("Johnny"), two)) == NEW


def test_a_full_name_does_not_match_another_through_a_shared_first_name_alias() -> None:
    smith = candidate("John Smith", "John")
    assert decision(resolve_name(query("John Brown"), [smith])) == NEW


@pytest.mark.parametrize("cosine", [None, 0.99])
def test_a_person_never_matches_a_place_by_similarity(cosine: float | None) -> None:
    assert (
        decision(resolve_name(query("Florense", "person"), [candidate("Florence", type="place", cosine=cosine)])) == NEW
    )
    assert decision(resolve_name(query("Florense", "org"), [candidate("Florence", type="place", cosine=cosine)])) == NEW


def test_types_that_recognisers_confuse_are_compatible() -> None:
    assert are_types_compatible("org", "tool")
    assert not are_types_compatible("org", "person")
    assert not are_types_compatible("place", "tool")
    assert decision(resolve_name(query("Kubernettes", "org"), [candidate("Kubernetes", type="tool")]))[1] == 0.85


def test_one_name_with_two_certain_types_means_two_entities() -> None:
    person = candidate("Paris", type_is_certain=True)
    resolution = resolve_name(query("Paris", "place", type_is_certain=True), [person])
    assert decision(resolution) == NEW
    assert resolution.has_homonym
    place = candidate("Paris", type="place", id="city", type_is_certain=True)
    assert resolve_name(query("Paris", "place", type_is_certain=True), [person, place]).entity is place
    assert resolve_name(query("Paris", "person", type_is_certain=True), [person, place]).entity is person
    assert resolve_name(query("Paris", "place"), [person, place]).entity is place


@pytest.mark.parametrize(("query_is_certain", "stored_is_certain"), [(True, False), (False, True), (False, False)])
def test_a_guessed_type_never_creates_a_second_entity(query_is_certain: bool, stored_is_certain: bool) -> None:
    stored = candidate("Paris", type="place", type_is_certain=stored_is_certain)
    assert decision(resolve_name(query("Paris", "person", type_is_certain=query_is_certain), [stored])) == (
        "Paris",
        1.0,
        "name",
        False,
    )


def test_equal_names_are_ranked_by_session_then_account_then_mentions() -> None:
    sessions = frozenset({"cli:1"})
    elsewhere = candidate("Ann", id="a", mention_count=50, has_account=True)
    near = candidate("Ann", id="b", sessions=sessions)
    assert resolve_name(query("Ann", sessions=sessions), [elsewhere, near]).entity is near
    assert resolve_name(query("Ann"), [elsewhere, near]).entity is elsewhere
    famous = candidate("Ann", id="c", mention_count=60)
    assert resolve_name(query("Ann"), [famous, elsewhere]).entity is elsewhere
    assert resolve_name(query("Ann"), [famous, near]).entity is famous


def test_candidate_words_include_other_forms_of_a_first_name() -> None:
    assert collect_candidate_words(["liz taylor"], person=True)[:2] == ("liz", "taylor")
    assert "elizabeth" in collect_candidate_words(["liz taylor"], person=True)
    assert collect_candidate_words(["liz taylor"], person=False) == ("liz", "taylor")


NAMES = st.lists(
    st.sampled_from(["john", "jon", "jane", "anna", "hanna", "smith", "smyth", "liz", "elizabeth", "gpt-4", "4", "j."]),
    min_size=1,
    max_size=3,
).map(lambda words: name_key(" ".join(words)))
KINDS = st.sampled_from(["person", "org", "place", "tool", "concept", "other"])


@pytest.mark.slow
@given(NAMES | st.text(min_size=1).map(name_key).filter(bool), NAMES, KINDS, KINDS)
def test_resolution_is_symmetric(first: str, second: str, kind: str, second_kind: str) -> None:
    forward, backward = (
        resolve_name(NameQuery(first, kind), [candidate(second, type=second_kind)]),
        resolve_name(NameQuery(second, second_kind), [candidate(first, type=kind)]),
    )
    assert (forward.entity is None) == (backward.entity is None)
    assert forward.confidence == backward.confidence
    assert forward.is_tentative == (forward.entity is not None and forward.confidence < ACCEPT_THRESHOLD)


@given(st.lists(NAMES, min_size=1, max_size=5, unique=True), NAMES, st.randoms(use_true_random=False))
def test_the_order_of_candidates_does_not_matter(names: list[str], name: str, rng: object) -> None:
    candidates = [candidate(each) for each in names]
    first = decision(resolve_name(query(name), candidates))
    rng.shuffle(candidates)  # type: ignore[attr-defined]
    assert decision(resolve_name(query(name), candidates)) == first


def test_a_name_of_several_persons_with_accounts_is_open_unless_one_is_nearer() -> None:
    one, other = candidate("Priya", id="p1", has_account=True), candidate("Priya", id="p2", has_account=True)
    assert resolve_name(query("Priya"), [one, other]).method == "open"
    one.sessions = frozenset({"cli:1"})
    assert decision(resolve_name(query("Priya", sessions=frozenset({"cli:1"})), [one, other])) == (
        "p1",
        1.0,
        "name",
        False,
    )
    other.neighbours = frozenset({"gus"})
    near = query("Priya", sessions=frozenset({"cli:1"}), nearby_entities=frozenset({"gus"}))
    assert decision(resolve_name(near, [one, other])) == ("p2", 1.0, "name", False)
    named = candidate("Priya", id="entity-1", mention_count=9)
    assert decision(resolve_name(query("Priya"), [candidate("Priya", id="p1", has_account=True), named]))[0] == "p1"


def test_things_of_different_owners_are_different() -> None:
    anns = candidate("Ann's thesis", type="other", sessions=frozenset({"cli:1"}), cosine=0.99)
    for other in ("Anne's thesis", "thesis"):
        assert decision(resolve_name(query(other, "other", sessions=frozenset({"cli:1"})), [anns])) == NEW
    assert resolve_name(query("Ann's theses", "other"), [anns]).entity is anns
    brothers = candidate("Ann's brother's car", type="other", cosine=0.99)
    assert decision(resolve_name(query("Ann's mother's car", "other"), [brothers])) == NEW
    hospital = candidate("St John's Hospital", type="org")
    assert resolve_name(query("St Johns Hospital", "org"), [hospital]).entity is hospital
    project = candidate("McDonald's plan", type="other", cosine=0.99)
    assert resolve_name(query("McDonalds plan", "other"), [project]).entity is project
