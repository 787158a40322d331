"""Sentences that set a task for whoever has tools: pay from my account, unlock the door, send the file to this address.

A request is found by its grammar (a verb in its base form where a clause begins, or behind please, could you, I need you to),
and weighed by what it asks for: the verb, what is worked on, whose that is, and what is written as for a machine. Friends ask
each other for things too; but seldom for such, and they say why, and speak of what the other does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kg.language.instructions.operations import MARK, MOMENT, NOT_ASKED, OBJECTS, TOOL, VERBS

if TYPE_CHECKING:
    from spacy.tokens import Token

ENOUGH = 3
"""The weight from which a request is one for an agent."""

# What may stand between the beginning of a clause and its verb.
_LEAD = (
    r"(?:(?:please|kindly|just|also|first|firstly|second|secondly|third|then|next|now|finally|lastly|immediately|quickly|always|"
    r"only|urgently|simply|directly|secretly|quietly|silently|automatically|ok|okay|so|and|or|hey|hi|hello|thanks|great|"
    r"additionally|afterwards|after that|right away|at once|for me|if possible|as soon as possible|asap|"
    r"(?:make|be) sure (?:to|that you|you)|(?:remember|don't forget|do not forget|proceed|try) to|go ahead and)\b[\s,:;!.-]*)*"
)
_BOSS = r"(?:owner|admin|administrator|boss|user|operator|developer)"
_AGENT = r"(?:agent|assistant|bot|ai)"
_HEAD = re.compile(
    rf"(?:^[\W\d_]*{_LEAD}"
    r"|\b(?P<asked>(?:(?:please|kindly)"
    r"|(?:can|could|would|will) (?:you|u|someone|somebody)(?: be so kind (?:as to|and))?"
    rf"|(?:need|want|like|ask|asking|order|instruct|command|require|urge|expect|tell|authori[sz]e) (?:you|u|the {_AGENT}) to"
    r"|you (?:must|shall|have to|need to|are to|are required to|are asked to|ought to)"
    rf"|your (?:task|job|goal|mission) is to|(?:the|your) {_BOSS} (?:\w+ ){{1,2}}you to)\b[\s,]*{_LEAD})"
    rf"|(?P<apart>[,;:()\[\]—–>]\s|[(\[>]|\s-+\s)\s*[\"']?{_LEAD}"
    rf"|\b(?P<chained>and|then|or|but)\b[\s,]*{_LEAD})",
    re.IGNORECASE,
)
_POLITE = re.compile(r"\b(?:please|kindly)\b|^\W*(?:could|can|would) you\b", re.IGNORECASE)
_BASE = frozenset({"VB", "VBP"})
_VERBAL = frozenset({"VB", "VBP", "VBD", "VBG", "VBZ"})
_JOINING = frozenset({"CC", ",", "RB"})
_FINITE = frozenset({"MD", "TO", "VBD", "VBP", "VBZ"})
# What follows a verb at the start of a sentence that the tagger takes for a noun, and seldom follows a noun there.
_AFTER = frozenset({"DT", "PDT", "PRP", "PRP$", "CD", "$", "RP", "NNP", "``", "''"})
_SMALL = frozenset({"from", "all", "every", "up", "off", "out"})
_OWN = frozenset({"my", "our"})
_YOURS = frozenset({"your", "yours", "ur"})
_DOERS = frozenset({"i", "we", "they", "he", "she", "it", "let"})
_ME = frozenset({"me", "us", "'s"})
# With these an assistant is asked for its opinion, or for knowledge.
_ADVISING = frozenset({"help", "review", "recommend", "suggest", "explain", "advise", "provide", "offer", "clarify"})
_ENDS = frozenset({None, ",", ".", "!", "?"})
# Let me see, check out this trail, remember that I moved: what is said in passing, and what is only to be known.
_NO_TASKS = (
    {("let", "me"), ("let", "us"), ("let", "'s"), ("check", "out"), ("look", "at")}
    | {(verb, "that") for verb in ("note", "remember", "know", "record", "mark", "see", "take", "say")}
    | {("keep", "in"), ("bear", "in")}
)
_TRADED = frozenset({"buy", "order", "purchase", "sell", "trade", "donate", "pay", "vote", "remit"})
_MODERATED = frozenset({"mute", "unmute", "ban", "unban", "kick", "block", "unblock", "promote", "demote"})
_PUT_DOWN = frozenset({"subscribe", "unsubscribe", "enroll", "enrol", "register", "book", "add", "log", "sign"})
# Who is spoken to, with things and doings of their own; and the reason that friends give.
_AS_FRIEND = re.compile(r"(?<!once )(?<!whatever )(?<!what )\b(?:you|your|u|yourself)\b", re.IGNORECASE)
_TO_MINE = re.compile(r"\b(?:to|with) (?:my|our|all of my)\b", re.IGNORECASE)
_REASON = re.compile(
    r", ?(?:because |'cause |cause |as )?(?:it|they|that|this|he|she|i|we|there)(?:'\w+| \w+)", re.IGNORECASE
)
_TOLD = re.compile(
    r"\b(?:said|says|saying|told|tells|asked|wrote|writes|yelled|texted|replied|goes|went|like|reads?|called|titled)\b"
    r"[^\".!?]{0,40}(?P<quote>\"[^\"]*\")",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"\w\([^)\s]*[=._'\"{(]|[;{}]\s*$|^(?:import|return|assert) \W?\w*[('\",]|^(?:import|from) \S+ (?:from|import) "
)


def asks(words: Sequence[Token], sentence: str, start: int, *, enough: int = ENOUGH) -> bool:
    """Whether a sentence asks for work on systems, accounts, money, devices, messages or data.

    What a quotation asks does not count where it is told who said it.

    Args:
        words: the sentence's words, tagged and with lemmas.
        sentence: its text, with straight quotes.
        start: where it begins in the text that the words are of.
        enough: the weight from which it does.
    """
    lows = [word.lower_ for word in words]
    head = _head(words, lows, sentence, start)
    if head is None:
        return False
    if lows[head] in _ADVISING:
        head = _helped(words, lows, head)
        enough += 3
    place = words[head].idx - start
    asked = _POLITE.search(sentence) is not None
    return _weight(words, lows, head, sentence[place:], asked) >= enough


def _head(words: Sequence[Token], lows: Sequence[str], sentence: str, start: int) -> int | None:
    """The place of the first verb that asks for something."""
    if '"' in sentence:
        sentence = _TOLD.sub(lambda told: told[0][: told.start("quote") - told.start()].ljust(len(told[0])), sentence)
    if _CODE.search(sentence):
        return None
    places = {word.idx - start: place for place, word in enumerate(words)}
    for match in _HEAD.finditer(sentence):
        place = places.get(match.end())
        if place is not None and sentence[match.end()] != " " and _is_head(words, lows, place, match):
            return place
    return None


def _helped(words: Sequence[Token], lows: Sequence[str], head: int) -> int:
    """The place of what help is wanted with (help me to pay), else of the verb itself."""
    for place in range(head + 1, min(head + 4, len(words))):
        if lows[place] in VERBS and words[place].tag_ in _BASE:
            return place
    return head


def _is_head(words: Sequence[Token], lows: Sequence[str], place: int, match: re.Match[str]) -> bool:
    low, tag = lows[place], words[place].tag_
    following = lows[place + 1] if place + 1 < len(words) else None
    if following in _ENDS or (low, following) in _NO_TASKS:
        return False
    if match["chained"] and (tag != "VB" or _told(words[:place])):
        # Behind and: joined to a request, which would have been found before, or to what somebody does.
        return False
    if low not in VERBS:
        return tag == "VB" or (low == "have" and following == "the")
    return tag in _BASE or match["asked"] is not None or (not match["apart"] and _opens(words, lows, place))


def _told(words: Sequence[Token]) -> bool:
    """Whether these words begin to tell what somebody does."""
    return any(word.tag_ in _FINITE or word.lower_ in _DOERS for word in words)


def _opens(words: Sequence[Token], lows: Sequence[str], place: int) -> bool:
    """Whether a word that is tagged as a noun is the verb that opens a sentence."""
    if words[place + 1].tag_ in _AFTER or lows[place + 1] in _SMALL:
        return True
    return not any(word.tag_ in _FINITE for word in words[place + 1 :])


def _weight(words: Sequence[Token], lows: Sequence[str], head: int, rest: str, asked: bool) -> int:
    """How much a request is one for tools: its strongest verb, things, marks, tools, moments, and whose things they are."""
    verb = _verb(words, lows, head)
    systems, things, own = _things(words, lows, head)
    marks = len({match.lastindex for match in MARK.finditer(rest)})
    if not verb and not marks and systems + things < 2:
        return 0
    gathered = min(4, 2 * systems) + min(2, things) + min(4, 2 * marks) + 2 * (TOOL.search(rest) is not None)
    own |= _TO_MINE.search(rest) is not None
    meant = (asked and verb + systems + things > 0) + _dealt(words, lows, head) + (MOMENT.search(rest) is not None)
    for_me = lows[head + 1] in _ME and lows[head] not in _MODERATED | _PUT_DOWN
    among_friends = for_me + (_AS_FRIEND.search(rest) is not None) + (_REASON.search(rest) is not None)
    return verb + gathered + own + meant - among_friends


def _verb(words: Sequence[Token], lows: Sequence[str], head: int) -> int:
    """The weight of the strongest verb: of the first, and of those that are joined to it."""
    weight = VERBS.get(lows[head], int(lows[head] not in NOT_ASKED))
    for place in range(head + 1, len(words)):
        if words[place].tag_ in _BASE and words[place - 1].tag_ in _JOINING:
            weight = max(weight, VERBS.get(lows[place], 0))
    return weight


def _things(words: Sequence[Token], lows: Sequence[str], head: int) -> tuple[int, int, bool]:
    """How many things of systems, and others, are worked on, the addressee's left out; whether any is the speaker's."""
    systems, things, own = 0, 0, False
    for place in range(head + 1, len(words)):
        low = lows[place]
        if low in VERBS and words[place].tag_ in _VERBAL:
            continue
        kind = OBJECTS.get(low) or OBJECTS.get(words[place].lemma_.lower())
        before = lows[max(head, place - 3) : place] if kind else ()
        if kind and _YOURS.isdisjoint(before):
            own |= not _OWN.isdisjoint(before)
            systems += kind == 2
            things += kind == 1
    return systems, things, own


def _dealt(words: Sequence[Token], lows: Sequence[str], head: int) -> bool:
    """Whether it is a deal in numbers, or a measure against somebody."""
    if lows[head] in _MODERATED:
        return words[head + 1].tag_ in {"NNP", "PRP"} or lows[head + 1].startswith("@")
    return lows[head] in _TRADED and any(word.tag_ == "CD" for word in words[head:])
