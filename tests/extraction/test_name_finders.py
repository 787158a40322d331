"""Name finders: the names of a spaCy pipeline and its parses, and the tagger on hidden states."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from kg import Settings
from kg.errors import ModelUnavailable
from kg.extraction import create_extractor
from kg.extraction.name_finders import HiddenStateNameFinder, SpacyNameFinder
from kg.language.english_pipeline import FOLDER
from kg.language.name_tagger import required_layers
from kg.protocols import TextExtraction, Utterance

# spaCy builds its English tokenizer and the first parse fills its caches.
pytestmark = pytest.mark.timeout(120)
AT = datetime(2026, 3, 4, 10, tzinfo=UTC)
PATTERNS = [
    {"label": "GPE", "pattern": "zandvliet"},
    {"label": "tool", "pattern": "frobnicator"},
    {"label": "DATE", "pattern": "March"},
]


def utterance(text: str, **options: Any) -> Utterance:
    return Utterance(text, "Sam", AT, **options)


def triples(found: TextExtraction) -> list[tuple[str, str, str]]:
    return [(each.subject, each.predicate, each.object) for each in found.statements]


@pytest.fixture(scope="module")
def pipelines(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two pipelines that find a few names: one without a parser, and one that parses like the bundled pipeline."""
    import spacy

    folder = tmp_path_factory.mktemp("pipelines")
    made = {"bare": spacy.blank("en"), "whole": spacy.load(FOLDER)}
    for name, pipeline in made.items():
        pipeline.add_pipe("entity_ruler").add_patterns(PATTERNS)
        pipeline.to_disk(folder / name)
    return folder


def test_a_pipeline_without_a_parser_only_finds_names(pipelines: Path) -> None:
    rules = create_extractor(Settings(extractor=f"spacy:{pipelines / 'bare'}"))
    (found,) = rules.extract([utterance("In March I moved to zandvliet, and I use frobnicator.")]).results

    assert [(each.text, each.label, each.score) for each in found.mentions] == [
        ("zandvliet", "place", 1.0),
        ("frobnicator", "tool", 1.0),
    ]
    assert ("Sam", "lives_in", "zandvliet") in triples(found)
    assert ("Sam", "uses", "frobnicator") in triples(found)
    assert set(found.topics) == {"zandvliet", "frobnicator"}


def test_the_parses_of_a_pipeline_with_universal_dependencies_are_used(pipelines: Path) -> None:
    rules = create_extractor(Settings(extractor=f"spacy:{pipelines / 'whole'}"))
    (found,) = rules.extract([utterance("I moved to zandvliet.")]).results

    assert rules.layers == ()
    assert [each.text for each in found.mentions] == ["zandvliet"]
    assert ("Sam", "lives_in", "zandvliet") in triples(found)


def test_a_missing_pipeline_raises_with_the_command_that_installs_it() -> None:
    rules = create_extractor(Settings(extractor="spacy:en_core_web_none"))

    with pytest.raises(ModelUnavailable, match="spacy download en_core_web_none"):
        rules.extract([utterance("Hello")])


def test_parses_are_returned_with_universal_dependencies_only(pipelines: Path) -> None:
    passages = [utterance("I moved to zandvliet."), utterance("")]
    bare = SpacyNameFinder(pipelines / "bare").find_names(passages)
    whole = SpacyNameFinder(pipelines / "whole").find_names(passages)
    assert bare.docs is None
    assert whole.docs is not None
    assert [doc.text for doc in whole.docs] == [passage.text for passage in passages]
    assert [[span.text for span in spans] for spans in bare.spans] == [["zandvliet"], []]


def test_the_default_finds_names_in_texts_without_hidden_states() -> None:
    finder = HiddenStateNameFinder(Settings(embed_threads=1))
    found = finder.find_names([utterance("Eva lives in Rome."), utterance("")])
    assert finder.layers == required_layers()
    assert [[(span.text, span.label) for span in spans] for spans in found.spans] == [
        [("Eva", "person"), ("Rome", "place")],
        [],
    ]
    assert found.docs is None
