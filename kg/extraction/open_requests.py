"""Requests of no one in particular, and who offers to do them: "can someone print the menus?" "I can do that".

A request that gives each of several persons a deed by name is accepted by them: "Ben you do the kitchen, Ada you're on the bar".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kg.extraction.accepted_offers import may_be_accepted
from kg.extraction.word_lists import word_set

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

    from kg.protocols import EarlierTurn

_POLITE = r"(?: (?:please|pls|plz|maybe|possibly|just|also|else))*"
_ONE = r"(?:someone|somebody|some one|one of (?:you|u)|any of (?:you|u)|any ?one|any ?body)"
# Who can do something is also asked of what they are able to do: "can anyone swim?".
_OPEN = re.compile(
    rf"\b(?:(?P<one>(?:can|could|will|would) {_ONE}(?P<mind>{_POLITE} mind)?"
    r"|(?:i|we)(?: still| really|['’]ll| will)* need (?:someone|somebody|a volunteer|volunteers) to"
    r"|(?:someone|somebody|one of us) (?:needs to|should|has to|must|will have to|ought to))"
    r"|(?:any )?volunteers? to|who(?: else)? (?:can|could|will|wants to|would|is able to|is happy to)"
    rf"|{_ONE} (?:able|available|happy|free|willing) to){_POLITE} (?=[a-z]+\b)",
    re.IGNORECASE,
)
_WANTED = re.compile(
    r"\W*(?:any (?:volunteers?|takers|offers)|any ?(?:one|body)|volunteers?|who(?:['’]s| is) (?:up for (?:it|that)|in|free)"
    r"|who can|can any ?(?:one|body)|could any ?(?:one|body))(?: (?:help|do (?:it|that)|please))*\W*",
    re.IGNORECASE,
)
_SERVICES = word_set(
    "bring send pick book buy get feed drop take order print water collect grab post return lend cover email pay forward share "
    "ask call ring text phone fix clean wash carry fetch sort organise organize check confirm cancel move reserve host bake set "
    "write prepare draft chair present review update arrange schedule design hang hoover mow paint pack load unload deliver "
    "proofread swap handle invite contact chase message source hire rent tidy sweep cut source register sign"
)
# Done at once, or no deed.
_NOT_OPEN = word_set(
    "tell explain show say come join speak talk read stop have be go imagine help know see hear open close shut turn let wait "
    "confirm remind pass shout answer clarify advise recommend suggest give lend think believe guess remember swim play sing "
    "dance drive ride cook"
)
_VOLUNTEERS = re.compile(
    r"^\W*(?:(?:oh|um|hm+|well|yes|yeah|yep|yup|ok(?:ay)?|sure|aye)\b[ ,!.]*)*"
    r"(?:(?:me|(?:i['’]d be |i am |i['’]m )?(?:happy|glad) to|i (?:can|will)(?!['’]?t|not)|i['’]ll|sure(?: thing)?|of course"
    r"|on it|i['’]?m on it|will do|can do|leave (?:it|that) (?:with|to) me|i (?:do not|don['’]?t) mind"
    r"|i(?:['’]ve)? got (?:it|this|that)|no (?:problem|worries)|with pleasure|gladly|consider it done|i volunteer)\b"
    r"(?: (?:do|take|get|sort|handle|bring|manage|doing|taking)(?: care of)?(?: (?:it|that|this|them|those|one))?)?[ ,!.]*)+",
    re.IGNORECASE,
)
_NOT_VOLUNTEERED = re.compile(
    r"\b(?:but|if|when|why|how|unless|after|not|can['’]?t|cannot|no(?! (?:problem|worries))|nope|never|rather|only|done|did"
    r"|already|neither|either|think|might|maybe|perhaps|probably|try|could|or)\b|(?<!do)n['’]t\b|\?"
    r"|^\W*(?:me|sure|ok(?:ay)?) (?:too|neither|two)\b|\bi['’]ll\W*$",
    re.IGNORECASE,
)
_PERSON = r"[A-Z][\w'’-]+"
_ASSIGNED = re.compile(
    rf"(?:^|[,;.!?\n]\s*|\band |\bthen |\bso |\bok(?:ay)? )(?P<name>{_PERSON}),? (?:you|u)"
    r"(?:(?P<on>(?: are|['’]?re) on (?:the )?)|(?:['’]ll|ll| will| can| could)?(?: please)? )"
    rf"(?P<deed>[a-z][^.;!?\n]*?)(?=\s*(?:[.;!\n]|$|(?:,| and|, and) {_PERSON},? (?:you|u)\b))"
)
_PROPOSED = re.compile(r"\blet['’]?s go with\b|^\W*(?:\w+,? )?(?:can|could) (?:you|u)\b", re.IGNORECASE)
_ASSIGNED_DEEDS = _SERVICES | word_set("do make run lead")
_NOT_ON = re.compile(
    r"(?:your|my|his|her|time|top|fire|mute|it|a|an|call|holiday|leave|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d)\b",
    re.IGNORECASE,
)
_NO_THINGS = word_set("me him her us them it that this so up off out well")
_CONDITION = re.compile(
    r"\b(?:if|when|unless|always|never|often|usually|every|not|so (?:well|much|nicely|often)|the (?:best|biscuit|cake))\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)
_TAKES = re.compile(
    r"\W*(?:(?:oh|yes|yeah|yep|yup|ok(?:ay)?|k|sure(?: thing)?|of course|will do|can do|on it|fine(?: by me| with me)?|great"
    r"|perfect|cool|got it|no (?:problem|worries)|works for me|happy to|sounds good|deal|roger|aye|👍)(?!\w)[\s,!.👍]*)+",
    re.IGNORECASE,
)
_MY = {"your": "my", "ur": "my", "yourself": "myself", "my": "{asker}'s", "me": "{asker}", "you": "me"}
_OWN_WORDS = re.compile(r"\b(?:your|ur|yourself|my|me|you)\b", re.IGNORECASE)
_OF_SEVERAL = re.compile(r"\b(?:us|our|ours|mine|i|we)\b", re.IGNORECASE)
_MOST_CHARS, _MOST_BETWEEN = 160, 3


def asks_openly(text: str) -> bool:
    """Whether a text asks no one in particular to do something: "can someone print the menus?"."""
    return _OPEN.search(text) is not None


def may_be_answered(text: str) -> bool:
    """Whether a few words may answer a text: a question, a request of anyone, a deed given by name, a proposal, or an offer."""
    is_given = _ASSIGNED.search(text) is not None or _PROPOSED.search(text) is not None
    return "?" in text or asks_openly(text) or is_given or may_be_accepted(text)


def asks_for_volunteers(text: str) -> bool:
    """Whether a question only asks who does what was said before: "any volunteers?"."""
    return _WANTED.fullmatch(text) is not None


def find_open_deed(request: Span) -> list[Token]:
    """Return the words of the deed of an open request: "print the menus"; empty if it asks for none.

    Args:
        request: the sentence.
    """
    match = _OPEN.search(request.text)
    if match is None:
        return []
    deed = [token for token in request if token.idx - request.start_char >= match.end()]
    while deed and (deed[-1].is_punct or deed[-1].is_space):
        deed.pop()
    if not deed or deed[0].tag_ not in ({"VBG"} if match["mind"] else {"VB", "VBP"}):
        return []
    verb = deed[0].lemma_.lower()
    is_service = verb in _SERVICES or (match["one"] and "any" not in match["one"].lower() and verb not in _NOT_OPEN)
    is_of_thing = any(token.pos_ in {"NOUN", "PROPN"} for token in deed[1:])
    return deed if is_service and is_of_thing else []


def read_offer(text: str) -> re.Match[str] | None:
    """Return the words with which a message offers to do what was asked for: "I can do that", "me"; None if it does not."""
    offered = _VOLUNTEERS.match(text)
    return None if offered is None or _NOT_VOLUNTEERED.search(text) else offered


def find_accepted_assignment(text: str, speaker: str, earlier: Sequence[EarlierTurn]) -> tuple[str, int] | None:
    """Return the promise of what an earlier message gives to a speaker by name, and the place of that message.

    "Ben you do the kitchen, Ada you're on the bar" "Sure" → "I will do the kitchen"; None if the speaker accepts nothing.

    Args:
        text: the answer.
        speaker: the name of who answers.
        earlier: the messages before it.
    """
    if len(text) > _MOST_CHARS or _TAKES.fullmatch(text) is None:
        return None
    for place in range(len(earlier) - 1, max(len(earlier) - 1 - _MOST_BETWEEN, -1), -1):
        turn = earlier[place]
        if turn.speaker == speaker:
            return None
        if _TAKES.fullmatch(turn.text) is None:
            deed = _read_assignment(turn.text, speaker, turn.speaker)
            return (f"I will {deed}.", place) if deed else None
    return None


def _read_assignment(text: str, name: str, asker: str) -> str:
    """Return the only deed that a message gives to a person by name; "" if it gives none."""
    own = name.lower().split()
    deeds = [each for match in _ASSIGNED.finditer(text) if match["name"].lower() in own and (each := _deed(match))]
    if len(deeds) != 1 or "?" in text or _OF_SEVERAL.search(deeds[0]):
        return ""
    return _OWN_WORDS.sub(lambda word: _MY[word[0].lower()].format(asker=asker), deeds[0])


def _deed(match: re.Match[str]) -> str:
    """Return the deed in words; to be on something is to do it: "you're on the bar" → "do the bar"."""
    deed = match["deed"].strip(" ,")
    if _CONDITION.search(deed):
        return ""
    if match["on"]:
        return (
            "" if _NOT_ON.match(deed) else f"do {'the ' if match['on'].lower().rstrip().endswith('the') else ''}{deed}"
        )
    words = deed.split()
    is_of_thing = len(words) > 1 and words[1].lower() not in _NO_THINGS
    return deed if is_of_thing and words[0].lower() in _ASSIGNED_DEEDS else ""
