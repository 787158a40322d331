"""Entities and persons when events that named them are gone: what nothing holds goes, the rest is told from what is left."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from kg.graph import Graph
from kg.graph.full_text import memory_terms
from kg.graph.scoped_graph import Turn
from kg.knowledge import Vectors
from kg.knowledge.batch_names import LABELS, TYPES, better, text_read
from kg.knowledge.extracted_events import widest
from kg.knowledge.fact_merging import worded
from kg.language.name_keys import name_key, skeleton

_SHARED = "shared"


@dataclass(frozen=True)
class Brought:
    """What events that went had brought to an entity.

    Attributes:
        forms: what it was called in them.
        types: what they took it for, a vote each.
        sure: whether one of them was certain of that.
    """

    forms: frozenset[str] = frozenset()
    types: Counter[str] = field(default_factory=Counter)
    sure: bool = False


@dataclass
class Struck:
    """What went with entities and persons.

    Attributes:
        removed: kind → count.
        left: id of each that others still hold → its kind.
        gone: ids of those that went.
        kept: ids of kept things that rested on them or were about them.
    """

    removed: Counter[str] = field(default_factory=Counter)
    left: dict[str, str] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    kept: set[str] = field(default_factory=set)


def retell(
    turn: Turn,
    brought: Mapping[str, Brought],
    born: Collection[Any] | None,
    *,
    vectors: Vectors,
    now: dt.datetime,
) -> Struck:
    """Tell entities and persons anew from the events that are left; those that nothing holds any more go.

    Args:
        turn: the transaction in which events were erased.
        brought: id of each → what these events had brought to it.
        born: when these events were written: who was made by one of them goes with the last of theirs. None: whoever has an
            account stays as they are.
        vectors: makes those of new names.
        now: the present moment.
    """
    done = Struck()
    rows = list(turn.run("erasure/remaining_entities", ids=sorted(brought)))
    gone = [row["entity"]["id"] for row in rows if _free(row, born)]
    if gone:
        done.removed, done.kept = strike(turn, gone)
    told = [_Left(row, brought[row["entity"]["id"]], born) for row in rows if row["entity"]["id"] not in set(gone)]
    done.gone = set(gone)
    done.left = {each.id: "person" if each.accounts else each.kind for each in told}
    changed = sorted((each for each in told if each.properties()), key=lambda each: each.id)
    turn.run(
        "erasure/rename_entities",
        gone=[{"entity": each.id, "key": key} for each in told for key in sorted(each.lost)],
        told=[{"entity": each.id, "key": key, "audiences": heard} for each in told for key, heard in each.narrowed()],
        labels=[row for each in told if (row := each.label())],
        audits=[row for each in told for row in each.audits()],
    )
    rewritten = [
        {"id": each.id, "properties": each.properties(), "vector": vectors.fact(each.name)[0] if each.renamed else None}
        for each in changed
    ]
    if rewritten:
        turn.run("erasure/update_nodes", rows=rewritten, now=now)
    if renamed := [each.id for each in told if each.renamed]:
        _reword(turn, renamed, vectors, now)
    return done


def _reword(turn: Turn, ids: Sequence[str], vectors: Vectors, now: dt.datetime) -> None:
    """Tell facts by the names that their ends have now."""
    rows = []
    for row in turn.run("erasure/facts_naming_entities", ids=list(ids)):
        text = worded(row["predicate"], row["subject"] or "", row["object"] or "", polarity=row["polarity"])
        if text != row["text"]:
            vector, states = vectors.fact(text)
            told = {"text": text, "name": text, "object_text": row["object"], "states": states}
            rows.append({"id": row["id"], "properties": told, "vector": vector})
    if rows:
        turn.run("erasure/update_nodes", rows=sorted(rows, key=lambda each: each["id"]), now=now)


def strike(turn: Graph, ids: Sequence[str]) -> tuple[Counter[str], set[str]]:
    """Erase entities and persons with all that hangs from them; returns what went, and the ids of what rested on them."""
    [row] = turn.run("erasure/erase_entities", ids=sorted(ids))
    removed = Counter(row["kinds"])
    removed.update({"identity": row["identities"], "note": row["notes"], "mark": row["marks"]})
    return +removed, set(row["kept"])


def _free(row: Mapping[str, Any], born: Collection[Any] | None) -> bool:
    """Whether nothing holds an entity any more. An account that somebody introduced is held by their word."""
    if row["count"] or row["said"] or row["facts"] or row["held"] or len(row["accounts"]) > 1:
        return False
    return bool(not row["accounts"] or (born is not None and row["entity"]["created_at"] in born))


class _Left:
    """An entity by what is left of it. Only what the events that went may have brought is looked at again."""

    def __init__(self, row: Mapping[str, Any], brought: Brought, born: Collection[Any] | None) -> None:
        self.stored: Mapping[str, Any] = row["entity"]
        self.id: str = self.stored["id"]
        self.accounts: Sequence[str] = row["accounts"]
        self._row = row
        self._born = born
        self._tomb = "Tombstone" in row["labels"]
        self.heard: dict[str, set[str]] = {}
        self.spelled: dict[str, str] = {}
        for form, audience in [*row["forms"], *([each, _SHARED] for each in row["voices"] if each)]:
            key = name_key(form)
            self.heard.setdefault(key, set()).add(audience)
            self.spelled[key] = better(self.spelled.get(key, form), form)
        keys = {key: heard for key, _, heard, _ in row["keys"]}
        self._brought = brought
        risk = {name_key(form) for form in brought.forms}
        # What was written before forms were kept tells of no name that it is gone.
        self._as_they_are = born is None and bool(self.accounts)
        self.lost = (
            set()
            if row["untold"] or self._as_they_are
            else {key for key in keys if key in risk and key not in self.heard}
        )
        self._risk = risk
        self._keys = keys
        self.name = self._named()
        if name_key(self.name) in self.lost:
            self.lost.discard(name_key(self.name))
        self.type, self.strong = self._taken_for()
        self.kind = "person" if self.type == "person" else "entity"

    @property
    def renamed(self) -> bool:
        """Whether it has another name now."""
        return self.name != str(self.stored["name"])

    def _named(self) -> str:
        before = str(self.stored["name"])
        own = name_key(before)
        if self.stored.get("fixed") or own not in self._risk or self._row["untold"] or self._as_they_are:
            return before
        if own in self.heard:
            return self.spelled[own] if self._may_be(own) else before
        others = sorted(self.heard, key=lambda key: (-len(key.split()), key))
        if others:
            return self.spelled[others[0]]
        return self.accounts[0].partition(":")[2] if self.accounts else before

    def _may_be(self, key: str) -> bool:
        return name_key(self.spelled[key]) == key

    def _taken_for(self) -> tuple[str, bool]:
        """Its type, and whether that is certain: only what is gone can have made it what it is."""
        kind, strong = self.stored.get("type") or "other", bool(self.stored.get("strong"))
        if self.accounts or self._row["untold"] or self._tomb or self.stored.get("fixed"):
            return kind, strong
        sure = [(at, each.removesuffix("!")) for each, at in self._row["ends"] if each.endswith("!")]
        if strong and (sure or not self._brought.sure):
            certain = {each for _, each in sure}
            return (kind, True) if not sure or kind in certain else (min(sure)[1], True)
        if self.votes:
            return min(self.votes, key=lambda each: (-self.votes[each], TYPES.index(each))), False
        ends = [(at, each) for each, at in self._row["ends"]]
        return (min(ends)[1] if ends else kind), False

    @cached_property
    def votes(self) -> Counter[str]:
        """How many events take it for which type."""
        stored = (each.partition(":") for each in self.stored.get("votes") or ())
        return +(Counter({kind: int(count) for kind, _, count in stored}) - self._brought.types)

    def narrowed(self) -> list[tuple[str, list[str] | None]]:
        """Of the names that everybody, or some, might know by what is gone: who may know them now."""
        if self._row["untold"]:
            return []
        found: list[tuple[str, list[str] | None]] = []
        for key, before in self._keys.items():
            if key in self._risk and key in self.heard and key not in self.lost and before is not None:
                heard = None if _SHARED in self.heard[key] else sorted(self.heard[key])
                if heard != before:
                    found.append((key, heard))
        return found

    def _aliases(self) -> list[str]:
        own, found = name_key(self.name), {}
        among = {key: set(heard) for key, heard in {**self._keys, **dict(self.narrowed())}.items() if heard is not None}
        mine = among.get(own, {_SHARED})
        for each in self.stored.get("aliases") or ():
            key = name_key(each)
            heard = among.get(key, {_SHARED})
            if key != own and key not in self.lost and (_SHARED in heard or mine <= heard):
                found[key] = self.spelled.get(key, each) if key in self._risk else each
        return [each for _, each in sorted(found.items())]

    def label(self) -> dict[str, Any] | None:
        """What it is called in the graph now, where it is taken for something else."""
        if self.accounts or self._tomb or self.type == self.stored.get("type"):
            return None
        mine = LABELS[self.type]
        return {"id": self.id, "label": mine, "other_labels": sorted(set(LABELS.values()) - {mine})}

    def _audience(self) -> str:
        before, held = str(self.stored.get("audience") or _SHARED), set(self._row["audiences"])
        if self.accounts or not held or (before in held and before != _SHARED and _SHARED not in held):
            return before
        return widest(held)

    def properties(self) -> dict[str, Any]:
        """What is another than before."""
        row, stored = self._row, self.stored
        if self._as_they_are:
            return {} if row["count"] == stored["mention_count"] else {"mention_count": row["count"]}
        aliases, audience = self._aliases(), self._audience()
        description = stored.get("description") or ""
        told: dict[str, Any] = {
            "name": self.name,
            "mention_count": row["count"],
            "first_seen": row["first"] or stored.get("first_seen"),
            "last_seen": row["last"] or stored.get("last_seen"),
        }
        if self.renamed or aliases != list(stored.get("aliases") or ()):
            told |= {"aliases": aliases, "text": text_read(self.name, aliases, description)}
        if self.renamed and stored.get("skeleton") is not None:
            told["skeleton"] = skeleton(self.name)
        if not row["untold"] and not self._tomb:
            told |= {"type": self.type, "strong": self.strong, "kind": self.kind}
            if stored.get("votes") is not None:
                told["votes"] = [f"{kind}:{count}" for kind, count in sorted(self.votes.items())]
        if row["newest"] is not None and stored.get("named_at") is not None:
            told |= {"named_at": row["newest"]["at"], "last_session": row["newest"]["session"]}
        elif stored.get("named_at") is not None:
            told |= {"named_at": None, "last_session": None}
        if audience != stored.get("audience"):
            told["audience"] = audience
        if not self._tomb and ("audience" in told or told.get("kind", stored["kind"]) != stored["kind"]):
            told["terms"] = memory_terms(str(stored["scope"]), told.get("kind", stored["kind"]), {"audience": audience})
        if self.accounts and self._born and stored.get("created_at") in self._born and row["born"] is not None:
            told["created_at"] = row["born"]
        if self.accounts and stored.get("embedding") and not row["count"] and not row["facts"]:
            # Nobody names them, and nothing is known of them: there is nothing yet to find them by.
            told["embedding"] = None
        return {key: value for key, value in told.items() if value != stored.get(key)}

    def audits(self) -> list[dict[str, Any]]:
        """Records of merges and renames of it that tell names which are gone: a merge that is undone brings none of them back."""
        found = []
        for audit in self._row["audits"]:
            if audit["what"] == "rename" and name_key(audit["reason"] or "") in self.lost:
                found.append({"id": audit["id"], "properties": {"reason": ""}})
            elif audit["what"] == "merge" and audit["keep"] == self.id:
                aliases = [each for each in audit["aliases"] or () if name_key(each) not in self.lost]
                text = text_read(self.name, aliases, self.stored.get("description") or "")
                if aliases != list(audit["aliases"] or ()) or (self.renamed and text != audit["text"]):
                    found.append({"id": audit["id"], "properties": {"aliases": aliases, "text": text}})
        return found
