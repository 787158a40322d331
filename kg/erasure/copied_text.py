"""Copies of erased text in memories, notes and reasons that have no edge to the erased events."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kg.erasure.erased_words import ErasedWords, comparable_words, contains_name, full_text_term
from kg.graph import MEMORY_LABELS, GraphTransaction, build_lucene_query
from kg.knowledge import FACTS_SESSION

COPYING_KINDS = tuple(kind for kind in MEMORY_LABELS if kind != "summary")
"""Kinds of memories that may copy the text of events."""
# Kinds that are rewritten from their remaining source events.
_REWRITTEN_KINDS = frozenset({"diary", "episode"})
_MAX_ROWS = 10_000


@dataclass(frozen=True)
class TextCopies:
    """Records that copy text which no remaining event contains.

    Attributes:
        memories: id of each memory or note → its kind.
        events: ids of statements stored without a speaker, and of the agent's own messages.
    """

    memories: dict[str, str] = field(default_factory=dict)
    events: tuple[str, ...] = ()


def find_copies(
    transaction: GraphTransaction,
    words: ErasedWords,
    *,
    messages: Sequence[Mapping[str, Any]] = (),
    names: Collection[str] = (),
) -> TextCopies:
    """Find records that copy text which no remaining event contains.

    Args:
        transaction: the transaction in which events were erased.
        words: the words of these events.
        messages: {id, text} of messages of agents and tools, which are searched too.
        names: names that no record may contain, even if other events do.
    """
    rows = transaction.run(
        "erasure/unlinked_text",
        kinds=list(COPYING_KINDS),
        facts_session=FACTS_SESSION,
        include_linked=bool(names),
        limit=_MAX_ROWS,
    )
    suspects = [row for row in rows if not row["linked"] and words.is_copied_in(row["text"])]
    repeating = [row for row in messages if words.is_repeated_in(row["text"])]
    doubtful = {word for row in [*suspects, *repeating] for word in comparable_words(row["text"]) & words.all}
    excluded = [row["id"] for row in [*(row for row in suspects if row["kind"] == "event"), *repeating]]
    in_use = find_words_in_use(transaction, doubtful, excluded)
    copies = [
        row
        for row in rows
        if (not row["linked"] and words.is_copied_in(row["text"], in_use))
        or (not (row["linked"] and row["kind"] in _REWRITTEN_KINDS) and contains_name(row["text"], names))
    ]
    events = {row["id"] for row in copies if row["kind"] == "event"}
    events |= {row["id"] for row in messages if words.is_repeated_in(row["text"], in_use)}
    return TextCopies({row["id"]: row["kind"] for row in copies if row["kind"] != "event"}, tuple(sorted(events)))


def find_words_in_use(transaction: GraphTransaction, words: Collection[str], excluded: Sequence[str] = ()) -> set[str]:
    """Return those of the words that an event of a person or program, or the name of a speaker contains.

    Messages of agents and tools do not count, nor do the excluded events.
    """
    filters: dict[str, list[object]] = {"scope": [transaction.scope], "kind": ["event", "passage"]}
    rows = [{"word": word, "query": build_lucene_query([full_text_term(word)], filters)} for word in sorted(words)]
    if not rows:
        return set()
    names = {word for row in transaction.run("erasure/speaker_names") for word in comparable_words(row["name"])}
    used = {row["word"] for row in transaction.run("erasure/words_still_used", rows=rows, ids=list(excluded))}
    return used | (names & set(words))


def erase_copied_reasons(transaction: GraphTransaction, words: ErasedWords, names: Collection[str] = ()) -> None:
    """Erase the text of reasons and remarks that copy text which no remaining event contains."""
    rows = list(transaction.run("erasure/reasons_given"))
    doubtful = {word for row in rows for word in comparable_words(row["text"]) & words.all}
    in_use = find_words_in_use(transaction, doubtful)
    found: dict[str, list[object]] = {kind: [] for kind in ("mark", "trust", "audit", "tie", "fact")}
    for row in rows:
        if words.is_copied_in(row["text"], in_use) or contains_name(row["text"], names):
            found[row["kind"]].append([row["id"], row["other"]] if row["kind"] == "tie" else row["id"])
    if any(found.values()):
        transaction.run(
            "erasure/erase_reasons", marks=found["mark"], trusts=found["trust"], audits=found["audit"],
            ties=found["tie"], facts=found["fact"],
        )  # fmt: skip
