"""The GLiNER name finder, with a tiny checkpoint with random weights that is built here: its labels are arbitrary."""

from __future__ import annotations

import importlib.util
import itertools
import json
import string
from datetime import UTC, datetime

import pytest

from kg import Settings
from kg.errors import InvalidInput, ModelUnavailable
from kg.extraction import create_extractor
from kg.extraction.gliner import GLINER_LABELS, GlinerNameFinder
from kg.extraction.rule_extractor import RuleExtractor
from kg.language.name_tagger import NAME_LABELS
from kg.protocols import Utterance

IS_INSTALLED = importlib.util.find_spec("gliner") is not None
AT = datetime(2026, 3, 4, 10, tzinfo=UTC)
TEXTS = [
    "I met Ann in Ghent.",
    "",
    "  \n",
    "Mind the naïve café 漢字 😀 of Acme-Corp!",
    "null\x00byte \ud800 lone",
    "... !!!",
]


def test_every_label_has_a_name_for_the_model():
    assert sorted(GLINER_LABELS.values()) == sorted(NAME_LABELS)
    assert all(asked == asked.casefold() for asked in GLINER_LABELS)


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory):
    import torch
    from gliner import GLiNER
    from tokenizers import Tokenizer, models, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    folder = tmp_path_factory.mktemp("gliner")
    signs = string.ascii_letters + string.digits + string.punctuation
    pieces = ["[PAD]", "[CLS]", "[SEP]", "[UNK]", *signs, *(f"##{sign}" for sign in signs)]
    tokenizer = Tokenizer(models.WordPiece({piece: at for at, piece in enumerate(pieces)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 1), ("[SEP]", 2)]
    )
    special = {"unk_token": "[UNK]", "pad_token": "[PAD]", "cls_token": "[CLS]", "sep_token": "[SEP]"}
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, **special).save_pretrained(folder / "backbone")
    encoder = {
        "model_type": "bert",
        "vocab_size": len(pieces),
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 16,
    }
    (folder / "backbone" / "config.json").write_text(json.dumps(encoder), encoding="utf-8")
    config = {"model_name": str(folder / "backbone"), "encoder_config": encoder, "hidden_size": 16, "max_width": 3}
    torch.manual_seed(1)
    GLiNER.from_config(config, backbone_from_pretrained=False).save_pretrained(folder / "model")
    return folder / "model"


def find_names(gliner, texts=TEXTS):
    return gliner.find_names([Utterance(text, "Sam", AT) for text in texts])


@pytest.mark.extras
@pytest.mark.skipif(not IS_INSTALLED, reason="gliner is not installed (pip install 'kg-agent-memory[gliner]')")
# Its libraries raise deprecation warnings about each other.
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::UserWarning")
class TestWithGliner:
    def test_names_are_spans_of_the_text_with_known_labels(self, checkpoint):
        found = find_names(GlinerNameFinder(checkpoint, threshold=0.0))

        assert found.docs is None
        assert [bool(spans) for spans in found.spans] == [True, False, False, True, True, False]
        for text, spans in zip(TEXTS, found.spans, strict=True):
            for span in spans:
                assert text[span.start : span.end] == span.text
                assert span.label in NAME_LABELS
                assert 0 <= span.score <= 1
            assert all(one.end <= other.start for one, other in itertools.pairwise(spans))

    def test_pronouns_and_punctuation_are_left_out(self, checkpoint):
        written = {
            span.text.casefold()
            for spans in find_names(GlinerNameFinder(checkpoint, threshold=0.0)).spans
            for span in spans
        }

        assert written.isdisjoint({"i", "in", "the", "of", "."})

    def test_a_higher_threshold_returns_higher_scores_only(self, checkpoint):
        scores = [
            span.score for spans in find_names(GlinerNameFinder(checkpoint, threshold=0.0)).spans for span in spans
        ]
        middle = sorted(scores)[len(scores) // 2]

        surer = [
            span.score for spans in find_names(GlinerNameFinder(checkpoint, threshold=middle)).spans for span in spans
        ]

        assert surer
        assert min(surer) >= middle - 1e-3
        assert find_names(GlinerNameFinder(checkpoint, threshold=1.0)).spans == ((),) * len(TEXTS)

    def test_results_do_not_depend_on_the_batch(self, checkpoint):
        gliner = GlinerNameFinder(checkpoint, threshold=0.0, batch=2)

        alone = [[(span.start, span.end, span.label) for span in find_names(gliner, [text]).spans[0]] for text in TEXTS]

        assert alone == [[(span.start, span.end, span.label) for span in spans] for spans in find_names(gliner).spans]

    def test_the_setting_selects_it_and_the_rules_use_its_names(self, checkpoint):
        rules = create_extractor(Settings(extractor=f"gliner:{checkpoint}"))
        (found,) = rules.extract([Utterance("Ann lives in Ghent.", "Sam", AT)]).results
        (spans,) = find_names(GlinerNameFinder(checkpoint), ["Ann lives in Ghent."]).spans

        assert isinstance(rules, RuleExtractor)
        assert (rules.name, rules.layers) == (f"gliner:{checkpoint}", ())
        assert spans
        assert [(each.text, each.label) for each in found.mentions] == [(span.text, span.label) for span in spans]

    def test_nothing_is_loaded_before_the_first_text(self, tmp_path):
        assert find_names(GlinerNameFinder(tmp_path / "nothing-here"), []).spans == ()

    @pytest.mark.parametrize("broken", ["nothing-here", "empty", "no weights"])
    def test_a_broken_checkpoint_is_named_in_the_error(self, tmp_path, checkpoint, broken):
        folder = tmp_path / broken
        if broken != "nothing-here":
            folder.mkdir()
        if broken == "no weights":
            for path in checkpoint.iterdir():
                content = b"no weights" if path.suffix == ".bin" else path.read_bytes()
                (folder / path.name).write_bytes(content)

        with pytest.raises(ModelUnavailable, match=broken) as caught:
            find_names(GlinerNameFinder(folder))
        assert "hub" in caught.value.how

    def test_a_threshold_above_one_is_rejected(self):
        with pytest.raises(InvalidInput, match="threshold"):
            GlinerNameFinder("any", threshold=1.5)
