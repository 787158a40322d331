"""The adapter against a real server that speaks the protocol, and does not always behave."""

from __future__ import annotations

import datetime as dt
import email.utils
import json
import logging
from collections.abc import Callable

import pytest

from kg import Settings
from kg.errors import InvalidInput, KgError, ModelUnavailable
from kg.llm import HttpModel, language_model, read_json
from kg.llm.chat_completions import LARGEST_BODY
from tests.llm.conftest import KEY, Answer, Chat, completion
from tests.servers import free_port
from tests.support import at_once

Ask = Callable[..., HttpModel]
GOOD = Answer(completion("Yes."))
SCHEMA = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}


def refused(text: str, status: int = 400) -> Answer:
    return Answer({"error": {"message": text}}, status=status)


def test_an_answer_is_read_with_what_it_took(ask: Ask, chat: Chat) -> None:
    reply = ask(GOOD).complete("Is it?")
    assert (reply.text, reply.model, reply.prompt, reply.completion) == ("Yes.", "tiny-2026", 11, 7)
    [sent] = chat.asked
    assert sent == {
        "model": "tiny",
        "messages": [{"role": "user", "content": "Is it?"}],
        "max_tokens": 2048,
        "temperature": 0,
    }
    assert chat.paths == ["/v1/chat/completions"]
    assert chat.headers[0]["Authorization"] == f"Bearer {KEY}"


def test_a_schema_is_sent_as_the_form_of_the_answer(ask: Ask, chat: Chat) -> None:
    ask(GOOD).complete("Is it?", schema=SCHEMA)
    assert chat.asked[0]["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "answer", "strict": True, "schema": SCHEMA},
    }


def test_without_a_key_none_is_sent(ask: Ask, chat: Chat) -> None:
    ask(GOOD, llm_api_key=None).complete("Is it?")
    assert "Authorization" not in chat.headers[0]


def test_what_cannot_be_written_in_utf_8_is_sent_all_the_same(ask: Ask, chat: Chat) -> None:
    assert ask(GOOD).complete("a \ud800 b, ß, 🙂").text == "Yes."
    assert chat.asked[0]["messages"][0]["content"] == "a ? b, ß, 🙂"


def test_one_model_answers_many_threads(ask: Ask, chat: Chat) -> None:
    model = ask(GOOD)
    replies = at_once([lambda: model.complete("Is it?").text] * 8)
    assert replies == ["Yes."] * 8


# Passing faults


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 529])
def test_a_passing_fault_is_tried_again(ask: Ask, chat: Chat, waited: list[float], status: int) -> None:
    assert ask(Answer(b"later", status=status), Answer(b"later", status=status), GOOD).complete("Is it?").text == "Yes."
    assert waited == [1.0, 2.0]
    assert len(chat.asked) == 3


def test_retries_run_out(ask: Ask, chat: Chat, waited: list[float]) -> None:
    with pytest.raises(ConnectionError, match="answers 500 to each of 4 attempts: broken"):
        ask(Answer(b"broken", status=500)).complete("Is it?")
    assert waited == [1.0, 2.0, 4.0]
    assert len(chat.asked) == 4


def test_retries_are_those_of_the_settings(ask: Ask, chat: Chat, waited: list[float]) -> None:
    with pytest.raises(ConnectionError, match="1 attempts"):
        ask(Answer(b"", status=500), retry_attempts=0).complete("Is it?")
    assert waited == []
    with pytest.raises(ConnectionError):
        ask(Answer(b"", status=500), retry_attempts=8, retry_delay_s=3).complete("Is it?")
    assert waited == [3, 6, 12, 24, 48, 60, 60, 60]


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("7", 7.0),
        ("0", 0.0),
        ("3600", 60.0),
        ("soon", 1.0),
        ("-5", 1.0),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 0.0),
        (email.utils.format_datetime(dt.datetime(2999, 1, 1, tzinfo=dt.UTC), usegmt=True), 60.0),
        ("9" * 30, 60.0),
    ],
)
def test_the_server_may_ask_for_a_time(ask: Ask, waited: list[float], asked: str, expected: float) -> None:
    busy = Answer(b"", status=429, headers={"Retry-After": asked})
    assert ask(busy, GOOD).complete("Is it?").text == "Yes."
    assert waited == [expected]


def test_a_server_that_says_nothing_is_given_up(ask: Ask, chat: Chat, waited: list[float]) -> None:
    with pytest.raises(TimeoutError, match=r"within 0\.2 s \(KG_LLM_TIMEOUT_S\)"):
        ask(Answer(silent=True), llm_timeout_s=0.2, retry_attempts=1).complete("Is it?")
    assert waited == [1.0]
    assert len(chat.asked) == 2


def test_an_answer_that_trickles_ends_too(ask: Ask) -> None:
    with pytest.raises(TimeoutError):
        ask(Answer(trickle=True), llm_timeout_s=0.2, retry_attempts=0).complete("Is it?")


def test_a_connection_that_is_closed_mid_body_is_tried_again(ask: Ask, waited: list[float]) -> None:
    cut = Answer(completion("Yes."), cut=20)
    assert ask(cut, GOOD).complete("Is it?").text == "Yes."
    assert waited == [1.0]
    with pytest.raises(ConnectionError, match="no answer from http"):
        ask(cut).complete("Is it?")


def test_nobody_listens(ask: Ask, waited: list[float]) -> None:
    with pytest.raises(ConnectionError, match="KG_LLM_URL"):
        ask(llm_url=f"http://127.0.0.1:{free_port()}/v1").complete("Is it?")
    assert waited == [1.0, 2.0, 4.0]


# Refusals


@pytest.mark.parametrize(("status", "how"), [(401, "KG_LLM_API_KEY"), (403, "KG_LLM_API_KEY"), (404, "KG_LLM_MODEL")])
def test_a_refusal_says_what_to_do_and_is_not_repeated(
    ask: Ask, chat: Chat, waited: list[float], status: int, how: str
) -> None:
    with pytest.raises(ModelUnavailable) as caught:
        ask(refused("no such thing", status)).complete("Is it?")
    assert how in caught.value.how
    assert "no such thing" in str(caught.value)
    assert (len(chat.asked), waited) == (1, [])


@pytest.mark.parametrize("status", [400, 413, 418, 422, 301])
def test_other_refusals_tell_what_the_server_said(ask: Ask, chat: Chat, status: int) -> None:
    with pytest.raises(KgError, match=rf"answers {status}: .*context is too long"):
        ask(refused("the context is too long", status)).complete("Is it?")
    assert len(chat.asked) == 1


def test_a_field_that_a_server_refuses_is_left_out_from_then_on(ask: Ask, chat: Chat) -> None:
    model = ask(
        refused("Unsupported parameter: 'max_tokens'; use 'max_completion_tokens' instead."),
        refused("response_format is not supported"),
        refused("'temperature' does not support 0 with this model"),
        GOOD,
    )
    assert model.complete("Is it?", schema=SCHEMA).text == "Yes."
    assert model.complete("Is it?", schema=SCHEMA).text == "Yes."
    assert len(chat.asked) == 5
    assert set(chat.asked[-1]) == {"model", "messages", "max_completion_tokens"}
    assert chat.asked[-1]["max_completion_tokens"] == 2048


def test_a_server_that_refuses_whatever_is_sent_is_not_asked_for_ever(ask: Ask, chat: Chat) -> None:
    with pytest.raises(KgError, match="max_tokens"):
        ask(refused("response_format max_tokens temperature")).complete("Is it?", schema=SCHEMA)
    assert len(chat.asked) == 4


# Answers that are none


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b'{"choices": [{"message": {"content": "Ye',
        b"<html><body>Welcome</body></html>",
        b"\xff\xfe\x00",
        b"[]",
        b"null",
        b"{}",
        b"[" * 100_000,
        {"choices": []},
        {"choices": None},
        {"choices": [{}]},
        {"choices": [{"message": None}]},
        {"choices": [{"message": {"content": 5}}]},
        {"choices": [{"message": {"content": [{"type": "text"}]}}]},
    ],
    ids=lambda body: repr(body)[:40],
)
def test_a_body_that_is_no_completion_is_an_error_that_says_so(ask: Ask, chat: Chat, body: object) -> None:
    with pytest.raises(KgError, match="no chat completion"):
        ask(Answer(body)).complete("Is it?")
    assert len(chat.asked) == 1


@pytest.mark.parametrize("content", [None, "", "  \n"])
def test_an_empty_answer_is_an_error(ask: Ask, content: str | None) -> None:
    with pytest.raises(KgError, match=r"said nothing \(finish_reason stop\); is KG_LLM_MAX_TOKENS"):
        ask(Answer(completion(content))).complete("Is it?")


def test_the_type_of_the_content_is_not_asked_for(ask: Ask) -> None:
    plain = Answer(completion("Yes."), headers={"Content-Type": "text/html; charset=utf-8"})
    assert ask(plain).complete("Is it?").text == "Yes."


def test_a_body_that_cannot_be_unpacked_is_an_error(ask: Ask) -> None:
    with pytest.raises(KgError, match="cannot be unpacked"):
        ask(Answer(b"not packed", headers={"Content-Encoding": "gzip"})).complete("Is it?")


def test_a_body_without_an_end_is_not_read_to_it(ask: Ask) -> None:
    with pytest.raises(KgError, match="sends more than 4,000,000 bytes"):
        ask(Answer(b" " * (LARGEST_BODY + 1))).complete("Is it?")


@pytest.mark.parametrize(
    "usage", [None, [], {}, {"prompt_tokens": None}, {"prompt_tokens": -1, "completion_tokens": "7"}]
)
def test_usage_that_is_not_told_counts_as_nought(ask: Ask, usage: object) -> None:
    reply = ask(Answer(completion("Yes.", usage=usage, model=None))).complete("Is it?")
    assert (reply.model, reply.prompt, reply.completion) == ("tiny", 0, 0)


def test_an_answer_in_parts_is_put_together(ask: Ask) -> None:
    parts = [{"type": "text", "text": "Ye"}, {"type": "image"}, {"type": "text", "text": "s."}]
    assert ask(Answer(completion(parts))).complete("Is it?").text == "Yes."


@pytest.mark.parametrize(
    "text",
    ['Here it is: {"a": [1, 2]} I hope that helps!', '```json\n{"a": [1, 2]}\n```', '{"a": [1, 2'],
    ids=["prose", "fenced", "cut"],
)
def test_json_in_an_answer_is_found(ask: Ask, text: str) -> None:
    assert read_json(ask(Answer(completion(text))).complete("Is it?").text) == {"a": [1, 2]}


# The key


@pytest.mark.parametrize("status", [200, 302, 400, 401, 404, 429, 500])
def test_the_key_is_never_shown_even_by_a_server_that_repeats_it(
    ask: Ask, caplog: pytest.LogCaptureFixture, status: int
) -> None:
    caplog.set_level(logging.DEBUG)
    model = ask(Answer(f"Bearer {KEY} is not good".encode(), status=status))
    with pytest.raises((KgError, ConnectionError)) as caught:
        model.complete("Is it?")
    error: BaseException | None = caught.value
    while error is not None:
        assert KEY not in f"{error} {error!r} {vars(error)}"
        error = error.__cause__ or error.__context__
    assert "is not good" in str(caught.value)
    assert KEY not in caplog.text
    assert KEY not in f"{model!r} {model} {Settings(llm_api_key=KEY)!r}"


def test_a_key_that_stands_at_the_edge_of_what_is_shown_is_hidden_too(ask: Ask) -> None:
    with pytest.raises(KgError) as caught:
        ask(Answer(("x" * 290 + KEY).encode(), status=400)).complete("Is it?")
    assert "sk-" not in str(caught.value)


@pytest.mark.parametrize("key", [f"{KEY}\nX-Other: 1", "sk-ключ", f"{KEY} {KEY}"])
def test_a_key_that_no_header_can_carry_is_refused_unseen(ask: Ask, key: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        ask(GOOD, llm_api_key=key)
    assert caught.value.field == "llm_api_key"
    assert "sk-" not in str(caught.value)


def test_white_space_around_a_key_is_no_part_of_it(ask: Ask, chat: Chat) -> None:
    ask(GOOD, llm_api_key=f" {KEY}\n").complete("Is it?")
    assert chat.headers[0]["Authorization"] == f"Bearer {KEY}"


# The choice


def test_there_is_no_model_unless_one_is_named(chat: Chat) -> None:
    assert language_model(Settings()) is None
    with pytest.raises(InvalidInput, match="llm_model"):
        HttpModel(Settings())
    chat.answers = [GOOD]
    model = language_model(Settings(llm_model="tiny", llm_url=f"{chat.url}/"))
    assert model is not None
    with model:
        assert model.name == "tiny"
        assert model.complete("Is it?").text == "Yes."
    assert chat.paths == ["/v1/chat/completions"]


@pytest.mark.parametrize(
    "url",
    [
        "",
        "localhost",
        "ftp://x/v1",
        "http://",
        "http://x:99999",
        "http://a b/",
        "http://me:secret@x/",
        "http://x/?k=secret",
    ],
)
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        HttpModel(Settings(llm_model="tiny", llm_url=url))
    assert caught.value.field == "llm_url"
    assert "secret" not in str(caught.value)


def test_a_payload_is_json_whatever_the_prompt(ask: Ask, chat: Chat) -> None:
    prompt = "".join(map(chr, range(256))) + json.dumps({"role": "system"})
    ask(GOOD).complete(prompt)
    assert chat.asked[0]["messages"] == [{"role": "user", "content": prompt}]
