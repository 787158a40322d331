"""Statistics of the corpus."""

from __future__ import annotations

import pytest

from training.corpus.reading import read_corpus
from training.corpus.statistics import summarise_corpus


@pytest.mark.slow
def test_the_parts_add_up_and_the_corpus_stays_small() -> None:
    corpus = read_corpus()
    summary = summarise_corpus(corpus)
    for name, count in summary["all"].items():
        assert count == sum(part[name] for part in summary["parts"].values())
    assert sum(summary["categories"].values()) == summary["all"]["questions"]
    assert summary["megabytes"] <= 8
