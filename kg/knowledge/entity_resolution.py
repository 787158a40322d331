"""Decide which entity a name means: a pure function over candidates, from equality to similarity.

Confidence: equal folded names 1.0; a short form of a given name without conflicting surnames 0.9; fuzzy ratio 0.85;
context 0.80; vector similarity 0.75. From 0.85 the name is resolved to the entity; between 0.70 and 0.85 a new entity is
only linked to it (SAME_AS, proposed). Names that differ by a given name, a number or a surname are never merged.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rapidfuzz import fuzz

from kg.language import is_given_name, nickname_forms

ACCEPT_THRESHOLD, LINK_THRESHOLD = 0.85, 0.70
_FUZZY_RATIO = {"person": 0.85, "org": 0.80, "place": 0.90}
_DEFAULT_FUZZY_RATIO = 0.75
_MIN_COSINE = 0.80
_RECENT_WINDOW = dt.timedelta(days=7)
_MAX_ABSENCE = dt.timedelta(days=90)
# Shorter words that differ by a letter mean different things.
_MIN_FUZZY_CHARS = 5
# Too many names share a shorter prefix.
_MIN_PREFIX_CHARS = 3
_NUMBERS = re.compile(r"\d\w*")
# Types that recognisers confuse: one name with any of these types is one entity.
_CONFUSABLE_TYPES = frozenset({"org", "project", "tool", "product", "event", "concept", "other"})


@dataclass(frozen=True)
class NameQuery:
    """A name to resolve.

    Attributes:
        key: folded name.
        type: entity type that it is taken for.
        type_is_certain: whether the type is certain, such as the object of `lives_in`, rather than a recogniser's guess.
        at: when it was mentioned.
        sessions: sessions in which it was mentioned.
        nearby_entities: ids of entities mentioned along with it.
    """

    key: str
    type: str
    type_is_certain: bool = False
    at: dt.datetime | None = None
    sessions: frozenset[str] = frozenset()
    nearby_entities: frozenset[str] = frozenset()


@dataclass
class EntityCandidate:
    """An entity that a name may mean.

    Attributes:
        id: its id.
        name: its display name.
        type: its type.
        type_is_certain: whether its type is certain.
        keys: its folded names, as far as they were read.
        mention_count: how many events mention it.
        last_seen: when it was last mentioned.
        sessions: sessions in which it spoke, or was mentioned last.
        neighbours: ids of related entities, as far as they were read.
        cosine: similarity of its vector and that of the name; None where it was not compared.
        has_account: whether it is a person with an account.
    """

    id: str
    name: str
    type: str
    type_is_certain: bool = False
    keys: frozenset[str] = frozenset()
    mention_count: int = 0
    last_seen: dt.datetime | None = None
    sessions: frozenset[str] = frozenset()
    neighbours: frozenset[str] = frozenset()
    cosine: float | None = None
    has_account: bool = False


@dataclass(frozen=True)
class EntityResolution:
    """The decision about a name.

    Attributes:
        entity: the entity that it means, or may mean (see `is_tentative`); None for a new entity.
        confidence: 0 to 1.
        method: name, given, fuzzy, vector, context, open or new. With open, the name fits several persons about equally.
        is_tentative: whether a new entity is created and only linked to `entity`.
        has_homonym: whether another entity has this name, so that a new one needs a distinct id.
    """

    entity: EntityCandidate | None
    confidence: float
    method: str
    is_tentative: bool = False
    has_homonym: bool = field(default=False)


def are_types_compatible(one: str, other: str) -> bool:
    """Whether one entity may have both types."""
    return one == other or (one in _CONFUSABLE_TYPES and other in _CONFUSABLE_TYPES)


def resolve_name(query: NameQuery, candidates: Sequence[EntityCandidate]) -> EntityResolution:
    """Return the entity that a name means."""
    equal = [candidate for candidate in candidates if query.key in candidate.keys]
    match = _choose_equal_name(query, equal)
    if isinstance(match, list):
        return EntityResolution(None, 0.0, "open")
    if match is not None:
        return EntityResolution(match, 1.0, "name")
    # A recogniser may take the first name of a speaker for a place: "at Orrin's".
    participants = [] if equal or query.type_is_certain else _find_first_name(query, candidates)
    if len(participants) == 1 and query.type != "person":
        return EntityResolution(participants[0], 0.9, "given")
    others = [
        candidate
        for candidate in candidates
        if candidate not in equal and are_types_compatible(query.type, candidate.type)
    ]
    recent = [candidate for candidate in others if _is_recent(query, candidate)]
    matches = [
        (score, method, candidate)
        for candidate in recent
        for score, method in [score_similarity(query, candidate)]
        if score >= LINK_THRESHOLD
    ]
    matches.sort(key=lambda entry: (-entry[0], -entry[2].mention_count, entry[2].id))
    if matches:
        score, method, best = matches[0]
        # A first name that fits two people is resolved to neither.
        is_ambiguous = (
            query.type == "person" and method == "given" and sum(entry[1] == "given" for entry in matches) > 1
        )
        if not is_ambiguous:
            return EntityResolution(best, score, method, is_tentative=score < ACCEPT_THRESHOLD, has_homonym=bool(equal))
    return EntityResolution(None, 0.0, "new", has_homonym=bool(equal))


def _choose_equal_name(
    query: NameQuery, equal: Sequence[EntityCandidate]
) -> EntityCandidate | list[EntityCandidate] | None:
    """Choose among entities of exactly this name.

    Returns:
        The entity; several persons if they fit about equally; None where the name means a further entity.
    """
    same_type = [candidate for candidate in equal if candidate.type == query.type]
    compatible = [candidate for candidate in equal if are_types_compatible(query.type, candidate.type)]
    # A guessed type never creates a second entity; an entity of guessed type adopts a certain one.
    uncertain = [candidate for candidate in equal if not query.type_is_certain or not candidate.type_is_certain]
    for group in (same_type, compatible, uncertain):
        if group:
            best = max(_nearness(query, candidate) for candidate in group)
            nearest = [candidate for candidate in group if _nearness(query, candidate) == best]
            persons = [candidate for candidate in nearest if candidate.has_account]
            if len(persons) > 1:
                return persons
            return max(nearest, key=lambda candidate: (candidate.has_account, candidate.mention_count, candidate.id))
    return None


def _nearness(query: NameQuery, candidate: EntityCandidate) -> tuple[bool, bool, bool]:
    """Return the sort key of a namesake: a speaker means themselves, then whom they are related with, then who is present."""
    return (
        candidate.id in query.nearby_entities,
        bool(query.nearby_entities & candidate.neighbours),
        bool(query.sessions & candidate.sessions),
    )


def _is_recent(query: NameQuery, candidate: EntityCandidate) -> bool:
    return query.at is None or candidate.last_seen is None or query.at - candidate.last_seen <= _MAX_ABSENCE


def score_similarity(query: NameQuery, candidate: EntityCandidate) -> tuple[float, str]:
    """Return the confidence that a differently spelled name means an entity, and the method."""
    person = query.type == "person"
    if person and any(_are_different_full_names(query.key, key) for key in candidate.keys):
        return 0.0, "new"
    if person and _is_prefix_of_participant(query, candidate):
        return 0.9, "given"
    scores = [(0.0, "new")]
    all_conflict = True
    for key in sorted(candidate.keys):
        differ = are_names_in_conflict(query.key, key) if person else extract_numbers(query.key) != extract_numbers(key)
        if differ or (query.type == "other" and _belong_to_others(query.key, key)):
            continue
        all_conflict = False
        if person and _is_short_form(query.key, key):
            scores.append((0.9, "given"))
        elif _is_spelled_alike(query, key):
            scores.append((0.85, "fuzzy"))
    if all_conflict:
        return 0.0, "new"
    if candidate.cosine is not None and candidate.cosine >= _MIN_COSINE:
        scores.append((0.75, "vector"))
    if score_context(query, candidate) >= LINK_THRESHOLD and any(
        set(query.key.split()) & set(key.split()) for key in candidate.keys
    ):
        scores.append((0.80, "context"))
    return max(scores)


def _belong_to_others(one: str, other: str) -> bool:
    """Whether names are of things of different persons, or only one is of a person's thing: "Ann's thesis", "thesis"."""
    (owner, thing), (other_owner, other_thing) = _split_owner(one), _split_owner(other)
    return owner != other_owner and (bool(owner and other_owner) or thing == other_thing)


def _split_owner(key: str) -> tuple[str, str]:
    owner, mark, thing = key.rpartition("'s ")
    return (owner, thing) if mark else ("", key)


def _is_prefix_of_participant(query: NameQuery, candidate: EntityCandidate) -> bool:
    """Whether a name is a prefix of the name of a speaker of the same session: Caro for Caroline."""
    is_in_session = candidate.has_account and bool(query.sessions & candidate.sessions)
    is_prefix = len(query.key) >= _MIN_PREFIX_CHARS and any(key.startswith(query.key) for key in candidate.keys)
    return is_in_session and is_prefix and " " not in query.key


def _find_first_name(query: NameQuery, candidates: Sequence[EntityCandidate]) -> list[EntityCandidate]:
    """Return the speakers of the same session with this first name."""
    return [
        candidate
        for candidate in candidates
        if candidate.has_account
        and query.sessions & candidate.sessions
        and any(" " in key and key.split()[0] == query.key for key in candidate.keys)
    ]


def score_context(query: NameQuery, candidate: EntityCandidate) -> float:
    """Score the context: same session 0.3, each shared neighbour 0.2, seen in the last 7 days 0.2."""
    seen_recently = (
        query.at is not None
        and candidate.last_seen is not None
        and abs(query.at - candidate.last_seen) <= _RECENT_WINDOW
    )
    return (
        0.3 * bool(query.sessions & candidate.sessions)
        + 0.2 * len(query.nearby_entities & candidate.neighbours)
        + 0.2 * seen_recently
    )


def extract_numbers(key: str) -> list[str]:
    """Return the numbers in a name with their suffixes (4o, 2nd): different numbers mean different entities."""
    return _NUMBERS.findall(key)


def _are_different_full_names(one: str, other: str) -> bool:
    """Whether two names with surnames are of two people, even if they share an alias such as a first name."""
    return " " in one and " " in other and are_names_in_conflict(one, other)


def are_names_in_conflict(one: str, other: str) -> bool:
    """Whether two folded names cannot be of one person: other surnames, or other given names."""
    a, b = one.split(), other.split()
    if extract_numbers(one) != extract_numbers(other):
        return True
    if len(a) > 1 and len(b) > 1 and a[-1] != b[-1] and not _is_typo(a[-1], b[-1]):
        return True
    return not _may_share_given_name(a[0], b[0])


def _may_share_given_name(one: str, other: str) -> bool:
    if one == other or other in nickname_forms(one):
        return True
    initial = min(one, other, key=len).rstrip(".")
    if len(initial) == 1:
        return max(one, other, key=len).startswith(initial)
    # Two known given names are different names, however similar: Anna and Hanna.
    return not (is_given_name(one) and is_given_name(other)) and _is_typo(one, other)


def _is_typo(one: str, other: str) -> bool:
    return min(len(one), len(other)) >= _MIN_FUZZY_CHARS and one[0] == other[0] and fuzz.ratio(one, other) >= 85


def _is_short_form(one: str, other: str) -> bool:
    """Whether one name is a given name, or a form of it, of the other; surnames must agree where both have one."""
    a, b = one.split(), other.split()
    are_related = a[0] == b[0] or b[0] in nickname_forms(a[0])
    if len(a) > 1 and len(b) > 1:
        return are_related and a[-1] == b[-1]
    return are_related and (len(a) == 1 or len(b) == 1)


def _is_spelled_alike(query: NameQuery, key: str) -> bool:
    min_ratio = _FUZZY_RATIO.get(query.type, _DEFAULT_FUZZY_RATIO) * 100
    # A part of a name or word is not a misspelling of it.
    words, other_words = query.key.split(), key.split()
    is_part = set(words) < set(other_words) or set(other_words) < set(words) or query.key in key or key in query.key
    if is_part or min(len(query.key), len(key)) < _MIN_FUZZY_CHARS or query.key[0] != key[0]:
        return False
    # Names with equally many words are compared word by word: Bank of England is not Bank of Ireland.
    pairs = list(zip(words, other_words, strict=True)) if len(words) == len(other_words) else []
    return all(fuzz.ratio(*pair) >= min_ratio for pair in [(query.key, key), *pairs])


def collect_candidate_words(keys: Iterable[str], *, person: bool) -> tuple[str, ...]:
    """Return the words to look up candidates by: those of the names and, for people, other given-name forms."""
    words: dict[str, None] = {}
    for key in keys:
        parts = key.split()
        words |= dict.fromkeys(parts)
        if person and parts:
            words |= dict.fromkeys(sorted(nickname_forms(parts[0])))
    return tuple(words)
