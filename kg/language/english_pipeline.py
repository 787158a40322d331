"""Parsing English: words, tags, lemmas and dependencies, with the bundled spaCy pipeline or another one.

The bundled pipeline is also trained for chat: lower case, missing apostrophes, no full stops. Its dependencies are Universal
Dependencies. Its source, licence and accuracy are in models/english/README.md.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg.errors import ModelUnavailable
from kg.language.aside_corrections import correct_asides
from kg.language.blas_threads import on_one_blas_thread
from kg.language.chat_contractions import split_contractions
from kg.language.cleaning import replace_surrogates
from kg.language.closed_class_words import attach_places, correct_adverbs, correct_conjunctions
from kg.language.code_words import is_word_of_code, read_as_nouns
from kg.language.list_marks import replace_list_marks
from kg.language.name_tagger import NAME_LABELS, NameSpan
from kg.language.repeated_spaces import restore_spaces, without_spaces
from kg.language.tree_corrections import correct_tree
from kg.language.value_trees import correct_values
from kg.language.verb_lemmas import correct_lemmas

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

FOLDER = Path(__file__).parent / "models" / "english"
"""The folder of the bundled pipeline."""

# Each character is replaced by one character, so that offsets stay valid.
_PLAIN_CHARACTERS = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "´": "'", "“": '"', "”": '"', "\u00a0": " "})
# The entity labels of en_core_web_*. Their dates, amounts, languages and nationalities have no equivalent.
_SPACY_LABELS = {
    "PERSON": "person",
    "ORG": "org",
    "GPE": "place",
    "LOC": "place",
    "FAC": "place",
    "PRODUCT": "product",
    "EVENT": "event",
    "WORK_OF_ART": "other",
    "LAW": "other",
}


class EnglishPipeline:
    """A spaCy pipeline, loaded at the first use. Thread-safe; calls are serialised."""

    def __init__(self, pipeline: str | Path | None = None) -> None:
        """Store the name of the pipeline.

        Args:
            pipeline: an installed package such as en_core_web_sm, or a folder; None for the bundled pipeline.
        """
        self._pipeline = pipeline
        self._lock = threading.Lock()
        self._loaded: Language | None = None

    @property
    def universal(self) -> bool:
        """Whether the dependencies are Universal Dependencies (`obj`, `nmod:poss`), and not others (`dobj`, `poss`).

        Raises:
            ModelUnavailable: as `parse`.
        """
        with self._lock:
            labels = self._get_language().pipe_labels.get("parser", [])
        return "obj" in labels

    @on_one_blas_thread
    def parse(self, texts: Sequence[str], *, trees: bool = True) -> list[Doc]:
        """Return the parsed texts, in order. Offsets in a `Doc` are offsets in the text.

        Curly quotes are replaced by straight ones, and marks of a list within a line by full stops, so a `Doc`'s text may
        differ from the text in these characters.

        Args:
            texts: any texts.
            trees: whether to parse dependencies; without them it takes about half of the time, and tags are the same.

        Raises:
            ModelUnavailable: spaCy is not installed, or the pipeline is missing or cannot be loaded.
        """
        with self._lock:
            language = self._get_language()
            without = () if trees else ("parser",)
            plain = [replace_list_marks(replace_surrogates(text).translate(_PLAIN_CHARACTERS)) for text in texts]
            words = [split_contractions(language.make_doc(text)) for text in plain]
            read = [without_spaces(doc) for doc in words]
            with read_as_nouns(read):
                parsed = list(language.pipe(read, disable=without))
        for doc in parsed:
            correct_conjunctions(doc)
            correct_lemmas(doc)
        docs = [restore_spaces(*pair) for pair in zip(parsed, words, strict=True)]
        if trees:
            for doc in docs:
                correct_adverbs(doc)
                attach_places(doc)
                correct_tree(doc)
                correct_values(doc)
                correct_asides(doc)
        return docs

    def _get_language(self) -> Language:
        if self._loaded is None:
            self._loaded = _load_pipeline(self._pipeline)
        return self._loaded


@functools.lru_cache(maxsize=1)
def bundled_pipeline() -> EnglishPipeline:
    """Return the bundled pipeline, one per process, since each takes a second to load and 100 MB."""
    return EnglishPipeline()


def spacy_names(doc: Doc, text: str) -> list[NameSpan]:
    """Return the entities that a pipeline with an entity recogniser, such as en_core_web_*, found in a text.

    Labels are mapped to those of `kg.language.name_tagger`; entities with other labels are left out. spaCy gives no
    probabilities, so the score is 1.

    Args:
        doc: from `EnglishPipeline.parse`.
        text: the parsed text.
    """
    found = []
    for entity in doc.ents:
        label = _SPACY_LABELS.get(entity.label_, entity.label_.lower())
        if label in NAME_LABELS:
            start, end = entity.start_char, entity.end_char
            found.append(NameSpan(start, end, text[start:end], label, 1.0))
    return found


def _fast_products() -> AbstractContextManager[None]:
    """Have the models that are loaded within multiply matrices with NumPy's BLAS, three times as fast as spaCy's own."""
    from thinc.api import get_current_ops, use_ops  # noqa: PLC0415 - takes long, as above

    # On a Mac there is a faster one.
    is_plain = get_current_ops().name == "numpy"
    return use_ops("numpy", use_blis=False) if is_plain else nullcontext()


def _load_pipeline(pipeline: str | Path | None) -> Language:
    try:
        import spacy  # noqa: PLC0415 - takes a second
    except ImportError as error:
        raise ModelUnavailable("spaCy is not installed.", how="Run `pip install spacy`.") from error
    try:
        with _fast_products():
            language = spacy.load(pipeline or FOLDER)
    except (OSError, ValueError) as error:
        how = "Reinstall kg."
        if pipeline:
            how = f"Run `python -m spacy download {pipeline}`, or give a folder with a pipeline."
        raise ModelUnavailable(f"{pipeline or FOLDER} cannot be loaded: {error}.", how=how) from error
    _read_currencies_as_dollars(language)
    tokenizer: Any = language.tokenizer
    tokenizer.token_match = is_word_of_code
    return language


def _read_currencies_as_dollars(language: Language) -> None:
    """Give other signs of currency the features of "$", which the treebanks have: after "to £45" no sentence ends."""
    dollar = language.vocab["$"]
    for sign in "£€":
        lexeme = language.vocab[sign]
        lexeme.lower_, lexeme.norm_ = dollar.lower_, dollar.norm_
        lexeme.prefix_, lexeme.suffix_, lexeme.shape_ = dollar.prefix_, dollar.suffix_, dollar.shape_
