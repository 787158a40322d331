"""Which entity a name means: a pure decision over candidates, in steps from equality to likeness, each with its confidence.

Equality of folded names 1.0; a short form of a given name without conflict of surnames .9; fuzzy ratio .85; likeness of
vectors .75; context .80. From .85 on a name is taken to be the entity; between .70 and .85 the two are only linked
(SAME_AS, proposed). What is told apart by a given name, a number or a surname is never made one.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rapidfuzz import fuzz

from kg.language.name_keys import forms, known_given

ACCEPTED, TENTATIVE = 0.85, 0.70
_FUZZY = {"person": 0.85, "org": 0.80, "place": 0.90}
_FUZZY_OTHER = 0.75
_COSINE = 0.80
_RECENT = dt.timedelta(days=7)
_LONG_AGO = dt.timedelta(days=90)
# Shorter words differ by a letter and mean other things.
_SHORTEST = 5
# With fewer letters too many names begin.
_BEGINNING = 3
_NUMBERS = re.compile(r"\d\w*")
# What recognisers confuse with each other, and nobody minds: one name of these kinds is one thing.
_THINGS = frozenset({"org", "project", "tool", "product", "event", "concept", "other"})


@dataclass(frozen=True)
class Wanted:
    """A name that is looked for.

    Attributes:
        key: folded.
        type: what it is taken for.
        strong: whether that is certain, as of what somebody lives in; a recogniser's guess is not.
        at: when it was said.
        sessions: where.
        near: ids of what is spoken of beside it.
    """

    key: str
    type: str
    strong: bool = False
    at: dt.datetime | None = None
    sessions: frozenset[str] = frozenset()
    near: frozenset[str] = frozenset()


@dataclass
class Known:
    """An entity that may be meant.

    Attributes:
        id: its id.
        name: what it is called.
        type: its type.
        strong: whether its type is certain.
        keys: its folded names, as far as they were looked at.
        mentions: how many events name it.
        seen: when it was last spoken of.
        sessions: of which sessions it is, by having spoken there or by having been named there last.
        neighbours: ids of what it has relations to, as far as they were looked at.
        cosine: of its vector and the name's; None where it was not compared.
        speaks: whether it is somebody with an account.
    """

    id: str
    name: str
    type: str
    strong: bool = False
    keys: frozenset[str] = frozenset()
    mentions: int = 0
    seen: dt.datetime | None = None
    sessions: frozenset[str] = frozenset()
    neighbours: frozenset[str] = frozenset()
    cosine: float | None = None
    speaks: bool = False


@dataclass(frozen=True)
class Meant:
    """What was decided about a name.

    Attributes:
        entity: the entity that is meant, or that it may be (see `tentative`); None where it is new.
        confidence: 0 to 1.
        how: name, given, fuzzy, vector, context or new.
        tentative: whether a new entity is made and only linked.
        homonym: whether another thing of the same name is there, so that a new one needs an id of its own.
    """

    entity: Known | None
    confidence: float
    how: str
    tentative: bool = False
    homonym: bool = field(default=False)


def compatible(one: str, other: str) -> bool:
    """Whether two types may be of one thing."""
    return one == other or (one in _THINGS and other in _THINGS)


def meant(wanted: Wanted, known: Sequence[Known]) -> Meant:
    """The entity that a name means."""
    equal = [each for each in known if wanted.key in each.keys]
    same = _equal(wanted, equal)
    if same is not None:
        return Meant(same, 1.0, "name")
    rivals = [each for each in known if each not in equal and compatible(wanted.type, each.type)]
    fresh = [each for each in rivals if _fresh(wanted, each)]
    likely = [(score, how, each) for each in fresh for score, how in [likeness(wanted, each)] if score >= TENTATIVE]
    likely.sort(key=lambda one: (-one[0], -one[2].mentions, one[2].id))
    if likely:
        score, how, best = likely[0]
        # A first name alone that fits two is neither.
        torn = wanted.type == "person" and how == "given" and sum(one[1] == "given" for one in likely) > 1
        if not torn:
            return Meant(best, score, how, tentative=score < ACCEPTED, homonym=bool(equal))
    return Meant(None, 0.0, "new", homonym=bool(equal))


def _equal(wanted: Wanted, equal: Sequence[Known]) -> Known | None:
    """Of the entities of just this name, the one that is meant; None where it is another thing of that name."""
    typed = [each for each in equal if each.type == wanted.type]
    loose = [each for each in equal if compatible(wanted.type, each.type)]
    # A guess never makes a second thing of a name, and a thing that was only guessed at takes the type that is certain.
    others = [each for each in equal if not wanted.strong or not each.strong]
    for fitting in (typed, loose, others):
        if fitting:
            return max(
                fitting, key=lambda each: (bool(wanted.sessions & each.sessions), each.speaks, each.mentions, each.id)
            )
    return None


def _fresh(wanted: Wanted, known: Known) -> bool:
    return wanted.at is None or known.seen is None or wanted.at - known.seen <= _LONG_AGO


def likeness(wanted: Wanted, known: Known) -> tuple[float, str]:
    """How sure it is that a name means an entity of another spelling, and by what."""
    person = wanted.type == "person"
    if person and any(_another(wanted.key, key) for key in known.keys):
        return 0.0, "new"
    if person and _calls_here(wanted, known):
        return 0.9, "given"
    scores = [(0.0, "new")]
    apart = True
    for key in sorted(known.keys):
        if conflict(wanted.key, key) if person else numbers(wanted.key) != numbers(key):
            continue
        apart = False
        if person and _short_form(wanted.key, key):
            scores.append((0.9, "given"))
        elif _spelt_alike(wanted, key):
            scores.append((0.85, "fuzzy"))
    if apart:
        return 0.0, "new"
    if known.cosine is not None and known.cosine >= _COSINE:
        scores.append((0.75, "vector"))
    if context(wanted, known) >= TENTATIVE and any(set(wanted.key.split()) & set(key.split()) for key in known.keys):
        scores.append((0.80, "context"))
    return max(scores)


def _calls_here(wanted: Wanted, known: Known) -> bool:
    """Whether a name is the beginning of the name of somebody who speaks in the same session: Caro, where Caroline talks."""
    here = known.speaks and bool(wanted.sessions & known.sessions)
    begins = len(wanted.key) >= _BEGINNING and any(key.startswith(wanted.key) for key in known.keys)
    return here and begins and " " not in wanted.key


def context(wanted: Wanted, known: Known) -> float:
    """How well an entity fits where a name stands: same session .3, each shared neighbour .2, seen in the last 7 days .2."""
    recent = wanted.at is not None and known.seen is not None and abs(wanted.at - known.seen) <= _RECENT
    return 0.3 * bool(wanted.sessions & known.sessions) + 0.2 * len(wanted.near & known.neighbours) + 0.2 * recent


def numbers(key: str) -> list[str]:
    """The numbers in a name, with what hangs on them (4o, 2nd): names with different ones are of different things."""
    return _NUMBERS.findall(key)


def _another(one: str, other: str) -> bool:
    """Whether two names with surnames are of two people: no other name of theirs, as a first name alone, makes them one."""
    return " " in one and " " in other and conflict(one, other)


def conflict(one: str, other: str) -> bool:
    """Whether two folded names of persons cannot be of one: other surnames, or other given names."""
    a, b = one.split(), other.split()
    if numbers(one) != numbers(other):
        return True
    if len(a) > 1 and len(b) > 1 and a[-1] != b[-1] and not _typo(a[-1], b[-1]):
        return True
    return not _same_given(a[0], b[0])


def _same_given(one: str, other: str) -> bool:
    if one == other or other in forms(one):
        return True
    initial = min(one, other, key=len).rstrip(".")
    if len(initial) == 1:
        return max(one, other, key=len).startswith(initial)
    # Two names that are both known are two names, be they ever so alike: Anna and Hanna.
    return not (known_given(one) and known_given(other)) and _typo(one, other)


def _typo(one: str, other: str) -> bool:
    return min(len(one), len(other)) >= _SHORTEST and one[0] == other[0] and fuzz.ratio(one, other) >= 85


def _short_form(one: str, other: str) -> bool:
    """Whether one is a given name alone, or a form of it, beside the other; or both have one surname and forms of one name."""
    a, b = one.split(), other.split()
    related = a[0] == b[0] or b[0] in forms(a[0])
    if len(a) > 1 and len(b) > 1:
        return related and a[-1] == b[-1]
    return related and (len(a) == 1 or len(b) == 1)


def _spelt_alike(wanted: Wanted, key: str) -> bool:
    least = _FUZZY.get(wanted.type, _FUZZY_OTHER) * 100
    # A part of a name or of a word is no misspelling of it.
    words, others = wanted.key.split(), key.split()
    part = set(words) < set(others) or set(others) < set(words) or wanted.key in key or key in wanted.key
    if part or min(len(wanted.key), len(key)) < _SHORTEST or wanted.key[0] != key[0]:
        return False
    # Of names of as many words each word is misspelt by itself: the Bank of England is not that of Ireland.
    pairs = list(zip(words, others, strict=True)) if len(words) == len(others) else []
    return all(fuzz.ratio(*pair) >= least for pair in [(wanted.key, key), *pairs])


def words_of(keys: Iterable[str], *, person: bool) -> tuple[str, ...]:
    """The words by which candidates for these names are looked for: theirs and, of persons, other forms of the first."""
    found: dict[str, None] = {}
    for key in keys:
        parts = key.split()
        found |= dict.fromkeys(parts)
        if person and parts:
            found |= dict.fromkeys(sorted(forms(parts[0])))
    return tuple(found)
