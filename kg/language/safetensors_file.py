"""Reading a safetensors file through a memory map, without copying.

The safetensors package copies every tensor into memory of its own: 101 MB for MiniLM, where the map shares the pages of all
processes and releases them after use.

The format (https://huggingface.co/docs/safetensors): eight bytes with the header's length, little-endian; the
header, JSON that maps a tensor's name to its dtype, shape and byte range; the tensors' bytes.
"""

from __future__ import annotations

import json
import mmap
import struct
from typing import TYPE_CHECKING

import numpy as np

from kg.errors import ModelUnavailable

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

_LENGTH = struct.Struct("<Q")
_ADVICE = "Download the weights again, or set KG_MODEL_DIR to a folder with valid weights."


class TensorFile:
    """The float32 tensors of a safetensors file, as views of its memory map.

    Attributes:
        tensors: name to array, in the file's shape. Other dtypes are left out.
    """

    def __init__(self, path: Path) -> None:
        """Map `path`.

        Raises:
            ModelUnavailable: the file is no safetensors file.
        """
        try:
            with path.open("rb") as file:
                # Copy on write gives writable arrays, which ONNX Runtime accepts without copying.
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
            self.tensors: Mapping[str, NDArray[np.float32]] = _tensor_views(self._map)
        except (
            struct.error,
            ValueError,
            KeyError,
            TypeError,
            AttributeError,
            ArithmeticError,
            RecursionError,
        ) as error:
            raise ModelUnavailable(f"{path} is not a safetensors file: {error}.", how=_ADVICE) from error

    def release(self) -> None:
        """Release the resident pages of the map; the arrays stay valid, and are read again when used."""
        if hasattr(mmap, "MADV_DONTNEED"):
            self._map.madvise(mmap.MADV_DONTNEED)


def _tensor_views(data: mmap.mmap) -> dict[str, NDArray[np.float32]]:
    (length,) = _LENGTH.unpack_from(data, 0)
    begin = _LENGTH.size + length
    header = json.loads(data[_LENGTH.size : begin])
    views = {}
    for name, entry in header.items():
        if name == "__metadata__" or entry["dtype"] != "F32":
            continue
        first, last = entry["data_offsets"]
        if not 0 <= first <= last:
            raise ValueError(f"byte range {first} to {last} of {name}")
        view = np.frombuffer(data, np.float32, (last - first) // 4, begin + first)
        views[name] = view.reshape(entry["shape"])
    return views
