"""What repeats the words of somebody: written down by itself, with no edge that leads back to them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from kg.graph.full_text import lucene
from kg.graph.scoped_graph import Turn
from kg.knowledge.facts import SESSION
from kg.language.keywords import keywords, lucene_escape
from kg.language.sentences import sentences

KINDS = ("core", "working", "longterm", "procedure", "learning", "reflection", "diary", "journal", "episode")
"""Kinds of kept things that may repeat what was said."""
# What is told from events is told anew from those that are left.
_QUOTING = frozenset({"diary", "episode"})
_MOST = 10_000
_REPEATED = 2
_NUMBER = re.compile(r"\d")


@dataclass(frozen=True)
class Echoes:
    """What repeats words of which nobody says any more.

    Attributes:
        kept: ids of kept things, each with its kind.
        events: ids of what was stated by hand in nobody's name, and of what the agent said again.
    """

    kept: dict[str, str] = field(default_factory=dict)
    events: tuple[str, ...] = ()


@dataclass(frozen=True)
class Words:
    """Words of texts that are gone.

    Attributes:
        all: those that mean something, case folded.
        telling: of these numbers and names: one of them is enough to know whose words they are.
    """

    all: frozenset[str]
    telling: frozenset[str]

    @classmethod
    def of(cls, texts: Iterable[str]) -> Words:
        """The words of these texts."""
        found: set[str] = set()
        telling: set[str] = set()
        for text in texts:
            words = set(keywords(text))
            found |= words
            telling |= {word for word in words if _NUMBER.search(word)} | _capital(text)
        return cls(frozenset(found | telling), frozenset(telling))

    def repeated(self, text: str, said: Collection[str] = ()) -> bool:
        """Whether a text repeats them: a telling word, or two; words that others say still are nobody's."""
        common = (set(keywords(text)) & self.all) - set(said)
        return len(common) >= _REPEATED or not common.isdisjoint(self.telling)


def _capital(text: str) -> set[str]:
    """Words within sentences that begin with a capital."""
    found: set[str] = set()
    for start, end in sentences(text):
        for word in text[start:end].split()[1:]:
            if word[:1].isupper() and not word.startswith(("I'", "I’")):
                found |= set(keywords(word))
    return found


def echoes(turn: Turn, words: Words, *, sessions: Sequence[str], named: Collection[str] = ()) -> Echoes:
    """What repeats words of which nobody says any more.

    Args:
        turn: the transaction in which events were erased.
        words: theirs.
        sessions: where the agent's own words are looked at too.
        named: names that nothing may tell, whoever says them still.
    """
    found = turn.run(
        "erasure/unlinked_text",
        kinds=list(KINDS),
        stated=SESSION,
        sessions=list(sessions),
        linked=bool(named),
        limit=_MOST,
    )
    suspects = [row for row in found if not row["linked"] and words.repeated(row["text"])]
    doubtful = {word for row in suspects for word in set(keywords(row["text"])) & words.all}
    said = still_said(turn, doubtful, [row["id"] for row in suspects if row["kind"] == "event"])
    repeating = [
        row
        for row in found
        if (not row["linked"] and words.repeated(row["text"], said))
        or (not (row["linked"] and row["kind"] in _QUOTING) and naming(row["text"], named))
    ]
    return Echoes(
        {row["id"]: row["kind"] for row in repeating if row["kind"] != "event"},
        tuple(sorted(row["id"] for row in repeating if row["kind"] == "event")),
    )


def still_said(turn: Turn, words: Collection[str], besides: Sequence[str] = ()) -> set[str]:
    """Which of these words are still said in some event, beside those."""
    filters: dict[str, list[object]] = {"scope": [turn.scope], "kind": ["event", "passage"]}
    asked = [{"word": word, "query": lucene([lucene_escape(word)], filters)} for word in sorted(words)]
    return (
        {row["word"] for row in turn.run("erasure/words_still_used", rows=asked, ids=list(besides))} if asked else set()
    )


def naming(text: str, named: Collection[str]) -> bool:
    """Whether a text has one of these names in it, as whole words; case does not count."""
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) for name in named if name)


def take_back_asides(turn: Turn, words: Words, named: Collection[str] = ()) -> None:
    """Take back the words of reasons and remarks that repeat what nobody says any more."""
    rows = list(turn.run("erasure/reasons_given"))
    doubtful = {word for row in rows for word in set(keywords(row["text"])) & words.all}
    said = still_said(turn, doubtful)
    found: dict[str, list[object]] = {kind: [] for kind in ("mark", "trust", "audit", "tie", "fact")}
    for row in rows:
        if words.repeated(row["text"], said) or naming(row["text"], named):
            found[row["kind"]].append([row["id"], row["other"]] if row["kind"] == "tie" else row["id"])
    if any(found.values()):
        turn.run(
            "erasure/erase_reasons", marks=found["mark"], trusts=found["trust"], audits=found["audit"],
            ties=found["tie"], facts=found["fact"],
        )  # fmt: skip
