"""What parsers are fed with: odd text, broken files, values of all kinds."""

from __future__ import annotations

import json
from collections.abc import Sequence

from hypothesis import strategies as st

ODD = (
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
"""Signs that have broken parsers: surrogates, NUL, escapes, line ends, directions, zero width, normal forms, letters that grow."""


def texts(*own: str, most: int = 24) -> st.SearchStrategy[str]:
    """Texts of a format's own marks among words and odd signs."""
    marks = st.sampled_from([*own, *ODD, "a", "Ann", "the", "1", "2026", ".", ",", '"', "'"])
    return st.lists(marks | st.text(max_size=6), max_size=most).map("".join) | st.text(max_size=40)


SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([1 << 63, -(1 << 63) - 1, 10**400, 1e308, -0.0, float("nan"), float("inf")])
    | st.floats()
    | texts(most=4)
)


def values(keys: Sequence[str] = ()) -> st.SearchStrategy[object]:
    """Values of JSON, their names mostly those that a format knows."""
    names = (st.sampled_from(keys) | st.text(max_size=5)) if keys else st.text(max_size=5)
    return st.recursive(
        SCALARS,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=6),
        max_leaves=12,
    )


def shaped(**fields: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    """Objects that look like a format's own: each field may be missing, or something else."""
    return st.fixed_dictionaries({}, optional={name.rstrip("_"): one | SCALARS for name, one in fields.items()})


def dumped(value: object) -> bytes:
    """JSON as another program might write it."""
    return json.dumps(value).encode()


@st.composite
def damaged(draw: st.DrawFn, whole: bytes) -> bytes:
    """A file of which some bytes were changed, cut out or put in."""
    found = bytearray(whole)
    for _ in range(draw(st.integers(0, 4))):
        if not found:
            break
        place = draw(st.integers(0, len(found) - 1))
        kind = draw(st.sampled_from(["set", "cut", "put", "end"]))
        if kind == "set":
            found[place] = draw(st.integers(0, 255))
        elif kind == "cut":
            del found[place : place + draw(st.integers(1, 40))]
        elif kind == "put":
            found[place:place] = draw(st.binary(max_size=12))
        else:
            del found[place:]
    return bytes(found)
