"""The worth of observations: their features, and that facts are worth more than filler."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.observation_worth import WorthModel, estimate_worth, load_worth_model, observation_features
from kg.extraction.observations import Observation, find_observations
from kg.language import NameSpan, bundled_pipeline
from tests.support import find_name_spans

pytestmark = pytest.mark.timeout(120)
AT = datetime(2023, 5, 8, 10, tzinfo=UTC)
NAMES = {
    "person": "Maria Tom Nadia Ben Greta",
    "place": "Rome Oslo Paris Lisbon Berlin",
    "org": "Google Bosch",
    "product": "Figma",
}
PIECES = [
    "I ",
    "my sister ",
    "Tom ",
    "bought a bike ",
    "lives in Oslo ",
    "yesterday ",
    "not ",
    "lol ",
    '"',
    "`",
    ". ",
    ", ",
]
TEXTS = st.text(max_size=60) | st.lists(st.sampled_from(PIECES), max_size=14).map("".join)
NUMBERS = st.floats(min_value=-20, max_value=20)
FEATURES = st.dictionaries(st.sampled_from("abcdef"), NUMBERS, max_size=6)


def observe(text: str, addressee: str | None = None) -> tuple[list[Observation], list[NameSpan]]:
    (doc,) = bundled_pipeline().parse([text])
    names = find_name_spans(text, NAMES)
    found = find_observations(text, speaker="Ada", at=AT, doc=doc, names=names, addressee=addressee)
    return found, names


def features(text: str, addressee: str | None = None) -> list[dict[str, float]]:
    return observation_features(text, *observe(text, addressee))


def worth(text: str) -> float:
    """Return the worth of a message's best observation; 0 if it states nothing."""
    return max(estimate_worth(text, *observe(text)), default=0.0)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "I live in Oslo.",
            {"name place", "lemma live", "tag VBP", "tense VBP", "mark .", "part obl", "subject speaker"},
        ),
        ("I met Tom in Rome.", {"name person", "name place", "lemma meet", "tag VBD", "tense VBD", "part obj"}),
        ("My sister works at Bosch.", {"name org", "relative", "own", "subject relative", "lemma work", "tag VBZ"}),
        ("I use Figma at work.", {"name product", "part obj"}),
        ("I moved to Lisbon in 2019.", {"date", "number", "lemma move", "name place"}),
        ("I went to Paris yesterday.", {"date", "lemma go", "part obl"}),
        ("I don't eat meat.", {"negated", "names speaker", "nouns"}),
        ("I never eat meat.", {"negated"}),
        ("I have two cats.", {"number", "lemma have", "part obj"}),
        ("My cat is ill.", {"pet", "own", "subject pet", "adjectives", "tense VBZ"}),
        ("Our house is small.", {"own", "subject noun", "tag JJ"}),
        ("Tom is tall.", {"name person", "subject name", "proper nouns"}),
        ("I bought a bike!", {"mark !", "lemma buy", "first"}),
        ("I live in Oslo", {"mark "}),
        ("I want to learn Spanish.", {"lemma want", "part xcomp"}),
        ("Maybe I will move to Rome.", {"hedged", "tense MD"}),
        ("I bought a bike lol.", {"laughs"}),
        ("I moved to Oslo. `x = 1`", {"code"}),
        ('I moved to Oslo. Tom said "hello".', {"quotes"}),
        ("got back from rome", {"subject none", "lemma get"}),
        ("I know that Tom likes tea.", {"part ccomp", "lemma know"}),
        ("The film was long.", {"subject noun", "adjectives"}),
    ],
)
def test_features_of_the_first_observation(text: str, expected: set[str]) -> None:
    assert expected <= features(text)[0].keys()


@pytest.mark.parametrize(
    ("text", "absent"),
    [
        ("I live in a city.", {"name place", "name person", "date", "number", "negated", "own", "pet", "relative"}),
        ("Tom lives in Oslo.", {"names speaker", "own", "first person", "addressee", "quotes", "code", "laughs"}),
        ("I bought a bike.", {"hedged", "condition", "not stated", "part xcomp", "position", "date"}),
        ("I live in Oslo.", {"lemma have", "tag VBD", "tense VBD", "mark !", "mark ?"}),
    ],
)
def test_features_that_are_absent(text: str, absent: set[str]) -> None:
    assert not absent & features(text)[0].keys()


def test_you_in_a_clause_is_a_feature() -> None:
    assert {"addressee", "subject addressee"} <= features("You live in Rome.", "Anna")[0].keys()
    assert "subject speaker" in features("I miss you and your garden.", "Anna")[0]


def test_pronouns_of_persons_and_things_are_subjects_of_their_own_kind() -> None:
    assert "subject person pronoun" in features("I met Tom in Rome. He likes cats.")[-1]
    assert "subject thing pronoun" in features("I bought a bike. It is red.")[-1]


def test_an_inherited_subject_is_joined() -> None:
    first, second = features("I cooked pasta and watched a film.")
    assert "subject speaker" in first
    assert "subject speaker joined" in second


def test_the_first_observation_is_marked_and_others_have_a_position() -> None:
    first, second = features("I sold my car and I bought a bike.")
    assert (first["first"], second["position"]) == (1, 1 / 8)
    assert "position" not in first
    assert "first" not in second


def test_features_of_the_message_are_shared() -> None:
    first, second = features("I sold my car and I bought a bike haha")
    for name in ("words of message", "observations of message", "laughs"):
        assert first[name] == second[name] > 0


def test_names_count_only_in_their_own_clause() -> None:
    first, second = features("I moved to Oslo and my sister bought a house.")
    assert "name place" in first
    assert "name place" not in second


def test_no_observations_have_no_features_and_no_worth() -> None:
    assert features("Thanks a lot!") == []
    assert estimate_worth("Thanks a lot!", [], []) == []


@pytest.mark.parametrize(
    ("fact", "filler"),
    [
        ("I adopted a puppy yesterday.", "Thanks a lot!"),
        ("I moved to Lisbon in 2019.", "Sounds great."),
        ("My sister lives in Oslo.", "I think so too."),
        ("I started a new job at Bosch last week.", "I'm so happy."),
        ("My brother Ben works at Google.", "I'm late, sorry."),
        ("I have lived in Berlin since 2019.", "I'm really happy."),
        ("I'll move to Oslo next month.", "Good idea."),
        ("My daughter Nadia won a prize on Friday.", "The film was long."),
        ("I was born on 3 May 1990.", "Happy birthday!"),
        ("I met my wife in Rome in 2010.", "I'm sure it is fine."),
        ("I broke my leg last week.", "The weather is nice."),
        ("My mother will visit us in August.", "That sounds great!"),
        ("I bought a house in Paris.", "What a lovely day!"),
        ("I have two cats and a dog.", "The coffee is good."),
        ("I joined Google in 2021.", "Tom is late."),
    ],
)
def test_a_fact_is_worth_more_than_filler(fact: str, filler: str) -> None:
    assert worth(fact) > worth(filler)


@pytest.mark.parametrize(
    ("more", "less"),
    [
        ("I went to Paris yesterday.", "I went to Paris."),
        ("I moved to Lisbon in 2019.", "I moved to Lisbon."),
        ("I went to Paris.", "I went to a town."),
        ("My sister bought a house.", "A girl bought a house."),
        ("I met Tom in Rome.", "I met Tom."),
        ("My brother Ben works at Google.", "My brother works hard."),
        ("I bought a red bike in Oslo last week.", "I bought a bike."),
    ],
)
def test_names_dates_and_the_speaker_make_it_worth_more(more: str, less: str) -> None:
    assert worth(more) > worth(less) > 0


def test_the_shipped_model_is_loaded_once() -> None:
    model = load_worth_model()
    assert model is load_worth_model()
    assert model.weights
    assert 0 < model.estimate({}) < 0.5


def test_the_estimate_is_a_logistic_regression() -> None:
    model = WorthModel(0.0, {"a": 2.0, "b": -2.0})
    assert model.estimate({}) == 0.5
    assert model.estimate({"unknown": 9.0}) == 0.5
    assert model.estimate({"a": 1.0, "b": 1.0}) == 0.5
    assert model.estimate({"a": 1.0}) == pytest.approx(0.8808, abs=1e-4)
    assert model.estimate({"a": 1.0}) + model.estimate({"b": 1.0}) == pytest.approx(1)


@pytest.mark.slow
@given(NUMBERS, FEATURES, FEATURES, st.floats(min_value=0, max_value=5))
def test_a_feature_with_a_positive_weight_never_lowers_the_estimate(constant, weights, values, step) -> None:
    model = WorthModel(constant, weights | {"good": 1.0})
    before, after = model.estimate(values), model.estimate(values | {"good": step})
    assert 0 <= before <= after <= 1


@pytest.mark.slow
@given(TEXTS)
def test_features_are_positive_and_worth_is_a_probability(text: str) -> None:
    observations, names = observe(text)
    found = observation_features(text, observations, names)
    assert len(found) == len(observations)
    assert all(value > 0 for each in found for value in each.values())
    estimates = estimate_worth(text, observations, names)
    assert len(estimates) == len(observations)
    assert all(0 <= each <= 1 for each in estimates)
