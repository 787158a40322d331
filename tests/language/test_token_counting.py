from __future__ import annotations

import hashlib
import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import InvalidInput
from kg.language import token_counting
from kg.language.token_counting import BpeCounter, ByteCounter, create_token_counter, fetch_encoding
from kg.settings import Settings
from training import pack_token_ranks

# Counted with the whole table of cl100k_base.
EXACT = {
    "": 0,
    "Hello world": 2,
    "Ann met Bob in Paris, and they talked about graph databases.": 13,
    "naïve café — déjà vu": 7,
    "漢字とかな交じり文": 10,
    "😀😃🎉": 7,
    "def f(x):\n    return x**2  # square\n": 13,
    "1234567890": 4,
    "<|endoftext|>": 7,
    "antidisestablishmentarianism": 6,
    "a" * 1000: 125,
    "\n\n\n   \n x": 3,
}
PIECES = st.lists(
    st.sampled_from([" ", "\n", "\r", "\t", "\u00a0", "\u2028", "\x1c", "a", "The", ".", "1", "é", "漢", "'s"])
)
TEXTS = st.one_of(st.text(), PIECES.map("".join), st.text(alphabet="abcdefghij XYZ.\n"))


@pytest.fixture(scope="module")
def ranks():
    return token_counting.build_encoding(token_counting.read_prefix(token_counting.RANKS_FILE))


@pytest.fixture(scope="module")
def bound(ranks):
    return BpeCounter(ranks, exact=False)


@pytest.fixture(scope="module")
def exact():
    counter = create_token_counter(Settings())
    if not counter.exact:
        pytest.skip("the whole table of cl100k_base is not on this machine (`kg models fetch`)")
    return counter


@pytest.mark.parametrize(("text", "count"), EXACT.items())
def test_the_upper_bound_is_close_to_the_exact_count(bound, text, count):
    assert count <= bound.count(text) <= 1.5 * count + 3 or len(set(text)) == 1


@pytest.mark.parametrize(("text", "count"), EXACT.items())
def test_the_exact_count(exact, text, count):
    assert exact.count(text) == count


@given(text=TEXTS)
def test_the_upper_bound_holds_for_any_text(exact, bound, text):
    assert exact.count(text) <= bound.count(text) <= ByteCounter().count(text)


@given(text=TEXTS)
def test_the_upper_bound_is_at_most_the_bytes(bound, text):
    assert bound.count(text) <= ByteCounter().count(text)


@given(text=PIECES.map("".join))
def test_splitting_white_space_does_not_change_the_count(ranks, text):
    parts = list(token_counting.split_spaces(text, longest=1))

    assert "".join(parts) == text
    assert [each for part in parts for each in ranks.encode_ordinary(part)] == ranks.encode_ordinary(text)


@pytest.mark.slow
@pytest.mark.timeout(10)
@pytest.mark.parametrize("unit", ["a", " ", "\n", "\t \n", "7", ".", "漢", "ab1-", "\u2028", "x "])
@pytest.mark.parametrize("end", ["", "x"])
def test_a_million_characters_are_counted_quickly(bound, unit, end):
    text = unit * (1_000_000 // len(unit)) + end
    assert 0 < bound.count(text) <= ByteCounter().count(text)


def test_lone_surrogates_are_counted(bound):
    assert bound.count("a \ud800 b") == bound.count("a \ufffd b")
    assert ByteCounter().count("\ud800") == 3


def test_without_the_table_the_counter_reports_an_upper_bound(tmp_path, monkeypatch, caplog):
    counter = _without_table(tmp_path, monkeypatch, caplog)

    assert (counter.exact, counter.name) == (False, "cl100k_base, upper bound")
    assert "kg models fetch" in caplog.text


def _without_table(tmp_path, monkeypatch, caplog):
    for name in ("TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR"):
        monkeypatch.setenv(name, str(tmp_path))
    caplog.set_level(logging.INFO)
    places = list(token_counting.table_paths(Settings(cache_dir=tmp_path)))
    if any(place.is_file() for place in places):
        pytest.skip("the whole table of cl100k_base is on this machine")
    return create_token_counter(Settings(cache_dir=tmp_path))


def test_a_corrupt_table_is_not_used(tmp_path, monkeypatch):
    own = tmp_path / "encodings" / "cl100k_base.tiktoken"
    own.parent.mkdir()
    own.write_bytes(b"YQ== 0\n")

    assert create_token_counter(Settings(cache_dir=tmp_path)).count("antidisestablishmentarianism") < 12


def test_an_exact_table_in_the_cache_is_used(exact, tmp_path):
    path = fetch_encoding(Settings())
    own = tmp_path / "encodings" / "cl100k_base.tiktoken"
    own.parent.mkdir()
    own.write_bytes(path.read_bytes())

    assert fetch_encoding(Settings(cache_dir=tmp_path)) == own
    assert create_token_counter(Settings(cache_dir=tmp_path)).exact


def test_the_bundled_ranks_are_the_first_of_the_table(exact):
    table = token_counting.parse_table(fetch_encoding(Settings()).read_bytes())

    assert token_counting.read_prefix(token_counting.RANKS_FILE) == {
        each: rank for each, rank in table.items() if rank < pack_token_ranks.RANK_COUNT
    }


def test_the_bundled_ranks_are_complete():
    ranks = token_counting.read_prefix(token_counting.RANKS_FILE)

    assert list(ranks.values()) == list(range(pack_token_ranks.RANK_COUNT))
    assert {bytes([byte]) for byte in range(256)} <= ranks.keys()
    assert token_counting.RANKS_FILE.stat().st_size < 120_000
    assert hashlib.sha256(b"\n".join(ranks)).hexdigest().startswith("da6c1b2aa9a0d936")


def test_another_encoding_is_rejected():
    with pytest.raises(InvalidInput, match="cl100k_base"):
        create_token_counter(Settings(token_encoding="other"))
