"""Reports that a task is done, or will not be done, in a few words: "rota done", "griddle ordered", "no need to call Ann"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kg.extraction.dates import find_dates
from kg.extraction.ended_things import ENDING_DEEDS, ENDING_STATES, read_ended_thing
from kg.extraction.modality import blank_final_question
from kg.extraction.omitted_subjects import names_other_before
from kg.extraction.quoted_speech import blank_all_but_asserted
from kg.extraction.word_lists import KIN, word_set
from kg.knowledge import DENIAL, FINISH
from kg.language import split_sentences
from kg.protocols import ExtractedStatement

if TYPE_CHECKING:
    from kg.language import NameSpan
    from kg.protocols import Utterance

_CONFIDENCE = 0.8
# That a task is done is shown with the task.
_REPORT_WORTH, _DROPPED_WORTH = 0.05, 0.01
# The past of a verb → its open predicate. What stands between a verb and its particle may be the thing: "picked the parcel up".
_PAST = {
    "called": "call",
    "rang": "ring",
    "phoned": "to_phone",
    "talked to": "talk_to",
    "talked with": "talk_with",
    "spoke to": "speak_to",
    "spoke with": "speak_with",
    "spoken to": "speak_to",
    "got hold of": "get_hold_of",
    "bought": "buy",
    "got": "get",
    "ordered": "order",
    "picked up": "pick_up",
    "collected": "collect",
    "fetched": "fetch",
    "grabbed": "grab",
    "purchased": "purchase",
    "sent off": "send_off",
    "sent": "send",
    "posted": "post",
    "mailed": "mail",
    "forwarded": "forward",
    "submitted": "submit",
    "delivered": "deliver",
    "dropped off": "drop_off",
    "handed in": "hand_in",
    "filed": "file",
    "uploaded": "upload",
    "returned": "return",
    "emailed": "to_email",
    "texted": "text",
    "messaged": "message",
    "paid": "pay",
    "renewed": "renew",
    "settled": "settle",
    "transferred": "transfer",
    "booked": "book",
    "reserved": "reserve",
    "arranged": "arrange",
    "scheduled": "schedule",
    "organised": "organise",
    "organized": "organize",
    "registered": "register",
    "applied for": "apply_for",
    "did": "do",
    "made": "make",
    "completed": "complete",
    "wrote": "write",
    "prepared": "prepare",
    "drafted": "draft",
    "finished": FINISH,
    "sorted out": "sort_out",
    "sorted": "sort",
    "set up": "set_up",
    "cleaned": "clean",
    "tidied": "tidy",
    "tidied up": "tidy_up",
    "washed": "wash",
    "fixed": "fix",
    "repaired": "repair",
    "printed": "print",
    "signed": "sign",
    "updated": "update",
    "checked": "check",
    "reviewed": "review",
    "packed": "pack",
    "installed": "install",
    "cancelled": "cancel",
    "canceled": "cancel",
    "brought": "bring",
    "told": "tell",
    "asked": "ask",
    "fed": "feed",
    "watered": "water",
    "confirmed": "confirm",
    "added": "add",
    "removed": "remove",
    "renamed": "rename",
    "merged": "merge",
    "deployed": "deploy",
    "released": "release",
    "published": "publish",
    "migrated": "migrate",
    "rotated": "rotate",
    "implemented": "implement",
    "refactored": "refactor",
    "upgraded": "upgrade",
    "tested": "test",
    **ENDING_DEEDS,
}
PAST_OF_DEEDS = {verb: past for past, verb in reversed(_PAST.items()) if "_" not in verb and " " not in past}
"""The base form of a verb with which tasks are reported → its past."""
# After a thing: "griddle ordered", "the deposit is paid". "Mum called" and "tea made" say something else.
_PARTICIPLES = {
    past: verb
    for past, verb in _PAST.items()
    if past
    not in word_set(
        "called rang phoned bought got grabbed did made wrote told asked brought fed spoke fixed texted messaged emailed mailed "
        "cancelled canceled"
    )
    and " " not in past
    and past not in ENDING_DEEDS
} | {
    "written": "write",
    "sorted": FINISH,
    "done": FINISH,
    "complete": FINISH,
    "sorted out": FINISH,
    "sent off": "send_off",
}
# Only with a verb: "the account is open" → the deed that it is the result of.
_STATES = {
    "ready": "make",
    "open": "set_up",
    "live": "set_up",
    "up and running": "set_up",
    "all set": "set_up",
    "fixed": "fix",
    "off to": "send",
    "in the post": "post",
    "cancelled": "cancel",
    "canceled": "cancel",
    **ENDING_STATES,
}
_PARTICLES = word_set("up off in out")
_MARKS = r"[\s.!✔✅👍🎉✓:)]*"
_TAIL = (
    r"(?:[ ,]+(?:now|already|today|yesterday|tonight|at last|finally|btw|too|this (?:morning|afternoon|evening)|earlier|lol"
    rf"|phew))*{_MARKS}"
)
_OPENING = re.compile(
    r"(?:(?:ok(?:ay)?|yes|yeah|yep|yay|right|hey|hi|hello|(?:good )?(?:morning|afternoon|evening)|so|and|also|finally|btw|fyi"
    r"|update|good news|phew|done|just|well|oh|ah|[a-z]{3,20}(?= ?:))\b[\s,.:!–—-]*)+",
    re.IGNORECASE,
)
# "I've got a cold" is no deed.
_HAVE = (
    r"(?:(?P<subject>i|we)(?:(?:['’]ve| have| had)(?! got))?(?: just| finally| already| also| now)* "
    r"|(?:ive|just|finally|already|have) (?!got))?"
)
# With a subject, these report a task only of a definite thing: "I got the keys", but not "I got a fright".
_LIGHT = word_set("get make do tell ask bring check")
_DEFINITE = re.compile(r"(?:the|their|that|those|[^\W\da-z]\w+)\b")
_WHOLE = "|".join(sorted(map(re.escape, _PAST), key=len, reverse=True))
_DID = re.compile(rf"{_HAVE}(?P<verb>{_WHOLE}) (?P<thing>[^?]+)", re.IGNORECASE)
_SPLIT_VERBS = "|".join(sorted({past.split()[0] for past in _PAST if past.split()[-1] in _PARTICLES}))
_DID_SPLIT = re.compile(
    rf"{_HAVE}(?P<verb>{_SPLIT_VERBS}) (?P<thing>(?:[\w'’-]+ ){{1,5}}?)(?P<particle>{'|'.join(sorted(_PARTICLES))})\b[^?]*",
    re.IGNORECASE,
)
_THING = r"(?P<thing>(?:(?:the|my|our|that|this) )?[\w'’-]+(?: [\w'’-]+){0,5}?)"
_BEEN = r"(?P<been> (?:is|are|was|were|has been|have been|got)|['’]s)"
_DONE = re.compile(
    rf"{_THING}{_BEEN}?(?: all| now| finally| already)*"
    rf" (?P<part>{'|'.join(sorted(_PARTICIPLES, key=len, reverse=True))})(?: (?:to|with|from|at)\b[^?]*)?",
    re.IGNORECASE,
)
_IN_STATE = re.compile(
    rf"{_THING}{_BEEN}(?: all| now| finally| already)* (?P<part>{'|'.join(_STATES)})(?: [^?]*)?",
    re.IGNORECASE,
)
_AFTER_ALL = r"(?:[ ,]+(?:anymore|any more|any longer|after all|now|then|actually|in the end))*"
_NOT_NEEDED = re.compile(
    r"(?:(?:(?:there['’]?s |there is )?no need|(?:i |we )?(?:do not|don['’]?t|no longer|needn['’]?t)(?: need| have)?"
    r"|(?:i |we )?(?:decided|have decided) not|(?:i['’]m|we['’]re) not going) to"
    r"|(?:i|we) needn['’]?t)"
    rf" (?P<verb>[a-z]+)(?: (?P<particle>up|off|in|out|to|with))?(?P<thing> [^?]+?){_AFTER_ALL}",
    re.IGNORECASE,
)
_DROPPED = re.compile(
    r"(?:please |pls |you can |let['’]?s )?"
    r"(?:(?:scrap|forget(?: about)?) (?P<thing>(?:the|my|our) [^?]+?)(?: reminder| task| thing)?"
    r"|(?:cancel|drop|delete|remove|never ?mind|skip) (?:about )?(?P<named>(?:the|my|our) [^?]+?) (?:reminder|task))"
    rf"{_AFTER_ALL}",
    re.IGNORECASE,
)
# The report ends where something else begins: "ordered the books, €84", "paid Ann because …".
_END = re.compile(
    r"\s*(?:[,;(€$£]|\s[-–—]\s| and | but | so | because | since | as | when | while | before | after | for [€$£\d]| [€$£]).*$",
    re.IGNORECASE | re.DOTALL,
)
# In chat, a sentence may begin in small letters.
_PART = re.compile(r"[^,;\n]+?(?:[,;\n]|(?<!\bDr)(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\bSt)[.!](?=\s)|$)")
_UNCLEAR = re.compile(
    r"\b(?:i|me|you|u|it|that|this|them|him|her|he|she|they|us|these|those|one|nothing|something|anything|everything|stuff|things"
    r"|its|and|well|so|because|has|have|done|probably|nearly|almost|half|hopefully|partly|mostly|soon"
    r"|need|needs|want|wants|must|should|let|lets|hope|yet|only|wrong|not|never|what|who|how|if|when|why|where|which|there|here|no|none|is|are|was|were"
    r"|be|been|get|gets|will|would|can|could)\b|['’](?:re|m|ll|ve|d)\b|n['’]t\b",
    re.IGNORECASE,
)
_HANGING = re.compile(
    r"^(?:for|to|with|at|by|in|on|of)\b|\b(?:for|to|with|about|from|of|on|in|at|by|the)$", re.IGNORECASE
)
_ARTICLE = re.compile(r"^The ")
_IS = re.compile(r"['’]s(?= (?:all |now |finally |already )*(?:\w+ed|done|sent|paid|ready|open|live|off|in)\b)")
_PLURAL = re.compile(r"(?<![su'’])s$")
# What fails, is done in part, or was done long ago.
_FAILS = re.compile(
    r"\b(?:no (?:answer|reply|luck)|voicemail|bounced|jammed|declined|rejected|failed|engaged|shut|closed|but|only|except"
    r"|apart from|not|still to do|most of|some of)\b|n['’]t\b",
    re.IGNORECASE,
)
_LONG_AGO = re.compile(
    r"\b(?:last (?:year|month|summer|winter|spring|autumn|time)|years? ago|months? ago|in (?:19|20)\d\d)\b",
    re.IGNORECASE,
)
# "No need to book the band yet".
_FOR_NOW = re.compile(
    r"\b(?:yet|before|until|till|today|tonight|tomorrow|without|unless|this week|right now)\b", re.IGNORECASE
)
_MARKUP = re.compile(r"[{}\"“”]")
_OF_OTHER = re.compile(r"(?:his|her)\b", re.IGNORECASE)
_RELATION = re.compile(r" (?:for|to|with|about|from|of) ", re.IGNORECASE)
_POSSESSIVE = re.compile(r"\b(?:my|our)\b", re.IGNORECASE)
_LAST_FILLERS = re.compile(_TAIL + r"\Z", re.IGNORECASE)
# "Im" of "im done with them", "the 2e-5" of "forget the 2e-5".
_NO_MATTER = re.compile(
    r"i['’]?m|i['’]?ve|s?he['’]?s|(?:they|we|you)['’]?re|that['’]?s|[€$£]?\d[\w.,:%-]*", re.IGNORECASE
)
_MOST_WORDS, _MOST_CHARS = 8, 200


def find_task_reports(passage: Utterance, names: Sequence[NameSpan]) -> list[ExtractedStatement]:
    """Return what a message says that its author has done, or will not do, in words in which tasks are named.

    Args:
        passage: the message, with its speaker.
        names: the names in the message.
    """
    own = blank_all_but_asserted(passage.text, passage.speaker, names)
    people = {span.text.casefold() for span in names if span.label == "person"}
    return [
        statement
        for start, end in split_parts(own)
        # "Rang Tom, no answer".
        if end - start <= _MOST_CHARS
        and not _FAILS.match(own[end:].lstrip(" ,;–—-"))
        and (statement := _read(own[start:end], start, end, passage, people)) is not None
        and _NO_MATTER.fullmatch(statement.object.removeprefix("the ")) is None
    ]


def split_parts(text: str, *, with_questions: bool = False) -> Iterator[tuple[int, int]]:
    """Yield the start and the end of each part of a sentence, without its opening.

    Args:
        text: the message.
        with_questions: also of sentences that ask.
    """
    for start, end in split_sentences(text):
        # "The draft is written, can you read it?"
        own = text[start:end] if with_questions else blank_final_question(text[start:end])
        if with_questions or not own.rstrip().endswith("?"):
            for part in _PART.finditer(text, start, start + len(own.rstrip())):
                words = part[0].rstrip(",;\n ")
                opening = _OPENING.match(words)
                begin = opening.end() if opening is not None and opening.end() < len(words) else 0
                yield part.start() + begin + len(words[begin:]) - len(words[begin:].lstrip()), part.start() + len(words)


def _read(text: str, start: int, end: int, passage: Utterance, people: set[str]) -> ExtractedStatement | None:
    words = _LAST_FILLERS.sub("", text)
    ended = None if _FOR_NOW.search(text) else read_ended_thing(words)
    if ended is not None and (thing := _clean(ended.thing, passage)):
        return _state(passage, "stop", thing, _POSSESSIVE.sub("their", ended.sentence), start, end)
    dropped = None if _FOR_NOW.search(text) else _read_dropped(words, start, end, passage)
    if dropped is not None or _FAILS.search(text) or _LONG_AGO.search(text):
        return dropped
    if (match := _DID_SPLIT.fullmatch(words)) is not None:
        past = f"{match['verb']} {match['particle']}".lower()
        thing = _clean(match["thing"], passage) if past in _PAST else ""
        return _state(passage, _PAST[past], thing, f"{{s}} {past} {thing}", start, end) if thing else None
    if (match := _DID.fullmatch(words)) is None:
        return _read_state(words, start, end, passage, people)
    past, thing = match["verb"].lower(), _clean(match["thing"], passage)
    if not match["subject"] and _OF_OTHER.match(thing) and names_other_before(passage.text, start, people):
        return None
    is_light = match["subject"] and _PAST[past] in _LIGHT and not _DEFINITE.match(thing)
    return None if is_light else _state(passage, _PAST[past], thing, f"{{s}} {past} {thing}", start, end)


def _read_dropped(words: str, start: int, end: int, passage: Utterance) -> ExtractedStatement | None:
    """Read what will not be done: "no need to book the kennels", "scrap the kennels"."""
    match = _NOT_NEEDED.fullmatch(words)
    if match is None:
        # Among people, it is asked of another.
        match = None if passage.is_between_people else _DROPPED.fullmatch(words)
        thing = "" if match is None else _clean(match["thing"] or match["named"], passage)
        return _state(passage, FINISH, thing, f"{DENIAL}{{s}} is to do {thing}", start, end, is_done=False)
    if find_dates(words, passage.at):
        return None
    verb = "_".join(each.lower() for each in (match["verb"], match["particle"]) if each)
    thing = _clean(match["thing"], passage)
    template = f"{DENIAL}{{s}} is to {verb.replace('_', ' ')} {thing}"
    return _state(passage, verb, thing, template, start, end, is_done=False)


def _read_state(words: str, start: int, end: int, passage: Utterance, people: set[str]) -> ExtractedStatement | None:
    """Read what is said of the thing: "griddle ordered", "the account is open"."""
    # "The band's booked".
    words = _IS.sub(" is", words, count=1)
    match = _DONE.fullmatch(words) or _IN_STATE.fullmatch(words)
    thing = _clean(match["thing"], passage) if match is not None else ""
    if match is None or not thing or thing.casefold() in people or thing.split()[-1].lower() in KIN:
        # "Dave paid", "Mum is ready".
        return None
    # "Dave paid"; but "INV-2031 paid".
    if not match["been"] and all(word[0].isupper() and word.isalpha() for word in thing.split()):
        return None
    part = match["part"].lower()
    if part in ENDING_STATES and not _is_over(match, thing):
        return None
    verb = _PARTICIPLES.get(part) or _STATES[part]
    said_thing = thing
    thing = _ARTICLE.sub("the ", thing)
    if thing[0].islower() and not thing.startswith(("the ", "their ")):
        thing = f"the {thing}"
    be = "are" if _PLURAL.search(thing) else "is"
    # "Denmark is off".
    named = said_thing if part in ENDING_STATES else thing
    said = f"{named[:1].upper()}{named[1:]} {be} {words[match.start('part') :]}"
    # "The rent is paid" leaves open by whom, and "is paid to account 4" says how it is paid each time.
    is_open = match["been"] is not None or verb == FINISH
    if match["been"] and part in _PARTICIPLES and verb != FINISH and match.end("part") < len(words):
        return None
    template = _POSSESSIVE.sub("their", said) if is_open else f"{{s}} {'wrote' if part == 'written' else part} {thing}"
    return _state(passage, verb, thing, template, start, end)


def _is_over(match: re.Match[str], thing: str) -> bool:
    """Whether all that is said is that a thing is over: not "Biscuit was gone for three days", "suddenly everything is gone"."""
    is_whole = _POSSESSIVE.sub("their", match["thing"]) == thing and match.end("part") == match.end()
    return is_whole and match["been"].strip().lower() in {"is", "are"} and thing.lower() not in ENDING_STATES


def _clean(words: str, passage: Utterance) -> str:
    """Return a thing in the third person, without its date and what follows; "" if it is unclear what it is."""
    words = words.strip()
    first = min((each.start for each in find_dates(words, passage.at)), default=None)
    if first is not None:
        words = re.sub(r"\s+(?:on|by|for|in|this|last|the|since|from)?\s*$", "", words[:first], flags=re.IGNORECASE)
    words = _LAST_FILLERS.sub("", _END.sub("", words))
    if _UNCLEAR.search(words):
        # "The school books for the two of them".
        words = _RELATION.split(words, maxsplit=1)[0]
    is_whole = any(map(str.isalpha, words)) and not _HANGING.search(words)
    if not is_whole or len(words.split()) > _MOST_WORDS or _UNCLEAR.search(words) or _MARKUP.search(words):
        return ""
    return _POSSESSIVE.sub("their", words)


def _state(
    passage: Utterance, verb: str, thing: str, template: str, start: int, end: int, *, is_done: bool = True
) -> ExtractedStatement | None:
    if not thing:
        return None
    return ExtractedStatement(
        subject=passage.speaker,
        predicate=verb,
        object=thing,
        polarity=is_done,
        valid_from=None,
        valid_to=None,
        start=start,
        end=end,
        confidence=_CONFIDENCE,
        template=template,
        kind="event" if is_done else "plan",
        worth=_REPORT_WORTH if is_done else _DROPPED_WORTH,
    )
