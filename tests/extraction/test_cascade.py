"""The cascade: the second extractor reads what the first is unsure of, and may fail."""

from __future__ import annotations

from typing import Any

import pytest

from kg.errors import ModelUnavailable
from kg.extraction import CascadeExtractor, ScriptedExtractor
from kg.knowledge.predicates import PREDICATES
from kg.llm import LlmExtractor, ScriptedModel
from kg.protocols import ExtractedStatement, Extraction, Mention, TextExtraction, Utterance
from tests.support import T0


def utterance(text: str) -> Utterance:
    return Utterance(text, "Ann", T0)


def statement(subject: str, thing: str, confidence: float = 0.9, start: int = 0) -> ExtractedStatement:
    return ExtractedStatement(subject, "likes", thing, True, None, None, start, start + 3, confidence)


def test_the_second_extractor_reads_texts_of_low_confidence() -> None:
    first = ScriptedExtractor(
        {
            "sure": TextExtraction((statement("Ann", "tea", 0.5),)),
            "unsure": TextExtraction(
                (statement("Ann", "tea", start=5), statement("Ann", "rye", 0.4, start=9)),
                (Mention("Ann", "person", 0, 3),),
            ),
        }
    )

    class Second:
        name = "second"
        texts: tuple[str, ...] = ()

        def extract(self, passages: Any) -> Extraction:
            self.texts += tuple(passage.text for passage in passages)
            other = TextExtraction(
                (statement("ann", "TEA", 0.1), statement("Bob", "ale", start=2)),
                (Mention("Ann B", "org", 0, 5), Mention("Bob", "person", 8, 11)),
                {"drinks": 0.5},
            )
            return Extraction((other,) * len(passages), 2)

    second = Second()
    extraction = CascadeExtractor(first, second).extract(
        [utterance("sure"), utterance("unsure"), utterance("nothing"), utterance(" ")]
    )
    assert second.texts == ("unsure", "nothing")
    assert [[(each.subject, each.object) for each in found.statements] for found in extraction.results] == [
        [("Ann", "tea")],
        [("Bob", "ale"), ("Ann", "tea"), ("Ann", "rye")],
        [("ann", "TEA"), ("Bob", "ale")],
        [],
    ]
    assert [name.text for name in extraction.results[1].mentions] == ["Ann", "Bob"]
    assert extraction.results[1].topics == {"drinks": 0.5}
    assert extraction.failures == 2
    assert CascadeExtractor(first, second).name == "scripted|second"


def test_an_observation_of_both_extractors_is_used_once() -> None:
    def observe(words: str, thing: str, start: int, verb: str = "open") -> ExtractedStatement:
        return ExtractedStatement(
            "Ann", verb, thing, True, None, None, start, start + 9, 0.7, template=f"{{s}} {words}", kind="event"
        )

    first = ScriptedExtractor({"text": TextExtraction((observe("opened a studio in Graz", "a studio in Graz", 0),))})
    second = ScriptedExtractor(
        {
            "text": TextExtraction(
                (
                    observe("opened a studio", "a studio", 2),
                    observe("opened a shop", "a shop", 20),
                    observe("left the bank", "the bank", 2, "leave"),
                    ExtractedStatement("Ann", "prefers", "short answers", True, None, None, 40, 50, 0.9),
                )
            )
        }
    )
    [found] = CascadeExtractor(first, second).extract([utterance("text")]).results
    assert [(one.object, one.aspect) for one in found.statements] == [
        ("a studio in Graz", ""),
        ("the bank", ""),
        ("a shop", ""),
        ("short answers", "length of answers"),
    ]


def test_the_second_extractor_is_not_used_at_high_confidence() -> None:
    first = ScriptedExtractor({"sure": TextExtraction((statement("Ann", "tea"),))})
    model = ScriptedModel([])
    extraction = CascadeExtractor(first, LlmExtractor(model, PREDICATES)).extract([utterance("sure")])
    assert len(extraction.results[0].statements) == 1
    assert model.prompts == []


@pytest.mark.parametrize("error", [ConnectionError("x"), TimeoutError("x"), ModelUnavailable("x", how="y")])
def test_without_the_second_extractor_the_first_one_is_used(error: Exception, caplog: pytest.LogCaptureFixture) -> None:
    first = ScriptedExtractor({"unsure": TextExtraction((statement("Ann", "tea", 0.1),))})
    extraction = CascadeExtractor(first, LlmExtractor(ScriptedModel([error]), PREDICATES)).extract(
        [utterance("unsure"), utterance("none")]
    )
    assert [len(found.statements) for found in extraction.results] == [1, 0]
    assert extraction.failures == 2
    assert "scripted alone" in caplog.text


def test_the_caches_of_both_extractors_are_cleared() -> None:
    class Keeping(ScriptedExtractor):
        def clear_cache(self) -> None:
            cleared.append(self)

    cleared: list[ScriptedExtractor] = []
    first, second = Keeping({}), Keeping({})
    CascadeExtractor(CascadeExtractor(first, ScriptedExtractor({})), second).clear_cache()
    assert cleared == [first, second]
