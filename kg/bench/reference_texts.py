"""How well written texts agree with reference texts: cosine of whole texts, and share of reference sentences with a match."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from kg.language import split_sentences
from kg.types import Event

MATCH_COSINE = 0.6
"""Cosine from which a written sentence matches a reference sentence."""
_BASELINE_SENTENCES = 5

Embed = Callable[[Sequence[str]], NDArray[np.float32]]


def sentences_of(text: str) -> list[str]:
    """Return the sentences of a text."""
    return [text[start:end].strip() for start, end in split_sentences(text) if text[start:end].strip()]


def compare_texts(written: Sequence[str], reference: str, embed: Embed) -> dict[str, float]:
    """Compare written sentences with a reference text.

    Returns:
        {"cosine": of the whole texts, "matched": share of the reference's sentences to which a written sentence has a cosine of
        .6 or more}; 0 where nothing is written.
    """
    wanted = sentences_of(reference)
    if not written or not wanted:
        return {"cosine": 0.0, "matched": 0.0}
    whole = embed([" ".join(written), reference])
    similar = embed(wanted) @ embed(list(written)).T
    return {
        "cosine": float(whole[0] @ whole[1]),
        "matched": float((similar.max(axis=1) >= MATCH_COSINE).mean()),
    }


def write_lead(events: Sequence[Event]) -> list[str]:
    """Return the first five sentences of a chat, a baseline."""
    return [sentence for event in events for sentence in sentences_of(event.text)][:_BASELINE_SENTENCES]


def write_centroid(events: Sequence[Event], embed: Embed) -> list[str]:
    """Return the five sentences of a chat that are nearest to its centroid, a baseline."""
    sentences = [sentence for event in events for sentence in sentences_of(event.text)]
    if not sentences:
        return []
    vectors = embed(sentences)
    order = np.argsort(-(vectors @ vectors.mean(axis=0)))[:_BASELINE_SENTENCES]
    return [sentences[place] for place in sorted(order)]


def mean_measures(rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Return the mean of each measure, to three decimals."""
    return {name: round(float(np.mean([row[name] for row in rows])), 3) for name in (rows[0] if rows else {})}
