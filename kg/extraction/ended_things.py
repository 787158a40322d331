"""What people say of things that are over for them: "denmark is off", "not doing yoga anymore", "no more coffee"."""

from __future__ import annotations

import re
from typing import NamedTuple

from kg.extraction.word_lists import word_set
from kg.knowledge import FINISH, OVER
from kg.language import find_lemma

ENDING_DEEDS = {
    "stopped": "stop",
    "quit": "quit",
    "gave up on": "give_up_on",
    "gave up": "give_up",
    "given up on": "give_up_on",
    "given up": "give_up",
    "dropped out of": "drop_out_of",
    "dropped": "drop",
    "cut out": "cut_out",
    "withdrew from": "withdraw_from",
    "pulled out of": "pull_out_of",
    "backed out of": "pull_out_of",
    "called off": "call_off",
    "decided against": "decide_against",
}
"""The past of a verb with which people end something of theirs → its open predicate."""
ENDING_STATES = {
    "off": "cancel",
    "off the table": "cancel",
    "not happening": "cancel",
    "gone": OVER,
    "over": OVER,
    "finished": FINISH,
}
"""What is said of a thing that is over → the open predicate of the deed that it is the result of."""
_WHO = r"(?:(?:i|we)(?:['’](?:m|re|ve)| am| are| have| just| also)* )?"
_THING = r"(?P<thing>[^?,;]+?)"
_ANY_MORE = r"any ?more|any longer|after all"
_TAIL = rf"(?P<tail>(?: (?:{_ANY_MORE}|now|for me|then|from now on))*)"
# "I no longer play tennis", "not doing the marathon anymore".
_NO_LONGER = re.compile(
    rf"{_WHO}(?:no longer|(?P<denied>not|don['’]?t|do not)) (?P<verb>[a-z]+) {_THING}{_TAIL}", re.IGNORECASE
)
_NO_MORE = re.compile(
    rf"(?:{_WHO}(?:(?:finally|completely|all) )?(?:done|finished|through) with|no more"
    r"|(?:i |we )?can (?:now |finally )?(?:stop|skip|drop))"
    rf" {_THING}{_TAIL}",
    re.IGNORECASE,
)
_ENDS = re.compile(_ANY_MORE, re.IGNORECASE)
_NO_DEEDS = word_set("needing having wanting thinking knowing meaning caring being getting seeing minding")
# "Not going to call Ann" is of a task.
_DEED = re.compile(r"to (?!(?:the|my|our|a)\b)[\w-]+ \w", re.IGNORECASE)


class EndedThing(NamedTuple):
    """What is over for the speaker of a sentence.

    Attributes:
        thing: what it is, with the gerund of what was done with it, if that is said: "doing the marathon".
        sentence: that it is over, with {s} for the speaker.
    """

    thing: str
    sentence: str


def read_ended_thing(words: str) -> EndedThing | None:
    """Return what a part of a sentence says to be over for its speaker; None if it says that of nothing.

    Args:
        words: the part, without its opening.
    """
    if (match := _NO_MORE.fullmatch(words)) is not None:
        return EndedThing(match["thing"], f"{{s}} is done with {match['thing']}")
    match = _NO_LONGER.fullmatch(words)
    if match is None or (match["denied"] is not None and _ENDS.search(match["tail"]) is None):
        return None
    gerund = _to_gerund(match["verb"].lower())
    if not gerund or gerund in _NO_DEEDS or _DEED.match(match["thing"]):
        return None
    return EndedThing(f"{gerund} {match['thing']}", f"{{s}} is no longer {gerund} {match['thing']}")


def _to_gerund(verb: str) -> str:
    """Return the gerund of a verb that is given in its base form or as a gerund; "" for other words."""
    if find_lemma(verb) is not None and verb.endswith("ing"):
        return verb
    forms = (f"{verb.removesuffix('e')}ing", f"{verb}ing", f"{verb}{verb[-1]}ing")
    return next((each for each in forms if find_lemma(each) == verb), "")
