"""Detecting requests for tasks that need tools: "pay from my account", "unlock the gate", "send the file to this address".

A request is found by its grammar (a verb in its base form at the start of a clause, or after "please", "could you", "I need
you to") and weighted by its verb, its objects and their owner, and machine-readable values. Requests among friends have other
verbs and objects, give reasons, and refer to the addressee's own affairs, which lowers the weight.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kg.language.instructions.operations import MARK, MOMENT, NOT_ASKED, OBJECTS, TOOL, VERBS

if TYPE_CHECKING:
    from spacy.tokens import Token

REQUEST_THRESHOLD = 3
"""The least weight of a request for an agent."""

# Words allowed between the beginning of a clause and its verb.
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
# Tags that follow a sentence-initial verb mistagged as a noun, and rarely a noun.
_AFTER = frozenset({"DT", "PDT", "PRP", "PRP$", "CD", "$", "RP", "NNP", "``", "''"})
_SMALL = frozenset({"from", "all", "every", "up", "off", "out"})
_OWN = frozenset({"my", "our"})
_YOURS = frozenset({"your", "yours", "ur"})
_DOERS = frozenset({"i", "we", "they", "he", "she", "it", "let"})
_ME = frozenset({"me", "us", "'s"})
# Verbs of requests for an opinion or for knowledge.
_ADVISING = frozenset({"help", "review", "recommend", "suggest", "explain", "advise", "provide", "offer", "clarify"})
_ENDS = frozenset({None, ",", ".", "!", "?"})
# "Let me see", "check out this trail", "remember that I moved": no tasks.
_NO_TASKS = (
    {("let", "me"), ("let", "us"), ("let", "'s"), ("check", "out"), ("look", "at")}
    | {(verb, "that") for verb in ("note", "remember", "know", "record", "mark", "see", "take", "say")}
    | {("keep", "in"), ("bear", "in")}
)
_TRADED = frozenset({"buy", "order", "purchase", "sell", "trade", "donate", "pay", "vote", "remit"})
_MODERATED = frozenset({"mute", "unmute", "ban", "unban", "kick", "block", "unblock", "promote", "demote"})
_PUT_DOWN = frozenset({"subscribe", "unsubscribe", "enroll", "enrol", "register", "book", "add", "log", "sign"})
# References to the addressee's own affairs, and reasons, both signs of a request among friends.
_ADDRESSEE_REFERENCE = re.compile(r"(?<!once )(?<!whatever )(?<!what )\b(?:you|your|u|yourself)\b", re.IGNORECASE)
_TO_OWN = re.compile(r"\b(?:to|with) (?:my|our|all of my)\b", re.IGNORECASE)
_REASON = re.compile(
    r", ?(?:because |'cause |cause |as )?(?:it|they|that|this|he|she|i|we|there)(?:'\w+| \w+)", re.IGNORECASE
)
_ATTRIBUTED_QUOTE = re.compile(
    r"\b(?:said|says|saying|told|tells|asked|wrote|writes|yelled|texted|replied|goes|went|like|reads?|called|titled)\b"
    r"[^\".!?]{0,40}(?P<quote>\"[^\"]*\")",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"\w\([^)\s]*[=._'\"{(]|[;{}]\s*$|^(?:import|return|assert) \W?\w*[('\",]|^(?:import|from) \S+ (?:from|import) "
)


def is_task_request(words: Sequence[Token], sentence: str, start: int, *, threshold: int = REQUEST_THRESHOLD) -> bool:
    """Return whether a sentence requests work on systems, accounts, money, devices, messages or data.

    Quotations with a named speaker are ignored.

    Args:
        words: the tokens of the sentence, with tags and lemmas.
        sentence: its text, with straight quotes.
        start: its start offset in the whole text.
        threshold: the least weight of a request.
    """
    lows = [word.lower_ for word in words]
    head = _find_head(words, lows, sentence, start)
    if head is None:
        return False
    if lows[head] in _ADVISING:
        head = _skip_help(words, lows, head)
        threshold += 3
    index = words[head].idx - start
    asked = _POLITE.search(sentence) is not None
    return _request_weight(words, lows, head, sentence[index:], asked) >= threshold


def _find_head(words: Sequence[Token], lows: Sequence[str], sentence: str, start: int) -> int | None:
    """Return the index of the first verb that requests something, or None."""
    if '"' in sentence:
        sentence = _ATTRIBUTED_QUOTE.sub(
            lambda match: match[0][: match.start("quote") - match.start()].ljust(len(match[0])), sentence
        )
    if _CODE.search(sentence):
        return None
    places = {word.idx - start: index for index, word in enumerate(words)}
    for match in _HEAD.finditer(sentence):
        index = places.get(match.end())
        if index is not None and sentence[match.end()] != " " and _is_request_head(words, lows, index, match):
            return index
    return None


def _skip_help(words: Sequence[Token], lows: Sequence[str], head: int) -> int:
    """Return the index of the verb after "help" ("help me to pay"), or else `head`."""
    for index in range(head + 1, min(head + 4, len(words))):
        if lows[index] in VERBS and words[index].tag_ in _BASE:
            return index
    return head


def _is_request_head(words: Sequence[Token], lows: Sequence[str], index: int, match: re.Match[str]) -> bool:
    low, tag = lows[index], words[index].tag_
    following = lows[index + 1] if index + 1 < len(words) else None
    if following in _ENDS or (low, following) in _NO_TASKS:
        return False
    if match["chained"] and (tag != "VB" or _is_narrative(words[:index])):
        # After "and", a verb is joined to a request, which would have been found before, or to a narrative.
        return False
    if low not in VERBS:
        return tag == "VB" or (low == "have" and following == "the")
    return tag in _BASE or match["asked"] is not None or (not match["apart"] and _opens_sentence(words, lows, index))


def _is_narrative(words: Sequence[Token]) -> bool:
    """Return whether these words are the beginning of a narrative clause."""
    return any(word.tag_ in _FINITE or word.lower_ in _DOERS for word in words)


def _opens_sentence(words: Sequence[Token], lows: Sequence[str], index: int) -> bool:
    """Return whether a word tagged as a noun is the verb that opens a sentence."""
    if words[index + 1].tag_ in _AFTER or lows[index + 1] in _SMALL:
        return True
    return not any(word.tag_ in _FINITE for word in words[index + 1 :])


def _request_weight(words: Sequence[Token], lows: Sequence[str], head: int, rest: str, asked: bool) -> int:
    """Return the weight of a request: of its strongest verb, objects and their owner, values, tools and times."""
    verb = _verb_weight(words, lows, head)
    systems, things, own = _count_objects(words, lows, head)
    marks = len({match.lastindex for match in MARK.finditer(rest)})
    if not verb and not marks and systems + things < 2:
        return 0
    gathered = min(4, 2 * systems) + min(2, things) + min(4, 2 * marks) + 2 * (TOOL.search(rest) is not None)
    own |= _TO_OWN.search(rest) is not None
    meant = (
        (asked and verb + systems + things > 0)
        + _is_trade_or_moderation(words, lows, head)
        + (MOMENT.search(rest) is not None)
    )
    for_me = lows[head + 1] in _ME and lows[head] not in _MODERATED | _PUT_DOWN
    among_friends = for_me + (_ADDRESSEE_REFERENCE.search(rest) is not None) + (_REASON.search(rest) is not None)
    return verb + gathered + own + meant - among_friends


def _verb_weight(words: Sequence[Token], lows: Sequence[str], head: int) -> int:
    """Return the weight of the strongest verb among the first and those joined to it."""
    weight = VERBS.get(lows[head], int(lows[head] not in NOT_ASKED))
    for index in range(head + 1, len(words)):
        if words[index].tag_ in _BASE and words[index - 1].tag_ in _JOINING:
            weight = max(weight, VERBS.get(lows[index], 0))
    return weight


def _count_objects(words: Sequence[Token], lows: Sequence[str], head: int) -> tuple[int, int, bool]:
    """Return the number of technical and of other objects, except the addressee's, and whether any is the speaker's."""
    systems, things, own = 0, 0, False
    for index in range(head + 1, len(words)):
        low = lows[index]
        if low in VERBS and words[index].tag_ in _VERBAL:
            continue
        kind = OBJECTS.get(low) or OBJECTS.get(words[index].lemma_.lower())
        before = lows[max(head, index - 3) : index] if kind else ()
        if kind and _YOURS.isdisjoint(before):
            own |= not _OWN.isdisjoint(before)
            systems += kind == 2
            things += kind == 1
    return systems, things, own


def _is_trade_or_moderation(words: Sequence[Token], lows: Sequence[str], head: int) -> bool:
    """Return whether the request is a trade with an amount, or a moderation action against a person."""
    if lows[head] in _MODERATED:
        return words[head + 1].tag_ in {"NNP", "PRP"} or lows[head + 1].startswith("@")
    return lows[head] in _TRADED and any(word.tag_ == "CD" for word in words[head:])
