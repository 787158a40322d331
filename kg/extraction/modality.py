"""Removing text that asserts nothing: questions, conditions, wishes, guesses, rumours, jokes, quotations, fiction."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.extraction.guesses import blank_guesses
from kg.extraction.word_lists import word_set

_QUESTION_WORD = re.compile(r"^\W*(?:who|where|why|which|whose)\b", re.IGNORECASE)
_INVERTED = re.compile(
    r"^\W*(?:is|are|was|were|do|does|did|has|have|can|could|would|will|should)(?:n't)? "
    r"(?:i|you|u|he|she|it|we|they|the|my|your|his|her|(?-i:[A-Z])[\w'’-]*)\b", re.IGNORECASE)  # fmt: skip
_THINK = re.compile(
    r"\bi (?:think|thought|believed?|reckon|assumed?|figured?|suspect|hoped)(?: that)? (?!i\b|i'|im\b|my\b|we\b)",
    re.IGNORECASE,
)
_JOKE = re.compile(r"\b(?:practically|basically|virtually|literally|so to speak)\b", re.IGNORECASE)
_LAUGH = re.compile(r"\b(?:lol|lmao|rofl|haha+|hehe)\b|😂|🤣|😜|😉", re.IGNORECASE)
_STORY = re.compile(
    r"\b(?:in|from) (?:the|a|this|that|my) (?:\w+ )?(?:book|novel|film|movie|story|show|series|game|song|"
    r"dream|play|episode|comic|poem|fairy tale|campaign|manga|anime|musical)\b"
    r"(?! (?:shoot|festival|club|set|studio|school|group|crew|company|shop|fair))|"
    r"\b(?:the|my|main) (?:main )?(?:character|protagonist|hero|heroine)\b|"
    r"\bonce upon a time\b|"
    r"\b(?:sign|poster|t-?shirt|mug|sticker|lyrics?|headline|slogan|ad|quote|song) (?:\w+ ){0,4}"
    r"(?:said|says|saying|reads?|goes|went)\b",
    re.IGNORECASE,
)
# What follows is the story's: "a book about Tom, who lives in Paris".
_ABOUT_STORY = re.compile(
    r"\b(?:book|novel|film|movie|story|series|documentary|play)(?: is| was|'s)?(?: all)? about\b.*",
    re.IGNORECASE | re.DOTALL,
)
# Quotations, and stage directions in brackets: [shares a photo].
_QUOTED = re.compile(r"\"[^\"]{2,}\"|“[^”]{2,}”")
_QUOTATION = re.compile(r"\"[^\"]+\"|“[^”]+”|«[^»]+»|^\s*'[^']+'\s*$")
# Titles and names are no quotations: 'I finished "Dune"', 'the password is "sesame"'; but 'she said "Stop"' is one.
_CAPITAL = r"(?:[A-Z0-9][\w'’.&-]*)"
_TITLE = re.compile(rf"[\"“]{_CAPITAL}(?: (?:{_CAPITAL}|of|the|and|a|an|in|to|for|on|at|with|from|by)){{0,6}}[\"”]")
_NAMED = re.compile(r"[\"“][\w-]{2,30}[\"”]")
_NAMING = re.compile(
    r"\b(?:called|named|titled|(?:names?|passwords?|codes?|titles?|nicknames?) (?:is|was|are))\s*\Z", re.IGNORECASE
)
_SAYING = re.compile(
    r"(?:[,:]|\b(?:say|says|said|saying|tell|tells|told|ask|asks|asked|reply|replied|answer|answered|shout|shouts|shouted|write|writes"
    r"|wrote|like|mean|means|go|goes|went|think|thought|be|yell|yelled|text|texted|with|as|just))\s*\Z",
    re.IGNORECASE,
)
_STAGED = re.compile(r"\[[^\]]*\]")
_STARRED = re.compile(r"(?<![*\w])\*(?=[^*\s])[^*]+(?<=[^*\s])\*(?![*\w])")
_LEAST_WORDS, _LONG_ACT = 3, 120
_LONGEST_SENTENCE = 1000
# A dream fills its paragraph.
_DREAM = re.compile(
    r"(?:\b(?:had|having) (?:a|the|this|that|another|the same) (?:\w+ ){0,2}dream\b(?! (?:come|job|house|holiday))|\bi dreamt\b"
    r"|\bi dreamed (?:that|i|we|he|she|they|the|my)\b"
    r"|(?:(?<=^)|(?<=[.!?\n] ))(?:dream[.:]|dream(?:t|ed) (?!of\b|about\b)))[^\n]*",
    re.IGNORECASE,
)
# Objects of "live in" and "married to" that mark a joke.
_JEST_OBJECTS = word_set(
    "library office gym kitchen laptop phone bed couch sofa car job computer desk work "
    "coffee mondays people mornings chores bullshit"
)


def _blank(pattern: re.Pattern[str], text: str) -> str:
    """Return the text with what matches replaced by spaces; its length is preserved."""
    return pattern.sub(lambda match: " " * len(match[0]), text)


def blank_unstated_clauses(sentence: str) -> str:
    """Return a sentence with the clauses that assert nothing replaced by spaces; "" if no clause asserts anything.

    The length is preserved, so that offsets stay valid.

    Args:
        sentence: one sentence.
    """
    plain = blank_final_question(sentence.replace("’", "'"))
    if "?" in plain or _INVERTED.match(plain) or _STORY.search(plain):
        return ""
    if _QUESTION_WORD.match(plain):
        return ""
    plain = _blank_exaggerations(_blank(_ABOUT_STORY, plain))
    if not plain:
        return ""
    if _LAUGH.search(plain) and any(
        re.search(rf"\b(?:live in|married to|from|allergic to) (?:(?:the|my|a) )?{word}\b", plain.lower())
        for word in _JEST_OBJECTS
    ):
        return ""
    if _THINK.search(plain):
        return ""
    return blank_guesses(_blank(_QUOTED, plain))


# "I don't eat pork, could the cook keep that in mind?" states its first part; "You live in Ghent, don't you?" asks.
_FINAL_QUESTION = re.compile(
    r"^(?P<stated>.+?)(?P<asked>(?:,|;| -| –| —|[^\w\s'’\"$€£%#@&/()<>]{1,3})(?: and| but| so| also)? "
    r"(?:can|could|would|will|do|does|did|is|are|was|were|has|"
    r"have|should|"
    r"what|what's|where|when|who|why|how|which|any|anyone|anybody|maybe|perhaps|shall|may)\b(?: [\w'’-]+){2,}[^?]*\?\W*)$",
    re.IGNORECASE | re.DOTALL,
)


def blank_final_question(sentence: str) -> str:
    """Return a sentence without the question that its last clause asks, if what precedes it is no question."""
    found = _FINAL_QUESTION.match(sentence) if "?" in sentence and len(sentence) <= _LONGEST_SENTENCE else None
    if found is None or _INVERTED.match(found["stated"]) or _QUESTION_WORD.match(found["stated"]):
        return sentence
    return found["stated"] + " " * len(found["asked"])


def _blank_exaggerations(sentence: str) -> str:
    """Return a sentence without the clauses that are not meant word for word: "it's basically fuel"."""
    parts = re.split(r"(, |;| but | and )", sentence)
    kept = "".join(" " * len(part) if _JOKE.search(part) else part for part in parts)
    return kept if kept.strip() else ""


_FENCED = r"```.*?(?:```|\Z)|`[^`\n]+`"
_FENCES = re.compile(_FENCED, re.DOTALL)
_CODE = re.compile(rf"{_FENCED}|<[a-zA-Z/!][^>\n]*>|https?://\S+", re.DOTALL)


def blank_code(text: str) -> str:
    """Return the text with code, markup and URLs replaced by spaces; its length is preserved."""
    return _blank(_CODE, text)


def blank_fences(text: str) -> str:
    """Return the text with what is between backticks replaced by spaces; its length is preserved."""
    return _blank(_FENCES, text)


# What a message hands over to be worked on, or tells as a joke, is not what its author states.
_REQUEST = re.compile(
    r"(?:(?<=^)|(?<=[.!?\n]))[^\w\n]{0,10}(?:(?:hi|hey|hello|ok|okay|now|please|pls|plz|and|so|also|then|next)\b[ ,]*)*"
    r"(?:(?:can|could|would|will) (?:you|u) (?:please |pls )?|(?:i|we)(?:'d like| need| want| would like) (?:you|u) to |"
    r"help me (?:to )?)?"
    r"(?:(?:translate|proofread|rewrite|rephrase|paraphrase|summari[sz]e|reword|make up|imagine|pretend|role-?play|spell ?check|"
    r"parse|classify)\b|(?:correct|edit|shorten|improve|fix|analy[sz]e) (?:this|these|the|my|following)\b|"
    r"(?:write|draft|compose|generate|create)(?: me| us)? (?:an?|some|the|my|two|three|\d+)\b)[^.!?\n:]*",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r"\b(?:joke|quote|lyrics?|poem|riddle|story|caption|headline|motto|tongue twister)\b[^.!?\n:]{0,40}(?=:)",
    re.IGNORECASE,
)
_POINTING_END = re.compile(r"\b(?:this|these|following|below)\b[^.!?\n:]{0,20}\Z", re.IGNORECASE)
_PARAGRAPH_END = re.compile(r"\n\s*\n")


def blank_supplied(text: str) -> str:
    """Return the text without requests to write or change a text, and without the text that they supply.

    The supplied text follows a colon or "this", on the same line or in the next paragraph. The length is preserved.
    """
    for request, _, end in _find_requests(text):
        text = text[:request] + " " * (end - request) + text[end:]
    return text


def find_supplied(text: str) -> list[tuple[int, int]]:
    """Return the offsets of requests to write or change a text that supply one, each with its text."""
    return [(request, end) for request, start, end in _find_requests(text) if start < end]


def _find_requests(text: str) -> Iterator[tuple[int, int, int]]:
    """Yield the start of each request, and the start and the end of what it supplies, which may be nothing."""
    plain = text.replace("’", "'")
    for match in [*_REQUEST.finditer(plain), *_TOLD.finditer(plain)]:
        start = end = match.end()
        if plain[end : end + 1] == ":" or _POINTING_END.search(match[0]):
            start = next((at for at in range(end, len(plain)) if plain[at] not in ".!?: \n"), len(plain))
            end = start + len(_PARAGRAPH_END.split(plain[start:], maxsplit=1)[0])
        yield match.start(), start, end


def blank_quoted(text: str) -> str:
    """Return the text with quotations, but not titles and names between marks, replaced by spaces; its length is preserved."""
    return _QUOTATION.sub(lambda match: match[0] if _is_title(match) else " " * len(match[0]), text)


def blank_unasserted(text: str) -> str:
    """Return the text without what its author quotes, acts or supplies for another text; its length is preserved."""
    return blank_quoted(blank_staged(blank_supplied(text)))


def _is_title(quotation: re.Match[str]) -> bool:
    before = quotation.string[: quotation.start()]
    if _NAMING.search(before):
        return _TITLE.fullmatch(quotation[0]) is not None or _NAMED.fullmatch(quotation[0]) is not None
    return bool(before.strip()) and _TITLE.fullmatch(quotation[0]) is not None and not _SAYING.search(before)


def blank_staged(text: str) -> str:
    """Return the text without stage directions ("[shares a photo]"), what characters do ("*i bow to the king*"), and dreams.

    They are replaced by spaces, so that the length is preserved.
    """
    acted = _STARRED.sub(lambda match: " " * len(match[0]) if _is_act(match[0]) else match[0], text)
    return _blank(_DREAM, _blank(_STAGED, acted))


def _is_act(starred: str) -> bool:
    """Return whether text between asterisks is what a character does: bold text is short, or begins with a capital letter."""
    return len(starred.split()) >= _LEAST_WORDS and (starred[1].islower() or len(starred) >= _LONG_ACT)


def blank_unstated(text: str) -> str:
    """Return the text with all that asserts nothing replaced by spaces; its length is preserved."""
    ends = r"(?<=[.!?…\n])(?=\s)(?<!\bDr\.)(?<!\bMr\.)(?<!\bMs\.)(?<!\bSt\.)(?<!\bMrs\.)(?<!\bProf\.)"
    text = blank_staged(text)
    return "".join(blank_unstated_clauses(piece) or " " * len(piece) for piece in re.split(ends, text))
