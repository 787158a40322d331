"""Copies of erased text in memories, notes and reasons that have no edge to the erased events."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

import neo4j

from kg.graph import MEMORY_LABELS, GraphTransaction, build_lucene_query
from kg.knowledge import FACTS_SESSION
from kg.language import escape_lucene, extract_keywords, split_sentences

COPYING_KINDS = tuple(kind for kind in MEMORY_LABELS if kind != "summary")
"""Kinds of memories that may copy the text of events."""
# Kinds that are rewritten from their remaining source events.
_REWRITTEN_KINDS = frozenset({"diary", "episode"})
_MAX_ROWS = 10_000
_MIN_COMMON_WORDS = 2
# Lucene accepts at most 1,024 clauses in a query.
_WORDS_PER_QUERY = 500
_NUMBER = re.compile(r"\d")


@dataclass(frozen=True)
class TextCopies:
    """Records that copy text which no remaining event contains.

    Attributes:
        memories: id of each memory or note → its kind.
        events: ids of statements stored without a speaker, and of the agent's own messages.
    """

    memories: dict[str, str] = field(default_factory=dict)
    events: tuple[str, ...] = ()


@dataclass(frozen=True)
class ErasedWords:
    """The words of erased texts.

    Attributes:
        all: content words, case folded.
        distinctive: numbers and names among them; one of these suffices to recognise a copy.
        by_text: the words of each text.
    """

    all: frozenset[str]
    distinctive: frozenset[str]
    by_text: tuple[frozenset[str], ...] = ()

    @classmethod
    def from_texts(cls, texts: Iterable[str]) -> ErasedWords:
        """Collect the words of these texts."""
        distinctive: set[str] = set()
        by_text = []
        for text in texts:
            names = _capitalised_words(text)
            words = frozenset(extract_keywords(text)) | names
            by_text.append(words)
            distinctive |= {word for word in words if _NUMBER.search(word)} | names
        return cls(frozenset().union(*by_text), frozenset(distinctive), tuple(by_text))

    def is_copied_in(self, text: str, in_use: Collection[str] = ()) -> bool:
        """Whether a text contains a distinctive word or two other words, not counting those in use elsewhere."""
        common = (set(extract_keywords(text)) & self.all) - set(in_use)
        return len(common) >= _MIN_COMMON_WORDS or not common.isdisjoint(self.distinctive)

    def is_repeated_in(self, text: str, in_use: Collection[str] = ()) -> bool:
        """Whether a text contains a distinctive word or two other words of one of the texts; see `is_copied_in`."""
        if not self.is_copied_in(text, in_use):
            return False
        common = (set(extract_keywords(text)) & self.all) - set(in_use)
        return not common.isdisjoint(self.distinctive) or any(
            len(common & words) >= _MIN_COMMON_WORDS for words in self.by_text
        )


def _capitalised_words(text: str) -> set[str]:
    """Return the capitalised words that do not begin a sentence."""
    found: set[str] = set()
    for start, end in split_sentences(text):
        for word in text[start:end].split()[1:]:
            if word[:1].isupper() and not word.startswith(("I'", "I’")):
                found |= set(extract_keywords(word))
    return found


def find_copies(
    transaction: GraphTransaction, words: ErasedWords, *, repeated: bool = False, names: Collection[str] = ()
) -> TextCopies:
    """Find records that copy text which no remaining event contains.

    Args:
        transaction: the transaction in which events were erased.
        words: the words of these events.
        repeated: whether messages of agents and tools that repeat it are searched too.
        names: names that no record may contain, even if other events do.
    """
    rows = transaction.run(
        "erasure/unlinked_text",
        kinds=list(COPYING_KINDS),
        facts_session=FACTS_SESSION,
        include_linked=bool(names),
        limit=_MAX_ROWS,
    )
    messages = _find_agent_messages(transaction, words) if repeated else []
    suspects = [row for row in rows if not row["linked"] and words.is_copied_in(row["text"])]
    repeating = [row for row in messages if words.is_repeated_in(row["text"])]
    doubtful = {word for row in [*suspects, *repeating] for word in set(extract_keywords(row["text"])) & words.all}
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


def _find_agent_messages(transaction: GraphTransaction, words: ErasedWords) -> list[neo4j.Record]:
    """Find the messages of agents and tools that contain one of these words."""
    filters: dict[str, list[object]] = {"scope": [transaction.scope], "kind": ["event", "passage"]}
    escaped = [escape_lucene(word) for word in sorted(words.all)]
    queries = [
        build_lucene_query(escaped[start : start + _WORDS_PER_QUERY], filters)
        for start in range(0, len(escaped), _WORDS_PER_QUERY)
    ]
    rows = transaction.run("erasure/events_with_words", queries=queries, limit=_MAX_ROWS) if queries else []
    return [row for row in rows if row["role"] != "user"]


def find_words_in_use(transaction: GraphTransaction, words: Collection[str], excluded: Sequence[str] = ()) -> set[str]:
    """Return those of the words that some event, apart from the excluded ones, or the name of a speaker contains."""
    filters: dict[str, list[object]] = {"scope": [transaction.scope], "kind": ["event", "passage"]}
    rows = [{"word": word, "query": build_lucene_query([escape_lucene(word)], filters)} for word in sorted(words)]
    if not rows:
        return set()
    names = {word for row in transaction.run("erasure/speaker_names") for word in extract_keywords(row["name"])}
    used = {row["word"] for row in transaction.run("erasure/words_still_used", rows=rows, ids=list(excluded))}
    return used | (names & set(words))


def contains_name(text: str, names: Collection[str]) -> bool:
    """Whether a text contains one of these names as a whole word; case-insensitive."""
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) for name in names if name)


def erase_copied_reasons(transaction: GraphTransaction, words: ErasedWords, names: Collection[str] = ()) -> None:
    """Erase the text of reasons and remarks that copy text which no remaining event contains."""
    rows = list(transaction.run("erasure/reasons_given"))
    doubtful = {word for row in rows for word in set(extract_keywords(row["text"])) & words.all}
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
