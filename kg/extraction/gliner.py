"""Names by GLiNER, which is asked for kinds in plain words; on a GPU where there is one. Needs the extra kg[gliner]."""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kg.errors import InvalidInput, ModelUnavailable
from kg.extraction.name_finders import Named
from kg.language.cleaning import whole
from kg.language.keywords import STOP_WORDS
from kg.language.name_tagger import Span
from kg.protocols import Utterance

_HOW = "Run `pip install 'kg[gliner]'`."
ASKED: Mapping[str, str] = {
    "person": "person",
    "organization": "org",
    "location": "place",
    "product": "product",
    "software or tool": "tool",
    "event": "event",
    "project": "project",
    "title of a book, film, song or award": "other",
}
"""What the model is asked for, and which of `kg.language.name_tagger.LABELS` that is."""


class Gliner:
    """A `Recogniser` out of a GLiNER checkpoint, loaded at the first text. Threads may share it, one after the other."""

    layers: tuple[int, ...] = ()

    def __init__(self, model: str | Path, *, threshold: float = 0.5, batch: int = 8) -> None:
        """Keep what is needed to load the model.

        Args:
            model: a name on the Hugging Face hub, such as urchade/gliner_small-v2.1, or a folder.
            threshold: the least score of a name, 0 to 1.
            batch: texts that the model reads at once.

        Raises:
            InvalidInput: a threshold that is not between 0 and 1.
            ModelUnavailable: gliner is not installed.
        """
        if not 0 <= threshold <= 1:
            raise InvalidInput("threshold", threshold, "0 to 1")
        if importlib.util.find_spec("gliner") is None:
            raise ModelUnavailable("gliner is not installed.", how=_HOW)
        self.name = f"gliner:{model}"
        self._path = str(model)
        self._threshold = threshold
        self._batch = batch
        self._lock = threading.Lock()
        self._model: Any = None

    def names(self, passages: Sequence[Utterance]) -> Named:
        """See `Recogniser.names`. Of a text the model reads as many words as it was made for, 384 of most checkpoints."""
        texts = [passage.text for passage in passages]
        spans: list[tuple[Span, ...]] = [()] * len(texts)
        # A text without a word is more than some checkpoints can take.
        having = [at for at, text in enumerate(texts) if text.strip()]
        if having:
            with self._lock:
                answers = self._loaded().inference(
                    [whole(texts[at]) for at in having],
                    list(ASKED),
                    flat_ner=True,
                    threshold=self._threshold,
                    batch_size=self._batch,
                )
            for at, answer in zip(having, answers, strict=True):
                spans[at] = _spans(texts[at], answer)
        return Named(tuple(spans))

    def _loaded(self) -> Any:
        if self._model is None:
            # Seconds, and an extra.
            import torch  # noqa: PLC0415
            from gliner import GLiNER  # noqa: PLC0415

            device = "cuda" if torch.cuda.is_available() else "cpu"
            try:
                self._model = GLiNER.from_pretrained(self._path, map_location=device)
            except Exception as error:  # of the hub, of torch, of safetensors: what they raise is not told anywhere
                how = "See that the name is right and the hub reachable, or give a folder with a GLiNER checkpoint."
                raise ModelUnavailable(f"{self._path} cannot be loaded: {error}.", how=how) from error
        return self._model


def _spans(text: str, answer: Sequence[Mapping[str, Any]]) -> tuple[Span, ...]:
    """The names in the order of the text; of two that overlap the surer one. Pronouns, which it calls persons, name nobody."""
    kept: list[Span] = []
    for found in sorted(answer, key=lambda each: (-each["score"], each["start"])):
        start, end = int(found["start"]), int(found["end"])
        written = text[start:end]
        free = all(end <= other.start or other.end <= start for other in kept)
        if free and any(map(str.isalnum, written)) and written.casefold() not in STOP_WORDS:
            score = round(min(max(float(found["score"]), 0.0), 1.0), 4)
            kept.append(Span(start, end, written, ASKED[found["label"]], score))
    return tuple(sorted(kept, key=lambda span: span.start))
