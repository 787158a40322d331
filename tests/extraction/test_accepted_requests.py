"""Requests that an answer accepts."""

from __future__ import annotations

import pytest

from kg.extraction.accepted_requests import (
    accept_open_request,
    accept_question,
    accept_request,
    accepts_request,
    asks_addressee,
    is_request,
    requested_words,
)
from kg.language import bundled_pipeline

pytestmark = pytest.mark.timeout(120)


def test_words_of_assent_accept() -> None:
    assert accepts_request("Sure thing")
    assert not accepts_request("ok")
    assert not accepts_request("I can't")


def test_a_request_may_lack_its_mark() -> None:
    assert asks_addressee("Ben can you book a table")
    assert asks_addressee("I need you to book a table")
    assert not asks_addressee("You can book a table")


def test_each_form_of_request_becomes_a_promise() -> None:
    question, order, call, assent = bundled_pipeline().parse(
        ["Can you book a table", "Ring the vet please", "can someone print the menus?", "will do"]
    )
    given = next(iter(assent.sents))
    assert accept_question(list(question), given, "Ann", "Ben") == "I will book a table."
    assert is_request(requested_words(next(iter(order.sents))))
    assert accept_request(next(iter(order.sents)), given, "Ann") == "I will ring the vet."
    assert accept_open_request(next(iter(call.sents)), given, "Ann") == "I will print the menus."
