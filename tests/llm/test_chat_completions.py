"""The HTTP client against a real server that also misbehaves."""

from __future__ import annotations

import datetime as dt
import email.utils
import json
import logging
from collections.abc import Callable

import pytest

from kg import Settings
from kg.errors import InvalidInput, KgError, ModelUnavailable
from kg.llm import HttpModel, create_language_model, read_json
from kg.llm.chat_completions import MAX_BODY_BYTES
from tests.llm.conftest import KEY, Answer, Chat, completion
from tests.servers import free_port
from tests.support import run_concurrently

Ask = Callable[..., HttpModel]
GOOD = Answer(completion("Yes."))
SCHEMA = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}


def refused(text: str, status: int = 400) -> Answer:
    return Answer({"error": {"message": text}}, status=status)


def test_a_reply_has_text_and_token_counts(ask: Ask, chat: Chat) -> None:
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


def test_a_schema_is_sent_as_response_format(ask: Ask, chat: Chat) -> None:
    ask(GOOD).complete("Is it?", schema=SCHEMA)
    assert chat.asked[0]["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "answer", "strict": True, "schema": SCHEMA},
    }


def test_without_a_key_no_authorization_header_is_sent(ask: Ask, chat: Chat) -> None:
    ask(GOOD, llm_api_key=None).complete("Is it?")
    assert "Authorization" not in chat.headers[0]


def test_lone_surrogates_in_a_prompt_are_replaced(ask: Ask, chat: Chat) -> None:
    assert ask(GOOD).complete("a \ud800 b, ß, 🙂").text == "Yes."
    assert chat.asked[0]["messages"][0]["content"] == "a ? b, ß, 🙂"


def test_one_model_can_be_used_by_many_threads(ask: Ask, chat: Chat) -> None:
    model = ask(GOOD)
    replies = run_concurrently([lambda: model.complete("Is it?").text] * 8)
    assert replies == ["Yes."] * 8


# Transient errors


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 529])
def test_a_transient_error_is_retried(ask: Ask, chat: Chat, waited: list[float], status: int) -> None:
    assert ask(Answer(b"later", status=status), Answer(b"later", status=status), GOOD).complete("Is it?").text == "Yes."
    assert waited == [1.0, 2.0]
    assert len(chat.asked) == 3


def test_after_the_last_attempt_a_connection_error_is_raised(ask: Ask, chat: Chat, waited: list[float]) -> None:
    with pytest.raises(ConnectionError, match="answered 500 to each of 4 attempts: broken"):
        ask(Answer(b"broken", status=500)).complete("Is it?")
    assert waited == [1.0, 2.0, 4.0]
    assert len(chat.asked) == 4


def test_the_settings_give_the_number_and_delay_of_retries(ask: Ask, chat: Chat, waited: list[float]) -> None:
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
def test_retry_after_sets_the_delay(ask: Ask, waited: list[float], asked: str, expected: float) -> None:
    busy = Answer(b"", status=429, headers={"Retry-After": asked})
    assert ask(busy, GOOD).complete("Is it?").text == "Yes."
    assert waited == [expected]


def test_a_server_that_does_not_answer_times_out(ask: Ask, chat: Chat, waited: list[float]) -> None:
    with pytest.raises(TimeoutError, match=r"within 0\.2 s; KG_LLM_TIMEOUT_S"):
        ask(Answer(silent=True), llm_timeout_s=0.2, retry_attempts=1).complete("Is it?")
    assert waited == [1.0]
    assert len(chat.asked) == 2


def test_a_slow_answer_times_out(ask: Ask) -> None:
    with pytest.raises(TimeoutError):
        ask(Answer(trickle=True), llm_timeout_s=0.2, retry_attempts=0).complete("Is it?")


def test_a_connection_closed_mid_body_is_retried(ask: Ask, waited: list[float]) -> None:
    cut = Answer(completion("Yes."), cut=20)
    assert ask(cut, GOOD).complete("Is it?").text == "Yes."
    assert waited == [1.0]
    with pytest.raises(ConnectionError, match="no answer from http"):
        ask(cut).complete("Is it?")


def test_a_refused_connection_raises_with_the_setting_to_check(ask: Ask, waited: list[float]) -> None:
    with pytest.raises(ConnectionError, match="KG_LLM_URL"):
        ask(llm_url=f"http://127.0.0.1:{free_port()}/v1").complete("Is it?")
    assert waited == [1.0, 2.0, 4.0]


# Rejections


@pytest.mark.parametrize(("status", "how"), [(401, "KG_LLM_API_KEY"), (403, "KG_LLM_API_KEY"), (404, "KG_LLM_MODEL")])
def test_a_rejection_gives_advice_and_is_not_retried(
    ask: Ask, chat: Chat, waited: list[float], status: int, how: str
) -> None:
    with pytest.raises(ModelUnavailable) as caught:
        ask(refused("no such thing", status)).complete("Is it?")
    assert how in caught.value.how
    assert "no such thing" in str(caught.value)
    assert (len(chat.asked), waited) == (1, [])


@pytest.mark.parametrize("status", [400, 413, 418, 422, 301])
def test_other_rejections_quote_the_server(ask: Ask, chat: Chat, status: int) -> None:
    with pytest.raises(KgError, match=rf"answered {status}: .*context is too long"):
        ask(refused("the context is too long", status)).complete("Is it?")
    assert len(chat.asked) == 1


def test_a_rejected_field_is_left_out_of_later_requests(ask: Ask, chat: Chat) -> None:
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


def test_repeated_rejections_end_in_an_error(ask: Ask, chat: Chat) -> None:
    with pytest.raises(KgError, match="max_tokens"):
        ask(refused("response_format max_tokens temperature")).complete("Is it?", schema=SCHEMA)
    assert len(chat.asked) == 4


# Invalid answers


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
def test_a_body_that_is_no_completion_raises(ask: Ask, chat: Chat, body: object) -> None:
    with pytest.raises(KgError, match="did not answer with a chat completion"):
        ask(Answer(body)).complete("Is it?")
    assert len(chat.asked) == 1


@pytest.mark.parametrize("content", [None, "", "  \n"])
def test_an_empty_answer_raises(ask: Ask, content: str | None) -> None:
    with pytest.raises(KgError, match=r"returned no text \(finish_reason stop\); KG_LLM_MAX_TOKENS"):
        ask(Answer(completion(content))).complete("Is it?")


def test_the_content_type_header_is_ignored(ask: Ask) -> None:
    plain = Answer(completion("Yes."), headers={"Content-Type": "text/html; charset=utf-8"})
    assert ask(plain).complete("Is it?").text == "Yes."


def test_a_body_that_cannot_be_decompressed_raises(ask: Ask) -> None:
    with pytest.raises(KgError, match="cannot be decompressed"):
        ask(Answer(b"not packed", headers={"Content-Encoding": "gzip"})).complete("Is it?")


def test_a_body_that_is_too_large_raises(ask: Ask) -> None:
    with pytest.raises(KgError, match="sent more than 4,000,000 bytes"):
        ask(Answer(b" " * (MAX_BODY_BYTES + 1))).complete("Is it?")


@pytest.mark.parametrize(
    "usage", [None, [], {}, {"prompt_tokens": None}, {"prompt_tokens": -1, "completion_tokens": "7"}]
)
def test_missing_usage_counts_as_zero(ask: Ask, usage: object) -> None:
    reply = ask(Answer(completion("Yes.", usage=usage, model=None))).complete("Is it?")
    assert (reply.model, reply.prompt, reply.completion) == ("tiny", 0, 0)


def test_the_parts_of_an_answer_are_joined(ask: Ask) -> None:
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
def test_the_key_is_not_shown_when_the_server_repeats_it(
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


def test_a_key_at_the_edge_of_the_excerpt_is_removed(ask: Ask) -> None:
    with pytest.raises(KgError) as caught:
        ask(Answer(("x" * 290 + KEY).encode(), status=400)).complete("Is it?")
    assert "sk-" not in str(caught.value)


@pytest.mark.parametrize("key", [f"{KEY}\nX-Other: 1", "sk-ключ", f"{KEY} {KEY}"])
def test_a_key_that_cannot_be_a_header_is_rejected_without_showing_it(ask: Ask, key: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        ask(GOOD, llm_api_key=key)
    assert caught.value.field == "llm_api_key"
    assert "sk-" not in str(caught.value)


def test_white_space_around_a_key_is_trimmed(ask: Ask, chat: Chat) -> None:
    ask(GOOD, llm_api_key=f" {KEY}\n").complete("Is it?")
    assert chat.headers[0]["Authorization"] == f"Bearer {KEY}"


# Selection by settings


def test_a_model_is_created_only_if_the_settings_name_one(chat: Chat) -> None:
    assert create_language_model(Settings()) is None
    with pytest.raises(InvalidInput, match="llm_model"):
        HttpModel(Settings())
    chat.answers = [GOOD]
    model = create_language_model(Settings(llm_model="tiny", llm_url=f"{chat.url}/"))
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
        "http://x/?k=secret",
    ],
)
def test_an_invalid_url_is_rejected(url: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        HttpModel(Settings(llm_model="tiny", llm_url=url))
    assert caught.value.field == "llm_url"
    assert "secret" not in str(caught.value)


def test_any_prompt_gives_a_json_payload(ask: Ask, chat: Chat) -> None:
    prompt = "".join(map(chr, range(256))) + json.dumps({"role": "system"})
    ask(GOOD).complete(prompt)
    assert chat.asked[0]["messages"] == [{"role": "user", "content": prompt}]
