"""Open questions, with "where", "what time" or "how many", completed by short answers to statements."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kg.extraction.clauses import SUBJECT_ROLES, find_finite_verb
from kg.extraction.declared_questions import DOING, SMALL_TALK, declare_question, join_words, to_first_person
from kg.extraction.word_lists import KIN, PETS, word_set

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

_EMPTY_ANSWERS = word_set(
    "nothing none nobody never same good fine great ok okay dunno sure bad tired alive busy here there idk who what why how "
    "not you me this that it everything everywhere anything whatever something soon later terrible awful lovely hungry"
)
_FILLERS = re.compile(
    r"^(?:(?:oh|um|uh|hm+|ah|well|so|just|only|mostly|probably|actually|yes|yeah|haha|lol|hi|hey)\b[\s,.!…-]*)+",
    re.IGNORECASE,
)
_OWNED = word_set(
    "kid kids child children sibling siblings brother brothers sister sisters son sons daughter daughters "
    "allergy allergies hobby hobbies job"
)
_WEEKDAY = re.compile(
    r"^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|the \d|\d{1,2}(?:st|nd|rd|th)|\d{1,2} [A-Z])", re.IGNORECASE
)
NUMBER = re.compile(r"^(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve)\b", re.IGNORECASE)
"""A number at the start of an answer."""
_ORDINARY = word_set(
    "in at on a an the my our for since from with to near by about every next last two three four five six one"
)
_MOST_ANSWER_WORDS = 12
_CLOCK = re.compile(
    r"^(?:(?:at|around|about|by|before|after|from) )?(?:(?:half|quarter)\b.*|\d.*|noon\b.*|midnight\b.*)", re.IGNORECASE
)
_PREPOSITION = re.compile(r"^(?:at|around|about|by|before|after|from)\b", re.IGNORECASE)
_WORDS, _WHICH = word_set("what who where when"), word_set("what which")
_MYSELF = "I"
_SAYING_MYSELF = re.compile(r"^\W*(?:me|i am|i will|i can|i'll do it|i do|i did|i'm on it)\b", re.IGNORECASE)
_BE = word_set("'s is are 're was were")
_FITTING = re.compile(
    r"^(?:days?|times?|dates?|mornings?|evenings?|weeks?) (?P<verb>suits?|works?(?: best)? for|(?:would )?suit) (?:you|u)$"
)
_NOT_NAMED = word_set("it that this there you one ones thing way kind sort type part")
# What goes on after an answer: "14 February, so a Valentine's baby", "Dr Albers, she did the last one too", "Tom lol".
_ADDITION = re.compile(
    r"\s*(?:[,;–—]|\.\.+|\s-\s)\s*(?:so|because|cause|cos|but|which|who|he|she|it|it's|they|we|i|i'm|you|that|that's|this|there)\b"
    r"|\s+(?:lol|haha+|xd)\b",
    re.IGNORECASE,
)


def complete_question(tokens: Sequence[Token], fragment: str, asker: str) -> str | None:
    """Return an open question with its answer in its place: "Where do you live?" "In Rome" → "I live in Rome"."""
    word, rest = tokens[0].lower_, tokens[1:]
    if not rest or any(token.lower_ in {",", "or", "like"} for token in rest):
        return None
    by = _complete_subject(rest, fragment, asker) if word == "who" else None
    if by is not None or fragment == _MYSELF:
        return by
    if word == "any":
        return _complete_any(tokens, fragment, asker)
    if word in _WHICH and rest[0].pos_ == "NOUN":
        return _complete_fitting(rest, fragment) or _complete_noun(rest, fragment, asker)
    if word == "how":
        return _complete_how(rest, fragment, asker) if len(rest) > 1 else None
    return _complete_wh(word, rest, fragment, asker) if word in _WORDS else None


def _complete_any(tokens: Sequence[Token], fragment: str, asker: str) -> str | None:
    """Return what the person who answers has: "Any pets?" "Two cats" → "I have two cats"."""
    if not asks_of_owned(tokens):
        return None
    if number := NUMBER.match(fragment):
        things = join_words(to_first_person(tokens[1:], asker))
        return f"I have {number[0].lower()} {things}{fragment[number.end() :]}"
    return f"I have {_lower_first(fragment)}"


def _complete_subject(rest: Sequence[Token], fragment: str, asker: str) -> str | None:
    """Return who does what: "Who's bringing the salad?" "Tom" → "Tom is bringing the salad"."""
    verb = next((token for token in rest if token.tag_ in {"VBG", "VBD", "VBZ"} and token.lower_ not in _BE), None)
    if verb is None or verb.lemma_.lower() in SMALL_TALK | DOING.keys() | {"have"}:
        return None
    is_doing = verb.tag_ == "VBG" and rest[0].lower_ in _BE and verb is rest[1]
    if not is_doing and verb is not rest[0]:
        return None
    is_plural, is_self = bool(re.search(r"\band\b|&", fragment)), fragment == _MYSELF
    if is_doing and is_self and rest[0].lower_ != "was":
        return join_words([fragment, "will", verb.lemma_, *to_first_person(rest[2:], asker, is_object=True)])
    words = to_first_person(rest[1:], asker, is_object=True)
    if is_doing:
        was = rest[0].lower_ == "was"
        form = ("were" if was else "are") if is_plural else ("was" if was else "am" if is_self else "is")
        return join_words([fragment, form, *words])
    form = verb.lemma_ if verb.tag_ == "VBZ" and (is_plural or is_self) else verb.text
    return join_words([fragment, form, *words])


def _complete_noun(rest: Sequence[Token], fragment: str, asker: str) -> str | None:
    """Return what a noun is: "Which vet?" → "The vet is …", "What time is the viewing?" → "The viewing is at …"."""
    place = next((place for place, token in enumerate(rest) if token.pos_ == "AUX" or token.lower_ in DOING), len(rest))
    nouns, asked = rest[:place], rest[place:]
    if nouns[-1].lower_ in _NOT_NAMED or nouns[-1].tag_ not in {"NN", "NNS"}:
        return None
    is_time = nouns[-1].lower_ == "time"
    if is_time and not _CLOCK.match(fragment):
        return None
    answer = f"at {fragment}" if is_time and not _PREPOSITION.match(fragment) else _lower_first(fragment)
    if not asked:
        is_name = any(word[:1].isupper() for word in fragment.split())
        verb = "are" if nouns[-1].tag_ == "NNS" else "is"
        return f"the {join_words(token.text for token in nouns)} {verb} {fragment}" if is_name and not is_time else None
    if asked[0].lower_ in _BE and (named := _name_thing(asked, asker)) is not None:
        return f"{named} {answer}"
    declared = declare_question(asked, asker, is_negative=False)
    return None if declared is None else f"{join_words(declared)} {answer}"


def _complete_fitting(rest: Sequence[Token], fragment: str) -> str | None:
    """Return what suits who answers: "Which days suit you?" "Any but Mondays" → "any but Mondays suits me"."""
    words = [token.lower_ for token in rest]
    match = _FITTING.search(" ".join(words))
    verb = "" if match is None else "suits" if match["verb"].startswith("suit") else "works for"
    return f"{_lower_first(fragment)} {verb} me" if verb else None


def _name_thing(asked: Sequence[Token], asker: str) -> str | None:
    """Return the thing that a question with "to be" asks about, with the verb: "is your flight" → "my flight is"."""
    phrase = asked[1:]
    if not phrase or phrase[-1].pos_ not in {"NOUN", "PROPN"} or phrase[-1].lower_ in SMALL_TALK:
        return None
    if phrase[0].lower_ in _NOT_NAMED or any(token.tag_ in {"VBG", "VBN", "VB"} for token in phrase):
        return None
    verb = "are" if phrase[-1].tag_ == "NNS" else "was" if asked[0].lower_ == "was" else "is"
    return f"{join_words(to_first_person(phrase, asker))} {verb}"


def _complete_wh(word: str, rest: Sequence[Token], fragment: str, asker: str) -> str | None:
    if rest[0].lower_ in _BE and word != "where" and (named := _name_thing(rest, asker)) is not None:
        return f"{named} {_when(fragment) if word == 'when' else fragment}"
    declared = declare_question(rest, asker, is_negative=False)
    if declared is None:
        return None
    if word == "what" and rest[-1].lemma_.lower() == "do" and rest[0].lower_ in {"do", "does"}:
        # "What do you do?" "Nurse at St Mary's".
        return None
    answer = _when(fragment) if word == "when" else _lower_first(fragment)
    if word == "where" and not re.match(
        r"(?:in|at|on|near|by|from|to|over|outside|with|down|up|next|just)\b", answer, re.IGNORECASE
    ):
        answer = f"in {fragment}"
    return f"{join_words(declared)} {answer}"


def _complete_how(rest: Sequence[Token], fragment: str, asker: str) -> str | None:
    kind, rest = rest[0].lower_, rest[1:]
    if kind == "much" and (taken := _complete_amount(rest, fragment, asker)) is not None:
        return taken
    if kind == "old" and rest[0].lower_ in {"is", "are", "'s"} and NUMBER.match(fragment):
        age = fragment if " " in fragment else f"{fragment} years old"
        declared = declare_question(rest, asker, is_negative=False)
        return None if declared is None else f"{join_words(declared)} {age}"
    if kind == "much" and fragment[:1] in "$€£0123456789" and rest[0].lower_ in _BE:
        named = _name_thing(rest, asker)
        return None if named is None else f"{named} {fragment}"
    if kind == "many" and NUMBER.match(fragment):
        place = next((place for place, token in enumerate(rest) if token.pos_ == "AUX" or token.lower_ in DOING), None)
        declared = None if not place else declare_question(rest[place:], asker, is_negative=False)
        things = join_words(token.text for token in rest[:place])
        counted = NUMBER.sub(rf"\g<0> {things}", _lower_first(fragment), count=1)
        return None if declared is None else f"{join_words(declared)} {counted}"
    if kind == "long" and re.match(
        r"(?:for|since|\d|about|a|an|one|two|three|four|five|six|seven|eight|ten)\b", fragment, re.IGNORECASE
    ):
        declared = declare_question(rest, asker, is_negative=False)
        span = (
            _lower_first(fragment)
            if re.match(r"(?:for|since)\b", fragment, re.IGNORECASE)
            else f"for {_lower_first(fragment)}"
        )
        return None if declared is None else f"{join_words(declared)} {span}"
    return None


def _complete_amount(rest: Sequence[Token], fragment: str, asker: str) -> str | None:
    """Return how much of a thing: "How much tea do you take?" "2 cups a day" → "I take tea, 2 cups a day"."""
    place = next((place for place, token in enumerate(rest) if token.lower_ in DOING), 0)
    things = rest[:place]
    if not things or things[-1].dep_ != "obj" or not re.match(r"[~$€£]?\d", fragment):
        return None
    declared = declare_question(rest[place:], asker, is_negative=False)
    return None if declared is None else f"{join_words(declared)} {join_words(map(str, things))}, {fragment}"


def _when(fragment: str) -> str:
    return f"on {fragment}" if _WEEKDAY.match(fragment) else _lower_first(fragment)


def _lower_first(text: str) -> str:
    head = text.split(" ", 1)[0]
    return (
        text[:1].lower() + text[1:] if head.lower() in _ORDINARY or head.lower() in KIN or NUMBER.match(head) else text
    )


def asks_of_owned(tokens: Sequence[Token]) -> bool:
    """Whether "any …" asks what somebody has: relatives, pets, allergies."""
    return len(tokens) > 1 and any(
        each in KIN or each in PETS or each in _OWNED or token.lemma_.lower() in PETS | {"pet"}
        for token in tokens[1:3]
        for each in [token.lower_]
    )


def without_addition(sentence: Span) -> Span:
    """Return an answer without what goes on after it: "14 February, so a Valentine's baby" → "14 February"."""
    added = _ADDITION.search(sentence.text)
    part = None if added is None else sentence.char_span(0, added.start(), alignment_mode="contract")
    return sentence if part is None or not part.text.strip() else part


def split_deed(answer: Span) -> tuple[Span, str]:
    """Return the name or noun of an answer, and what that person does: "my best friend, lives in Cork" → "lives in Cork"."""
    for comma in answer[1:-2]:
        verb = comma.nbor()
        is_deed = comma.text == "," and verb.tag_ in {"VBZ", "VBD"} and verb.nbor().pos_ not in {"PRON", "DET"}
        named = answer.doc[answer.start : comma.i]
        if is_deed and not any(token.tag_ in {"VBZ", "VBD", "VBP", "MD"} for token in named):
            return named, str(answer.doc[verb.i : answer.end].text).rstrip(" .!")
    return answer, ""


def read_fragment(sentence: Span) -> str | None:
    """Return an answer without a verb of its own, without its fillers: "I" for "me!"; None for any other answer."""
    if _SAYING_MYSELF.match(sentence.text):
        return _MYSELF
    text = _FILLERS.sub("", sentence.text.strip()).rstrip(" .!…;,\n")
    words = text.split()
    if not words or len(words) > _MOST_ANSWER_WORDS or words[0].lower().strip(",.!") in _EMPTY_ANSWERS or '"' in text:
        return None
    places = {token.i for token in sentence}
    has_clause = any(
        (token.dep_ in SUBJECT_ROLES and token.head.i in places) or token.lower_ in {"i", "you", "we"}
        for token in sentence
    )
    root = sentence.root
    is_verb = find_finite_verb(root) is not None or root.tag_ in {"VB", "VBG", "VBP"}
    has_name = any(token.pos_ in {"NOUN", "PROPN", "NUM"} for token in sentence) or bool(NUMBER.match(text))
    return None if has_clause or is_verb or not has_name else text
