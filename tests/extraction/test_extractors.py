from __future__ import annotations

import importlib.util
import subprocess
import sys
from datetime import UTC, datetime

import pytest

from kg import Settings
from kg.errors import InvalidInput, ModelUnavailable
from kg.extraction import create_extractor
from kg.extraction.name_finders import FoundNames
from kg.extraction.rule_extractor import RuleExtractor
from kg.language.english_pipeline import FOLDER
from kg.language.minilm import MiniLM
from kg.language.name_tagger import NameSpan, required_layers
from kg.protocols import HiddenStates, Utterance

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
    """Two pipelines that find a few names: one without a parser, and one that parses like the bundled pipeline."""
    import spacy

    folder = tmp_path_factory.mktemp("pipelines")
    made = {"bare": spacy.blank("en"), "whole": spacy.load(FOLDER)}
    for name, pipeline in made.items():
        pipeline.add_pipe("entity_ruler").add_patterns(PATTERNS)
        pipeline.to_disk(folder / name)
    return folder


# Selection by settings


@pytest.mark.parametrize(
    ("setting", "name"),
    [("rules", "rules"), ("spacy:en_core_web_sm", "spacy:en_core_web_sm"), ("spacy:a:b", "spacy:a:b")],
)
def test_the_setting_selects_the_extractor(setting, name):
    chosen = create_extractor(Settings(extractor=setting))

    assert isinstance(chosen, RuleExtractor)
    assert chosen.name == name


def test_none_creates_no_extractor():
    assert create_extractor(Settings(extractor="none")) is None


@pytest.mark.parametrize("setting", ["", "Rules", "rules:x", "spacy", "spacy:", "gliner", "gliner:", "none:x", "llm"])
def test_an_unknown_name_is_rejected(setting):
    with pytest.raises(InvalidInput, match=r"extractor.*gliner:NAME_OR_PATH"):
        create_extractor(Settings(extractor=setting))


def test_creating_an_extractor_loads_no_library():
    code = (
        "import sys\n"
        "from kg import Settings\n"
        "from kg.extraction import create_extractor\n"
        "for name in ('rules', 'spacy:en_core_web_sm', 'none'): create_extractor(Settings(extractor=name))\n"
        "print(sorted({'spacy', 'onnxruntime', 'tokenizers', 'torch', 'gliner', 'transformers'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


# The default extractor


def test_the_default_extracts_statements_names_and_topics():
    (found,) = (
        RuleExtractor(Settings(embed_threads=1))
        .extract([utterance("My sister Eva moved to Lisbon for a pottery course.")])
        .results
    )

    assert ("Eva", "moved_to", "Lisbon") in triples(found)
    assert [(each.text, each.label) for each in found.mentions] == [("Eva", "person"), ("Lisbon", "place")]
    assert list(found.topics) == ["lisbon", "pottery course", "sister"]


def test_given_hidden_states_give_the_same_result_as_computed_ones():
    text = "Tom's boss Maria joined Google in Ghent last week."
    settings = Settings(embed_threads=1)
    encoded = MiniLM(settings).encode([text], required_layers())
    hidden = HiddenStates(encoded.offsets[0], {layer: states[0] for layer, states in encoded.states.items()})
    rules = RuleExtractor(settings)

    assert rules.layers == required_layers()
    assert rules.extract([utterance(text, hidden=hidden)]) == rules.extract([utterance(text)])


def test_no_texts_give_no_results():
    assert RuleExtractor(Settings()).extract([]).results == ()


# Other name finders


def test_a_pipeline_without_a_parser_only_finds_names(pipelines):
    rules = create_extractor(Settings(extractor=f"spacy:{pipelines / 'bare'}"))
    (found,) = rules.extract([utterance("In March I moved to zandvliet, and I use frobnicator.")]).results

    assert [(each.text, each.label, each.score) for each in found.mentions] == [
        ("zandvliet", "place", 1.0),
        ("frobnicator", "tool", 1.0),
    ]
    assert ("Sam", "lives_in", "zandvliet") in triples(found)
    assert ("Sam", "uses", "frobnicator") in triples(found)
    assert set(found.topics) == {"zandvliet", "frobnicator"}


def test_the_parses_of_a_pipeline_with_universal_dependencies_are_used(pipelines):
    rules = create_extractor(Settings(extractor=f"spacy:{pipelines / 'whole'}"))
    (found,) = rules.extract([utterance("I moved to zandvliet.")]).results

    assert rules.layers == ()
    assert [each.text for each in found.mentions] == ["zandvliet"]
    assert ("Sam", "lives_in", "zandvliet") in triples(found)


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


def test_documents_parsed_by_a_name_finder_are_not_parsed_again():
    text = "I really enjoy hiking and painting."
    (untagged,) = RuleExtractor(Settings(), name_finder=UntaggedParser()).extract([utterance(text)]).results
    (tagged,) = RuleExtractor(Settings(), name_finder=UntaggedParser(parse=False)).extract([utterance(text)]).results

    assert untagged.topics == {}
    assert tagged.topics
    assert ("Sam", "likes", "hiking") in triples(tagged)


def test_the_names_of_a_custom_name_finder_become_mentions():
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


def test_a_missing_pipeline_raises_with_the_command_that_installs_it():
    rules = create_extractor(Settings(extractor="spacy:en_core_web_none"))

    with pytest.raises(ModelUnavailable, match="spacy download en_core_web_none"):
        rules.extract([utterance("Hello")])


@pytest.mark.skipif(importlib.util.find_spec("gliner") is not None, reason="gliner is installed")
def test_without_the_extra_the_error_gives_the_install_command():
    with pytest.raises(ModelUnavailable, match=r"pip install 'kg\[gliner\]'"):
        create_extractor(Settings(extractor="gliner:any"))
