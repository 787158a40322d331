import pytest

from kg.extraction.numbers_like_years import is_number


def read(text: str, number: str, before: str = "") -> bool:
    start = text.index(number)
    return is_number(text, before, start - len(before) - bool(before), start + len(number))


@pytest.mark.parametrize(
    ("text", "number", "before"),
    [
        ("I drive a 2016 Skoda", "2016", ""),
        ("invoice no 2031 is paid", "2031", ""),
        ("I quoted Fen 1900", "1900", ""),
        ("we meet at 1930", "1930", "at"),
        ("I had 2020 vision", "2020", ""),
        ("the quote for Fen is 1900", "1900", ""),
        ("our rent is now 1950", "1950", ""),
    ],
)
def test_other_numbers_are_no_years(text: str, number: str, before: str) -> None:
    assert read(text, number, before)


@pytest.mark.parametrize(
    ("text", "number", "before"),
    [
        ("I bought it in 2016", "2016", "in"),
        ("a 2019 trip", "2019", ""),
        ("we spent 2023 in Rome", "2023", ""),
        ("the fee was new 2019", "2019", ""),
    ],
)
def test_years_are_years(text: str, number: str, before: str) -> None:
    assert not read(text, number, before)
