"""A tiny GLiNER with random weights, made here: what it calls things means nothing, how it is asked and read does."""

from __future__ import annotations

import importlib.util
import itertools
import json
import string
from datetime import UTC, datetime

import pytest

from kg import Settings
from kg.errors import InvalidInput, ModelUnavailable
from kg.extraction import extractor
from kg.extraction.gliner import ASKED, Gliner
from kg.extraction.rule_extractor import Rules
from kg.language.name_tagger import LABELS
from kg.protocols import Utterance

HERE = importlib.util.find_spec("gliner") is not None
AT = datetime(2026, 3, 4, 10, tzinfo=UTC)
TEXTS = [
    "I met Ann in Ghent.",
    "",
    "  \n",
    "Mind the naïve café 漢字 😀 of Acme-Corp!",
    "null\x00byte \ud800 lone",
    "... !!!",
]


def test_every_label_is_asked_for_in_words_of_its_own():
    assert sorted(ASKED.values()) == sorted(LABELS)
    assert all(asked == asked.casefold() for asked in ASKED)


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


def named(gliner, texts=TEXTS):
    return gliner.names([Utterance(text, "Sam", AT) for text in texts])


@pytest.mark.extras
@pytest.mark.skipif(not HERE, reason="gliner is not installed (pip install 'kg[gliner]')")
# Its libraries deprecate each other's names; that is theirs to mend.
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::UserWarning")
class TestWithGliner:
    def test_names_are_spans_of_the_text_with_our_labels(self, checkpoint):
        found = named(Gliner(checkpoint, threshold=0.0))

        assert found.docs is None
        assert [bool(spans) for spans in found.spans] == [True, False, False, True, True, False]
        for text, spans in zip(TEXTS, found.spans, strict=True):
            for span in spans:
                assert text[span.start : span.end] == span.text
                assert span.label in LABELS
                assert 0 <= span.score <= 1
            assert all(one.end <= other.start for one, other in itertools.pairwise(spans))

    def test_pronouns_and_marks_are_no_names(self, checkpoint):
        written = {span.text.casefold() for spans in named(Gliner(checkpoint, threshold=0.0)).spans for span in spans}

        assert written.isdisjoint({"i", "in", "the", "of", "."})

    def test_a_higher_threshold_leaves_surer_names_only(self, checkpoint):
        scores = [span.score for spans in named(Gliner(checkpoint, threshold=0.0)).spans for span in spans]
        middle = sorted(scores)[len(scores) // 2]

        surer = [span.score for spans in named(Gliner(checkpoint, threshold=middle)).spans for span in spans]

        assert surer
        assert min(surer) >= middle - 1e-3
        assert named(Gliner(checkpoint, threshold=1.0)).spans == ((),) * len(TEXTS)

    def test_a_text_is_named_alike_in_any_company(self, checkpoint):
        gliner = Gliner(checkpoint, threshold=0.0, batch=2)

        alone = [[(span.start, span.end, span.label) for span in named(gliner, [text]).spans[0]] for text in TEXTS]

        assert alone == [[(span.start, span.end, span.label) for span in spans] for spans in named(gliner).spans]

    def test_the_setting_chooses_it_and_the_rules_read_on(self, checkpoint):
        rules = extractor(Settings(extractor=f"gliner:{checkpoint}"))
        (found,) = rules.extract([Utterance("Ann lives in Ghent.", "Sam", AT)]).found
        (spans,) = named(Gliner(checkpoint), ["Ann lives in Ghent."]).spans

        assert isinstance(rules, Rules)
        assert (rules.name, rules.layers) == (f"gliner:{checkpoint}", ())
        assert spans
        assert [(each.text, each.label) for each in found.mentions] == [(span.text, span.label) for span in spans]

    def test_nothing_is_loaded_before_the_first_text(self, tmp_path):
        assert named(Gliner(tmp_path / "nothing-here"), []).spans == ()

    @pytest.mark.parametrize("broken", ["nothing-here", "empty", "no weights"])
    def test_a_checkpoint_that_is_not_there_is_named(self, tmp_path, checkpoint, broken):
        folder = tmp_path / broken
        if broken != "nothing-here":
            folder.mkdir()
        if broken == "no weights":
            for path in checkpoint.iterdir():
                content = b"no weights" if path.suffix == ".bin" else path.read_bytes()
                (folder / path.name).write_bytes(content)

        with pytest.raises(ModelUnavailable, match=broken) as caught:
            named(Gliner(folder))
        assert "hub" in caught.value.how

    def test_a_threshold_is_a_share(self):
        with pytest.raises(InvalidInput, match="threshold"):
            Gliner("any", threshold=1.5)
