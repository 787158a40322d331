"""Hypothesis strategies for fuzzing: unusual text, damaged files, JSON values."""

from __future__ import annotations

import json
from collections.abc import Sequence

from hypothesis import strategies as st

UNUSUAL_STRINGS = (
    *(
        "\ud800",
        "\udfff",
        "\0",
        "\x1b[31m",
        "\x1b]0;t\x07",
        "\x9b",
        "\x85",
        "\u2028",
        "\r",
        "\r\n",
        "\n",
        "\t",
        " ",
        "  ",
    ),
    *("\u202e", "\u2066", "\u2069", "\u200b", "\u200d", "\ufeff", "\u00ad", "\u00a0", "\U000e0041", "\ufe0f"),
    *("e\u0301", "é", "ﬁ", "İ", "ß", "ς", "Å", "\u0345", "\u1e9e", "ǅ", "½", "²", "١", "𝔸", "각", "가", "👩‍👩‍👧", "ﷺ"),
)
"""Strings that often break parsers: surrogates, NUL, escapes, line ends, bidi and zero-width signs, Unicode normal forms."""


def texts(*format_parts: str, max_parts: int = 24) -> st.SearchStrategy[str]:
    """Generate texts of the given parts of a format, mixed with words and unusual strings."""
    parts = st.sampled_from([*format_parts, *UNUSUAL_STRINGS, "a", "Ann", "the", "1", "2026", ".", ",", '"', "'"])
    return st.lists(parts | st.text(max_size=6), max_size=max_parts).map("".join) | st.text(max_size=40)


SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([1 << 63, -(1 << 63) - 1, 10**400, 1e308, -0.0, float("nan"), float("inf")])
    | st.floats()
    | texts(max_parts=4)
)


def values(keys: Sequence[str] = ()) -> st.SearchStrategy[object]:
    """Generate JSON values, mostly with the given keys."""
    keys_ = (st.sampled_from(keys) | st.text(max_size=5)) if keys else st.text(max_size=5)
    return st.recursive(
        SCALARS,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys_, inner, max_size=6),
        max_leaves=12,
    )


def partial_objects(**fields: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    """Generate objects with the given fields, each of which may be missing or have another type."""
    return st.fixed_dictionaries(
        {}, optional={name.rstrip("_"): strategy | SCALARS for name, strategy in fields.items()}
    )


def dump_json(value: object) -> bytes:
    """Serialise a value to JSON bytes."""
    return json.dumps(value).encode()


@st.composite
def damaged_copies(draw: st.DrawFn, original: bytes) -> bytes:
    """Generate copies of a file with changed, removed or inserted bytes."""
    data = bytearray(original)
    for _ in range(draw(st.integers(0, 4))):
        if not data:
            break
        index = draw(st.integers(0, len(data) - 1))
        change = draw(st.sampled_from(["set", "cut", "put", "end"]))
        if change == "set":
            data[index] = draw(st.integers(0, 255))
        elif change == "cut":
            del data[index : index + draw(st.integers(1, 40))]
        elif change == "put":
            data[index:index] = draw(st.binary(max_size=12))
        else:
            del data[index:]
    return bytes(data)
