"""Which deeds end a state: who sold the car no longer drives it, and who stopped the tablets no longer takes them."""

from __future__ import annotations

import re

from kg.knowledge.task_verbs import FINISH
from kg.language import find_lemma

_STOPPING = frozenset(["stop", "quit", "give_up", "come_off", "go_off"])
_PARTING = frozenset(["sell", "lose", "return", "give_away", "get_rid_of", "scrap", "donate"])
_UPGRADING = frozenset(["upgrade", "update", "move_to", "switch_to", "migrate_to"])
_ACTIVITIES = frozenset(["take", "be", "do", "play", "attend", "go_to", "drink", "eat", "smoke"])
_POSSESSIONS = frozenset(["have", "own", "drive", "ride"])
_USES = frozenset(["use", "run", "run_on", "be"])
_WISHES = frozenset(["want", "need"])
_ENDED = (
    dict.fromkeys(_STOPPING, _ACTIVITIES)
    | dict.fromkeys(_PARTING, _POSSESSIONS)
    | dict.fromkeys(_UPGRADING, _USES)
    | {FINISH: _WISHES}
)
_STATES = frozenset({"state", "possession"})
_PREPOSITIONS = ("to", "for", "with", "on", "at")
_OTHERS_THING = re.compile(r"(?:his|her)\b", re.IGNORECASE)
_GERUND = re.compile(r"([a-z]+ing) (?=\S)", re.IGNORECASE)
# "Is on the tablets", unlike "is a chef".
_ON = re.compile(r"on ", re.IGNORECASE)
_TO = re.compile(r"to ", re.IGNORECASE)
_NUMBER = re.compile(r"\b\d+(?:\.\d+)*\b")


def is_state(kind: str, *, polarity: bool) -> bool:
    """Return whether a fact of this kind is a state that a deed may end."""
    return polarity and kind in _STATES


def is_own_state(template: str, thing: str = "") -> bool:
    """Return whether a fact is about its subject and a thing of theirs: not "Ann's sister sold the car", "Ann sold his car"."""
    return template.startswith("{s} ") and _OTHERS_THING.match(thing) is None


def find_ended_predicates(deed: str, thing: str) -> frozenset[str]:
    """Return the predicates of the states that a deed may end: of "stop" and "taking the tablets", "take"."""
    gerund = _GERUND.match(thing) if deed in _STOPPING else None
    if gerund is not None:
        lemma = find_lemma(gerund[1].lower())
        # Who no longer takes tablets is no longer on them.
        others = {"be"} if lemma == "take" else set()
        return frozenset({lemma, *(f"{lemma}_{each}" for each in _PREPOSITIONS), *others} if lemma else ())
    return _ENDED.get(deed, frozenset())


def find_ending_predicates(state: str) -> frozenset[str]:
    """Return the predicates of the deeds that may end a state: "stop" with any verb after it, "sell" of what one has."""
    return _STOPPING | {deed for deed, states in _ENDED.items() if state in states}


def name_ended_thing(deed: str, thing: str, state: str, held: str) -> tuple[str, str] | None:
    """Return the things of a deed and of a state that are to be compared; None if the deed does not end such a state.

    Args:
        deed: the predicate of the deed.
        thing: its object, "taking the tablets".
        state: the predicate of the state.
        held: its object, "the tablets".
    """
    if state not in find_ended_predicates(deed, thing) or (state == "be" and not _ON.match(held)):
        return None
    thing = _GERUND.sub("", thing, count=1) if deed in _STOPPING else thing
    held = _ON.sub("", held, count=1) if state == "be" else held
    if deed in _UPGRADING:
        # "Upgraded to Postgres 17" ends the use of Postgres 16.
        new, old = (_NUMBER.findall(each) for each in (thing, held))
        return (
            (_NUMBER.sub("", _TO.sub("", thing, count=1)), _NUMBER.sub("", held))
            if new and old and new != old
            else None
        )
    return thing, held
