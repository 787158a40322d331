"""Which deeds end a state: who sold the car no longer drives it, and who switched to Helix no longer uses Vim."""

from __future__ import annotations

import re

from kg.knowledge.ended_activities import find_ended_activities, find_ending_deeds
from kg.knowledge.task_verbs import FINISH
from kg.knowledge.tool_kinds import list_alike, name_tool
from kg.language import find_lemma

_STOPPING = frozenset(["stop", "quit", "give_up", "come_off", "go_off"])
_PARTING = frozenset(["sell", "lose", "return", "give_away", "get_rid_of", "scrap", "donate"])
_UPGRADING = frozenset(["upgrade", "update", "upgrade_to", "update_to", "move_to", "switch_to", "migrate_to"])
_ACTIVITIES = frozenset(["take", "be", "do", "play", "attend", "go_to", "drink", "eat", "smoke"])
_POSSESSIONS = frozenset(["have", "own", "owns", "drive", "ride"])
# "Ann's car is a Golf".
_OWN_KIND, _KIND_OF_THING = re.compile(r"\{s\}'s (?:[\w-]+ ){1,3}is an? "), re.compile(r"an? ", re.IGNORECASE)
# A choice ends the use of another thing of its kind.
_MOVING = frozenset(["move", "switch", "migrate"])
_SWITCHING = _UPGRADING | _MOVING | {"choose"}
# "Switched from Meyer to Brandt", "replaced Redis with Valkey".
_REPLACING = frozenset(["switch_from", "move_from", "migrate_from", "replace", "swap", "ditch", "drop", "leave"])
_USES = frozenset(
    [
        "use",
        "uses",
        "run",
        "run_on",
        "run_with",
        "be",
        "go_with",
        "train_with",
        "work_with",
        "host_on",
        "host_with",
        "deploy_with",
        "deploy_on",
        "build_with",
    ]
)
_PURCHASES = frozenset(["buy", "buy_from", "get", "get_from", "order", "order_from"])
# What one no longer follows who eats this again.
_FOODS = {
    **dict.fromkeys(
        ("meat", "chicken", "beef", "pork", "bacon"), ("vegetarian", "vegan", "plant-based", "pescatarian")
    ),
    **dict.fromkeys(("fish", "seafood"), ("vegetarian", "vegan", "plant-based")),
    **dict.fromkeys(("dairy", "cheese", "eggs", "milk", "butter"), ("vegan", "plant-based")),
    **dict.fromkeys(("gluten", "bread", "wheat"), ("gluten-free",)),
}
_START, _RETURNS = "start", frozenset(["go", "go_to"])
_WISHES = frozenset(["want", "need"])
_ENDED = (
    dict.fromkeys(_STOPPING, _ACTIVITIES)
    | dict.fromkeys(_PARTING, _POSSESSIONS | {"be"})
    | dict.fromkeys(_SWITCHING, _USES)
    | dict.fromkeys(_MOVING | _REPLACING, _USES | _PURCHASES)
    | {_START: frozenset({"diet"})}
    | dict.fromkeys(_RETURNS, frozenset({"work_from", "be"}))
    | {FINISH: _WISHES}
)
_STATES = frozenset({"state", "possession", "plan"})
_CLOSED_STATES = frozenset({"uses", "diet", "plans", "member_of", "studies_at", "owns"})
_PREPOSITIONS = ("to", "for", "with", "on", "at")
# "For time tracking Ann uses Toggl".
_OWN = re.compile(r"(?:(?:For|In|At) [^{},]{2,40},? )?\{s\} ")
_OTHERS_THING = re.compile(r"(?:his|her)\b", re.IGNORECASE)
_OF_THING = re.compile(r"(?!\{s\})(?:(?<=their )[\w-]+['’]|[^'’])+ (?:is|are) [^'’]+", re.IGNORECASE)
_GERUND = re.compile(r"([a-z]+ing) (?=\S)", re.IGNORECASE)
# "Is on the tablets", unlike "is a chef".
_ON = re.compile(r"on ", re.IGNORECASE)
_TO, _FROM = re.compile(r"to ", re.IGNORECASE), re.compile(r"from ", re.IGNORECASE)
_EATING = re.compile(r"eating (?P<food>[a-z]+)(?: and [a-z]+)? again", re.IGNORECASE)
_TO_OFFICE = re.compile(r"back to (?:the office|work)", re.IGNORECASE)
_AWAY = re.compile(
    r"home\b|(?:working from home|off (?:sick|work)|on (?:[a-z]+ )?(?:holiday|leave)|sick|ill)\b", re.IGNORECASE
)
_REPLACED = re.compile(r"(?P<old>[^,;]+?) (?:to|with|by|for|in favou?r of) \w", re.IGNORECASE)
# Without these, the deed is another one.
_NEEDED = (
    dict.fromkeys(_MOVING, _TO)
    | dict.fromkeys(_REPLACING, _REPLACED)
    | dict.fromkeys(_RETURNS, _TO_OFFICE)
    | {_START: _EATING}
)
_FORMS = re.compile(
    r"^\d[\d.,]* ?(?:mg|mcg|µg|g|ml|iu|units?|tablets?|pills?|drops)(?: of)? "
    r"|(?<=\w)(?<!\bthe)(?<!\btheir)(?<!\b\w) (?:tablets?|pills?|capsules?|supplements?|drops)$",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\b\d+(?:\.\d+)*\b")


def is_state(kind: str, *, polarity: bool, predicate: str = "") -> bool:
    """Return whether a fact of this kind, or with this closed predicate, is a state that a deed may end."""
    return polarity and (kind in _STATES or predicate in _CLOSED_STATES)


def is_own_state(template: str, thing: str = "") -> bool:
    """Return whether a fact is about its subject and a thing of theirs: not "Ann's sister sold the car", "Ann sold his car"."""
    return _OWN.match(template) is not None and _OTHERS_THING.match(thing) is None


def is_own_thing(template: str) -> bool:
    """Return whether a fact says of a thing that it is done, and not of another's: "The trip is cancelled"."""
    return _OF_THING.match(template) is not None


def parts_with_thing(deed: str, template: str) -> bool:
    """Return whether a deed parts a person from a thing of which a statement says what it is: "Ann's car is a Golf"."""
    return deed in _PARTING and _OWN_KIND.match(template) is not None


def may_replace_tool(deed: str, template: str) -> bool:
    """Return whether a deed puts one tool in the place of another, and a statement is of a thing without a person."""
    return deed in _REPLACING and re.search(r"\{s\}|['’]", template) is None


def find_ended_predicates(deed: str, thing: str) -> frozenset[str]:
    """Return the predicates of the states that a deed may end: of "stop" and "taking the tablets", "take"."""
    return find_ended_activities(deed, thing) | _find_ended_states(deed, thing)


def _find_ended_states(deed: str, thing: str) -> frozenset[str]:
    gerund = _GERUND.match(thing) if deed in _STOPPING else None
    if gerund is not None:
        lemma = find_lemma(gerund[1].lower())
        # Who no longer takes tablets is no longer on them.
        others = {"take": {"be"}, "use": _USES - {"be"}}.get(lemma or "", set())
        return frozenset({lemma, *(f"{lemma}_{each}" for each in _PREPOSITIONS), *others} if lemma else ())
    deed, thing = _complete_deed(deed, thing)
    needed = _NEEDED.get(deed)
    return frozenset() if needed is not None and needed.match(thing) is None else _ENDED.get(deed, frozenset())


def find_ending_predicates(state: str, held: str = "") -> frozenset[str]:
    """Return the predicates of the deeds that may end a state: "stop" with any verb after it, "sell" of what one has.

    Args:
        state: the predicate of the state.
        held: its object.
    """
    # Of what one buys, only where; of what one is, only where one works and what one is on.
    named = find_ending_deeds(state, held)
    is_bought = state in _PURCHASES and " from " not in f" {held}" and not state.endswith("_from")
    if state == "be" and _KIND_OF_THING.match(held):
        return _STOPPING | _PARTING | named
    is_other = is_bought or (state == "be" and bool(held) and not (_ON.match(held) or _AWAY.match(held)))
    return named | _STOPPING | {deed for deed, states in _ENDED.items() if not is_other and state in states}


def name_ended_thing(deed: str, thing: str, state: str, held: str) -> tuple[str, str] | None:
    """Return the things of a deed and of a state that are to be compared; None if the deed does not end such a state.

    Args:
        deed: the predicate of the deed.
        thing: its object, "taking the tablets".
        state: the predicate of the state.
        held: its object, "the tablets".
    """
    deed, thing = _complete_deed(deed, thing)
    if state not in _find_ended_states(deed, thing):
        return None
    if deed in _UPGRADING and (versions := _compare_versions(thing, held)) is not None:
        return versions
    if deed in _SWITCHING | _REPLACING | _RETURNS | {_START}:
        return (held, held) if _is_replaced(deed, thing, state, held) else None
    if state == "be" and not _ON.match(held):
        return None
    thing = _GERUND.sub("", thing, count=1) if deed in _STOPPING else thing
    held = _ON.sub("", held, count=1) if state == "be" else held
    # "Stopped taking iron" ends "takes iron tablets".
    return (_FORMS.sub("", thing), _FORMS.sub("", held)) if state in {"be", "take"} else (thing, held)


def find_compared_words(predicate: str, thing: str) -> frozenset[str]:
    """Return further words of the objects of what a deed ends, or of what ends a state.

    Args:
        predicate: of the deed or the state.
        thing: its object.
    """
    if predicate == _START and (eaten := _EATING.fullmatch(thing)) is not None:
        return frozenset(_FOODS.get(eaten["food"].lower(), ()))
    if predicate == "diet":
        return frozenset({"eating"})
    if predicate in _RETURNS and _TO_OFFICE.match(thing):
        return frozenset({"home", "off ", "holiday", "leave", "sick", "ill"})
    if predicate in {"work_from", "be"} and _AWAY.match(thing):
        return frozenset({"back to"})
    is_used = predicate in _USES or predicate in _SWITCHING
    return list_alike(_ON.sub("", _TO.sub("", thing, count=1), count=1)) if is_used else frozenset()


def _complete_deed(deed: str, thing: str) -> tuple[str, str]:
    """Return a deed with the preposition that begins its object: "switch" "from Meyer to Brandt" is "switch_from"."""
    match = _FROM.match(thing) if deed in _MOVING else None
    return (deed, thing) if match is None else (f"{deed}_from", thing[match.end() :])


def _is_replaced(deed: str, thing: str, state: str, held: str) -> bool:
    """Whether a deed puts something else in the place of what a state holds."""
    if deed == _START:
        eaten = _EATING.fullmatch(thing)
        return eaten is not None and held.lower() in _FOODS.get(eaten["food"].lower(), ())
    if deed in _RETURNS:
        return _TO_OFFICE.match(thing) is not None and _AWAY.match(held) is not None
    if deed in _REPLACING:
        return _names_old(deed, thing, state, held)
    new, old = name_tool(_TO.sub("", thing, count=1)), name_tool(_ON.sub("", held, count=1))
    return new is not None and old is not None and new[0] == old[0] and new[1] != old[1]


def _names_old(deed: str, thing: str, state: str, held: str) -> bool:
    """Whether what a deed replaces is what a state is about: "Meyer" of "buys flour from Meyer"."""
    match = _REPLACED.match(thing)
    if match is None:
        return False
    old = re.escape(match["old"].removeprefix("the ").strip())
    if state in _PURCHASES:
        return deed.endswith("_from") and re.search(rf"(?:^|\bfrom ){old}$", held, re.IGNORECASE) is not None
    return re.fullmatch(rf"(?:on |the )*{old}(?: \d[\w.]*)?(?: for [\w ]+)?", held, re.IGNORECASE) is not None


def _compare_versions(thing: str, held: str) -> tuple[str, str] | None:
    """Return what is upgraded and what is used, without their versions; None if these are none, or one."""
    # "Upgraded to Postgres 17" ends the use of Postgres 16.
    new, old = (_NUMBER.findall(each) for each in (thing, held))
    if not new or not old or new == old:
        return None
    return _NUMBER.sub("", _TO.sub("", thing, count=1)), _NUMBER.sub("", held)
