"""Finding names with GLiNER, a zero-shot model that takes labels as plain words. Needs the extra kg-agent-memory[gliner].

It runs on a GPU if there is one.
"""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kg.errors import InvalidInput, ModelUnavailable
from kg.extraction.name_finders import FoundNames
from kg.language import STOP_WORDS, NameSpan, replace_surrogates
from kg.protocols import Utterance

_HOW = "Run `pip install 'kg-agent-memory[gliner]'`."
GLINER_LABELS: Mapping[str, str] = {
    "person": "person",
    "organization": "org",
    "location": "place",
    "product": "product",
    "software or tool": "tool",
    "event": "event",
    "project": "project",
    "title of a book, film, song or award": "other",
}
"""The labels given to the model, each with its equivalent in `kg.language.name_tagger.NAME_LABELS`."""


class GlinerNameFinder:
    """A `NameFinder` with a GLiNER checkpoint, which is loaded at the first text. Thread-safe; calls are serialised."""

    layers: tuple[int, ...] = ()

    def __init__(self, model: str | Path, *, threshold: float = 0.5, batch: int = 8) -> None:
        """Store the parameters; the model is not loaded yet.

        Args:
            model: a name on the Hugging Face hub, such as urchade/gliner_small-v2.1, or a folder.
            threshold: the least score of a name, 0 to 1.
            batch: texts per batch.

        Raises:
            InvalidInput: the threshold is not between 0 and 1.
            ModelUnavailable: gliner is not installed.
        """
        if not 0 <= threshold <= 1:
            raise InvalidInput("threshold", threshold, "between 0 and 1")
        if importlib.util.find_spec("gliner") is None:
            raise ModelUnavailable("gliner is not installed.", how=_HOW)
        self.name = f"gliner:{model}"
        self._path = str(model)
        self._threshold = threshold
        self._batch = batch
        self._lock = threading.Lock()
        self._model: Any = None

    def find_names(self, passages: Sequence[Utterance]) -> FoundNames:
        """See `NameFinder.find_names`. The model reads the first words of a text only, 384 with most checkpoints."""
        texts = [passage.text for passage in passages]
        spans: list[tuple[NameSpan, ...]] = [()] * len(texts)
        # Some checkpoints fail on a text without a word.
        with_text = [at for at, text in enumerate(texts) if text.strip()]
        if with_text:
            with self._lock:
                answers = self._load_model().inference(
                    [replace_surrogates(texts[at]) for at in with_text],
                    list(GLINER_LABELS),
                    flat_ner=True,
                    threshold=self._threshold,
                    batch_size=self._batch,
                )
            for at, answer in zip(with_text, answers, strict=True):
                spans[at] = _select_spans(texts[at], answer)
        return FoundNames(tuple(spans))

    def _load_model(self) -> Any:
        if self._model is None:
            # These imports take seconds, and are of an extra.
            import torch  # noqa: PLC0415
            from gliner import GLiNER  # noqa: PLC0415

            device = "cuda" if torch.cuda.is_available() else "cpu"
            try:
                self._model = GLiNER.from_pretrained(self._path, map_location=device)
            except Exception as error:  # from the hub, torch or safetensors, which do not document what they raise
                how = "Check the name and the connection to the hub, or give a folder with a GLiNER checkpoint."
                raise ModelUnavailable(f"{self._path} cannot be loaded: {error}.", how=how) from error
        return self._model


def _select_spans(text: str, answer: Sequence[Mapping[str, Any]]) -> tuple[NameSpan, ...]:
    """Return the names in the order of the text; of overlapping ones the one with the higher score.

    The model labels pronouns as persons; these are left out.
    """
    selected: list[NameSpan] = []
    for found in sorted(answer, key=lambda each: (-each["score"], each["start"])):
        start, end = int(found["start"]), int(found["end"])
        name = text[start:end]
        is_free = all(end <= other.start or other.end <= start for other in selected)
        if is_free and any(map(str.isalnum, name)) and name.casefold() not in STOP_WORDS:
            score = round(min(max(float(found["score"]), 0.0), 1.0), 4)
            selected.append(NameSpan(start, end, name, GLINER_LABELS[found["label"]], score))
    return tuple(sorted(selected, key=lambda span: span.start))
