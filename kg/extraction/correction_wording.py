"""How people correct themselves in a few words: which sentences are a correction and nothing else."""

from __future__ import annotations

import datetime as dt
import itertools
import re
from dataclasses import dataclass

from kg.extraction.dates import find_dates
from kg.extraction.spoken_values import SpokenValue, find_spoken_values
from kg.extraction.word_lists import word_set

# Said of an error.
_SORRY = (
    r"sorry|sry|soz|apologies|my (?:bad|mistake|fault)|correction|typo(?: above| there)?|scra(?:tch|p) that|oops|whoops"
    r"|i (?:got|had|read) (?:that|it) wrong|i misread(?: it| that)?|that(?:['’]?s| was| is) wrong|let me correct (?:that|myself)"
)
_MEANT = r"i (?:meant|mean)(?: to (?:say|write|type|put))?"
_SORRY_AFTER = re.compile(rf"\s*(?:{_SORRY})[.!]*\s*$", re.IGNORECASE)
# Said of much else, too.
_HINT = r"actually|wait"
_CUE = rf"{_SORRY}|{_MEANT}|{_HINT}"
_RIGHT = r"right|true|(?:that['’]?s )?correct|(?:you|he|she|they)(?:['’]?re|['’]?s| are| is|r) right|ur right"
_YES = r"ok(?:ay)?|yes|yeah|yep|fair(?: enough)?"
_CALLED = r"(?:they|he|she)(?: have|['’]ve)?(?: just)? (?:rang|called|phoned|texted|emailed|mailed|messaged|wrote)"
_OPENING = (
    rf"{_CALLED}|oh|ah|ugh|um|hm+|lol|ha(?:ha)+|hang on|hold on|also|no|nope|but|so|well|just checked|{_YES}|{_RIGHT}"
)
_GAP = r"[ ,.!:;–—-]*"
_BE = r"(?:['’]?s| is| will be|['’]ll be| should(?: be| have been| read| say))"
_MOVE = r"(?:moved|pushed|shifted|changed|postponed|rescheduled|delayed|brought)"
_MOVED = (
    rf"(?:it|that)(?:['’]?s| has| have| had| got| was| is)*(?: now| just)?(?: been| got)? {_MOVE}"
    rf"|(?:they|she|he|we|i)(?:['’]?ve| have| has| had|['’]?s)?(?: just| now)? {_MOVE} (?:it|that)"
)
# Below, D, T and N are a date, a time and a number; all other words are in small letters.
_CODES = {"date": "D", "time": "T", "number": "N"}
_NEW = r"D(?:,? ?(?:at )?(?:T|N))?|T,? ?(?:on )?D|[TN]"
_PART = r"not|about|around|than|instead|of|the|and|like|maybe|just|another|until|till|already|only|now|still|almost|nearly|over"
_SENTENCE_WITH_VALUES = re.compile(
    rf"(?:(?P<star>\*)|(?P<opening>(?:\b(?:{_CUE}|{_OPENING})\b{_GAP})*))"
    rf"(?:(?P<made>(?:let['’]s )?make (?:that|it|this) )"
    rf"|(?P<moved>(?:{_MOVED})(?: back| forward| up| out)? (?=(?:to|until|till) ))"
    rf"|(?P<restated>(?:it|that|this){_BE} |(?:the|my) [a-z]+ says )|should (?:be|have been) )?"
    r"(?:(?:now|actually|really|only) )?(?:(?:on|at|for|to|by|until|till) )?"
    rf"(?:(?P<lead>(?!(?:{_CUE}|{_OPENING}|{_PART})\b)[a-z]{{3,}}) )??(?P<new>{_NEW})(?: (?P<unit>[a-z]+)(?=$|[ ,.!;]))??"
    rf"(?P<after>(?:[ ,.!;(–—-]|\b(?:{_CUE}|it is|then|now|btw|instead|in the end|please|pls|thanks)\b)*)"
    r"(?P<denial>(?:and )?(?:not|instead of|rather than) (?:on |at |for |by )?(?:the )?(?P<denied>[DTN]))?"
    rf"(?P<end>(?:[ ,.!)*]|\b(?:{_CUE})\b)*)(?P<reason>(?<=[,;] ).+)?"
)
# "Sorry, salmon, not cod".
_SENTENCE_WITH_WORDS = re.compile(
    rf"(?P<opening>(?:\b(?:{_CUE}|{_OPENING})\b{_GAP})*)(?P<restated>(?:it|that)['’]?s |make that )?(?:the )?"
    r"(?P<new>[^\d\W][\w'’-]*(?: (?!one\b)[\w'’-]+)?)(?: one)?,? not (?:the )?(?P<denied>[\w'’-]+(?: [\w'’-]+)?)[ .!]*",
    re.IGNORECASE,
)
# "No, not Leeds, Bradford".
_SENTENCE_WITH_DENIAL = re.compile(
    rf"(?P<opening>(?:\b(?:{_CUE}|{_OPENING})\b{_GAP})*)not (?P<denied>[\w'’-]+(?: [\w'’-]+){{0,2}})[,;:] (?:but )?"
    r"(?P<new>[^\d\W][\w'’-]*(?: [\w'’-]+){0,2})[ .!]*",
    re.IGNORECASE,
)
# "Actually she's not vegan" and "why not pizza" put nothing in place of another.
_NOT_A_THING = re.compile(
    r"\b(?:is|are|am|was|were|do|does|did|will|would|can|could|has|have|i|you|he|she|it|we|they|why|maybe|definitely|probably|so|if"
    r"|sure|too|that|this|there|all|also|well|nothing|something|everything|anything|business|harm|later|earlier)\b|['’](?:s|m|re|ve|ll|d)\b",
    re.IGNORECASE,
)
# "I meant Lupa, the one by the canal", "*Milner Street", "I meant otter89", "oops yes, Malmö".
_SENTENCE_WITH_NAME = re.compile(
    rf"(?P<opening>(?:\*(?=\w{{5}})|(?i:(?:\b(?:{_CUE}|{_OPENING})\b{_GAP})+)))"
    r"(?i:it['’]?s |that['’]?s |make (?:that|it) )?(?:the )?"
    r"(?P<new>(?!I\b)[^\W\d_a-z][\w'’-]{3,}(?: [^\d\W][\w'’-]+){0,2}|(?=[\w-]*\d)[^\W\d][\w-]{3,})(?:, [^*]+)?[ .!]*"
)
# "Sorry, I meant pistachios".
_SENTENCE_WITH_THING = re.compile(
    rf"(?P<opening>(?:\b(?:{_OPENING})\b{_GAP})*\b(?:{_SORRY}|no|wait)\b{_GAP}i meant (?:the |an? )?)"
    r"(?P<new>[^\W\d]{4,})[ .!]*",
    re.IGNORECASE,
)
# What follows a denial without replacing anything: "not nuts, please".
_FILLING = re.compile(
    r"\b(?:please|pls|thanks?|thx|ta|cheers|then|right|again|though|tho|anyway|mind|remember|mate|love|mum|dad|yet|still|now|today|ok|yes|no"
    r"|works?|suits|better|hello|sorry|good|hates?|loves?|likes?|hungry|tired|money|jokes?)\b",
    re.IGNORECASE,
)
_HAS_DIGIT = re.compile(r"\d")
_MEANING = re.compile(rf"\b(?:{_MEANT}|typo|correction)\b|\*", re.IGNORECASE)
# Editors replace words by this.
_SUBSTITUTION = re.compile(r"s/(?P<denied>[^/]{2,30})/(?P<new>[^/]{2,30})/?g?")
_WORDINGS = (_SUBSTITUTION, _SENTENCE_WITH_DENIAL, _SENTENCE_WITH_WORDS)
_CERTAIN = re.compile(rf"\b(?:{_CUE}|instead|in the end)\b|\*", re.IGNORECASE)
_APOLOGETIC = re.compile(rf"\b(?:{_SORRY}|{_MEANT}|in the end)\b|\*", re.IGNORECASE)
_CONFIRMING = re.compile(rf"(?:(?:oh|ah|um|hm+|well|lol|ha(?:ha)+|just checked)\b{_GAP})*(?:{_YES}|{_RIGHT})\b")
_REFUSING = re.compile(r"(?:oh |ah )?no\b")
_EXCUSE = re.compile(
    r"\b(?:misread|misheard|mistyped|typo|typing|mixed (?:it|them) up|fat fingers?|swapped the|wrong)\b"
)
_LAUGHING = re.compile(r"\b(?:ha(?:ha)+|lol|lmao)\b")
# "Sorry, 5 minutes" and "wait 10 minutes" ask to wait.
_LENGTHS = word_set("min mins minute minutes sec secs second seconds hour hours hr hrs day days week weeks")
# "Sorry, I misread it. It's the 18th"; "the correction takes ten days" is none.
_ANNOUNCED = re.compile(rf"(?:\b(?:{_OPENING}|{_HINT})\b{_GAP})*\b(?:{_SORRY})\b(?! (?:is|was|of|takes?)\b)")
# Said of nothing else, also in a sentence of its own: "We meet on Monday. Wait, no, Tuesday".
_FIRM = r"(?:(?:wait|actually|sorry|oh)[, ]+no|no[, ]+(?:wait|actually|sorry)|scratch that)"
_WITHDRAWN = rf"(?:{_FIRM}|wait|sorry|sry|i lie|i mean|i meant|or rather|make that|correction)"
# "On Monday, no wait, Tuesday".
_RESTART = re.compile(
    rf"(?:[.!] (?:oh,? )?(?={_FIRM}\b)|,|;|\.{{2,}}| ?[–—-]+)? *(?:{_WITHDRAWN}|no)\b(?:[ ,:]*\b(?:{_WITHDRAWN}|no)\b)*[ ,:]+"
    r"(?:it['’]?s )?(?:on |at |for )?"
)
_MAY_RESTART = re.compile(rf"\b(?:{_WITHDRAWN}|no)\b", re.IGNORECASE)
# "No 14" is a number of a house.
_SURE_RESTART = re.compile(rf"\b{_WITHDRAWN}\b|, no, ")
# What may follow the value that counts.
_AFTER_RESTART = re.compile(
    r"\s*(?:$|[.!?;)]|,(?! (?:yes|yep|ok)\b)"
    r"|(?:at|on|in|for|from|to|until|till|with|and|of|then|instead|please|pls|lol|haha)\b)",
    re.IGNORECASE,
)
# "3, no wait, 4 cats", but not "5, wait, 6 people were there".
_COUNTED = re.compile(r" [^\W\d_]+(?=$|[.,!?;)])(?! (?:is|are|was|were|has|have)\b)")
_DENYING = re.compile(
    r"(?:\b(?:not|never|unable|cannot|cant|dont|doesnt|didnt|wont|isnt)\b|n['’]t\b)[^.!?]*\Z", re.IGNORECASE
)
_PREPOSITION = re.compile(r"\b(?:on|by|for) \Z", re.IGNORECASE)
_SENTENCE = re.compile(r"\S.*?(?:[.!]+(?=\s|$)|$)", re.MULTILINE)
_NEAR = frozenset({"today", "tonight"})


@dataclass(frozen=True)
class CorrectionWording:
    """A sentence that corrects, or may do so.

    Attributes:
        start: the offset of its first character in the message.
        end: the offset after its last character.
        values: the new values, one of a kind.
        words: new words where it has no values; "" otherwise. They stand for those that it denies, or for similar ones.
        denied: the value or the words that it denies; "" if it denies none.
        unit: the word after a number.
        lead: the word before a number: "room" of "room 21".
        joined: the second value with what joins it to the first: " at 11".
        is_certain: whether its words correct: "sorry", "not", "actually".
        is_apologetic: whether they speak of an error or a change, and hardly of anything else: "sorry", "I meant", "not".
        is_confirming: whether they confirm what another wrote: "you're right".
        is_refusing: whether it is certain only by "no", which may answer a question about another thing.
        is_star: whether the words follow a star: "*Milner Street".
        is_order: whether they order another value, as in "make it two", and name it however many others were named in between.
        is_bare: whether it is the value alone.
    """

    start: int
    end: int
    values: tuple[SpokenValue, ...] = ()
    words: str = ""
    denied: str = ""
    unit: str = ""
    lead: str = ""
    joined: str = ""
    is_certain: bool = True
    is_apologetic: bool = True
    is_confirming: bool = False
    is_refusing: bool = False
    is_star: bool = False
    is_order: bool = False
    is_bare: bool = False


def read_correction(text: str, at: dt.datetime) -> CorrectionWording | None:
    """Return the first sentence of a message that corrects, or may do so; None if none does.

    Args:
        text: the message.
        at: its time; "it's the 18th" on this day corrects nothing.
    """
    before = ""
    for match in _SENTENCE.finditer(text):
        found = _read_values(match, before, at) or _read_words(match)
        if found is not None:
            return found
        before = f"{before} {match[0].lower()}".strip()
    return None


def denies_other_value(text: str, original: str, at: dt.datetime) -> bool:
    """Return whether a correction denies a number that the text to correct does not have: "380 instead of 320" of 75 people.

    Args:
        text: the message that corrects.
        original: the text that it is taken to correct.
        at: the time of the message.
    """
    wording = read_correction(text, at)
    if wording is None or not wording.denied or not wording.values or wording.values[0].kind != "number":
        return False
    denied = {each.plain for each in find_spoken_values(wording.denied)}
    return denied.isdisjoint(each.plain for each in find_spoken_values(original))


def blank_restart(text: str) -> str:
    """Return a text without a value that is withdrawn at once, "on Monday, no wait, Tuesday"; its length is preserved."""
    if _MAY_RESTART.search(text) is None:
        # Most texts have none of these words.
        return text
    for old, new in itertools.pairwise(find_spoken_values(text)):
        between = text[old.end : new.start].lower()
        is_sure = _SURE_RESTART.search(between) is not None
        if old.kind != new.kind or _RESTART.fullmatch(between) is None or (new.kind == "number" and not is_sure):
            continue
        if _DENYING.search(text, 0, old.start):
            # "I can't do Friday, sorry, Saturday for me": the denial is of the first one.
            continue
        if _AFTER_RESTART.match(text, new.end) or (new.kind == "number" and _COUNTED.match(text, new.end)):
            # "On the 22nd, no, the 29th": a date needs no preposition.
            before = _PREPOSITION.search(text, 0, old.start) if old.kind == "date" else None
            start = old.start if before is None else before.start()
            return f"{text[:start]}{' ' * (new.start - start)}{text[new.start :]}"
    return text


def _read_words(sentence: re.Match[str]) -> CorrectionWording | None:
    match = next(filter(None, (pattern.fullmatch(sentence[0]) for pattern in _WORDINGS)), None)
    is_certain = match is not None and (
        match.re is not _SENTENCE_WITH_WORDS or bool(_CERTAIN.search(match["opening"]) or match["restated"])
    )
    if match is not None and is_certain and not any(map(_HAS_DIGIT.search, (match["new"], match["denied"]))):
        if not _is_thing(match["new"]) or _NOT_A_THING.search(match["denied"]):
            return None
        opening = match["opening"] if match.re is not _SUBSTITUTION else "*"
        return CorrectionWording(
            sentence.start(),
            sentence.end(),
            words=match["new"],
            denied=match["denied"],
            is_apologetic=_APOLOGETIC.search(opening) is not None,
        )
    match = _SENTENCE_WITH_NAME.fullmatch(sentence[0]) or _SENTENCE_WITH_THING.fullmatch(sentence[0])
    if match is None or not _is_thing(match["new"]):
        return None
    is_apologetic = _MEANING.search(match["opening"]) is not None
    if not is_apologetic and not match["new"].istitle():
        # "Sorry, Friday doesn't work".
        return None
    return CorrectionWording(
        sentence.start(),
        sentence.end(),
        words=match["new"],
        is_certain=_CERTAIN.search(match["opening"]) is not None,
        is_apologetic=is_apologetic,
        is_star=match["opening"] == "*",
    )


def _is_thing(words: str) -> bool:
    """Whether words may stand for a thing: not "please", "hopefully", "Friday works better"."""
    is_adverb = words.endswith("ly") and not words[:1].isupper()
    is_dated = any(each.kind != "number" for each in find_spoken_values(words))
    return not (is_adverb or is_dated or _NOT_A_THING.search(words) or _FILLING.search(words))


def _read_values(sentence: re.Match[str], before: str, at: dt.datetime) -> CorrectionWording | None:
    values = find_spoken_values(sentence[0])
    coded = _with_codes(sentence[0], values)
    match = _SENTENCE_WITH_VALUES.fullmatch(coded) if values else None
    if match is None or (before and match["moved"]) or (match["made"] and _LAUGHING.search(coded)):
        # "The centre had no power. They moved it to Friday": it is something of this message.
        return None
    opening, cues = match["opening"] or "", f"{match['opening'] or ''} {match['after']} {match['end'] or ''}".strip()
    is_worded = bool(match["star"] or match["moved"] or match["denial"] or _ANNOUNCED.match(before))
    is_worded |= bool(_EXCUSE.search(match["reason"] or ""))
    is_excused = _SORRY_AFTER.match(sentence.string, sentence.end()) is not None
    is_certain = is_worded or is_excused or bool(match["made"] or _CERTAIN.search(cues))
    is_refusing = bool(_REFUSING.match(opening)) and not is_certain
    is_confirming = bool(_CONFIRMING.match(opening) or _CONFIRMING.match(before))
    new = values[: sum(map(match["new"].count, _CODES.values()))]
    is_bare = not (is_certain or is_refusing or is_confirming or match["restated"])
    if is_bare and sentence.end() < len(sentence.string.rstrip()):
        return None
    if (match["restated"] and _is_this_day(new[0], at)) or (match["reason"] and not _may_have_reason(match, new[0])):
        return None
    if match["lead"] and (new[0].kind == "date" or not is_certain):
        # "Room 21" is a value with its name; "lunch Friday" is another thing.
        return None
    if match["unit"] in _LENGTHS and not (match["made"] or match["denial"] or "mean" in cues):
        return None
    return CorrectionWording(
        sentence.start(),
        sentence.end(),
        tuple(new),
        denied=values[len(new)].text if match["denied"] else "",
        unit=match["unit"] or "",
        lead=match["lead"] or "",
        joined=sentence[0][new[0].end : new[-1].end],
        is_certain=is_certain,
        is_apologetic=is_worded or bool(_APOLOGETIC.search(cues)),
        is_confirming=is_confirming,
        is_refusing=is_refusing,
        is_order=match["made"] is not None,
        is_bare=is_bare,
    )


def _may_have_reason(match: re.Match[str], value: SpokenValue) -> bool:
    """Whether a further clause may follow: "make that 5, they close early", but not "3, the kids and me"."""
    opening = match["opening"] or ""
    is_worded = _EXCUSE.search(match["reason"]) or match["made"] or match["moved"] or match["restated"]
    is_worded = is_worded or _CERTAIN.search(opening) or _REFUSING.match(opening)
    return bool(is_worded) or value.kind != "number" or sum(map(str.isdigit, value.text)) > 1


def _with_codes(sentence: str, values: list[SpokenValue]) -> str:
    """Return a sentence in small letters with a code for each value, and single spaces."""
    parts, seen = [], 0
    for value in values:
        parts += [sentence[seen : value.start].lower(), _CODES[value.kind]]
        seen = value.end
    return " ".join("".join([*parts, sentence[seen:].lower()]).split())


def _is_this_day(value: SpokenValue, at: dt.datetime) -> bool:
    """Whether a sentence only says which day it is: "wait, it's Tuesday", on a Tuesday."""
    today = at.date().isoformat()
    is_day = any(today in (each.past, each.future) for each in find_dates(value.text, at)[-1:])
    return is_day and value.plain not in _NEAR
