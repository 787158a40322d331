"""A language model over HTTP: any server that speaks the OpenAI chat-completions protocol."""

from __future__ import annotations

import datetime as dt
import email.utils
import json
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Self
from urllib.parse import urlsplit

from kg.errors import InvalidInput, KgError, ModelUnavailable
from kg.protocols import Reply
from kg.settings import Settings

LONGEST_WAIT_S = 60.0
"""What a server asks us to wait is waited up to this."""
LARGEST_BODY = 4_000_000
"""Bytes of an answer that are read at most."""

_SHOWN = 300
# Fields that some servers and models refuse: asked again, they get the other name of it, or do without.
_OPTIONAL: dict[str, str | None] = {
    "response_format": None,
    "max_tokens": "max_completion_tokens",
    "temperature": None,
}
_REFUSED = (400, 422)


class HttpModel:
    """A `LanguageModel` behind an HTTP server. Safe for threads; close it, or use it as a context manager.

    Passing faults (429, 408, 5xx, no connection, time-outs) are tried again, with a delay that doubles; the server's own
    Retry-After goes before it. The key is sent to the server and shown nowhere.
    """

    def __init__(self, settings: Settings, *, wait: Callable[[float], object] | None = None) -> None:
        """Open no connection yet.

        Args:
            settings: `llm_model`, `llm_url`, `llm_api_key`, `llm_timeout_s`, `llm_max_tokens`, `retry_attempts`, `retry_delay_s`.
            wait: waits that many seconds; by default the thread does.

        Raises:
            InvalidInput: no model, an address that is none, or a key that cannot be sent.
        """
        import httpx  # noqa: PLC0415 - who has no language model does not load it

        if not settings.llm_model:
            raise InvalidInput("llm_model", settings.llm_model, "the name of a model")
        self.name = settings.llm_model
        self._url = _address(settings.llm_url)
        self._key = _checked_key(settings)
        self._settings = settings
        self._wait = wait or threading.Event().wait
        self._renamed: dict[str, str | None] = {}
        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        self._client = httpx.Client(headers=headers, timeout=settings.llm_timeout_s)

    def __repr__(self) -> str:
        return f"HttpModel({self.name!r}, {self._url!r})"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the connections back."""
        self._client.close()

    def complete(self, prompt: str, *, schema: Mapping[str, Any] | None = None) -> Reply:
        """See `LanguageModel.complete`; the schema is sent as `response_format`, to servers that take one."""
        last = self._settings.retry_attempts
        for attempt in range(last + 1):
            renamed = self._renamed
            status, body, asked = self._answer(self._payload(prompt, schema, renamed), passing=attempt < last)
            if body is not None and status == 200:
                return self._reply(body)
            if body is not None and status in _REFUSED and self._give_way(body, renamed):
                return self.complete(prompt, schema=schema)
            if body is not None and not _passes(status):
                raise self._refusal(status, body)
            if attempt == last:
                raise ConnectionError(
                    f"{self._url} answers {status} to each of {last + 1} attempts: {self._told(body or b'')}"
                )
            delay = self._settings.retry_delay_s * 2**attempt
            self._wait(min(delay if asked is None else asked, LONGEST_WAIT_S))
        raise AssertionError("the last attempt returns or raises")

    def _answer(self, payload: bytes, *, passing: bool) -> tuple[int, bytes | None, float | None]:
        """Status, body and the seconds that the server asks to wait; no body where the fault was of the connection."""
        import httpx  # noqa: PLC0415

        try:
            return self._send(payload)
        except (httpx.TimeoutException, TimeoutError) as error:
            if not passing:
                seconds = self._settings.llm_timeout_s
                raise TimeoutError(
                    f"no whole answer from {self._url} within {seconds:g} s (KG_LLM_TIMEOUT_S)"
                ) from error
        except httpx.TransportError as error:
            if not passing:
                told = self._hidden(str(error))
                raise ConnectionError(f"no answer from {self._url}; is it right (KG_LLM_URL)? ({told})") from error
        except httpx.DecodingError as error:
            raise KgError(f"{self._url} sent a body that cannot be unpacked: {self._hidden(str(error))}") from error
        return 0, None, None

    def _send(self, payload: bytes) -> tuple[int, bytes, float | None]:
        # httpx counts its seconds anew with every byte; an answer that trickles must end too.
        deadline = time.monotonic() + self._settings.llm_timeout_s
        body = bytearray()
        headers = {"Content-Type": "application/json"}
        with self._client.stream("POST", self._url, content=payload, headers=headers) as response:
            for chunk in response.iter_bytes():
                body += chunk
                if len(body) > LARGEST_BODY:
                    raise KgError(f"{self._url} sends more than {LARGEST_BODY:,} bytes; is it right (KG_LLM_URL)?")
                if time.monotonic() > deadline:
                    raise TimeoutError
            return response.status_code, bytes(body), _asked(response.headers.get("Retry-After"))

    def _payload(self, prompt: str, schema: Mapping[str, Any] | None, renamed: Mapping[str, str | None]) -> bytes:
        fields: dict[str, Any] = {
            "model": self.name,
            "messages": [{"role": "user", "content": prompt}],
            "max_tokens": self._settings.llm_max_tokens,
            "temperature": 0,
        }
        if schema is not None:
            held = {"name": "answer", "strict": True, "schema": dict(schema)}
            fields["response_format"] = {"type": "json_schema", "json_schema": held}
        for name, other in renamed.items():
            value = fields.pop(name, None)
            if other is not None:
                fields[other] = value
        # A lone surrogate in what somebody wrote has no UTF-8.
        return json.dumps(fields, ensure_ascii=False).encode("utf-8", "replace")

    def _give_way(self, body: bytes, renamed: Mapping[str, str | None]) -> bool:
        """Whether the refusal names a field that was sent and can be left out or renamed; remembered from then on."""
        told = body.decode("utf-8", "replace")
        for name, other in _OPTIONAL.items():
            if name in told and name not in renamed:
                self._renamed = {**self._renamed, name: other}
                return True
        return False

    def _refusal(self, status: int, body: bytes) -> KgError:
        told = f"{self._url} answers {status}: {self._told(body)}"
        if status in (401, 403):
            return ModelUnavailable(told, how="Set KG_LLM_API_KEY to a key that this server takes for this model.")
        if status == 404:
            how = f"Set KG_LLM_MODEL (now {self.name}) and KG_LLM_URL to what the server offers."
            return ModelUnavailable(told, how=how)
        if status in _REFUSED or status == 413:
            return KgError(f"{told} (the request was refused; is KG_LLM_MODEL right, and its context long enough?)")
        return KgError(f"{told} (is KG_LLM_URL the base address of a server for chat completions?)")

    def _reply(self, body: bytes) -> Reply:
        read = _read(body)
        if read is None:
            raise KgError(
                f"{self._url} answers with what is no chat completion: {self._told(body)} (is KG_LLM_URL right?)"
            )
        text, reason, model, usage = read
        if not text.strip():
            told = self._hidden(str(reason))[:_SHOWN]
            raise KgError(f"{self.name} said nothing (finish_reason {told}); is KG_LLM_MAX_TOKENS too small?")
        return Reply(
            text=text,
            model=model if isinstance(model, str) and model.strip() else self.name,
            prompt=_count(usage.get("prompt_tokens")),
            completion=_count(usage.get("completion_tokens")),
        )

    def _told(self, body: bytes) -> str:
        """The beginning of what a server said, on one line, without the key that it may repeat."""
        text = " ".join(self._hidden(body.decode("utf-8", "replace")).split())
        return text[:_SHOWN] or "nothing"

    def _hidden(self, text: str) -> str:
        return text.replace(self._key, "…") if self._key else text


def language_model(settings: Settings) -> HttpModel | None:
    """The language model that the settings choose; None where they choose none, which is the default.

    Raises:
        InvalidInput: an address that is none, or a key that cannot be sent.
    """
    return HttpModel(settings) if settings.llm_model else None


def _address(url: str) -> str:
    allowed = "an address such as https://api.openai.com/v1, without user, password or query; the key is KG_LLM_API_KEY"
    try:
        parts = urlsplit(url)
        right = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        right = False
    # What may hold a secret is not shown.
    if "@" in url or "?" in url or "#" in url:
        raise InvalidInput("llm_url", "…", allowed)
    if not right or not url.isprintable() or " " in url:
        raise InvalidInput("llm_url", url, allowed)
    return f"{url.rstrip('/')}/chat/completions"


def _checked_key(settings: Settings) -> str:
    key = settings.llm_api_key.get_secret_value().strip() if settings.llm_api_key else ""
    # As a header it would be refused by a library that shows it.
    if not key.isascii() or not key.isprintable() or " " in key:
        raise InvalidInput("llm_api_key", "…", "printable ASCII letters without spaces")
    return key


def _passes(status: int) -> bool:
    return status in (408, 429) or status >= 500


def _asked(header: str | None) -> float | None:
    """Seconds that a Retry-After header asks for: a number of them, or a date; None where it is neither."""
    if header is None:
        return None
    if header.strip().isdecimal():
        return float(header[:9])
    try:
        until = email.utils.parsedate_to_datetime(header)
        return max((until - dt.datetime.now(dt.UTC)).total_seconds(), 0.0)
    except (ValueError, TypeError, OverflowError):
        return None


def _read(body: bytes) -> tuple[str, Any, Any, dict[str, Any]] | None:
    """Text, finish_reason, model and usage of a completion; None where it is none.

    The error of the parser holds the whole body, which may repeat the key: it is not handed on.
    """
    try:
        answer = json.loads(body)
        choice = answer["choices"][0]
        usage = answer.get("usage")
        text = _text(choice["message"].get("content"))
        return text, choice.get("finish_reason"), answer.get("model"), usage if isinstance(usage, dict) else {}
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        return None


def _text(content: Any) -> str:
    """What was said: a string, or the texts of a list of parts."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    return "".join(part["text"] for part in content if part["type"] == "text")


def _count(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else 0
