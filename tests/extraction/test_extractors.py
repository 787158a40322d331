"""The setting selects the extractor, without loading a library."""

from __future__ import annotations

import importlib.util
import subprocess
import sys

import pytest

from kg import Settings
from kg.errors import InvalidInput, ModelUnavailable
from kg.extraction import create_extractor
from kg.extraction.rule_extractor import RuleExtractor


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


@pytest.mark.slow
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


@pytest.mark.skipif(importlib.util.find_spec("gliner") is not None, reason="gliner is installed")
def test_without_the_extra_the_error_gives_the_install_command():
    with pytest.raises(ModelUnavailable, match=r"pip install 'kg-agent-memory\[gliner\]'"):
        create_extractor(Settings(extractor="gliner:any"))
