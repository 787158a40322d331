"""Training of the shipped English pipeline: tags, word forms, lemmas and dependencies, by a small convolutional network.

What it learns from is a treebank in CoNLL-U, such as Universal Dependencies' English Web Treebank.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg.errors import InvalidInput
from training.treebank import Chat, Sentence, chatty, grouped, read
from training.treebank_statements import Says, says, statements

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.training import Example

Tell = Callable[[str], None]

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
class Plan:
    """How the pipeline is made and trained; the defaults made the one that ships.

    Attributes:
        width: numbers that stand for a word.
        depth: layers of the network; each sees one more neighbour to each side.
        rows: rows of the hash tables of a word in lower case, its first letter, its last three, its shape.
        epochs: passes over the treebank.
        stated: statements of chat, made from patterns, that an epoch adds.
        most: sentences of a message at most.
        words: words of a batch, from the first to the last.
        dropout: share of numbers hidden while learning.
        rate: the highest learning rate; it rises over the first part and falls to zero.
        seed: of everything that is left to chance.
    """

    width: int = 128
    depth: int = 4
    rows: tuple[int, int, int, int] = (3000, 500, 2000, 1000)
    epochs: int = 14
    stated: int = 800
    most: int = 4
    words: tuple[int, int] = (250, 1000)
    dropout: float = 0.2
    rate: float = 0.0015
    seed: int = 7
    chat: Chat = field(default_factory=Chat)


def run(treebank: Path, out: Path, tell: Tell, plan: Plan | None = None) -> dict[str, Any]:
    """Train on a folder's `en_ewt-train.conllu`, write the pipeline, measure it on `en_ewt-dev.conllu`.

    Nothing is chosen by the measuring: the last epoch's averaged weights are what is written.

    Args:
        treebank: the folder with both files.
        out: the folder that the pipeline is written to.
        tell: called with a line a step.
        plan: how; the shipped pipeline's by default.

    Returns:
        The figures of `measure`.

    Raises:
        InvalidInput: a file is missing or not of that form.
    """
    plan = plan or Plan()
    for name in (TRAIN, DEV):
        if not (treebank / name).is_file():
            raise InvalidInput("treebank", str(treebank), f"it has no {name}")
    documents = read(treebank / TRAIN)
    told = says(documents)
    nlp = build(plan)
    optimizer = _initialized(nlp, documents, told, plan)
    for epoch in range(plan.epochs):
        start = time.perf_counter()
        losses = _epoch(nlp, documents, told, optimizer, plan, epoch)
        lost = ", ".join(f"{name} {value:.0f}" for name, value in losses.items())
        tell(f"epoch {epoch + 1} of {plan.epochs}: {lost} in {time.perf_counter() - start:.0f} s")
    with nlp.use_params(optimizer.averages):
        save(nlp, out)
        figures = measure(nlp, read(treebank / DEV))
    tell(str(figures))
    return figures


def build(plan: Plan) -> Language:
    """The pipeline before it has learnt anything."""
    import spacy  # noqa: PLC0415 - seconds
    from thinc.api import fix_random_seed  # noqa: PLC0415 - as above

    fix_random_seed(plan.seed)
    nlp = spacy.blank("en", meta=_META)
    _plain_tokens(nlp)
    listener = {
        "@architectures": "spacy.Tok2VecListener.v1",
        "width": plan.width,
    }
    nlp.add_pipe("tok2vec", config={"model": _network(plan)})
    tagger = {"@architectures": "spacy.Tagger.v2", "tok2vec": listener}
    nlp.add_pipe("tagger", config={"model": tagger})
    nlp.add_pipe("morphologizer", config={"model": tagger})
    parser = {
        "@architectures": "spacy.TransitionBasedParser.v2",
        "state_type": "parser",
        "extra_state_tokens": False,
        "hidden_width": plan.width,
        "maxout_pieces": 2,
        "use_upper": True,
        "tok2vec": listener,
    }
    nlp.add_pipe("parser", config={"model": parser, "min_action_freq": 10})
    nlp.add_pipe("trainable_lemmatizer", config={"model": tagger, "min_tree_freq": 3}, name="lemmatizer")
    return nlp


def _network(plan: Plan) -> dict[str, Any]:
    return {
        "@architectures": "spacy.Tok2Vec.v2",
        "embed": {
            "@architectures": "spacy.MultiHashEmbed.v2",
            "width": plan.width,
            # LOWER and not NORM: a treebank's words have no norms, as those of the tokenizer's exceptions have.
            "attrs": ["LOWER", "PREFIX", "SUFFIX", "SHAPE"],
            "rows": list(plan.rows),
            "include_static_vectors": False,
        },
        "encode": {
            "@architectures": "spacy.MaxoutWindowEncoder.v2",
            "width": plan.width,
            "window_size": 1,
            "maxout_pieces": 3,
            "depth": plan.depth,
        },
    }


def _plain_tokens(nlp: Language) -> None:
    """Words with a hyphen stay one word, as in the treebank and in names; "id" is a word and not "I'd"."""
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


def _initialized(nlp: Language, documents: Sequence[Sequence[Sentence]], told: Says, plan: Plan) -> Any:
    """Labels and lemma trees are gathered from the whole treebank, as written and as chatted."""
    from thinc.api import Adam, warmup_linear  # noqa: PLC0415 - as above

    picked = random.Random(plan.seed)  # noqa: S311
    sentences = [sentence for document in documents for sentence in document]
    sentences += [sentence for (sentence,) in statements(plan.stated, told, picked)]
    examples = [example(nlp, (sentence,)) for sentence in sentences]
    chats = Chat(lower=0.5, bare=0.5)
    examples += [example(nlp, (chatty(sentence, chats, picked),)) for sentence in sentences]
    nlp.initialize(lambda: examples)
    words = sum(len(sentence) for sentence in sentences)
    steps = round(sum(words / _batch_size(plan, epoch) for epoch in range(plan.epochs)))
    rates: Any = warmup_linear(plan.rate, max(1, steps // 20), steps + 1)
    return Adam(rates, L2=0.01, L2_is_weight_decay=True)


def _batch_size(plan: Plan, epoch: int) -> float:
    """Words of a batch: small ones first, which learn faster; from half the epochs on the largest, which learn steadier."""
    first, last = plan.words
    return first + (last - first) * min(1.0, epoch / max(1, plan.epochs // 2))


def _epoch(
    nlp: Language, documents: Sequence[Sequence[Sentence]], told: Says, optimizer: Any, plan: Plan, epoch: int
) -> dict[str, float]:
    picked = random.Random(plan.seed * 1000 + epoch)  # noqa: S311
    messages = list(grouped([*documents, *statements(plan.stated, told, picked)], plan.most, picked))
    picked.shuffle(messages)
    losses: dict[str, float] = {}
    for batch in _batches(messages, _batch_size(plan, epoch)):
        examples = [
            example(nlp, tuple(chatty(sentence, plan.chat, picked) for sentence in message)) for message in batch
        ]
        nlp.update(examples, sgd=optimizer, drop=plan.dropout, losses=losses)
        optimizer.step_schedules()
    return losses


def _batches(messages: Iterable[tuple[Sentence, ...]], words: float) -> Iterable[list[tuple[Sentence, ...]]]:
    batch: list[tuple[Sentence, ...]] = []
    held = 0
    for message in messages:
        batch.append(message)
        held += sum(len(sentence) for sentence in message)
        if held >= words:
            yield batch
            batch, held = [], 0
    if batch:
        yield batch


def example(nlp: Language, message: Sequence[Sentence], *, own_words: bool = False) -> Example:
    """A message with what is right of it, and its words alone: the treebank's, or those that the pipeline cuts itself."""
    from spacy.tokens import Doc  # noqa: PLC0415 - as above
    from spacy.training import Example  # noqa: PLC0415 - as above

    words = [word for sentence in message for word in sentence]
    heads: list[int] = []
    for sentence in message:
        heads += [len(heads) + word.head for word in sentence]
    # A sentence's last word has a space behind it, or the next sentence would be glued to it.
    spaces = [word.space for word in words]
    place = -1
    for sentence in message:
        place += len(sentence)
        spaces[place] = True
    forms = [word.form for word in words]
    right = Doc(
        nlp.vocab,
        words=forms,
        spaces=spaces,
        tags=[word.tag for word in words],
        pos=[word.upos for word in words],
        morphs=[word.feats for word in words],
        lemmas=[word.lemma for word in words],
        heads=heads,
        deps=[word.relation for word in words],
        sent_starts=[place == 0 for sentence in message for place in range(len(sentence))],
    )
    alone = nlp.make_doc(right.text) if own_words else Doc(nlp.vocab, words=forms, spaces=spaces)
    return Example(alone, right)


def save(nlp: Language, out: Path) -> None:
    """Write the pipeline, without the treebank's words: of all strings only labels and what lemmas are made of are kept."""
    import spacy  # noqa: PLC0415 - as above
    import srsly  # noqa: PLC0415 - as above

    nlp.to_disk(out)
    kept = set(spacy.blank("en").vocab.strings)
    for label in (label for labels in nlp.pipe_labels.values() for label in labels):
        kept.add(label)
        for part in label.split("|"):
            kept |= {part, *part.split("=")}
    lemmatizer: Any = nlp.get_pipe("lemmatizer")
    for node in srsly.msgpack_loads(lemmatizer.trees.to_bytes())["trees"]:
        kept |= {nlp.vocab.strings[node[side]] for side in ("orig", "subst") if node.get(side)}
    srsly.write_json(out / "vocab" / "strings.json", sorted(kept))


def measure(nlp: Language, documents: Sequence[Sequence[Sentence]]) -> dict[str, Any]:
    """SpaCy's measures on the treebank's words (punctuation does not count), as written, in chat style, and whole documents.

    Returns:
        For "sentences", "chat" (all in lower case, no apostrophes, no last full stop), "documents" and "own_words" (sentences as
        the pipeline cuts them into words itself): tag, pos, lemma (shares of words), uas, las; words_per_second of the first.
    """
    chat, picked = Chat(1.0, 1.0, 1.0, 0.0), random.Random(0)  # noqa: S311
    sentences = [sentence for document in documents for sentence in document]
    sets = {
        "sentences": [example(nlp, (sentence,)) for sentence in sentences],
        "chat": [example(nlp, (chatty(sentence, chat, picked),)) for sentence in sentences],
        "documents": [example(nlp, document) for document in documents],
        "own_words": [example(nlp, (sentence,), own_words=True) for sentence in sentences],
    }
    told: dict[str, Any] = {}
    for name, examples in sets.items():
        start = time.perf_counter()
        scores = nlp.evaluate(examples)
        took = time.perf_counter() - start
        wanted = {"tag": "tag_acc", "pos": "pos_acc", "lemma": "lemma_acc", "uas": "dep_uas", "las": "dep_las"}
        told[name] = {short: round(float(scores[key]), 4) for short, key in wanted.items()}
        if name == "sentences":
            told["words_per_second"] = round(sum(len(each.reference) for each in examples) / took)
        if name == "documents":
            told[name]["sentence_f"] = round(float(scores["sents_f"]), 4)
    return told
