from __future__ import annotations

import importlib.util
import subprocess
import sys
from datetime import UTC, datetime

import pytest

from kg import Settings
from kg.errors import InvalidInput, ModelUnavailable
from kg.extraction import extractor
from kg.extraction.name_finders import Named
from kg.extraction.rule_extractor import Rules
from kg.language.english_pipeline import FOLDER
from kg.language.minilm import MiniLM
from kg.language.name_tagger import Span, layers
from kg.protocols import Hidden, Utterance

# spaCy builds its English tokenizer and the first parse fills its caches.
pytestmark = pytest.mark.timeout(120)
AT = datetime(2026, 3, 4, 10, tzinfo=UTC)
PATTERNS = [
    {"label": "GPE", "pattern": "zandvliet"},
    {"label": "tool", "pattern": "frobnicator"},
    {"label": "DATE", "pattern": "March"},
]


def utterance(text, **options):
    return Utterance(text, "Sam", AT, **options)


def triples(found):
    return [(each.subject, each.predicate, each.object) for each in found.statements]


@pytest.fixture(scope="module")
def pipelines(tmp_path_factory):
    """Two pipelines that know a few names: one that does nothing else, and one that parses as the shipped one does."""
    import spacy

    folder = tmp_path_factory.mktemp("pipelines")
    made = {"bare": spacy.blank("en"), "whole": spacy.load(FOLDER)}
    for name, pipeline in made.items():
        pipeline.add_pipe("entity_ruler").add_patterns(PATTERNS)
        pipeline.to_disk(folder / name)
    return folder


# Choosing


@pytest.mark.parametrize(
    ("setting", "name"),
    [("rules", "rules"), ("spacy:en_core_web_sm", "spacy:en_core_web_sm"), ("spacy:a:b", "spacy:a:b")],
)
def test_the_setting_chooses(setting, name):
    chosen = extractor(Settings(extractor=setting))

    assert isinstance(chosen, Rules)
    assert chosen.name == name


def test_none_extracts_nothing():
    assert extractor(Settings(extractor="none")) is None


@pytest.mark.parametrize("setting", ["", "Rules", "rules:x", "spacy", "spacy:", "gliner", "gliner:", "none:x", "llm"])
def test_another_name_is_refused(setting):
    with pytest.raises(InvalidInput, match=r"extractor.*gliner:NAME_OR_PATH"):
        extractor(Settings(extractor=setting))


def test_choosing_loads_no_library():
    code = (
        "import sys\n"
        "from kg import Settings\n"
        "from kg.extraction import extractor\n"
        "for name in ('rules', 'spacy:en_core_web_sm', 'none'): extractor(Settings(extractor=name))\n"
        "print(sorted({'spacy', 'onnxruntime', 'tokenizers', 'torch', 'gliner', 'transformers'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


# The default


def test_the_default_reads_statements_names_and_topics():
    (found,) = (
        Rules(Settings(embed_threads=1))
        .extract([utterance("My sister Eva moved to Lisbon for a pottery course.")])
        .found
    )

    assert ("Eva", "moved_to", "Lisbon") in triples(found)
    assert [(each.text, each.label) for each in found.mentions] == [("Eva", "person"), ("Lisbon", "place")]
    assert list(found.topics) == ["lisbon", "pottery course", "sister"]


def test_states_of_the_embedders_pass_give_the_same_as_a_pass_of_its_own():
    text = "Tom's boss Maria joined Google in Ghent last week."
    settings = Settings(embed_threads=1)
    encoded = MiniLM(settings).encode([text], layers())
    hidden = Hidden(encoded.offsets[0], {layer: states[0] for layer, states in encoded.states.items()})
    rules = Rules(settings)

    assert rules.layers == layers()
    assert rules.extract([utterance(text, hidden=hidden)]) == rules.extract([utterance(text)])


def test_of_no_text_nothing_is_found():
    assert Rules(Settings()).extract([]).found == ()


# Recognisers in its place


def test_a_pipeline_that_only_names_leaves_the_parsing_to_ours(pipelines):
    rules = extractor(Settings(extractor=f"spacy:{pipelines / 'bare'}"))
    (found,) = rules.extract([utterance("In March I moved to zandvliet, and I use frobnicator.")]).found

    assert [(each.text, each.label, each.score) for each in found.mentions] == [
        ("zandvliet", "place", 1.0),
        ("frobnicator", "tool", 1.0),
    ]
    assert ("Sam", "lives_in", "zandvliet") in triples(found)
    assert ("Sam", "uses", "frobnicator") in triples(found)
    assert set(found.topics) == {"zandvliet", "frobnicator"}


def test_a_pipeline_with_universal_dependencies_parses_too(pipelines):
    rules = extractor(Settings(extractor=f"spacy:{pipelines / 'whole'}"))
    (found,) = rules.extract([utterance("I moved to zandvliet.")]).found

    assert rules.layers == ()
    assert [each.text for each in found.mentions] == ["zandvliet"]
    assert ("Sam", "lives_in", "zandvliet") in triples(found)


class Untagged:
    """A recogniser that names nothing, and takes texts apart without telling anything about their words."""

    name = "untagged"
    layers = ()

    def __init__(self, parse=True):
        self.parse = parse

    def names(self, passages):
        import spacy

        language = spacy.blank("en")
        docs = tuple(language(passage.text) for passage in passages) if self.parse else None
        return Named(((),) * len(passages), docs)


def test_what_a_recogniser_has_taken_apart_is_not_parsed_again():
    text = "I really enjoy hiking and painting."
    (blind,) = Rules(Settings(), names=Untagged()).extract([utterance(text)]).found
    (seeing,) = Rules(Settings(), names=Untagged(parse=False)).extract([utterance(text)]).found

    assert blind.topics == {}
    assert seeing.topics
    assert ("Sam", "likes", "hiking") in triples(seeing)


def test_names_of_any_recogniser_are_the_mentions():
    class Told:
        name = "told"
        layers = ()

        def names(self, passages):
            return Named(tuple((Span(0, 3, each.text[:3], "project", 0.7),) for each in passages))

    rules = Rules(Settings(), names=Told())
    (found,) = rules.extract([utterance("Zug is late.")]).found

    assert rules.name == "told"
    assert [(each.text, each.label, each.start, each.end, each.score) for each in found.mentions] == [
        ("Zug", "project", 0, 3, 0.7)
    ]
    assert list(found.topics) == ["zug"]


def test_a_pipeline_that_is_not_there_says_what_gets_it():
    rules = extractor(Settings(extractor="spacy:en_core_web_none"))

    with pytest.raises(ModelUnavailable, match="spacy download en_core_web_none"):
        rules.extract([utterance("Hello")])


@pytest.mark.skipif(importlib.util.find_spec("gliner") is not None, reason="gliner is installed")
def test_without_the_extra_it_says_how_to_get_it():
    with pytest.raises(ModelUnavailable, match=r"pip install 'kg\[gliner\]'"):
        extractor(Settings(extractor="gliner:any"))
