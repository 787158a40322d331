"""Vectors: how much of the exact nearest ten the filtered index finds, on real embeddings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from neo4j.vector import Vector

from kg.bench.common import scratch
from kg.bench.recall import fill, lines
from kg.language.embedders import embedder as default_embedder
from kg.settings import Settings

_NEAREST = 10
_LIMITS = (10, 50, 100)


def run(folders: Sequence[Path], settings: Settings, tell: Callable[[str], None]) -> dict[str, Any]:
    """Fill one scope with all folders, and compare the index with an exact look at every vector, for all their questions.

    Returns:
        {"texts", "questions", "recall@10": {limit → share}}: of the exact ten, those found by SEARCH with that LIMIT.
    """
    model = default_embedder(settings)
    asked = [one["question"] for folder in folders for one in lines(folder / "questions.jsonl")]
    with scratch(settings, "vectors") as memory:
        for folder in folders:
            fill(memory, folder, prefix=folder.name)
        memory.digest()
        rows = memory.graph.run("bench/all_vectors", kinds=["event", "passage"])
        names = [row["id"] for row in rows]
        matrix = np.array([row["embedding"] for row in rows], dtype=np.float32)
        tell(f"{len(names)} vectors")
        vectors = model.embed(asked)
        exact = np.argsort(-(vectors @ matrix.T), axis=1)[:, :_NEAREST]
        shares: dict[int, list[float]] = {limit: [] for limit in _LIMITS}
        for vector, best in zip(vectors, exact, strict=True):
            wanted = {names[place] for place in best}
            for limit in _LIMITS:
                [row] = memory.graph.run(
                    "bench/bare_vector", vector=Vector.from_numpy(vector), kinds=["event", "passage"], k=limit
                )
                shares[limit].append(len(wanted & set(row["ids"])) / len(wanted))
    return {
        "texts": len(names),
        "questions": len(asked),
        "recall@10": {str(limit): round(float(np.mean(found)), 4) for limit, found in shares.items()},
    }
