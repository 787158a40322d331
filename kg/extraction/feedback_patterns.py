"""English patterns of feedback to an agent, for the features of the detector.

A pattern must match at the beginning of a sentence and refer to the agent or its work; statements about others, questions,
quotations and hypotheticals do not match.
"""

from __future__ import annotations

import re

from kg.language import extract_keywords

# A longer sentence is not a plain contradiction of the agent's last statement.
_FEW_WORDS = 12
_NO = re.compile(r"^(?:no|nope)[\s,.!—–-]+")
_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "ʼ": "'"})


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.VERBOSE)


# Optional opening words: a greeting, thanks, an interjection.
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
# These correct only a statement by the agent in the previous message, not a question.
_CORRECTIONS_OF_STATEMENT = (
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
_EDGES = re.compile(r"^[^\w\"'“«`]+|[^\w\"'”»`]+$")


def find_patterns(sentence: str, previous: str) -> list[str]:
    """Return which English patterns a sentence matches: correction, preference, praise, complaint, and what they depend on.

    Args:
        sentence: one sentence, without quoted text.
        previous: what the agent said before; "" if it said nothing.
    """
    if sentence.rstrip().endswith("?"):
        return []
    part = strip_opening(sentence.translate(_STRAIGHT))
    whole = _EDGES.sub("", part)
    found = []
    if any(pattern.match(each) for pattern in _CORRECTIONS for each in {part, _NO.sub("", part)}):
        found.append("correction")
    if previous and not previous.rstrip().endswith("?") and _corrects_statement(part, previous):
        found.append("correction of a statement")
    if any(pattern.match(part) for pattern in _PREFERENCES):
        found.append("preference")
    # A single word after a question is an answer.
    asked = previous.rstrip().endswith("?")
    if whole and _PRAISE.fullmatch(whole) and not (asked and _PRAISE_ALONE.fullmatch(whole)):
        found.append("praise in one word" if _PRAISE_ALONE.fullmatch(whole) else "praise")
    if whole in {"no", "nope"}:
        found += ["plain no"] if previous and not asked else []
    elif whole and _COMPLAINT.fullmatch(whole):
        found.append("complaint")
    return found


def strip_opening(part: str) -> str:
    """Return a sentence in lower case, without opening words."""
    plain = _EDGES.sub("", part.casefold()) + (part.rstrip()[-1:] if part.rstrip()[-1:] in ".!" else "")
    return _BEFORE.sub("", plain) or plain


def _corrects_statement(part: str, before: str) -> bool:
    if len(part.split()) > _FEW_WORDS:
        return False
    if part.startswith(("actually i ", "actually, i ")):
        return _shares_keyword(part, before)
    return any(pattern.match(part) for pattern in _CORRECTIONS_OF_STATEMENT[:2]) or bool(
        _CORRECTIONS_OF_STATEMENT[2].match(part) and _shares_keyword(part.partition(", not ")[2], before)
    )


def _shares_keyword(part: str, before: str) -> bool:
    return not set(extract_keywords(part)).isdisjoint(extract_keywords(before))
