"""The fake extractor returns what was prepared for a text, in the order of the texts."""

from __future__ import annotations

from kg.extraction import ScriptedExtractor
from kg.protocols import Extraction, Extractor, TextExtraction, Utterance
from tests.support import T0


def test_each_text_gets_its_prepared_result_and_others_an_empty_one() -> None:
    tea, rye = TextExtraction(topics={"tea": 0.5}), TextExtraction(topics={"rye": 0.5})
    extractor: Extractor = ScriptedExtractor({"Tea.": tea, "Rye.": rye})
    passages = [Utterance(text, "Ann", T0) for text in ("Rye.", "Ale.", "Tea.", "Rye.")]
    assert extractor.extract(passages) == Extraction((rye, TextExtraction(), tea, rye))
    assert extractor.extract([]) == Extraction(())


def test_it_needs_no_hidden_states_and_keeps_a_copy_of_the_mapping() -> None:
    prepared = {"Tea.": TextExtraction(topics={"tea": 0.5})}
    extractor = ScriptedExtractor(prepared)
    prepared.clear()
    assert extractor.layers == ()
    assert extractor.extract([Utterance("Tea.", "Ann", T0)]).results[0].topics == {"tea": 0.5}
