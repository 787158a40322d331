"""A language model over HTTP, for any server with the OpenAI chat-completions protocol."""

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

MAX_WAIT_S = 60.0
"""The longest wait that a server's Retry-After header can cause."""
MAX_BODY_BYTES = 4_000_000
"""The largest answer that is read, in bytes."""

_EXCERPT_LENGTH = 300
# Fields that some servers and models reject, each with the name to use in the next attempt; None leaves the field out.
_OPTIONAL_FIELDS: dict[str, str | None] = {
    "response_format": None,
    "max_tokens": "max_completion_tokens",
    "temperature": None,
}
_REFUSED_STATUSES = (400, 422)


class HttpModel:
    """A `LanguageModel` behind an HTTP server. Thread-safe; close it, or use it as a context manager.

    Transient errors (429, 408, 5xx, no connection, time-outs) are retried with exponential backoff, unless the server sends
    Retry-After. The API key is sent to the server only, and never appears in errors or logs.
    """

    def __init__(self, settings: Settings, *, wait: Callable[[float], object] | None = None) -> None:
        """Validate the settings; no connection is opened yet.

        Args:
            settings: `llm_model`, `llm_url`, `llm_api_key`, `llm_timeout_s`, `llm_max_tokens`, `retry_attempts`, `retry_delay_s`.
            wait: waits a number of seconds between attempts; by default it blocks the thread.

        Raises:
            InvalidInput: the model is missing, the URL is invalid, or the key cannot be sent in a header.
        """
        import httpx  # noqa: PLC0415 - not needed without a language model

        if not settings.llm_model:
            raise InvalidInput("llm_model", settings.llm_model, "the name of a model")
        self.name = settings.llm_model
        self._url = _completions_url(settings.llm_url)
        self._key = _checked_key(settings)
        self._settings = settings
        self._wait = wait or threading.Event().wait
        self._renamed_fields: dict[str, str | None] = {}
        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        self._client = httpx.Client(headers=headers, timeout=settings.llm_timeout_s)

    def __repr__(self) -> str:
        return f"HttpModel({self.name!r}, {self._url!r})"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def complete(self, prompt: str, *, schema: Mapping[str, Any] | None = None) -> Reply:
        """See `LanguageModel.complete`; the schema is sent as `response_format`, unless the server rejects that field."""
        retries = self._settings.retry_attempts
        for attempt in range(retries + 1):
            renamed_fields = self._renamed_fields
            status, body, retry_after = self._request(
                self._payload(prompt, schema, renamed_fields), may_retry=attempt < retries
            )
            if body is not None and status == 200:
                return self._parse_reply(body)
            if body is not None and status in _REFUSED_STATUSES and self._drop_refused_field(body, renamed_fields):
                return self.complete(prompt, schema=schema)
            if body is not None and not _is_transient(status):
                raise self._error_for(status, body)
            if attempt == retries:
                raise ConnectionError(
                    f"{self._url} answered {status} to each of {retries + 1} attempts: {self._excerpt(body or b'')}"
                )
            delay = self._settings.retry_delay_s * 2**attempt
            self._wait(min(delay if retry_after is None else retry_after, MAX_WAIT_S))
        raise AssertionError("the last attempt returns or raises")

    def _request(self, payload: bytes, *, may_retry: bool) -> tuple[int, bytes | None, float | None]:
        """Return status, body and the seconds of Retry-After; the body is None after a connection error that may be retried."""
        import httpx  # noqa: PLC0415

        try:
            return self._send(payload)
        except (httpx.TimeoutException, TimeoutError) as error:
            if not may_retry:
                seconds = self._settings.llm_timeout_s
                raise TimeoutError(
                    f"no complete answer from {self._url} within {seconds:g} s; KG_LLM_TIMEOUT_S sets the limit"
                ) from error
        except httpx.TransportError as error:
            if not may_retry:
                detail = self._redact(str(error))
                raise ConnectionError(f"no answer from {self._url} ({detail}); check KG_LLM_URL") from error
        except httpx.DecodingError as error:
            raise KgError(f"{self._url} sent a body that cannot be decompressed: {self._redact(str(error))}") from error
        return 0, None, None

    def _send(self, payload: bytes) -> tuple[int, bytes, float | None]:
        # The read time-out of httpx restarts with every byte, so a slow answer needs a deadline of its own.
        deadline = time.monotonic() + self._settings.llm_timeout_s
        body = bytearray()
        headers = {"Content-Type": "application/json"}
        with self._client.stream("POST", self._url, content=payload, headers=headers) as response:
            for chunk in response.iter_bytes():
                body += chunk
                if len(body) > MAX_BODY_BYTES:
                    raise KgError(f"{self._url} sent more than {MAX_BODY_BYTES:,} bytes; check KG_LLM_URL")
                if time.monotonic() > deadline:
                    raise TimeoutError
            return response.status_code, bytes(body), _retry_after_seconds(response.headers.get("Retry-After"))

    def _payload(
        self, prompt: str, schema: Mapping[str, Any] | None, renamed_fields: Mapping[str, str | None]
    ) -> bytes:
        fields: dict[str, Any] = {
            "model": self.name,
            "messages": [{"role": "user", "content": prompt}],
            "max_tokens": self._settings.llm_max_tokens,
            "temperature": 0,
        }
        if schema is not None:
            json_schema = {"name": "answer", "strict": True, "schema": dict(schema)}
            fields["response_format"] = {"type": "json_schema", "json_schema": json_schema}
        for name, other in renamed_fields.items():
            value = fields.pop(name, None)
            if other is not None:
                fields[other] = value
        # A lone surrogate in a prompt cannot be encoded in UTF-8.
        return json.dumps(fields, ensure_ascii=False).encode("utf-8", "replace")

    def _drop_refused_field(self, body: bytes, renamed_fields: Mapping[str, str | None]) -> bool:
        """Return whether the error names an optional field; the field is then renamed or left out in all later requests."""
        text = body.decode("utf-8", "replace")
        for name, other in _OPTIONAL_FIELDS.items():
            if name in text and name not in renamed_fields:
                self._renamed_fields = {**self._renamed_fields, name: other}
                return True
        return False

    def _error_for(self, status: int, body: bytes) -> KgError:
        message = f"{self._url} answered {status}: {self._excerpt(body)}"
        if status in (401, 403):
            return ModelUnavailable(message, how="Set KG_LLM_API_KEY to a key that this server accepts for this model.")
        if status == 404:
            how = f"Set KG_LLM_MODEL (now {self.name}) and KG_LLM_URL to a model and an address of the server."
            return ModelUnavailable(message, how=how)
        if status in _REFUSED_STATUSES or status == 413:
            return KgError(f"{message} (the request was rejected; check KG_LLM_MODEL and the model's context length)")
        return KgError(f"{message} (check that KG_LLM_URL is the base address of a chat-completions server)")

    def _parse_reply(self, body: bytes) -> Reply:
        completion = _parse_completion(body)
        if completion is None:
            raise KgError(
                f"{self._url} did not answer with a chat completion: {self._excerpt(body)} (check KG_LLM_URL)"
            )
        text, reason, model, usage = completion
        if not text.strip():
            shown = self._redact(str(reason))[:_EXCERPT_LENGTH]
            raise KgError(f"{self.name} returned no text (finish_reason {shown}); KG_LLM_MAX_TOKENS may be too small")
        return Reply(
            text=text,
            model=model if isinstance(model, str) and model.strip() else self.name,
            prompt=_token_count(usage.get("prompt_tokens")),
            completion=_token_count(usage.get("completion_tokens")),
        )

    def _excerpt(self, body: bytes) -> str:
        """Return the beginning of a server's answer, on one line, with the API key removed."""
        text = " ".join(self._redact(body.decode("utf-8", "replace")).split())
        return text[:_EXCERPT_LENGTH] or "nothing"

    def _redact(self, text: str) -> str:
        return text.replace(self._key, "…") if self._key else text


def create_language_model(settings: Settings) -> HttpModel | None:
    """Return the language model that the settings name; None if they name none, which is the default.

    Raises:
        InvalidInput: the URL is invalid, or the key cannot be sent in a header.
    """
    return HttpModel(settings) if settings.llm_model else None


def _completions_url(url: str) -> str:
    allowed = (
        "an address such as https://api.openai.com/v1, without user, password or query; set the key with KG_LLM_API_KEY"
    )
    try:
        parts = urlsplit(url)
        right = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        right = False
    # Such a URL may contain a secret, so it is not shown.
    if "@" in url or "?" in url or "#" in url:
        raise InvalidInput("llm_url", "…", allowed)
    if not right or not url.isprintable() or " " in url:
        raise InvalidInput("llm_url", url, allowed)
    return f"{url.rstrip('/')}/chat/completions"


def _checked_key(settings: Settings) -> str:
    key = settings.llm_api_key.get_secret_value().strip() if settings.llm_api_key else ""
    # httpx would reject it as a header value, in an error that shows it.
    if not key.isascii() or not key.isprintable() or " " in key:
        raise InvalidInput("llm_api_key", "…", "printable ASCII letters without spaces")
    return key


def _is_transient(status: int) -> bool:
    return status in (408, 429) or status >= 500


def _retry_after_seconds(header: str | None) -> float | None:
    """Return the seconds that a Retry-After header gives, as a number or a date; None if it is neither."""
    if header is None:
        return None
    if header.strip().isdecimal():
        return float(header[:9])
    try:
        until = email.utils.parsedate_to_datetime(header)
        return max((until - dt.datetime.now(dt.UTC)).total_seconds(), 0.0)
    except (ValueError, TypeError, OverflowError):
        return None


def _parse_completion(body: bytes) -> tuple[str, Any, Any, dict[str, Any]] | None:
    """Return text, finish_reason, model and usage of a completion; None if the body is no completion.

    The parser's error contains the whole body, which may repeat the API key, so it is not passed on.
    """
    try:
        answer = json.loads(body)
        choice = answer["choices"][0]
        usage = answer.get("usage")
        text = _content_text(choice["message"].get("content"))
        return text, choice.get("finish_reason"), answer.get("model"), usage if isinstance(usage, dict) else {}
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        return None


def _content_text(content: Any) -> str:
    """Return the text of a message content: a string, or the texts of a list of parts."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    return "".join(part["text"] for part in content if part["type"] == "text")


def _token_count(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else 0
