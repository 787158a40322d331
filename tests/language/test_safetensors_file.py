"""Safetensors files: float32 tensors as views, other dtypes left out, and any other file refused."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from numpy.typing import NDArray

from kg.errors import ModelUnavailable
from kg.language.safetensors_file import TensorFile

SHAPES = arrays.array_shapes(min_dims=1, max_dims=3, max_side=4)
TENSORS = st.dictionaries(
    st.text("ab.0", min_size=1, max_size=6), arrays.arrays(np.float32, SHAPES, elements=st.floats(width=32)), max_size=4
)


def write(path: Path, header: Any, data: bytes = b"") -> Path:
    encoded = header if isinstance(header, bytes) else json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(encoded)) + encoded + data)
    return path


def entry(first: Any, last: Any, shape: Any, dtype: str = "F32") -> dict[str, Any]:
    return {"dtype": dtype, "shape": shape, "data_offsets": [first, last]}


@given(TENSORS)
def test_written_tensors_are_read(tmp_path: Path, tensors: dict[str, NDArray[np.float32]]) -> None:
    header, data = {}, b""
    for name, tensor in tensors.items():
        header[name] = entry(len(data), len(data) + tensor.nbytes, list(tensor.shape))
        data += tensor.tobytes()
    read = TensorFile(write(tmp_path / "some.safetensors", header, data))
    assert read.tensors.keys() == tensors.keys()
    for name, tensor in tensors.items():
        np.testing.assert_array_equal(read.tensors[name], tensor)


def test_metadata_and_other_dtypes_are_left_out(tmp_path: Path) -> None:
    header = {"__metadata__": {"format": "pt"}, "ids": entry(0, 8, [1], "I64"), "a": entry(8, 16, [2])}
    data = np.array([7], np.int64).tobytes() + np.array([1, 2], np.float32).tobytes()
    assert {name: list(tensor) for name, tensor in TensorFile(write(tmp_path / "a", header, data)).tensors.items()} == {
        "a": [1, 2]
    }


def test_arrays_stay_valid_after_a_release_and_are_private(tmp_path: Path) -> None:
    path = write(tmp_path / "a", {"a": entry(0, 8, [2])}, np.array([1, 2], np.float32).tobytes())
    read, before = TensorFile(path), path.read_bytes()
    assert read.tensors["a"].flags.writeable
    read.tensors["a"][0] = 9
    assert path.read_bytes() == before
    read.release()
    assert read.tensors["a"][1] == 2


@pytest.mark.parametrize(
    "header",
    [
        b"no json",
        b"[]",
        b"\xff\xfe",
        {"a": {"dtype": "F32"}},
        {"a": 5},
        {"a": entry(0, 8, [3])},
        {"a": entry(0, 800, [200])},
        {"a": entry("0", "8", [2])},
        {"a": entry(0, None, [2])},
        {"a": entry(0, 2**80, [2])},
        {"a": entry(-8, 0, [2])},
    ],
    ids=repr,
)
def test_a_malformed_file_is_named_in_the_error(tmp_path: Path, header: Any) -> None:
    with pytest.raises(ModelUnavailable, match=r"some\.safetensors is not a safetensors file") as caught:
        TensorFile(write(tmp_path / "some.safetensors", header, bytes(8)))
    assert "KG_MODEL_DIR" in caught.value.how


@given(st.binary(max_size=40))
def test_any_other_bytes_are_refused_or_have_no_tensors(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "some.safetensors"
    path.write_bytes(content)
    try:
        assert TensorFile(path).tensors == {}
    except ModelUnavailable:
        return
