"""What a person tells an agent about its work: a correction, a preference, praise or a complaint.

By pattern and in English; the first that fits, in that order. Precision comes first: what is learnt wrongly is read in every
later context, what is missed will be said again. So a pattern stands at the beginning of a sentence, must name the agent or what
it did, and what is said of others, asked, quoted or supposed is nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from kg.language.keywords import keywords
from kg.language.sentences import sentences

SURE, SURER = 0.7, 0.85
"""How sure a cue is by itself, and where the words name the agent's last act."""
_LONGEST = 500
_SENTIMENT = {"correction": "negative", "preference": "neutral", "praise": "positive", "complaint": "negative"}
# Longer answers to a question of the agent's, or more of them, tell more than yes or no.
_FEW_WORDS = 12


@dataclass(frozen=True)
class Detected:
    """What was told.

    Attributes:
        kind: correction, preference, praise or complaint.
        sentiment: positive, negative or neutral.
        confidence: .7, or .85 where the words name the agent's last act.
        text: the sentences that say it, 500 characters at most.
    """

    kind: str
    sentiment: str
    confidence: float
    text: str


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.VERBOSE)


# What may stand before: a greeting, thanks, a sigh.
_BEFORE = re.compile(
    r"^(?:(?:hey|hi|hello|ok|okay|hm+|um+|uh|oh|ah|well(?=,)|so|and|but|sorry|thanks|thank you|please|yes|yeah|yep|look|wait|"
    r"also)\b[\s,.!…:;-]*)+"
)
_WRONG = r"(?:wrong|incorrect|not\ (?:right|correct|true)|a\ mistake|mistaken|an\ error|false|inaccurate)"
_IS = r"(?:'s|\ is|\ was|\ looks|\ seems|\ isn't|\ wasn't)"
_WORK = (
    r"(?:answer|reply|response|summary|code|script|list|table|figures?|numbers?|translation|draft|text|result|calculation|total|sum|"
    r"link|date|suggestion|advice|plan|output|report|mail|e-mail|email|message)"
)
_OVER = r"(?=\s*(?:$|[,.;:!—–-]|again\b|it\b|you\b|i\b|the\b|because\b|about\b|here\b|there\b|too\b|and\b|but\b))"
_CORRECTIONS = (
    _pattern(
        rf"(?:that|this|it){_IS}\ (?:still\ |all\ |just\ |simply\ |plain\ |totally\ |completely\ )?{_WRONG}{_OVER}"
    ),
    _pattern(rf"(?:that|this|it)(?:'s|\ is|\ was)\ the\ wrong\ \w+{_OVER}"),
    _pattern(rf"(?:that|this|it)\ (?:isn't|wasn't)\ (?:right|correct|true){_OVER}"),
    _pattern(rf"(?:that|this|it){_IS}\ (?:not\ )?what\ i\ (?:meant|asked|wanted|said|was\ asking|needed)"),
    _pattern(r"not\ what\ i\ (?:meant|asked|wanted|said|needed)"),
    _pattern(r"(?:wrong|incorrect|not\ (?:quite|exactly))(?:\ (?:again|one))?\s*(?:$|[,.!—–-])"),
    _pattern(
        r"(?:no|nope|nah|not\ quite)[\s,.!—–-]+(?:wrong|incorrect|i\ (?:said|meant|asked|wanted)\b|you\ \w+|that's\ not\b)"
    ),
    _pattern(rf"you(?:'re|\ are|\ were)\ (?:still\ )?{_WRONG}{_OVER}"),
    _pattern(r"you\ (?:made|make|keep\ making)\ (?:a|an|another|the\ same)?\s*(?:mistakes?|errors?)\b"),
    _pattern(r"you\ (?:got|have|had|did|spelled|spelt|wrote)\ (?:\w+\ ){1,4}(?:wrong|incorrectly)\b"),
    _pattern(r"you(?:'ve|\ have)?\ (?:misunderstood|misread|mixed\ up|confused|mistook)\b"),
    _pattern(rf"your\ (?:\w+\ )?{_WORK}\ (?:is|was|are|were|looks?)\ (?:still\ )?{_WRONG}"),
    _pattern(
        r"there(?:'s|\ is|\ are|\ was|\ were)\ (?:an?|another|some|two|three)\ (?:mistakes?|errors?|bugs?|typos?)\ in\ your\b"
    ),
    _pattern(r"(?:what\ )?i\ meant\ (?!to\ (?!say|write|ask)|it\b|every|well\b|no\b|that\b|what\b)\S"),
    _pattern(r"actually,?\ (?:that|it)(?:'s|\ is|\ was|\ should)\b"),
    _pattern(r"actually,?\ you\ (?!can\b|could\b|should\b|may\b|might\b|know\b|all\b|guys\b)\w+"),
    _pattern(r"actually,?\ i\ (?:meant|said|asked|wanted|never\ said|didn't\ (?:say|ask|mean|want))\b"),
    _pattern(r"(?:no|nope)[\s,.!—–-]+(?:it|that)\ should\ (?:be|have\ been|say|read)\b"),
    _pattern(r"(?:it|that)\ should\ (?:be|have\ been|say|read)\ .{1,60},\ not\ \w+"),
)
# They correct only what the agent just told, which must not have been a question.
_CORRECTIONS_OF_SAID = (
    _pattern(r"(?:it|that|this)\ should\ (?:be|have\ been|say|read)\b"),
    _pattern(r"(?:no|nope)[\s,.!—–-]+(?:it's|it\ is|that's|the|i|my|he's|she's|they're|we're)\b"),
    _pattern(r"[\w'’ ]{1,40},\ not\ [\w'’ ]{1,40}[.!]*$"),
)
_DO = (
    r"(?:use|call|send|write|add|delete|include|share|tell|mention|assume|change|touch|commit|push|run|reply|respond|answer|ask|put|"
    r"format|translate|guess|edit|remove|open|post|schedule|book|suggest|show|start|make|"
    r"give(?!\ (?:up|in)\b)|keep|check|confirm|say(?!\ never)|repeat|cite|"
    r"round|save|store|list|sort|convert|sign|greet|address|interrupt|quote|apologi[sz]e|explain|summari[sz]e|remind|read|speak)"
)
_DOING = (
    r"(?:using|calling|sending|writing|adding|deleting|including|sharing|telling|mentioning|assuming|changing|replying|answering|asking|"
    r"putting|guessing|posting|suggesting|showing|making|giving|saying|repeating|apologi[sz]ing|explaining|reminding|summari[sz]ing)"
)
_LATER = r"(?:from\ now\ on|going\ forward|in\ (?:the\ )?future|next\ time)"
_PREFERENCES = (
    _pattern(r"i(?:'d|\ would)?\ (?:really\ |much\ |always\ |generally\ )?prefer\b"),
    _pattern(r"i(?:'d|\ would)\ (?:much\ )?rather\ you\b"),
    _pattern(r"i(?:'d|\ would)\ like\ you\ to\b"),
    _pattern(rf"(?:always|never)\ (?:ever\ )?{_DO}\b"),
    _pattern(rf"(?:don't|do\ not)\ (?:ever\ )?{_DO}\b"),
    _pattern(rf"stop\ {_DOING}\b"),
    _pattern(r"(?:make|be)\ sure\ (?:to|you|that\ you)\b"),
    _pattern(rf"{_LATER},?\ (?:please\ |always\ |never\ |don't\ |do\ not\ )*(?:{_DO}|be|stop)\b"),
)
_THANKS = r"(?:,?\ (?:thanks?|thank\ you|cheers)(?:\ (?:so\ much|a\ lot|very\ much|you))?)?"
_GOOD = (
    r"(?:perfect|exactly|great|excellent|brilliant|awesome|amazing|wonderful|fantastic|lovely|superb|spot\ on|"
    r"well\ done|nice|good)"
)
_PRAISE_ALONE = _pattern(r"(?:perfect|exactly|great|excellent|brilliant|awesome|amazing|wonderful|fantastic|superb)")
_PRAISE = _pattern(
    rf"(?:(?:that(?:'s|\ is|\ was)|this\ is|it's|you're|you\ are|yes)?,?\ ?(?:just\ |simply\ |really\ |absolutely\ )?"
    rf"(?:{_GOOD}|exactly\ right|the\ best|so\ helpful|very\ helpful)"
    rf"|(?:very\ |really\ )?(?:great|good|nice|excellent|amazing|fantastic|brilliant)\ (?:job|work|answer|one|summary|catch|idea)"
    rf"|(?:that(?:'s|\ is|\ was)\ |just\ )?(?:exactly|just)\ what\ i\ (?:needed|wanted|meant|asked\ for|was\ looking\ for)"
    rf"|(?:i\ )?love\ (?:it|this|that)|spot\ on|well\ done|you\ (?:nailed|got)\ it|that\ (?:was|is)\ (?:very|really|so)\ helpful"
    rf"){_THANKS}"
)
_BAD = r"(?:bad|terrible|awful|useless|horrible|rubbish|garbage|nonsense|no\ good|not\ good|not\ helpful|unhelpful|no\ use|poor)"
_COMPLAINT = _pattern(
    rf"(?:no|nope"
    rf"|(?:that|this|it)(?:'s|\ is|\ was)\ (?:really\ |just\ |very\ |so\ |completely\ |totally\ )?{_BAD}(?:\ at\ all)?"
    rf"|(?:very\ |really\ )?{_BAD}\ (?:{_WORK}|job|work|idea)"
    rf"|(?:that|this|it)\ (?:isn't|wasn't|is\ not|was\ not)\ (?:good|helpful|useful)(?:\ at\ all)?"
    rf"|(?:that|this|it)\ (?:didn't|doesn't|did\ not|does\ not)\ help(?:\ at\ all)?"
    rf"|you(?:'re|\ are)\ (?:not\ (?:listening|helping|paying\ attention)|useless|no\ help|no\ use)"
    rf"|you\ (?:never\ listen|don't\ listen|aren't\ listening|ignored\ (?:me|what\ i\ said)))"
)
_QUOTED = re.compile(r'"[^"]*"|“[^”]*”|«[^»]*»|`[^`]*`|^>.*$', re.MULTILINE)
_NAMES_THE_ACT = _pattern(
    r"\byou(?:'ve|\ have|\ just)?\ (?:\w+ed|said|made|got|wrote|did|gave|sent|forgot|misunderstood|misread|put|"
    r"told|took|left|chose)\b"
    rf"|\byour\ (?:\w+\ )?{_WORK}\b"
)
_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "ʼ": "'"})
_EDGES = re.compile(r"^[^\w\"'“«`]+|[^\w\"'”»`]+$")


def detect(message: str, previous: str | None = None) -> Detected | None:
    """What a message to an agent says of the agent's work, or None.

    Args:
        message: what a person said to the agent.
        previous: what the agent had said or done last; None: not known.
    """
    straight = message.translate(_STRAIGHT)
    # Of the same length, so that places stay what they are.
    told = _QUOTED.sub(lambda quoted: "_" * len(quoted[0]), straight)
    spans = sentences(told)
    parts = {told[start:end]: message[start:end] for start, end in spans}
    before = (previous or "").strip()
    asked = before.endswith("?")
    of_said = bool(before) and not asked
    tests: dict[str, Callable[[str], bool]] = {
        "correction": lambda part: _corrects(part, before, of_said=of_said),
        "preference": _prefers,
    }
    for kind, fits in tests.items():
        found = [part for part in parts if not part.rstrip().endswith("?") and fits(_begun(part))]
        if found:
            return _detected(kind, " ".join(parts[part] for part in found), told, before)
    whole = _EDGES.sub("", _begun(" ".join(parts)))
    for kind, pattern, alone in (("praise", _PRAISE, _PRAISE_ALONE), ("complaint", _COMPLAINT, _pattern("no|nope"))):
        # A bare word in answer to a question answers the question.
        if whole and pattern.fullmatch(whole) and not (asked and alone.fullmatch(whole)):
            return _detected(kind, message.strip(), told, before)
    return None


def _begun(part: str) -> str:
    """A sentence in small letters, without what may stand before."""
    plain = _EDGES.sub("", part.casefold()) + (part.rstrip()[-1:] if part.rstrip()[-1:] in ".!" else "")
    return _BEFORE.sub("", plain) or plain


def _corrects(part: str, before: str, *, of_said: bool) -> bool:
    rest = re.sub(r"^(?:no|nope)[\s,.!—–-]+", "", part)
    if any(pattern.match(part) or pattern.match(rest) for pattern in _CORRECTIONS):
        return True
    if not of_said or len(part.split()) > _FEW_WORDS:
        return False
    if part.startswith(("actually i ", "actually, i ")):
        return _shared(part, before)
    return any(pattern.match(part) for pattern in _CORRECTIONS_OF_SAID[:2]) or bool(
        _CORRECTIONS_OF_SAID[2].match(part) and _shared(part.partition(", not ")[2], before)
    )


def _prefers(part: str) -> bool:
    return any(pattern.match(part) for pattern in _PREFERENCES)


def _shared(part: str, before: str) -> bool:
    return not set(keywords(part)).isdisjoint(keywords(before))


def _detected(kind: str, text: str, told: str, before: str) -> Detected:
    named = _NAMES_THE_ACT.search(told.casefold()) is not None or (bool(before) and _shared(told, before))
    short = text if len(text) <= _LONGEST else text[: _LONGEST - 1].rsplit(" ", 1)[0] + "…"
    return Detected(kind, _SENTIMENT[kind], SURER if named else SURE, short)
