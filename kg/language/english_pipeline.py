"""English sentences taken apart: words, tags, lemmas and dependencies, by the spaCy pipeline that ships with kg or another one.

The shipped pipeline was trained for chat as well: lower case, missing apostrophes, no full stops. Its dependencies are those of
Universal Dependencies. Where it comes from, its licence and how good it is, is told beside it (models/english/README.md).
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kg.errors import ModelUnavailable
from kg.language.cleaning import whole
from kg.language.name_tagger import LABELS, Span

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

FOLDER = Path(__file__).parent / "models" / "english"
"""The pipeline that ships with kg."""

# One character for another, so that places in the text stay what they are.
_PLAIN = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "´": "'", "“": '"', "”": '"', "\u00a0": " "})
# What the recognisers of en_core_web_* call things. Their dates, amounts, languages and peoples are no names of ours.
_LABELS = {
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


class English:
    """A spaCy pipeline, loaded at the first use. Threads may share it, one after the other."""

    def __init__(self, pipeline: str | Path | None = None) -> None:
        """Keep what is needed to load the pipeline.

        Args:
            pipeline: a package that is installed, such as en_core_web_sm, or a folder; None is the pipeline that ships with kg.
        """
        self._pipeline = pipeline
        self._lock = threading.Lock()
        self._loaded: Language | None = None

    @property
    def universal(self) -> bool:
        """Whether the dependencies are those of Universal Dependencies (`obj`, `nmod:poss`), and not others (`dobj`, `poss`).

        Raises:
            ModelUnavailable: as `parse`.
        """
        with self._lock:
            labels = self._language().pipe_labels.get("parser", [])
        return "obj" in labels

    def parse(self, texts: Sequence[str], *, trees: bool = True) -> list[Doc]:
        """The texts taken apart, in their order. Places in a `Doc` are places in the text.

        Curly quotes are read as straight ones, so a `Doc`'s own text may differ from the text in these.

        Args:
            texts: any texts.
            trees: whether dependencies are wanted; without them it takes about half of the time, and tags are the same.

        Raises:
            ModelUnavailable: spaCy is not installed, or the pipeline is not here or cannot be loaded.
        """
        with self._lock:
            language = self._language()
            without = () if trees else ("parser",)
            return list(language.pipe([whole(text).translate(_PLAIN) for text in texts], disable=without))

    def _language(self) -> Language:
        if self._loaded is None:
            self._loaded = _load(self._pipeline)
        return self._loaded


@functools.lru_cache(maxsize=1)
def shipped() -> English:
    """The pipeline that ships with kg, one for the process: each of them would take a second and 100 MB."""
    return English()


def named(doc: Doc, text: str) -> list[Span]:
    """The names that a pipeline with a recogniser of its own, such as en_core_web_*, found in a text.

    Labels are brought into those of `kg.language.name_tagger`; labels that are already such are kept, others are left out. spaCy
    tells no certainty: the score is 1.

    Args:
        doc: from `English.parse`.
        text: what was parsed.
    """
    found = []
    for entity in doc.ents:
        label = _LABELS.get(entity.label_, entity.label_.lower())
        if label in LABELS:
            start, end = entity.start_char, entity.end_char
            found.append(Span(start, end, text[start:end], label, 1.0))
    return found


def _load(pipeline: str | Path | None) -> Language:
    try:
        import spacy  # noqa: PLC0415 - a second
    except ImportError as error:
        raise ModelUnavailable("spaCy is not installed.", how="Run `pip install spacy`.") from error
    try:
        return spacy.load(pipeline or FOLDER)
    except (OSError, ValueError) as error:
        how = "Install kg again."
        if pipeline:
            how = f"Run `python -m spacy download {pipeline}`, or name a folder with a pipeline."
        raise ModelUnavailable(f"{pipeline or FOLDER} cannot be loaded: {error}.", how=how) from error
