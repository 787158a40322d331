"""The default extractor: statements, names and topics, with the names of any name finder."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from kg import Settings
from kg.extraction.certainty import INTRODUCED_CONFIDENCE
from kg.extraction.name_finders import FoundNames, HiddenStateNameFinder
from kg.extraction.rule_extractor import RuleExtractor
from kg.language.english_pipeline import EnglishPipeline
from kg.language.minilm import MiniLM
from kg.language.name_tagger import NameSpan, required_layers
from kg.protocols import EarlierTurn, HiddenStates, TextExtraction, Utterance

# spaCy builds its English tokenizer and the first parse fills its caches.
pytestmark = pytest.mark.timeout(120)
AT = datetime(2026, 3, 4, 10, tzinfo=UTC)


def utterance(text: str, **options: Any) -> Utterance:
    return Utterance(text, "Sam", AT, **options)


def triples(found: TextExtraction) -> list[tuple[str, str, str]]:
    return [(each.subject, each.predicate, each.object) for each in found.statements]


def test_the_default_extracts_statements_names_and_topics() -> None:
    (found,) = (
        RuleExtractor(Settings(embed_threads=1))
        .extract([utterance("My sister Eva moved to Lisbon for a pottery course.")])
        .results
    )

    assert ("Eva", "moved_to", "Lisbon") in triples(found)
    assert [(each.text, each.label) for each in found.mentions] == [("Eva", "person"), ("Lisbon", "place")]
    assert list(found.topics) == ["lisbon", "pottery course", "sister"]


def test_given_hidden_states_give_the_same_result_as_computed_ones() -> None:
    text = "Tom's boss Maria joined Google in Ghent last week."
    settings = Settings(embed_threads=1)
    encoded = MiniLM(settings).encode([text], required_layers())
    hidden = HiddenStates(encoded.offsets[0], {layer: states[0] for layer, states in encoded.states.items()})
    rules = RuleExtractor(settings)

    assert rules.layers == required_layers()
    assert rules.extract([utterance(text, hidden=hidden)]) == rules.extract([utterance(text)])


def test_no_texts_give_no_results() -> None:
    assert RuleExtractor(Settings()).extract([]).results == ()


class UntaggedParser:
    """A name finder that finds nothing, and returns documents without tags."""

    name = "untagged"
    layers = ()

    def __init__(self, parse=True):
        self.parse = parse

    def find_names(self, passages):
        import spacy

        language = spacy.blank("en")
        docs = tuple(language(passage.text) for passage in passages) if self.parse else None
        return FoundNames(((),) * len(passages), docs)


def test_documents_parsed_by_a_name_finder_are_not_parsed_again() -> None:
    text = "I really enjoy hiking and painting."
    (untagged,) = RuleExtractor(Settings(), name_finder=UntaggedParser()).extract([utterance(text)]).results
    (tagged,) = RuleExtractor(Settings(), name_finder=UntaggedParser(parse=False)).extract([utterance(text)]).results

    assert untagged.topics == {}
    assert tagged.topics
    assert ("Sam", "likes", "hiking") in triples(tagged)


def test_the_names_of_a_custom_name_finder_become_mentions() -> None:
    class FixedNameFinder:
        name = "fixed"
        required_layers = ()

        def find_names(self, passages):
            return FoundNames(tuple((NameSpan(0, 3, each.text[:3], "project", 0.7),) for each in passages))

    rules = RuleExtractor(Settings(), name_finder=FixedNameFinder())
    (found,) = rules.extract([utterance("Zug is late.")]).results

    assert rules.name == "fixed"
    assert [(each.text, each.label, each.start, each.end, each.score) for each in found.mentions] == [
        ("Zug", "project", 0, 3, 0.7)
    ]
    assert list(found.topics) == ["zug"]


def test_observations_are_read_only_where_statements_count() -> None:
    rules = RuleExtractor(Settings(embed_threads=1))
    text = "I opened a pottery studio in Graz."
    stating, other, again = rules.extract([utterance(text), utterance(text, is_stating=False), utterance(text)]).results

    assert [each.predicate for each in stating.statements] == ["open"]
    assert stating == again
    assert other.statements == ()
    assert (other.mentions, other.topics) == (stating.mentions, stating.topics)


def test_a_thing_of_the_speaker_that_the_rules_date_is_not_observed_again() -> None:
    (found,) = RuleExtractor(Settings(embed_threads=1)).extract([utterance("My report is due on Friday.")]).results
    assert [(each.owner, each.predicate) for each in found.statements] == [("Sam", "deadline")]


def test_rules_for_english_read_no_other_language() -> None:
    extractor = RuleExtractor(Settings())
    texts = ["ich bin im keller, kühlschrank 3 ist kaputt", "Я сама напишу.", "I live in Graz. Mio marito è un cuoco."]
    german, russian, mixed = extractor.extract([utterance(text) for text in texts]).results
    assert (german.statements, russian.statements) == ((), ())
    assert [(one.predicate, one.object) for one in mixed.statements] == [("lives_in", "Graz")]


def test_an_answer_to_a_question_in_another_language_is_read_without_it() -> None:
    earlier = (EarlierTurn("Wo wohnst du jetzt, und was macht deine Schwester?", "Eva", AT),)
    (found,) = RuleExtractor(Settings()).extract([utterance("She moved to Graz with me.", earlier=earlier)]).results
    assert all("Schwester" not in each.subject for each in found.statements)


class CountingFinder(HiddenStateNameFinder):
    """The default name finder, which keeps the texts that it was asked for."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.texts: list[str] = []

    def find_names(self, passages: Sequence[Utterance]) -> FoundNames:
        self.texts += [passage.text for passage in passages]
        return super().find_names(passages)


def test_a_message_to_an_agent_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []
    parse = EnglishPipeline.parse

    def count(pipeline: EnglishPipeline, texts: Sequence[str], *, trees: bool = True) -> list[Any]:
        parsed.extend(texts)
        return parse(pipeline, texts, trees=trees)

    monkeypatch.setattr(EnglishPipeline, "parse", count)
    text = "Please book the dentist for Friday. I moved to Graz in May."
    RuleExtractor(Settings()).extract([utterance(text)])
    assert parsed == [text]


@pytest.mark.parametrize(
    "text",
    [
        "Say I sold the car.",
        "Dreamt Tom sued me for the car.",
        "After which I get married and never think about it again.",
    ],
)
def test_suppositions_dreams_and_afterthoughts_state_nothing(text: str) -> None:
    assert RuleExtractor(Settings()).extract([utterance(text)]).results[0].statements == ()


def test_messages_of_the_last_calls_are_not_read_again() -> None:
    settings = Settings(embed_threads=1)
    finder = CountingFinder(settings)
    rules = RuleExtractor(settings, name_finder=finder)
    question = "What did your sister Eva do in Graz last summer?"
    answer = utterance("She moved there for a pottery course.", earlier=(EarlierTurn(question, "Tom", AT),))
    rules.extract([Utterance(question, "Tom", AT)])
    found = rules.extract([answer])
    assert finder.texts.count(question) == 1
    assert found == RuleExtractor(settings).extract([answer])
    rules.clear_cache()
    assert rules.extract([answer]) == found
    assert finder.texts.count(question) == 2


@pytest.mark.parametrize("text", ["I must buy a ticket.", "I'm paying the deposit tomorrow.", "i gotta swap a shift"])
def test_what_has_to_be_done_is_stated_as_a_task_alone(text: str) -> None:
    (found,) = RuleExtractor(Settings(embed_threads=1)).extract([utterance(text)]).results
    assert [each.kind for each in found.statements] == ["task"]


def test_a_relation_in_the_words_of_who_asks_endorses_no_one() -> None:
    asked = EarlierTurn("Is Maria a friend of yours?", "Tom", AT)
    (found,) = RuleExtractor(Settings(embed_threads=1)).extract([utterance("Yes", earlier=(asked,))]).results
    assert {each.confidence for each in found.statements if each.predicate == "friend_of"} == {INTRODUCED_CONFIDENCE}


@pytest.mark.parametrize("text", ["im done with them", "So 1e-5 it is, forget the 2e-5"])
def test_a_report_names_a_matter(text: str) -> None:
    (found,) = RuleExtractor(Settings(embed_threads=1)).extract([utterance(text)]).results
    assert not found.statements


def test_a_correction_denies_a_value_of_the_text() -> None:
    text = "Mrs Brandt called, now its 75 people. so 380 instead of 320"
    (found,) = RuleExtractor(Settings(embed_threads=1)).extract([utterance(text)]).results
    assert not any("380" in each.object for each in found.statements)
