import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.inline_markup import blank_inline_marks


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the queue is `jobs_high`", "the queue is  jobs_high "),
        ("edit `app/settings.py`.", "edit  app/settings.py ."),
        ("the **release** is on Friday", "the   release   is on Friday"),
        ("our **new release** slipped", "our   new release   slipped"),
    ],
)
def test_marks_around_names_and_bold_text_become_spaces(text, expected):
    assert blank_inline_marks(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "run `uv run pytest` first",
        "```\nthe queue is `jobs_high`\n```",
        "`<system>`",
        "2**3 and 4**5",
        "*waves*",
        "** no **",
        "``double``",
    ],
)
def test_code_and_other_marks_stay(text):
    assert blank_inline_marks(text) == text


@given(st.text(alphabet="ab_.`* \n<", max_size=40))
def test_the_length_is_preserved(text):
    assert len(blank_inline_marks(text)) == len(text)
