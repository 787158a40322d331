"""Sentences that are clear without their conversation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.language import is_clear_quotation, is_clear_statement


@pytest.mark.parametrize(
    ("sentence", "is_clear"),
    [
        ("Ann Lee works as a midwife in Leeds.", True),
        ("Ann Lee's sister Eva starts a course on 3 May 2025.", True),
        ("The one is that Ann Lee signed up for a race.", False),
        ("Ann Lee did not mind it at all.", False),
        ("Ann Lee could move to Leeds next year.", False),
        ("Ann Lee told them about Ann Lee.", False),
        ("Ann Lee works at 's hospital.", False),
        ("Ann Lee works on 3 May 2025 and on 4 May 2026.", False),
        ("Ann Lee starts, in May, with Bo, in Leeds.", False),
        ("Ann Lee sat.", False),
        ("", False),
    ],
)
def test_a_clear_statement_begins_with_its_subject_and_points_to_nothing_else(sentence: str, *, is_clear: bool) -> None:
    assert is_clear_statement(sentence, "Ann Lee") is is_clear


@pytest.mark.parametrize(
    ("text", "is_clear"),
    [
        ("I start at the clinic in Leeds on Monday.", True),
        ("im leaving. last day 31 oct, at noon", True),
        ("My dad has his operation next week, and he is afraid of it.", True),
        ("Rufaro starts in Rotterdam on Monday the 3rd of March.", True),
        ("He lives with his aunt in Rothwell at the moment.", False),
        ("It came on a lorry from Italy in March.", False),
        ("I told you that I start on Monday.", False),
        ("Did I say that I start on Monday?", False),
        ("If I pass the exam in May I move to Leeds.", False),
        ("Damp. Malik put his hand on the wall in Leeds.", False),
        ("First at Babcia's, with everyone, from the 23rd on.", False),
        ("I have, and my brother in Leeds did not.", False),
        ("I did three already and now I have 8. Need more.", False),
        ("I ran `make test` and found the fault in it.", False),
        ("I am here now.", False),
        ("12 of us went to the lake with Ann.", False),
        ("... my sister moved to Leeds last year with her kids", False),
        ("(! My mother lives in Leeds with my two sisters.", False),
    ],
)
def test_a_clear_quotation_tells_and_names_what_it_is_about(text: str, *, is_clear: bool) -> None:
    assert is_clear_quotation(text) is is_clear


# Texts of words and marks, which reach the rules about openings more often than arbitrary characters.
TEXTS = st.text() | st.lists(
    st.sampled_from(["My", "sister", "moved", "to", "Leeds", "she", "...", "(!", "[", "]", "’s", "“", "😂", "12", "no"])
).map(" ".join)


@given(TEXTS, TEXTS)
def test_no_text_raises_an_error(text: str, subject: str) -> None:
    assert is_clear_quotation(text) in {True, False}
    assert is_clear_statement(text, subject) in {True, False}
