"""What an embedder leaves behind of its pass, for who rides on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Hidden:
    """What the embedder's own pass over a text left behind, for readers that ride on it.

    Attributes:
        offsets: start and end of each word piece, in characters of the text, special ones left out.
        states: layer to (pieces, d), float32.
    """

    offsets: tuple[tuple[int, int], ...]
    states: Mapping[int, NDArray[np.float32]]
