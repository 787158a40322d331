"""What the graph knows beside what was said: facts that fit a question, and the entities that it names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kg.knowledge.entity_lookup import entity_record
from kg.language.keywords import STOP_WORDS
from kg.language.name_keys import name_key
from kg.types import Entity, Hit

# Words of a name at most, and of a question that are looked through.
_LONGEST, _READ = 4, 64
_WORD = re.compile(r"[^\s,;:!?()\[\]{}\"]+")
# A fact whose sentence is less like the question is about something else. Among facts of the right subject the wrong ones
# lie around .35, the right ones around .6.
_FITS = 0.45
# What is so much less like the question than the best fact is beside the point.
_BEHIND = 0.12
# Such a likeness is an answer: the question put as a statement.
_ANSWERS = 0.7
# Facts are short and sure of themselves: so many of a result at most, that what was said is not crowded out.
_SHARE = 3


@dataclass(frozen=True)
class KnownFact:
    """A fact that may answer.

    Attributes:
        id: the fact.
        text: the sentence.
        subject: id of whom it is about.
        object: id of the other end; None where that is a value.
        predicate: as lives_in.
        strength: how often it was said.
        at: when it was last said, microseconds since 1970.
        valid_from: since when, as ISO text.
        valid_to: until when, as ISO text.
        cosine: to the question; None without vectors.
        by_words: whether full text found it.
        said_by: what who said it last is called; None where nobody did.
        tier: how far they were trusted then; None where no trust is kept.
        status: current, or claimed or contested where it is only claimed.
        audience: who may know.
        sources: events that say so, newest first.
        replaced: events that say what it superseded.
    """

    id: str
    text: str
    subject: str
    object: str | None
    predicate: str
    strength: float
    at: int
    valid_from: str | None
    valid_to: str | None
    cosine: float | None
    by_words: bool
    said_by: str | None
    tier: str | None
    status: str
    audience: str
    sources: tuple[str, ...]
    replaced: tuple[str, ...]

    @property
    def claimed(self) -> bool:
        """Whether it is somebody's word only, and not known."""
        return self.status in {"claimed", "contested"}

    @property
    def dated(self) -> str:
        """The sentence with its time, where that is known."""
        since = f" since {self.valid_from[:10]}" if self.valid_from else ""
        until = f" until {self.valid_to[:10]}" if self.valid_to else ""
        return f"{self.text[:-1]} ({(since + until).strip()})." if since or until else self.text


@dataclass(frozen=True)
class Known:
    """What one trip found beside the candidates.

    Attributes:
        facts: that fit the question, or are about whom it names; unordered.
        entities: that it names, longest name first, and whom it is about without naming them.
        model: name and dimension of the model that the scope's vectors are of; None where nothing was logged.
        renewing: whether vectors are being put in the place of another model's just now.
    """

    facts: tuple[KnownFact, ...] = ()
    entities: tuple[Entity, ...] = ()
    model: tuple[str, int] | None = None
    renewing: bool = False


def keys_in(text: str) -> list[str]:
    """The folded words and runs of words of a text that may name an entity, longest first; words such as "will" are none."""
    words = _WORD.findall(text)[:_READ]
    found: dict[str, None] = {}
    for length in range(min(_LONGEST, len(words)), 0, -1):
        for start in range(len(words) - length + 1):
            run = words[start : start + length]
            key = name_key(" ".join(run))
            if len(key) > 1 and not (length == 1 and key in STOP_WORDS):
                found.setdefault(key)
    return list(found)


def read_known(row: Mapping[str, Any]) -> Known:
    """What `retrieval/candidates` returns of facts and entities."""
    facts = [
        KnownFact(
            **{name: each[name] for name in KnownFact.__dataclass_fields__ if name not in {"sources", "replaced"}},
            sources=tuple(each["sources"]),
            replaced=tuple(each["replaced"]),
        )
        for each in row["facts"]
    ]
    # Who may read both is told once what was also said in private.
    once = {(fact.text, fact.claimed): fact for fact in sorted(facts, key=lambda fact: fact.audience == "shared")}
    name, dimension, coming = row["model"] or (None, 0, None)
    return Known(
        tuple(once.values()),
        tuple(_named(row["entities"])),
        None if name is None else (name, dimension),
        renewing=name is not None and name == coming,
    )


def _named(rows: Sequence[Mapping[str, Any]]) -> list[Entity]:
    """The entities of the longest names; a word within a longer name that was found names nothing by itself."""
    taken: list[str] = []
    found: dict[str, Entity] = {}
    for each in sorted(rows, key=lambda one: (-len(one["key"] or ""), -(one["mention_count"] or 0), one["id"])):
        key = each["key"]
        if key is not None and any(key != longer and f" {key} " in f" {longer} " for longer in taken):
            continue
        if key is not None:
            taken.append(key)
        found.setdefault(each["id"], entity_record(each))
    return list(found.values())


def fitting(known: Known) -> list[KnownFact]:
    """The facts that fit the question, best first: by likeness, and without vectors by the words that they share.

    What is only claimed is no answer.
    """
    facts = [fact for fact in known.facts if not fact.claimed]
    least = max([_FITS, *(fact.cosine - _BEHIND for fact in facts if fact.cosine is not None)])
    fits = [fact for fact in facts if (fact.cosine is None and fact.by_words) or (fact.cosine or 0) >= least]
    return sorted(fits, key=lambda fact: (-(fact.cosine or 0), -fact.strength, -fact.at, fact.id))


def telling(known: Known, most: int = 40) -> list[KnownFact]:
    """The facts that an agent should read: those that fit the question, then what else is known of whom it names, then claims."""
    first = fitting(known)
    about = {entity.id for entity in known.entities}
    rest = [fact for fact in known.facts if fact not in first and ({fact.subject, fact.object} & about)]
    disputed = [fact for fact in known.facts if fact.status == "contested" and fact not in rest]
    rest += disputed
    rest.sort(key=lambda fact: (fact.claimed, -(fact.cosine or 0), -fact.strength, -fact.at, fact.id))
    return [*first, *rest][:most]


def with_facts(hits: Sequence[Hit], known: Known, limit: int) -> list[Hit]:
    """Hits with the facts that fit: each before the first of the events that say it, or that say what it superseded.

    A fact that is the question put as a statement goes before all. So what is current stands before what it replaced, and an
    answer before the long message that it was drawn from. The order of the events stays what it was.

    Args:
        hits: events, best first.
        known: of the same trip.
        limit: how many hits are wanted.
    """
    order = {hit.id: place for place, hit in enumerate(hits)}
    placed: list[tuple[int, int, Hit]] = []
    for rank, fact in enumerate(fitting(known)):
        places = [order[event] for event in (*fact.sources, *fact.replaced) if event in order]
        if places and min(places) < limit and len(placed) < max(1, limit // _SHARE):
            place = 0 if (fact.cosine or 0) >= _ANSWERS else min(places)
            beside = hits[place]
            hit = replace(
                beside, id=fact.id, kind="fact", text=fact.dated, sources=fact.sources, speaker=None, speaker_name=None
            )
            placed.append((place, rank, hit))
    merged = list(hits)
    for place, _, hit in sorted(placed, key=lambda each: (-each[0], -each[1])):
        merged.insert(place, hit)
    return merged[:limit]
