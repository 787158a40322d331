"""Vector-recall benchmark: share of the exact nearest ten that the filtered index finds, on real embeddings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from neo4j.vector import Vector

from kg.bench.common import temporary_memory
from kg.bench.recall import log_folder, read_json_lines
from kg.language import create_embedder as default_embedder
from kg.settings import Settings

_NEAREST = 10
_LIMITS = (10, 50, 100)


def measure_vector_recall(folders: Sequence[Path], settings: Settings, report: Callable[[str], None]) -> dict[str, Any]:
    """Fill one scope with all folders, and compare the index with an exhaustive search for all questions.

    Returns:
        {"texts", "questions", "recall@10": {limit → share}}: share of the exact nearest ten that SEARCH finds
        with that LIMIT.
    """
    model = default_embedder(settings)
    question_texts = [row_["question"] for folder in folders for row_ in read_json_lines(folder / "questions.jsonl")]
    with temporary_memory(settings, "vectors") as memory:
        for folder in folders:
            log_folder(memory, folder, prefix=folder.name)
        memory.digest()
        rows = memory.graph.run("bench/all_vectors", kinds=["event", "passage"])
        ids = [row["id"] for row in rows]
        matrix = np.array([row["embedding"] for row in rows], dtype=np.float32)
        report(f"{len(ids)} vectors")
        vectors = model.embed(question_texts)
        nearest = np.argsort(-(vectors @ matrix.T), axis=1)[:, :_NEAREST]
        shares: dict[int, list[float]] = {limit: [] for limit in _LIMITS}
        for vector, best_rows in zip(vectors, nearest, strict=True):
            expected_ids = {ids[index] for index in best_rows}
            for limit in _LIMITS:
                [row] = memory.graph.run(
                    "bench/bare_vector", vector=Vector.from_numpy(vector), kinds=["event", "passage"], k=limit
                )
                shares[limit].append(len(expected_ids & set(row["ids"])) / len(expected_ids))
    return {
        "texts": len(ids),
        "questions": len(question_texts),
        "recall@10": {str(limit): round(float(np.mean(values)), 4) for limit, values in shares.items()},
    }
