"""Where a preference about an agent's work holds: "in commit messages", "when I ask about tax", "unless I ask"; English only.

A preference with a scope is kept in the words of its author: a topic alone would be a broader rule.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kg.extraction.word_lists import LANGUAGES, word_set
from kg.language import is_english

_MOST_CHARS = 200
_SCOPE = re.compile(
    r"(?<![\w'])(?<!even )(?:in|inside|within|for|when(?:ever)?|unless|before|during|while|if|about|under|outside)"
    r"(?P<words>(?: [\w'/*<>`@-]+(?:\.[\w'/*<>`@-]+)*){1,8})"
)
# Words before the one that decides: "in your next answers", "when you write", "for everything you do".
_BEFORE = word_set(
    "the your ur my our this these all any every each of future next you u we ever to me us both other anything everything "
    "that"
)
# "In general", "in French", "for now", "in short answers", "in this repo", "when you answer", "before you start".
_GENERAL = LANGUAGES | word_set(
    "general short brief full detail total prose sentences list lists table tables bold markdown bullet bullets plain "
    "simple point capitals capital caps lower upper one two three four five a an it them him her advance mind particular "
    "metric imperial celsius fahrenheit grams kilometres kilometers km miles euro euros dollar dollars pounds sterling yen "
    "british american formal informal writing person order style format tone steps chat chats conversation conversations "
    "talks project repo repository repos codebase thread session here there answer answers reply replies response responses "
    "message messages text texts work turn turns words plural time place case brackets parentheses whole house home office "
    "now once good real sure instance example days sake fun last first god christ heaven starters than stuff little "
    "answering replying respond responding talk talking write speak speaking explain say saying said tell address asking "
    "possible can could don't dont do want like would may will not necessary so at is it's i'm act acting doing going go "
    "start starting begin proceed proceeding weekends weekend what how why rest bit change changing long longer while more "
    "less hours ages years months weeks today tomorrow tonight monday tuesday wednesday thursday friday saturday sunday "
    "brain head eyes taste state statement factual fact facts claim claims in for when whenever unless before during if "
    "about under"
)
_GENERAL_END = word_set("anything everything nothing something changes action otherwise thing things")
# Where the words of a scope end: "in commit messages please", "when I ask about tax though".
_SCOPE_END = re.compile(
    r"(?: (?:i|you|we))? (?:(?:please|pls|plz|ok|okay|though|thanks|thank you|thx|from (?:now|here) on|in future|in general"
    r"|anymore|again|btw|lol|ever|as well|too|instead|and|but|so|because|cause|cos|since|then|don't|dont|never|always|i want|i'd"
    r"|i prefer|you may|you can|no|only|be|(?<! i )(?<! you )(?<! we )(?:keep|give|use|write|leave|show|put))(?: .*)?"
    r"|i|you|we)$"
)
# What an agent makes that is no answer: "long docstrings", "emojis in commits".
_THING = re.compile(
    r"(?<![\w'-])(?P<thing>doc-?strings?|commits?(?: messages?| titles?)?|(?:pr|pull request|merge request|issue|ticket)s?"
    r" (?:descriptions?|titles?)|(?:variable|function|class|branch|file|test|column|table)s? names?|changelogs?(?: entries)?"
    r"|release notes|readmes?|log messages|code comments|unit tests|migrations|functions|methods|classes|modules|subject lines"
    r"|slides|captions|headlines)(?![\w-])"
)
_REST = r"(?:otherwise|the rest|everything else|anything else|all else|(?:apart|aside) from that|besides that)"
_OTHERWISE = re.compile(
    rf"(?:[,;?!.…]| -| –)? *(?:and |but )?(?={_REST}\b)|[,;?!.…]\s+(?:and |but )?(?=[^,;?!.]{{2,40}}\b(?:for )?{_REST}\W*$)",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"^(?:(?:also|and|but|so|oh|ok|okay|btw|hey|hi|well|ah|hm+|one more thing)\b[ ,.!:;-]+"
    r"|(?:yes|yeah|yep|no|nice|great|right|fine|cool|sure|lovely|thanks)[,.!;:]+ )+",
    re.IGNORECASE,
)
_END = re.compile(r"(?:[\s,.!?;:]|(?<![\w'])(?:ok|okay|btw|thx|thanks|lol|haha|though)(?=\W*$))+$", re.IGNORECASE)
_CLAUSE_END = re.compile(r"[,;:!?()]|[.…](?=\s)|\s(?:so|because|cause|cos|since|but|–|—|-)\s")
# "Don't bring that up".
_POINTING = re.compile(
    r"(?:never|always|don['’]?t|do not) (?:ever )?[\w-]+ (?:it|that|this|them|those|these)"
    r"(?=\W*$| (?:up|unless|again|ever|anymore|when|if|in|to|with|before|for)\b)",
    re.IGNORECASE,
)
_FEWEST_WORDS = 4
# When, by which way, to whom or without what something is not wanted: "don't send reminders before 7 am", "… to customers".
_DAYS = r"(?:weekends?|weekdays|workdays|holidays|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)"
_MEALS = r"(?:breakfast|lunch(?:time)?|dinner(?:time)?|work|school|dark|midnight|noon)"
_WAY = r"(?:e-?mail|mail|post|phone|text|sms|whatsapp|slack|teams|signal|telegram|fax|letter|courier|voicemail)"
_NO_RECIPIENT = r"(?:me|us|the point|do|be|have|get|go|one|two|three|a|an|max\w*|minimum|under|about|less|\d\w*)"
_LIMIT = re.compile(
    rf"(?<![\w'])(?P<words>(?:before|after|until|till?|past|between|earlier than|later than)"
    rf" (?:\d[\w:.]*(?: ?[ap]m\b)?|{_MEALS}\b|{_DAYS}\b)"
    rf"|(?:on|over) (?:the |my |public |bank )*{_DAYS}\b|at (?:night|the weekend|weekends|{_MEALS})\b"
    rf"|in the (?:mornings?|afternoons?|evenings?)\b|(?:by|via|over|on|through|per) (?:the )?{_WAY}\b"
    r"|without (?:[a-z]+ing\b|(?:my|our|a|an|the|any) \w)[\w' -]*|except [\w' -]+"
    r"|,? (?:only|just) (?:by |via |as |in |to )?[\w-]+$|(?:(?<=write )|(?<=reply )|(?<=respond )|(?<=speak )|(?<=talk )"
    r"|(?<=[a-z]s )|(?<=email )|(?<=invoice )|(?<= it )|(?<= them )|(?<=anything ))"
    rf"to (?:(?:the|my|our|any|new|old) )*(?!{_NO_RECIPIENT}\b)[a-z-]+)"
)

# "Answer my mum in Polish", but "answer my questions in Polish".
_RECIPIENT = re.compile(
    r"(?<![\w'])(?:answer|write|text|email|message|mail|address) (?P<words>(?:my|our|his|her|their) "
    r"(?!questions?|e-?mails?|mails?|messages?|texts?|requests?|chats?|letters?|posts?|notes?|name)[a-z]+) (?:in|with|as)\b"
)
_DETAIL = (
    r"(?:of|from|with|about|containing|over|under|(?:longer|shorter|more|larger) than) (?!me\b|us\b|now\b)[\w' -]+"
)


@dataclass(frozen=True)
class PreferenceScope:
    """Where a preference holds.

    Attributes:
        text: the words that say so, in lower case: "in commit messages".
        start: the offset of the words in the sentence.
        end: the offset after them.
    """

    text: str
    start: int
    end: int


def find_scope(plain: str, at: int = 0) -> PreferenceScope | None:
    """Return the scope of a preference; None if it holds in general.

    A scope stands before the preference or in its clause: "24h clock please, this place is in a hurry" gives a reason.

    Args:
        plain: the words of a preference, in lower case with straight apostrophes.
        at: where the words are that say what is preferred.
    """
    begin = max((end.end() for end in _CLAUSE_END.finditer(plain, 0, at)), default=0)
    ended = _CLAUSE_END.search(plain, at)
    clause = begin, ended.start() if ended else len(plain)
    found = _SCOPE.search(plain) if is_english(plain) else None
    while found is not None:
        words = _SCOPE_END.sub("", found["words"]).rstrip(" .'")
        is_near = clause[0] <= found.start() < clause[1] or _OPENING.sub("", plain[: found.start()]) == ""
        if is_near and words.strip() and not _is_general(words.split()):
            text = plain[found.start() : found.start("words")] + words
            return PreferenceScope(text, found.start(), found.start() + len(text))
        # "In euros in the quotes".
        found = _SCOPE.search(plain, found.start() + 1)
    if (thing := _THING.search(plain)) is not None:
        return PreferenceScope(f"in {thing['thing']}", *thing.span())
    return None


def find_limit(plain: str, at: int = 0) -> PreferenceScope | None:
    """Return what narrows a refusal or an order: "before 7 am", "on weekends", "to customers", "by mail", "without asking me".

    Args:
        plain: the words of a preference, in lower case with straight apostrophes.
        at: where the words are that say what is preferred; a later clause may give a reason.
    """
    if not is_english(plain):
        return None
    ended = _CLAUSE_END.search(plain, at)
    limits = [*_LIMIT.finditer(_END.sub("", plain)), *_RECIPIENT.finditer(plain)]
    found = next((each for each in limits if ended is None or each.start() <= ended.end()), None)
    if found is None:
        return None
    words = found["words"].strip(" ,")
    return PreferenceScope(words if found.re is _LIMIT else f"to {words}", *found.span("words"))


def find_detail(plain: str, thing: str) -> PreferenceScope | None:
    """Return what narrows the thing that a refusal names: "of the kids" in "don't post photos of the kids".

    Args:
        plain: the words of a preference, in lower case with straight apostrophes.
        thing: what is refused, in lower case.
    """
    found = re.search(rf"(?<![\w'-]){re.escape(thing)} (?P<words>{_DETAIL})", plain)
    return None if found is None else PreferenceScope(found["words"], *found.span("words"))


def _is_general(words: list[str]) -> bool:
    """Whether the words after "in", "for", "when" or "before" narrow nothing: "your next answers", "you do anything"."""
    deciding = next((word for word in words if word not in _BEFORE), "")
    return not deciding or deciding in _GENERAL or words[-1] in _GENERAL_END


def split_exceptions(sentence: str) -> list[str]:
    """Return the parts of a sentence that holds differently in a scope and otherwise: "longer for tax, otherwise short"."""
    parts = [part.strip(" ,;") for part in _OTHERWISE.split(sentence)]
    kept = [part for part in parts if any(map(str.isalpha, part))]
    return kept if len(kept) == 2 else [sentence]


def quote_wish(words: str) -> str:
    """Return the words of a preference as they are quoted, without words that open or end a message; "" if they are too many."""
    said = _OPENING.sub("", " ".join(words.split()))
    said = _END.sub("", said).replace("{", "(").replace("}", ")").replace("“", '"').replace("”", '"')
    return said if said and len(said) <= _MOST_CHARS else ""


def needs_antecedent(words: str, before: str) -> bool:
    """Whether a preference is understood with the sentence before it only: "don't bring that up" after "I'm on sertraline."."""
    return _POINTING.search(words) is not None and len(before.split()) >= _FEWEST_WORDS and "?" not in before
