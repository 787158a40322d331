"""Statements with the names of who makes them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.people import attribute_description, attribute_line, attribute_sentence, needs_attribution


def test_a_line_and_a_sentence_name_who_says_them() -> None:
    assert (
        attribute_line("Ann lives in Oslo.", []) == attribute_sentence("Ann lives in Oslo.", []) == "Ann lives in Oslo."
    )
    assert attribute_line("Ann lives in Oslo.", ["Bo", "Cy"]) == "Ann lives in Oslo. — Bo and Cy say"
    assert attribute_sentence("Ann's “shed”.", ["Bo (familiar)"]) == "Bo (familiar) says: “Ann's ‘shed’.”"


def test_a_description_is_quoted_as_imported() -> None:
    assert attribute_description("Olga lives in “Lima” — Bo says") == "imported: “Olga lives in ‘Lima’ - Bo says”"
    assert attribute_description("") == ""


@given(st.text(st.sampled_from("“”„«»❝❞〝〞＂\"'’—\u2028\n Olga")))
def test_no_statement_ends_its_quotation(text: str) -> None:
    shown = attribute_sentence(text, ["Bo"])
    assert shown.startswith("Bo says: “")
    assert shown.endswith("”")
    assert len(shown.splitlines()) == 1
    assert not set('“”„«»❝❞〝〞＂"—') & set(shown[len("Bo says: “") : -1])


@pytest.mark.parametrize(
    ("authority", "is_own", "text", "needed"),
    [
        ("presence", False, "Ann lives in Oslo.", True),
        ("presence", None, "Ann lives in Oslo.", True),
        ("presence", True, "Eve lives in Oslo.", False),
        ("presence", True, "Eve likes tea — Olga (owner) says.", True),
        ("endorsed", False, "Ann lives in Oslo.", False),
        ("owner", False, "Ann lives in Oslo.", False),
        (None, None, "Ann lives in Oslo.", False),
    ],
)
def test_statements_by_presence_about_others_need_attribution(
    authority: str | None, is_own: bool | None, text: str, needed: bool
) -> None:
    assert needs_attribution(authority, is_own=is_own, text=text) is needed
