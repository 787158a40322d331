"""Reading JSON out of what a language model said: rung by rung, from the answer as it should be to one that is mended."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import json_repair

LONGEST = 200_000
"""Characters of an answer that are looked at: no answer that was asked for is longer."""

_NOTHING = object()
# json-repair takes the square of the depth; an answer that was asked for is not so deep.
_DEEPEST = 40
# And for some broken texts the square of the length: these characters take it a second or two.
_LONGEST_BROKEN = 20_000
# What some models say to themselves first.
_THINKING = re.compile(r"\s*<think>.*?</think>", re.DOTALL)
# Possessive, as elsewhere: a long run that leads to nothing is not gone back through.
_FENCED = re.compile(r"```[^\S\n]*+\w*+[^\S\n]*+\n(.*?)```", re.DOTALL)
_ANY_BRACKET = re.compile(r"[{}\[\]]")
_BRACKET = re.compile(r"[{\[]")
# Where an object or array of JSON begins, and not merely a bracket in prose.
_OPENING = re.compile(r"""\{\s*["}]|\[\s*(?:["{\[\]\d-]|true\b|false\b|null\b)""")
# What matters when looking for the end: strings are skipped whole, for brackets in them do not count.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"?|[{}\[\]]', re.DOTALL)
_CLOSING = {"{": "}", "[": "]"}


def read_json(text: str) -> Any | None:
    """The JSON value in a model's answer, or None where there is none (or where it is `null`). Never raises.

    The rungs: the whole text; a fenced block; the first balanced object or array that is valid; what json-repair makes of
    the first object or array that is cut or broken. A part of a broken answer is never taken for the answer.
    """
    text = text[:LONGEST]
    if thinking := _THINKING.match(text):
        text = text[thinking.end() :]
    for part in _parts(text):
        value = _loaded(part)
        if value is not _NOTHING:
            return value
    return _repaired(_bare(text))


def _parts(text: str) -> Iterator[str]:
    yield text
    for block in _FENCED.finditer(text):
        yield block[1]
    place = 0
    while opening := _OPENING.search(text, place):
        end = _end(text, opening.start())
        if end is None:
            # Cut or broken: what is inside of it would be a fragment.
            return
        yield text[opening.start() : end]
        place = end


def _end(text: str, start: int) -> int | None:
    """One behind the bracket that closes the one at `start`; None where none does."""
    awaited: list[str] = []
    for token in _TOKEN.finditer(text, start):
        mark = token[0]
        if mark in _CLOSING:
            awaited.append(_CLOSING[mark])
        elif mark in ("}", "]"):
            if awaited.pop() != mark:
                return None
            if not awaited:
                return token.end()
    return None


def _loaded(text: str) -> Any:
    try:
        # Models write line breaks into strings as they are.
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return _NOTHING


def _bare(text: str) -> str:
    """From the first bracket on, of the fenced block where there is one, of the text otherwise."""
    for block in _FENCED.finditer(text):
        if _BRACKET.search(block[1]):
            text = block[1]
            break
    first = _OPENING.search(text) or _BRACKET.search(text)
    return text[first.start() :] if first else ""


def _repaired(text: str) -> Any | None:
    if not text or len(text) > _LONGEST_BROKEN or _depth(text) > _DEEPEST:
        return None
    try:
        value = json_repair.loads(text, skip_json_loads=True)
    except Exception:  # noqa: BLE001 - whatever a stranger's text does to the library: it cannot be read
        return None
    return value if isinstance(value, dict | list) and value else None


def _depth(text: str) -> int:
    """How many brackets are open at most, those in strings counted too: what is a string is not sure in broken text."""
    deepest = depth = 0
    for mark in _ANY_BRACKET.findall(text):
        depth = depth + 1 if mark in _CLOSING else max(depth - 1, 0)
        deepest = max(deepest, depth)
    return deepest
