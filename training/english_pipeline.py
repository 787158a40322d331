"""Training of the shipped English pipeline: tags, morphology, lemmas and dependencies, with a small convolutional network.

The training data is a treebank in CoNLL-U, such as Universal Dependencies' English Web Treebank.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg.errors import InvalidInput
from training.treebank import ChatStyle, Sentence, apply_chat_style, group_sentences, read_treebank
from training.treebank_statements import WordLookup, build_word_lookup, generate_statements

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.training import Example

Reporter = Callable[[str], None]

_META = {
    "name": "kg_english",
    "version": "1.0.0",
    "description": "Tags, word forms, lemmas and dependencies for chat and for written English.",
    "spacy_version": ">=3.8.0,<3.9.0",
    "author": "The kg authors",
    "license": "CC BY-SA 4.0",
    "sources": [{"name": "Universal Dependencies English EWT", "license": "CC BY-SA 4.0"}],
}
TRAIN, DEV = "en_ewt-train.conllu", "en_ewt-dev.conllu"


@dataclass(frozen=True)
class PipelineConfig:
    """Configuration of the pipeline and its training; the defaults produce the shipped pipeline.

    Attributes:
        width: width of a word vector.
        depth: number of convolutional layers; each adds one neighbour on each side.
        rows: rows of the hash tables for the lower-case form, the prefix, the suffix and the shape of a word.
        epochs: passes over the treebank.
        statement_count: synthetic chat statements that are added to each epoch.
        max_sentences: maximum number of sentences in a message.
        words: words per batch in the first and in the last epochs.
        dropout: dropout rate.
        learning_rate: the highest learning rate, after linear warm-up; it then falls linearly to zero.
        seed: seed of all random choices.
        chat: how often sentences are changed into chat style.
    """

    width: int = 128
    depth: int = 4
    rows: tuple[int, int, int, int] = (3000, 500, 2000, 1000)
    epochs: int = 14
    statement_count: int = 800
    max_sentences: int = 4
    words: tuple[int, int] = (250, 1000)
    dropout: float = 0.2
    learning_rate: float = 0.0015
    seed: int = 7
    chat: ChatStyle = field(default_factory=ChatStyle)


def train_english_pipeline(
    treebank: Path, out: Path, report: Reporter, config: PipelineConfig | None = None
) -> dict[str, Any]:
    """Train on a folder's `en_ewt-train.conllu`, write the pipeline, measure it on `en_ewt-dev.conllu`.

    The averaged weights of the last epoch are written; the measurement selects nothing.

    Args:
        treebank: the folder with both files.
        out: the folder that the pipeline is written to.
        report: called with a line for each step.
        config: configuration; that of the shipped pipeline by default.

    Returns:
        The figures of `measure_pipeline`.

    Raises:
        InvalidInput: a file is missing or malformed.
    """
    config = config or PipelineConfig()
    for name in (TRAIN, DEV):
        if not (treebank / name).is_file():
            raise InvalidInput("treebank", str(treebank), f"a folder that has {name}")
    documents = read_treebank(treebank / TRAIN)
    lookup = build_word_lookup(documents)
    nlp = build_pipeline(config)
    optimizer = _initialize(nlp, documents, lookup, config)
    for epoch in range(config.epochs):
        start = time.perf_counter()
        losses = _run_epoch(nlp, documents, lookup, optimizer, config, epoch)
        loss_text = ", ".join(f"{name} {value:.0f}" for name, value in losses.items())
        report(f"epoch {epoch + 1} of {config.epochs}: {loss_text} in {time.perf_counter() - start:.0f} s")
    with nlp.use_params(optimizer.averages):
        save_pipeline(nlp, out)
        figures = measure_pipeline(nlp, read_treebank(treebank / DEV))
    report(str(figures))
    return figures


def build_pipeline(config: PipelineConfig) -> Language:
    """Build the untrained pipeline."""
    import spacy  # noqa: PLC0415 - seconds
    from thinc.api import fix_random_seed  # noqa: PLC0415 - as above

    fix_random_seed(config.seed)
    nlp = spacy.blank("en", meta=_META)
    _configure_tokenizer(nlp)
    listener = {
        "@architectures": "spacy.Tok2VecListener.v1",
        "width": config.width,
    }
    nlp.add_pipe("tok2vec", config={"model": _build_network_config(config)})
    tagger = {"@architectures": "spacy.Tagger.v2", "tok2vec": listener}
    nlp.add_pipe("tagger", config={"model": tagger})
    nlp.add_pipe("morphologizer", config={"model": tagger})
    parser = {
        "@architectures": "spacy.TransitionBasedParser.v2",
        "state_type": "parser",
        "extra_state_tokens": False,
        "hidden_width": config.width,
        "maxout_pieces": 2,
        "use_upper": True,
        "tok2vec": listener,
    }
    nlp.add_pipe("parser", config={"model": parser, "min_action_freq": 10})
    nlp.add_pipe("trainable_lemmatizer", config={"model": tagger, "min_tree_freq": 3}, name="lemmatizer")
    return nlp


def _build_network_config(config: PipelineConfig) -> dict[str, Any]:
    return {
        "@architectures": "spacy.Tok2Vec.v2",
        "embed": {
            "@architectures": "spacy.MultiHashEmbed.v2",
            "width": config.width,
            # LOWER instead of NORM: only words from the tokenizer's exceptions have norms, words of a treebank have not.
            "attrs": ["LOWER", "PREFIX", "SUFFIX", "SHAPE"],
            "rows": list(config.rows),
            "include_static_vectors": False,
        },
        "encode": {
            "@architectures": "spacy.MaxoutWindowEncoder.v2",
            "width": config.width,
            "window_size": 1,
            "maxout_pieces": 3,
            "depth": config.depth,
        },
    }


def _configure_tokenizer(nlp: Language) -> None:
    """Keep hyphenated words as one token, as in the treebank, and keep "id" as a word instead of "I'd"."""
    from spacy.lang.char_classes import (  # noqa: PLC0415 - as above
        ALPHA,
        ALPHA_LOWER,
        ALPHA_UPPER,
        CONCAT_QUOTES,
        LIST_ELLIPSES,
        LIST_ICONS,
    )
    from spacy.util import compile_infix_regex  # noqa: PLC0415 - as above

    infixes = [
        *LIST_ELLIPSES,
        *LIST_ICONS,
        r"(?<=[0-9])[+*^](?=[0-9-])",
        rf"(?<=[{ALPHA_LOWER}{CONCAT_QUOTES}])\.(?=[{ALPHA_UPPER}{CONCAT_QUOTES}])",
        rf"(?<=[{ALPHA}]),(?=[{ALPHA}])",
        rf"(?<=[{ALPHA}])(?:--|—|–)(?=[{ALPHA}])",
        rf"(?<=[{ALPHA}0-9])[:<>=/](?=[{ALPHA}])",
    ]
    tokenizer: Any = nlp.tokenizer
    tokenizer.infix_finditer = compile_infix_regex(infixes).finditer
    tokenizer.rules = {text: parts for text, parts in tokenizer.rules.items() if text not in {"id", "Id", "ID"}}


def _initialize(
    nlp: Language, documents: Sequence[Sequence[Sentence]], lookup: WordLookup, config: PipelineConfig
) -> Any:
    """Initialise labels and lemma trees from the treebank in written and in chat style; return the optimizer."""
    from thinc.api import Adam, warmup_linear  # noqa: PLC0415 - as above

    rng = random.Random(config.seed)  # noqa: S311
    sentences = [sentence for document in documents for sentence in document]
    sentences += [sentence for (sentence,) in generate_statements(config.statement_count, lookup, rng)]
    examples = [build_example(nlp, (sentence,)) for sentence in sentences]
    style = ChatStyle(lower_case=0.5, without_apostrophes=0.5)
    examples += [build_example(nlp, (apply_chat_style(sentence, style, rng),)) for sentence in sentences]
    nlp.initialize(lambda: examples)
    words = sum(len(sentence) for sentence in sentences)
    steps = round(sum(words / _batch_size(config, epoch) for epoch in range(config.epochs)))
    rates: Any = warmup_linear(config.learning_rate, max(1, steps // 20), steps + 1)
    return Adam(rates, L2=0.01, L2_is_weight_decay=True)


def _batch_size(config: PipelineConfig, epoch: int) -> float:
    """Return the words per batch: it grows linearly during the first half of the epochs, then stays at the maximum."""
    first, last = config.words
    return first + (last - first) * min(1.0, epoch / max(1, config.epochs // 2))


def _run_epoch(
    nlp: Language,
    documents: Sequence[Sequence[Sentence]],
    lookup: WordLookup,
    optimizer: Any,
    config: PipelineConfig,
    epoch: int,
) -> dict[str, float]:
    rng = random.Random(config.seed * 1000 + epoch)  # noqa: S311
    messages = list(
        group_sentences(
            [*documents, *generate_statements(config.statement_count, lookup, rng)], config.max_sentences, rng
        )
    )
    rng.shuffle(messages)
    losses: dict[str, float] = {}
    for batch in _batches(messages, _batch_size(config, epoch)):
        examples = [
            build_example(nlp, tuple(apply_chat_style(sentence, config.chat, rng) for sentence in message))
            for message in batch
        ]
        nlp.update(examples, sgd=optimizer, drop=config.dropout, losses=losses)
        optimizer.step_schedules()
    return losses


def _batches(messages: Iterable[tuple[Sentence, ...]], words: float) -> Iterable[list[tuple[Sentence, ...]]]:
    batch: list[tuple[Sentence, ...]] = []
    word_count = 0
    for message in messages:
        batch.append(message)
        word_count += sum(len(sentence) for sentence in message)
        if word_count >= words:
            yield batch
            batch, word_count = [], 0
    if batch:
        yield batch


def build_example(nlp: Language, message: Sequence[Sentence], *, own_words: bool = False) -> Example:
    """Build a training example of a message, tokenised as in the treebank or by the pipeline itself (`own_words`)."""
    from spacy.tokens import Doc  # noqa: PLC0415 - as above
    from spacy.training import Example  # noqa: PLC0415 - as above

    words = [word for sentence in message for word in sentence]
    heads: list[int] = []
    for sentence in message:
        heads += [len(heads) + word.head for word in sentence]
    # The last word of a sentence needs a trailing space to separate it from the next sentence.
    spaces = [word.space for word in words]
    index = -1
    for sentence in message:
        index += len(sentence)
        spaces[index] = True
    forms = [word.form for word in words]
    reference = Doc(
        nlp.vocab,
        words=forms,
        spaces=spaces,
        tags=[word.tag for word in words],
        pos=[word.upos for word in words],
        morphs=[word.feats for word in words],
        lemmas=[word.lemma for word in words],
        heads=heads,
        deps=[word.relation for word in words],
        sent_starts=[index == 0 for sentence in message for index in range(len(sentence))],
    )
    predicted = nlp.make_doc(reference.text) if own_words else Doc(nlp.vocab, words=forms, spaces=spaces)
    return Example(predicted, reference)


def save_pipeline(nlp: Language, out: Path) -> None:
    """Write the pipeline with only the strings of labels and lemma rules, without the words of the treebank."""
    import spacy  # noqa: PLC0415 - as above
    import srsly  # noqa: PLC0415 - as above

    nlp.to_disk(out)
    kept_strings = set(spacy.blank("en").vocab.strings)
    for label in (label for labels in nlp.pipe_labels.values() for label in labels):
        kept_strings.add(label)
        for part in label.split("|"):
            kept_strings |= {part, *part.split("=")}
    lemmatizer: Any = nlp.get_pipe("lemmatizer")
    for node in srsly.msgpack_loads(lemmatizer.trees.to_bytes())["trees"]:
        kept_strings |= {nlp.vocab.strings[node[side]] for side in ("orig", "subst") if node.get(side)}
    srsly.write_json(out / "vocab" / "strings.json", sorted(kept_strings))


def measure_pipeline(nlp: Language, documents: Sequence[Sequence[Sentence]]) -> dict[str, Any]:
    """Return spaCy's scores on the treebank, without punctuation: as written, in chat style, and on whole documents.

    Returns:
        For "sentences", "chat" (lower case, no apostrophes, no final full stop), "documents" and "own_words" (sentences that
        the pipeline tokenises itself): tag, pos, lemma (shares of words), uas, las. words_per_second is measured on
        "sentences".
    """
    style, rng = ChatStyle(1.0, 1.0, 1.0, 0.0), random.Random(0)  # noqa: S311
    sentences = [sentence for document in documents for sentence in document]
    sets = {
        "sentences": [build_example(nlp, (sentence,)) for sentence in sentences],
        "chat": [build_example(nlp, (apply_chat_style(sentence, style, rng),)) for sentence in sentences],
        "documents": [build_example(nlp, document) for document in documents],
        "own_words": [build_example(nlp, (sentence,), own_words=True) for sentence in sentences],
    }
    figures: dict[str, Any] = {}
    for name, examples in sets.items():
        start = time.perf_counter()
        scores = nlp.evaluate(examples)
        elapsed_s = time.perf_counter() - start
        score_keys = {"tag": "tag_acc", "pos": "pos_acc", "lemma": "lemma_acc", "uas": "dep_uas", "las": "dep_las"}
        figures[name] = {measure_name: round(float(scores[key]), 4) for measure_name, key in score_keys.items()}
        if name == "sentences":
            figures["words_per_second"] = round(sum(len(example.reference) for example in examples) / elapsed_s)
        if name == "documents":
            figures[name]["sentence_f"] = round(float(scores["sents_f"]), 4)
    return figures
