"""Deeds that end what names their thing: who dropped yoga no longer does it, and no trip that was cancelled is planned.

What is liked, known or said of the thing stays as it is.
"""

from __future__ import annotations

import re

from kg.knowledge.predicates import Predicate
from kg.knowledge.task_verbs import FINISH, related_verbs, reports_deed
from kg.knowledge.thing_names import content_words, find_head_word, names_same_thing
from kg.language import find_lemma

OVER = "be_over"
"""The predicate of a report that something has passed: "the cold is gone"."""
_PARTICLES = ("for", "to", "on", "in", "at", "with", "as", "out", "up", "off")


def _with_particles(verbs: str) -> frozenset[str]:
    return frozenset(f"{verb}{end}" for verb in verbs.split() for end in ("", *(f"_{each}" for each in _PARTICLES)))


_WISHES = frozenset(["plans", "want", "need", "plan", "hope", "intend", "aim"])
_CONSUMING = _with_particles("take drink eat smoke vape")
_DOING = _with_particles(
    "do play attend practise practice study learn train prepare sing dance run swim teach row climb volunteer"
)
_MAKING = _with_particles("work read watch write build")
# In the future, or as "is visiting Ann at Easter", these are plans.
_PLANNED = _WISHES | _with_particles(
    "go fly travel drive move visit meet see stay host take rent buy get launch rewrite build attend run"
)
_KEPT = _PLANNED | _CONSUMING | _DOING | _with_particles("wear rent use follow subscribe read watch")
_HOSTING = _with_particles("deploy host")
_WEARING = _with_particles("wear run use ride drive play")
_GROUPS = frozenset(["member_of", "studies_at"])
_STOPPING = ("stop", "quit", "give_up", "give_up_on", "drop_out", "drop_out_of", "withdraw_from", "pull_out_of")
_CANCELLING = frozenset(["cancel", "call_off", "decide_against"])
_HAVE = "have"
# "Has caught a cold".
_HAVING = frozenset({_HAVE, "catch"})
_RETURNING = ("return_from", "come_back_from")
_STAYING = frozenset(["be", "stay", "stay_in", "stay_at", "travel_in"])
# "Moved my savings to DKB".
_MOVE, _KEEPING = "move", frozenset(["keep", "store", "hold"])
_ENDED = (
    dict.fromkeys(_STOPPING, _KEPT | _GROUPS | _HOSTING | {"uses"})
    | {"drop": _DOING | _PLANNED | _GROUPS, "cut_out": _CONSUMING, "leave": _GROUPS | _with_particles("play sing")}
    | dict.fromkeys(_CANCELLING, _PLANNED | {_HAVE})
    | {"retire": _WEARING | {"uses"}, OVER: _HAVING | {"uses"}, FINISH: _MAKING | _WISHES, _MOVE: _KEEPING}
    | dict.fromkeys(_RETURNING, _STAYING | _PLANNED)
)
# What was planned is done.
_FULFILLED = {deed: _WISHES for verb in related_verbs(FINISH) for deed in related_verbs(verb) if deed not in _ENDED}
_BY_DEED = _ENDED | _FULFILLED
# "The cello | in the city orchestra", "yoga | every Wednesday".
_NEXT_PART = re.compile(
    r" ?(?:[,;:(]|\b(?:in|on|at|to|for|with|from|by|of|about|as|until|since|every|each|once|twice|this|next"
    r"|an? (?=(?:day|night|week|month|year)\b))\b) ?",
    re.IGNORECASE,
)
_INFINITIVE = re.compile(r"(?:to )?(?P<verb>[a-z]+) (?=\S)", re.IGNORECASE)
_PROGRESSIVE = re.compile(r"\{s\} (?:is|are) (?:still |now )?[a-z]+ing\b")
_GERUND = re.compile(r"(?P<verb>[a-z]+ing)\b ?", re.IGNORECASE)
# "Stopped doing yoga" is about yoga.
_LIGHT_VERBS = frozenset(["do", "go", "take", "have", "use"])
# "Quit smoking" says what; "quit drinking" does not.
_WHOLE_VERBS = frozenset(["smoke", "vape", "run", "jog", "swim", "cycle", "climb", "row", "dance"])
_IN = re.compile(r"(?:in|at) ", re.IGNORECASE)
_OBJECT = re.compile(r"(?:the|an?|their|his|her)\b", re.IGNORECASE)
_GROUP_WORDS = content_words("orchestra band choir club team league group course class")
_BOOKED_WORDS = content_words(
    "subscription membership contract booking reservation ticket appointment lesson holiday trip"
)


def find_ended_activities(deed: str, thing: str) -> frozenset[str]:
    """Return the predicates of what a deed may end by the name of its thing: "do" of "drop" and "yoga".

    Args:
        deed: its predicate.
        thing: its object.
    """
    gerund = _GERUND.match(thing) if deed in _ENDED else None
    lemma = "" if gerund is None else find_lemma(gerund["verb"].lower()) or ""
    if gerund is None or lemma in _LIGHT_VERBS:
        # Any deed may have been planned.
        return _ENDED.get(deed, _WISHES)
    is_whole = gerund.end() == len(thing)
    return frozenset() if is_whole and lemma not in _WHOLE_VERBS else _with_particles(lemma) | _WISHES


def find_ending_deeds(state: str, held: str = "") -> frozenset[str]:
    """Return the predicates of the deeds that may end what has this predicate and object."""
    planned = _INFINITIVE.match(held) if state in _WISHES else None
    fulfilling = _with_particles(planned["verb"].lower()) if planned is not None else frozenset()
    # With a gerund these may end what any verb says.
    return fulfilling | frozenset(_STOPPING) | {deed for deed, states in _BY_DEED.items() if state in states}


def ends_activity(deed: str, thing: str, state: Predicate, held: str) -> bool:
    """Return whether a deed ends a state or a plan, by the names of their things.

    Args:
        deed: the predicate of the deed.
        thing: its object.
        state: the predicate of the state.
        held: its object.
    """
    if state.name not in find_ended_activities(deed, thing):
        return False
    gerund = _GERUND.match(thing) if deed in _ENDED else None
    plain = thing if gerund is None else thing[gerund.end() :]
    if not plain:
        return _OBJECT.match(held) is None
    if state.name in _HAVING:
        return _ends_having(deed, plain, held)
    is_plan = state.kind == "plan" or state.name == "plans" or _PROGRESSIVE.match(state.sentence) is not None
    if is_plan:
        return _ends_plan(deed, plain, held)
    return _ends_state(deed, plain, state.name, held)


def _ends_state(deed: str, thing: str, state: str, held: str) -> bool:
    """Whether a deed ends what a person does, keeps or where they are."""
    parts = _split(held)
    if deed == "leave":
        return find_head_word(thing) in _GROUP_WORDS and any(_names(thing, each) for each in parts)
    if deed == _MOVE:
        return len(parts) > 1 and _names(_split(thing)[0], parts[0])
    if state in _HOSTING:
        return any(_names(thing, each) for each in parts)
    if state in _STAYING and _IN.match(held) is None:
        return False
    ends_once = deed in _CANCELLING or deed not in _ENDED or deed == FINISH
    return not ends_once and _names(thing, parts[0])


def _ends_plan(deed: str, thing: str, held: str) -> bool:
    """Whether a deed fulfils or drops what a person plans, or is doing."""
    if deed not in _ENDED:
        return _is_planned(deed, thing, held)
    if deed == "leave" and find_head_word(thing) not in _GROUP_WORDS:
        return False
    words = content_words(thing)
    # "The rust rewrite" of "rewrite the parser in rust".
    return (len(words) > 1 and words <= content_words(held)) or any(_names(thing, each) for each in _split(held))


def _is_planned(deed: str, thing: str, held: str) -> bool:
    """Whether a deed is what a person plans: "to buy a cargo bike" of "bought the cargo bike"."""
    match = _INFINITIVE.match(held)
    if match is None:
        return False
    verb, rest = match["verb"].lower(), held[match.end() :]
    if deed in _FULFILLED:
        return reports_deed(deed, verb) and names_same_thing(thing, rest)
    # Who painted the fence has not painted the green fence.
    return deed.partition("_")[0] == verb and frozenset() < content_words(rest) <= content_words(thing)


def _ends_having(deed: str, thing: str, held: str) -> bool:
    """Whether a cancelled thing is a booking that a person has, or a thing that has passed is what they have."""
    parts = _split(held)
    if deed == OVER:
        return _names(thing, parts[0])
    return find_head_word(held) in _BOOKED_WORDS and any(_names(thing, each) for each in parts)


def _split(held: str) -> list[str]:
    """Return the parts of an object: "the cello", "the city orchestra"."""
    held = _INFINITIVE.sub("", held, count=1) if held.startswith("to ") else held
    return [each for each in _NEXT_PART.split(held) if each] or [held]


def _names(thing: str, part: str) -> bool:
    """Whether a thing is what a part of an object names: "the launch" of "the Austrian launch", but not of "launch and party"."""
    named, words = content_words(thing), content_words(part)
    is_listed = re.search(r" (?:and|or) ", part) is not None
    return bool(named) and (named == words or (named < words and not is_listed and find_head_word(part) in named))
