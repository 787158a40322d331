"""Reading JSON from an answer of a language model, with fallbacks for answers that are wrapped, truncated or malformed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import json_repair

MAX_LENGTH = 200_000
"""How many characters of an answer are read; no requested answer is longer."""

_NO_VALUE = object()
# json-repair takes quadratic time in the depth; no requested answer is so deep.
_MAX_DEPTH = 40
# For some malformed texts it takes quadratic time in the length: this length takes a second or two.
_MAX_BROKEN_LENGTH = 20_000
# Some models write their reasoning first.
_THINKING = re.compile(r"\s*<think>.*?</think>", re.DOTALL)
# Possessive quantifiers avoid backtracking over long runs.
_FENCED = re.compile(r"```[^\S\n]*+\w*+[^\S\n]*+\n(.*?)```", re.DOTALL)
_ANY_BRACKET = re.compile(r"[{}\[\]]")
_BRACKET = re.compile(r"[{\[]")
# The beginning of a JSON object or array, as opposed to a bracket in prose.
_OPENING = re.compile(r"""\{\s*["}]|\[\s*(?:["{\[\]\d-]|true\b|false\b|null\b)""")
# Tokens for finding the closing bracket; strings are one token, since brackets in them do not count.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"?|[{}\[\]]', re.DOTALL)
_CLOSING = {"{": "}", "[": "]"}


def read_json(text: str) -> Any | None:
    """Return the JSON value in a model's answer; None if there is none (or if it is `null`). Never raises.

    Tries, in order: the whole text; a fenced block; the first balanced object or array that is valid; the result of
    json-repair for the first object or array that is truncated or malformed. A fragment of a malformed answer is never returned.
    """
    text = text[:MAX_LENGTH]
    if thinking := _THINKING.match(text):
        text = text[thinking.end() :]
    for part in _candidates(text):
        value = _parse(part)
        if value is not _NO_VALUE:
            return value
    return _repair(_from_first_bracket(text))


def _candidates(text: str) -> Iterator[str]:
    yield text
    for block in _FENCED.finditer(text):
        yield block[1]
    position = 0
    while opening := _OPENING.search(text, position):
        end = _find_closing(text, opening.start())
        if end is None:
            # Truncated or malformed: anything inside would be a fragment.
            return
        yield text[opening.start() : end]
        position = end


def _find_closing(text: str, start: int) -> int | None:
    """Return the offset after the bracket that closes the one at `start`; None if it is not closed."""
    open_brackets: list[str] = []
    for token in _TOKEN.finditer(text, start):
        mark = token[0]
        if mark in _CLOSING:
            open_brackets.append(_CLOSING[mark])
        elif mark in ("}", "]"):
            if open_brackets.pop() != mark:
                return None
            if not open_brackets:
                return token.end()
    return None


def _parse(text: str) -> Any:
    try:
        # Models write unescaped line breaks into strings.
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return _NO_VALUE


def _from_first_bracket(text: str) -> str:
    """Return the text from its first bracket on, or that of its fenced block if there is one."""
    for block in _FENCED.finditer(text):
        if _BRACKET.search(block[1]):
            text = block[1]
            break
    first = _OPENING.search(text) or _BRACKET.search(text)
    return text[first.start() :] if first else ""


def _repair(text: str) -> Any | None:
    if not text or len(text) > _MAX_BROKEN_LENGTH or _bracket_depth(text) > _MAX_DEPTH:
        return None
    try:
        value = json_repair.loads(text, skip_json_loads=True)
    except Exception:  # noqa: BLE001 - the library may raise anything on untrusted text
        return None
    return value if isinstance(value, dict | list) and value else None


def _bracket_depth(text: str) -> int:
    """Return the greatest nesting depth; brackets in strings count, since strings are ambiguous in malformed text."""
    deepest = depth = 0
    for mark in _ANY_BRACKET.findall(text):
        depth = depth + 1 if mark in _CLOSING else max(depth - 1, 0)
        deepest = max(deepest, depth)
    return deepest
