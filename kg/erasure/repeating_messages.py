"""Messages of agents and tools that repeat erased text or names, and metadata of any message that does."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Callable, Collection
from typing import Any

import neo4j

from kg.erasure.copied_text import find_words_in_use
from kg.erasure.erased_words import ErasedWords, comparable_words, contains_name, full_text_term
from kg.graph import GraphTransaction, build_lucene_query
from kg.language import STOP_WORDS, escape_lucene, split_sentences

_MAX_ROWS = 10_000
# Lucene accepts at most 1,024 clauses in a query.
_TERMS_PER_QUERY = 500
# Shorter first words are initials and titles.
_MIN_GIVEN_NAME = 3


def find_messages_with_words(transaction: GraphTransaction, words: ErasedWords) -> list[neo4j.Record]:
    """Find the messages of agents and tools that contain one of these words."""
    return _find_agent_messages(transaction, [full_text_term(word) for word in sorted(words.all)])


def find_messages_with_names(transaction: GraphTransaction, names: Collection[str]) -> list[str]:
    """Return the ids of the messages of agents and tools that contain one of these names as it is written."""
    rows = _find_agent_messages(transaction, [f'"{escape_lucene(name)}"' for name in names if name])
    return [row["id"] for row in rows if contains_written_name(row["text"], names)]


def choose_unshared_names(names: Collection[str], others: Collection[str]) -> tuple[str, ...]:
    """Return those of a person's names, and of the first words of longer ones, that no other person's name contains."""
    given = [name.split()[0] for name in names if " " in name]
    candidates = dict.fromkeys([*names, *(word for word in given if len(word) >= _MIN_GIVEN_NAME and word.isalpha())])
    return tuple(name for name in candidates if not any(contains_name(other, [name]) for other in others))


def _find_agent_messages(transaction: GraphTransaction, terms: list[str]) -> list[neo4j.Record]:
    filters: dict[str, list[object]] = {"scope": [transaction.scope], "kind": ["event", "passage", "whole"]}
    queries = [
        build_lucene_query(terms[start : start + _TERMS_PER_QUERY], filters)
        for start in range(0, len(terms), _TERMS_PER_QUERY)
    ]
    rows = transaction.run("erasure/events_with_words", queries=queries, limit=_MAX_ROWS) if queries else []
    return [row for row in rows if row["role"] != "user"]


def contains_written_name(text: str, names: Collection[str]) -> bool:
    """Whether a text contains one of these names as a whole word, with at least the capitals of the name.

    A name that is a stop word, such as Will, counts only with a capital, and not at the beginning of a sentence.
    """
    return any(_contains_form(text, name) for name in names if name)


def _contains_form(text: str, name: str) -> bool:
    forms = {name, name[:1].upper() + name[1:], name.upper()}
    is_word = name.casefold() in STOP_WORDS
    if is_word:
        forms.discard(name.casefold())
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(re.escape(form) for form in sorted(forms))})(?!\w)")
    starts = {start for start, _ in split_sentences(text)} if is_word else set()
    return any(match.start() not in starts for match in pattern.finditer(text))


def erase_copied_metadata(
    transaction: GraphTransaction, words: ErasedWords, names: Collection[str], now: dt.datetime
) -> None:
    """Erase the values in the metadata of events that repeat text which no remaining event contains, or have a name."""
    rows = [(row["id"], row["metadata"]) for row in transaction.run("erasure/event_metadata")]
    suspects = [
        (name, json.loads(text))
        for name, text in rows
        if words.is_copied_in(text) or contains_written_name(text, names)
    ]
    doubtful = {word for _, metadata in suspects for word in comparable_words(json.dumps(metadata, ensure_ascii=False))}
    in_use = find_words_in_use(transaction, doubtful & words.all)

    def is_copy(text: str) -> bool:
        return words.is_repeated_in(text, in_use) or contains_written_name(text, names)

    updates = []
    for name, metadata in suspects:
        remaining = _without_copies(metadata, is_copy)
        if remaining != metadata:
            stored = json.dumps(remaining, ensure_ascii=False, sort_keys=True) if remaining else None
            updates.append({"id": name, "properties": {"metadata": stored}, "vector": None})
    if updates:
        transaction.run("erasure/update_nodes", rows=sorted(updates, key=lambda row: row["id"]), now=now)


def _without_copies(value: Any, is_copy: Callable[[str], bool]) -> Any:
    """Return a JSON value without the texts and keys that are copies, at any depth; None if it is one itself."""
    if isinstance(value, str):
        return None if is_copy(value) else value
    if isinstance(value, dict):
        kept = {key: _without_copies(each, is_copy) for key, each in value.items() if not is_copy(key)}
        return {key: each for key, each in kept.items() if each is not None or value[key] is None}
    if isinstance(value, list):
        kept_items = [_without_copies(each, is_copy) for each in value]
        return [each for each, before in zip(kept_items, value, strict=True) if each is not None or before is None]
    return value
