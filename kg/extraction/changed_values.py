"""Changes of values, as sentences in which the rules read the new one.

"Changed the port to 5434", "up my day rate to 420 from October", "renamed the repo to kiln", "new address is 4 Park Row".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kg.extraction.attributes import AMOUNT, CODE, MEASURES, NAMED, WEEKLY
from kg.extraction.changing_values import find_head
from kg.extraction.moved_appointments import EVENTS
from kg.extraction.spoken_values import find_spoken_values
from kg.extraction.task_reports import split_parts
from kg.extraction.word_lists import word_set
from kg.knowledge import name_tool
from kg.protocols import Utterance

_HAVE = r"(?:['’](?:ve|s)| have| has| had| had to| just| now| also| finally)*"
_WHO = r"(?!(?:please|pls|not|never|no\w*|if|when|wish|let['’]?s)\b)[\w-]+"
_SUBJECT = rf"(?:(?:the |my |our )?{_WHO}{_HAVE} |(?:just|finally|now|then) )?"
_CHANGED = (
    r"(?:changed|set|reset|switched|bumped|upped|raised|increased|lowered|dropped|cut|reduced|adjusted|updated|moved|put|migrated"
    r"|relocated|renamed|turned|extended|shortened)"
)
_CHANGE = r"(?:change|set|reset|switch|bump|up|raise|increase|lower|drop|cut|reduce|adjust|update|move|rename)"
_CHANGING = (
    r"(?:changing|setting|switching|bumping|upping|raising|increasing|lowering|dropping|cutting|reducing|moving|putting"
    r"|extending|shortening)"
)
_OTHER_WORD = r"(?!(?:to|from|and|or|if|when|that|not|is|are|was|were|back|up|down)\b)[\w'’./-]+"
_THING = rf"(?P<det>my|our|the|this) (?P<thing>{_OTHER_WORD}(?: {_OTHER_WORD}){{0,4}}?)"
_FROM_OLD = r"(?: (?:back|up|down|over))*(?: from (?:the )?[\w$€£¥.,:%/@-]+(?: [\w.%-]+){0,2}?)?"
_VALUE = r"(?P<new>[\w$€£¥.,:%/@+-]*[\w%](?: [\w$€£¥.%/@-]*[\w%]){0,5}?)"
_SINCE = r"(?: (?:from|as of|starting|effective)(?: on| in)? (?P<since>[\w ]{3,25}?))?"
_NOW = r"(?:,? (?:now|today|yesterday|just now|again|for now|instead|this morning|last night|as well|too))*[.! ]*"
_TO_NEW = rf"{_FROM_OLD} to (?:be )?{_VALUE}{_SINCE}{_NOW}"
_DID = re.compile(rf"{_SUBJECT}(?P<verb>{_CHANGED}) {_THING}{_TO_NEW}", re.IGNORECASE)
_ORDERED = re.compile(rf"(?:(?:please|pls|ok|and|so|then),? )*(?P<verb>{_CHANGE}) {_THING}{_TO_NEW}", re.IGNORECASE)
_AHEAD = re.compile(
    rf"(?:we|i|they)(?:['’]re|['’]m| are| am|['’]ll| will)(?: be)? (?P<verb>{_CHANGING}|{_CHANGE}) {_THING}{_TO_NEW}",
    re.IGNORECASE,
)
# "Gate changed to B31": in chat, articles are left out.
_BARE_THING = rf"(?P<thing>(?!(?:i|we|you|he|she|they|it|who|that|this)\b){_OTHER_WORD}(?: {_OTHER_WORD}){{0,4}}?)"
_BARE_WAS = re.compile(
    rf"{_BARE_THING}(?: has| have)?(?: been| was| were| got)? (?P<verb>{_CHANGED}){_TO_NEW}", re.IGNORECASE
)
# "P95 came down to 240".
_GREW = re.compile(
    rf"(?:(?P<det>my|our|the) )?{_BARE_THING}(?: has| have)? "
    r"(?P<verb>came|come|fell|fallen|rose|risen|climbed|grew|grown|jumped|crept|dipped|went|gone|shrank)"
    rf"(?= (?:back |all the way )?(?:up|down|back)\b){_TO_NEW}",
    re.IGNORECASE,
)
_PLURAL = re.compile(r"[^su]s$")
_WAS = re.compile(
    rf"{_THING}(?: has| have)?(?: been| was| were| got| is| are)? (?P<verb>{_CHANGED}|went|goes){_TO_NEW}",
    re.IGNORECASE,
)
_NEW = re.compile(
    rf"(?:(?P<det>my|our|the) )?new (?P<thing>{_OTHER_WORD}(?: {_OTHER_WORD}){{0,2}}?)(?: is|['’]s|:) (?P<new>[^?!;]{{2,60}})",
    re.IGNORECASE,
)
# "I've got a new GP, Dr. Osei", "Mia has a new teacher, Herr Voss".
_GOT_NEW = re.compile(
    r"(?:(?P<owner>(?:my |our )?[^\W\d_][\w-]+|i|we)(?:['’](?:ve|s))? )?(?:has |have )?(?:got|has|have|bought) (?:me |us )?"
    rf"a new (?P<thing>{_OTHER_WORD}(?: {_OTHER_WORD}){{0,2}}?)(?:,| [-–—]|:) (?:it['’]?s |(?:his|her|their) name is )?"
    r"(?P<new>(?:an? |(?:dr|mr|mrs|ms)\. )?[^?!;,]{2,40}?)(?=[.,!]|$)",
    re.IGNORECASE,
)
_SPEAKERS = word_set("i we my our")
# A weight is a value of the speaker.
_WEIGHS = re.compile(
    r"(?:i['’]?m|i am)(?: now)? (?:(?:back|down|up|at) )+(?:to |at )?(?P<new>\d[\d.,]* ?(?:kg|kilos?|lbs?|pounds))"
    r"(?: now| again)*",
    re.IGNORECASE,
)
_SCALE = re.compile(
    r"(?:(?:the |my )?(?:bathroom )?scales? (?:says?|said|shows?|showed|reads?)|(?:i )?weighed in at)(?: now| today)?:? "
    r"(?P<new>\d[\d.,]*\d(?: ?(?:kg|kilos?|lbs?|pounds))?)(?: this morning| today| now)*",
    re.IGNORECASE,
)
# "I've cut down to two coffees" a day.
_CUT_DOWN = re.compile(
    r"(?:(?:i['’]ve|i have|i['’]?m|i) )?(?:now |already )?(?:cut|cutting|gone|went) (?:down|back) to "
    r"(?P<amount>(?:one|two|three|four|five|six|a couple of|an?|\d+) )"
    r"(?P<unit>coffees?|cups(?: of [a-z]+)?|teas?|beers?|glasses(?: of [a-z]+)?|cans|pints|cigarettes|smokes)"
    r"(?P<period> (?:an?|per|each|every) (?:day|night|week|month))?(?: now| these days)*",
    re.IGNORECASE,
)
_SMOKED = re.compile(r"cigarettes|smokes", re.IGNORECASE)
_WEEKDAYS = re.compile(rf"{WEEKLY}(?:(?:,| and) {WEEKLY})*", re.IGNORECASE)
_NUMBER = re.compile(rf"{AMOUNT}|{CODE}", re.IGNORECASE)
# "New goal: sub 3:50", "my new manager is Tobias", "a framework 13".
_NEW_VALUE = re.compile(
    rf"(?i:(?:sub |under |over )?(?:{AMOUNT}|{CODE})(?: over \d+)?|an? [\w-]+ [\w-]*\d[\w-]*)"
    r"|(?:an? )?[A-Z][\w'’.&-]*(?: [A-Z\d][\w'’&-]*){0,3}"
)
_NAME = re.compile(r"[\w./@:+#-]+(?: [A-Z][\w-]*){0,2}")
_PLACE = re.compile(r"[A-Z][\w’'-]+(?: [A-Z][\w’'-]+){0,2}|[a-z]+-[a-z]+-\d\w?")
_BROKEN = r"(?P<fault>(?:broken|flaky|failing|leaking|stuck|crashing|red) )?"
_FIXED = re.compile(
    rf"{_SUBJECT}(?:fixed|repaired) (?P<det>my|our|the) {_BROKEN}(?P<thing>{_OTHER_WORD}(?: {_OTHER_WORD}){{0,2}}?){_NOW}"
    rf"|(?P<its>my|our|the) (?P<subject>{_OTHER_WORD}(?: {_OTHER_WORD}){{0,2}}?)"
    rf"(?: is| are|['’]s| has been| was| were| got)(?: now| finally)? (?:fixed|repaired){_NOW}",
    re.IGNORECASE,
)
# What is fixed, and never worked.
_FAULTS = word_set(
    "bug bugs issue issues problem problems error errors mistake typo date time rota schedule leak crash"
)
# "We use uv instead of pip now".
_TOOL = r"[\w.+#-]+(?: [\w.+#-]+)?"
_INSTEAD = re.compile(
    rf"(?:(?:i|we)(?:['’](?:re|m|ve)| are| am| have)?(?: just| now)* )?(?:use|using|used|going with|went with|go with|run)"
    rf" {_TOOL}(?: now)? (?:instead of|rather than) (?P<old>{_TOOL}){_NOW}",
    re.IGNORECASE,
)
# "I've moved everything from Toggl over to Clockify".
_MOVED_ALL = re.compile(
    r"(?:(?:i|we)(?:['’]ve| have)? )?(?:just |now |finally )*(?:moved|migrated|switched|transferred|ported) (?:everything|it all"
    r"|all of it|all|(?:all )?(?:my|our|the) (?!stuff|things|furniture|boxes|books|kids|belongings)[\w-]+(?: [\w-]+)?)"
    rf"(?: over)? from (?P<old>{_TOOL}?)(?: over)? to (?P<new>{_TOOL}){_NOW}",
    re.IGNORECASE,
)
# "We'll drop Keycloak and go with Entra ID".
_DROPPED_FOR = re.compile(
    rf"(?:(?:i|we)(?:['’](?:ll|re|m|ve)| will| are| am| have)? |let['’]?s )?(?:just |now )*"
    rf"(?:drop(?:ped|ping)?|ditch(?:ed|ing)?|dump(?:ed|ing)?|retir(?:e|ed|ing)|replac(?:e|ed|ing)) (?P<old>{_TOOL})"
    rf" (?:and (?:go|going|went|use|using|used)(?: with| for)?|for|with|in favou?r of) (?P<new>{_TOOL}){_NOW}",
    re.IGNORECASE,
)
# A tool of which one has one of its kind: "we migrated to Postgres" says which database it is.
_CHOSEN = re.compile(
    rf"(?:(?:i|we)(?:['’](?:re|m|ve)| are| am| have)? )?(?:just |now |all |finally )*"
    rf"(?:switched|moved|migrated|changed|went over|on|using)(?: over)?(?: from [\w.+#-]+)?(?: to)? (?P<tool>{_TOOL}?)(?: now)?",
    re.IGNORECASE,
)
# "Switched hotels, staying at the Motel One now".
_DOING_NOW = re.compile(r"(?!going\b|doing\b)[a-z]{2,}ing [^?;]{3,60}? now[.! ]*", re.IGNORECASE)
# "Priya left, Dmitri is our lead now", "staging db is now db-stg-4": a part of its own, perhaps without its article.
_IS_NOW = re.compile(
    r"(?P<det>(?:my|our|the) )?(?P<thing>(?!(?:it|that|this|he|she|they|there|which|who|what|i|we|you|one|everything)\b)"
    rf"{_OTHER_WORD}(?: {_OTHER_WORD}){{0,3}}) (?:is|are) (?:now [^?;]{{2,50}}|[^?;]{{2,50}} now)",
    re.IGNORECASE,
)
_BARE_VALUE = re.compile(
    rf"(?:(?:my|our|the) )?(?P<thing>[a-z]+(?: [a-z]+){{0,3}}) (?P<new>{AMOUNT})(?:,? now)[.! ]*", re.IGNORECASE
)
_ARROW = re.compile(r"\s*(?P<old>[A-Za-z][\w.]{1,20}) ?(?:→|->|=>) ?(?P<new>[A-Za-z][\w.]{1,20})\s*")
_NO_TOOL = re.compile(r"(?:the|a|an|my|our|his|her|their|it|them|him|you|me|off|out|by|in|on)\b", re.IGNORECASE)
_AGAIN = re.compile(
    r"(?:i|we)(?:['’](?:m|re)| am| are)?(?: now)? eat(?:ing)? (?P<food>[a-z]+(?: and [a-z]+)?) again(?: now)?",
    re.IGNORECASE,
)
_FROM_PLACE = re.compile(
    r"(?:(?:i['’]?m|we['’]?re|i am|we are) )?(?:now |finally )?back (?:home )?from (?!the dead)(?P<place>[^?,;]{3,40}?)"
    r"(?: now| today| again)*",
    re.IGNORECASE,
)
_BACK = re.compile(
    r"(?:(?:i|we)(?:['’](?:m|re)| am| are) )?(?:now )?back (?:in|at) (?P<place>the office|work)(?: now| today| again)*",
    re.IGNORECASE,
)
_CONTACT = re.compile(r"(?:(?:phone|mobile) )?number|mobile", re.IGNORECASE)
_PHONE = re.compile(r"\+?\d[\d ()/-]{5,18}\d")
_EVENT = re.compile(rf"(?:{EVENTS})s?", re.IGNORECASE)
_OPEN = re.compile(r"\b(?:if|unless|or|maybe|might|could|should|would|whether|pretend|imagine)\b", re.IGNORECASE)
_DECIDED = frozenset(["extending", "shortening"])
_LENGTHENED = _DECIDED | {"extended", "shortened"}
_MOVING = frozenset(["moved", "move", "moving", "relocated", "migrated", "put", "putting"])
_MOST_CHARS = 120


class ChangedValue(NamedTuple):
    """A change of a value.

    Attributes:
        sentence: the new value in plain words: "The port is 5434."
        start: the offset of the words that state it.
        end: the offset after them.
        is_value: whether it gives a value; otherwise it is a deed that ends a state.
        kept: what else of the words is noted too: "deeds", "all" or "nothing".
    """

    sentence: str
    start: int
    end: int
    is_value: bool = True
    kept: str = "deeds"


def find_changed_values(passage: Utterance, own: str) -> Iterator[ChangedValue]:
    """Yield the changes of values that a message states.

    Args:
        passage: the message.
        own: its text, with all but its author's own words replaced by spaces.
    """
    if (arrow := _ARROW.fullmatch(own)) is not None:
        yield ChangedValue(f"I switched from {arrow['old']} to {arrow['new']}.", 0, len(own), is_value=False)
    for start, end in split_parts(own):
        text = own[start:end].rstrip(" .!")
        if len(text) > _MOST_CHARS or _OPEN.search(text):
            continue
        rest = own[start : start + _MOST_CHARS]
        new = _NEW.match(rest) or _GOT_NEW.match(rest)
        if new is not None and (sentence := _say_new(new)):
            is_value = _CONTACT.fullmatch(new["thing"]) is None
            yield ChangedValue(sentence, start, start + new.end(), is_value=is_value, kept="nothing")
        elif sentence := _read_change(text, passage):
            yield ChangedValue(sentence, start, end)
        elif (now := _IS_NOW.fullmatch(text)) is not None and (start > 0 or not now["det"]):
            is_bare = not now["det"] and text[:1].islower()
            yield ChangedValue(f"The {text}." if is_bare else f"{text[:1].upper()}{text[1:]}.", start, end)
        elif (chosen := _read_choice(text)) is not None:
            yield ChangedValue(chosen[0], start, end, is_value=chosen[1], kept="all")
        elif sentence := _read_return(text):
            yield ChangedValue(sentence, start, end, is_value=False, kept="nothing")


def _read_choice(text: str) -> tuple[str, bool] | None:
    """Return what is chosen now, or no longer, in plain words, and whether that is a value; None if nothing is."""
    if (match := _INSTEAD.fullmatch(text)) is not None:
        return f"I stopped using {match['old']}.", False
    if (match := _DROPPED_FOR.fullmatch(text) or _MOVED_ALL.fullmatch(text)) is not None and not (
        _NO_TOOL.match(match["old"]) or _NO_TOOL.match(match["new"])
    ):
        return f"I switched from {match['old']} to {match['new']}.", False
    if (match := _CHOSEN.fullmatch(text)) is not None and (tool := name_tool(match["tool"])) is not None:
        return f"My {tool[0]} is now {match['tool']}.", True
    if (match := _BARE_VALUE.fullmatch(text)) is not None and find_head(match["thing"]) in MEASURES:
        return f"The {match['thing']} is {match['new']}.", True
    if _DOING_NOW.fullmatch(text) is not None:
        return f"I'm {text}.", True
    return None


def _read_change(text: str, passage: Utterance) -> str:
    if (weight := _WEIGHS.fullmatch(text)) is not None:
        return f"I weigh {weight['new']} now."
    if (scale := _SCALE.fullmatch(text)) is not None:
        return f"My weight is {scale['new']} now."
    if (less := _CUT_DOWN.fullmatch(text)) is not None:
        verb = "smoke" if _SMOKED.match(less["unit"]) else "drink"
        return f"I {verb} {less['amount']}{less['unit']}{less['period'] or ' a day'} now."
    if (fixed := _FIXED.fullmatch(text)) is not None:
        thing = fixed["thing"] or fixed["subject"]
        head = find_head(thing)
        is_fault = head in _FAULTS | MEASURES or (not fixed["fault"] and _EVENT.fullmatch(head) is not None)
        works = "work" if _PLURAL.search(thing) else "works"
        return "" if is_fault else f"{(fixed['det'] or fixed['its']).capitalize()} {thing} {works} again."
    # Of another person it is asked.
    stated = (_DID, _WAS, _GREW, _BARE_WAS, _AHEAD)
    patterns = stated if passage.is_between_people else (*stated, _ORDERED)
    match = next((found for each in patterns if (found := each.fullmatch(text)) is not None), None)
    # What will be changed one day is not changed yet.
    is_ahead = match is not None and match.re is _AHEAD and not match["since"] and match["verb"].lower() not in _DECIDED
    return "" if match is None or is_ahead else _say_changed(match)


def _say_changed(match: re.Match[str]) -> str:
    thing, new, verb = match["thing"], match["new"], match["verb"].lower()
    head = find_head(thing)
    is_bare = match.re is _BARE_WAS or not match["det"]
    # "Anna went up to 3".
    may_be_person = thing.isalpha() and thing.istitle() and head not in MEASURES
    if is_bare and match.re is _GREW and (may_be_person or _PLURAL.search(thing)):
        return ""
    since = f" from {match['since']}" if match["since"] else ""
    subject = f"{'The' if is_bare else match['det'].capitalize()} {thing}"
    # "5.20" may be a time or a price.
    times = {"date"} if head in MEASURES | NAMED else {"date", "time"}
    said = ""
    if verb in _MOVING | {"changed", "switched"} and _WEEKDAYS.fullmatch(new):
        said = f"now on {new}"
    elif verb in _LENGTHENED and _NUMBER.fullmatch(new):
        said = new
    elif not (_EVENT.fullmatch(head) or any(each.kind in times for each in find_spoken_values(new))):
        said = _say_value(head, new, verb, is_bare=is_bare)
    return f"{subject} is {said}{since}." if said else ""


def _say_value(head: str, new: str, verb: str, *, is_bare: bool) -> str:
    """Return what is said of a thing after "is"; "" if the new value is none of its kind."""
    if _NUMBER.fullmatch(new) is not None:
        return new if verb not in _MOVING or head in MEASURES else ""
    if is_bare:
        return ""
    if verb in _MOVING:
        return f"in {new}" if _PLACE.fullmatch(new) else ""
    if verb.startswith("rename"):
        return f"called {new}" if _NAME.fullmatch(new) else ""
    return new if head in NAMED and _NAME.fullmatch(new) else ""


def _read_return(text: str) -> str:
    """Return the deed that ends a state, in plain words: "I started eating meat again"."""
    if (match := _AGAIN.fullmatch(text)) is not None:
        return f"I started eating {match['food']} again."
    if (left := _FROM_PLACE.fullmatch(text)) is not None:
        return f"I returned from {left['place']}."
    match = _BACK.fullmatch(text)
    return "" if match is None else f"I went back to {match['place']}."


def _say_new(match: re.Match[str]) -> str:
    thing, new = match["thing"], match["new"].rstrip(" .")
    is_plain = find_head(thing) in NAMED | MEASURES
    if not is_plain and not _CONTACT.fullmatch(thing) and not _NEW_VALUE.fullmatch(new):
        return ""
    if match.re is _GOT_NEW:
        owner = (match["owner"] or "i").split()
        first = "My" if owner[-1].lower() in _SPEAKERS else f"{' '.join(owner).capitalize()}'s"
        return f"{first} new {thing} is {new}."
    det = (match["det"] or "my").capitalize()
    if _CONTACT.fullmatch(thing) is not None:
        return f"{det} phone number is {new}." if det != "The" and _PHONE.fullmatch(new) else ""
    return f"{det} {'' if is_plain else 'new '}{thing} is {new}."
