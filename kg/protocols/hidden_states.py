"""Hidden states of an embedder's pass over a text, which extractors reuse."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class HiddenStates:
    """Hidden states of the embedder's pass over one text.

    Attributes:
        offsets: start and end of each word piece, in characters of the text, special ones excluded.
        states: layer → (pieces, d), float32.
    """

    offsets: tuple[tuple[int, int], ...]
    states: Mapping[int, NDArray[np.float32]]
