"""Extracting standing instructions to an assistant as preferences, and likes without a verb."""

from __future__ import annotations

import re

from kg.extraction.certainty import DROPPED_SUBJECT_CONFIDENCE, PATTERN_CONFIDENCE
from kg.extraction.parsed_phrases import Phrase
from kg.extraction.preferences import is_preference_object, read_preferences
from kg.extraction.sentence_reader import NO_VERB_AHEAD, PHRASE_LIST, SentenceReading
from kg.extraction.word_lists import DIETS, LANGUAGES, word_set

_HOW = r"(?P<how>(?:always|never|not|ever|do/\w|please|make/\w sure to) )+"
_ORDER = re.compile(
    rf"(?:^|: |, (?:and )?|and )(?:please )?{_HOW}(?:(?P<verb>(?!use)\w+)/\w(?: #\d+(?= #))?"
    r"(?: #\d+ with| #\d+ as| #\d+ in| to #\d+ in| in| with)?|"
    r"(?P<use>use)/\w) "
    rf"(?P<o>{PHRASE_LIST}){NO_VERB_AHEAD}"
)
_ALWAYS = re.compile(rf"(?:, and|, but|,|;|but|and) (?P<how>always|never|not) (?:use/\w )?(?P<o>{PHRASE_LIST})(?: |$)")
_INSTEAD = re.compile(r"(?:,|;|but|and) use/\w (?P<o>#\d+)(?: instead)?(?: |$)")
_INTO = re.compile(rf"^(?:into|hooked on|obsessed with|crazy about) (?P<o>{PHRASE_LIST})")
_DIET = re.compile(r"^#(?P<o>\d+)(?: (?:here|now))?(?: ,| and|$)")
_FAN = re.compile(rf"^(?P<no>not )?#(?P<f>\d+) of (?P<o>{PHRASE_LIST})")
_KEEP = re.compile(
    r"^(?:please )?(?:keep|make)/\w #(?P<o>\d+)(?: (?P<word>(?!(?:to|in|at|on|for|with|as|from|under|below) )[a-z]+))?(?: |$)"
)

_RATHER = re.compile(r"^(?:please )?use/\w (?P<o>#\d+) (?:instead of|rather than|not) #")
_GIVE = re.compile(r"(?:^|, |^from (?:now )?on )(?:please )?give/[BP] (?:#\d+ )?#(?P<o>\d+)")
_ALLOWED = re.compile(r"^#(?P<o>\d+) be/[PB] #(?P<how>\d+)")
_ALLERGIC = re.compile(rf"^allergic to (?P<o>{PHRASE_LIST})")
_FROM = re.compile(r"(?:^|, )from #(?P<o>\d+)$")
_ALLOWING = word_set("fine ok okay good welcome allowed great")
_STYLE = word_set(
    "answer answers reply replies response responses explanation explanations message messages summary summaries "
    "mail mails e-mail e-mails email emails"
)
_STOP = re.compile(r"^(?:please )?stop/\w (?:use|send|add|put|write|include|give)/\w (?P<o>#\d+(?: #\d+)?)")
# "No emojis please", "no prawns for me", "and no coriander, ever".
_REFUSAL = re.compile(
    r"^(?:(?:and|but|also|so|ok|okay|,) )*(?P<before>please (?:, )?)?#(?P<o>\d+)(?: for #(?P<me>\d+))?"
    r"(?P<after>(?: ,)? (?:please|pls|plz|ever))*(?: [,.!])?$"
)
# "Answer in Hindi, and no emojis please", "no emojis in my replies".
_STYLE_REFUSAL = re.compile(
    r"(?:^|, and |, |and )#(?P<o>\d+)(?: in #\d+)?(?: ,)? (?:please|pls|plz|ever|either)(?: |$)"
)
_MARKUP = word_set(
    "emoji emojis emoticons smileys exclamation bullet bullets hashtags headings headers markdown bold tables jargon slang"
)
_NOT_REFUSED = word_set(
    "rush way problem worries worry hurry idea need chance luck thanks offence offense time doubt stress pressure joke matter "
    "reply answer comment wonder sign news one"
)
_IN = re.compile(
    r"(?:^|, |^from (?:now )?on )(?:please )?(?:answer|reply|respond|write|speak|talk)/[BP](?: to #\d+| #\d+)? in #(?P<o>\d+)"
)
# Requests of the moment; verbs of liking have their own patterns.
_MOMENTS = word_set(
    "forget worry mind be say get go have like love hate enjoy know think want need let tell come give miss "
    "stop take judge "
    "make check open touch eat drink see hear feel care understand remember care look bother expect believe"
)


def state_instructions(reading: SentenceReading) -> None:
    """State standing instructions: "never use tabs", "always answer in French"; and likes: "not a fan of mushrooms"."""
    speaker = [reading.references.speaker]
    if fan := _FAN.match(reading.code):
        first = reading.line[int(fan["f"])].phrase
        if first is not None and first.head in {"fan", "lover"}:
            reading.add_statement(speaker, "dislikes" if fan["no"] else "likes", read_preferences(reading, fan["o"]))
    if into := _INTO.match(reading.code):
        reading.add_statement(speaker, "likes", read_preferences(reading, into["o"]))
    if (diet := _DIET.match(reading.code)) and (kind := reading.line[int(diet["o"])].phrase) is not None:
        since = [date for date in reading.dates if date.kind == "from" and date.start <= kind.end + 1]
        reading.add_statement(
            speaker if (since or " here" in diet[0]) and not kind.det else [],
            "diet",
            [kind.text] if kind.text.lower() in DIETS else [],
            (since[0].past if since else None, None),
            confidence=DROPPED_SUBJECT_CONFIDENCE,
        )
    _state_style(reading, speaker)
    found = _ORDER.search(reading.code)
    if not found or (found["verb"] or "use") in _MOMENTS:
        return
    position = reading.code[: found.start("o")].count(" ")
    is_joined = found.start() > 0 and not found[0].startswith(": ")
    if (is_joined and reading.line[0].phrase is not None) or any(
        verb.subjects and verb.first < position for verb in reading.verbs
    ):
        # "I write Python, and never use tabs".
        return
    before = reading.code[found.start() : found.start("o")]
    no = re.search(r"\b(?:never|not)\b", before) is not None
    always = re.search(r"\balways\b", before) is not None
    if not (no or always or found["use"] or found["verb"] in {"answer", "reply", "respond", "write", "format"}):
        return
    # Of "use uv, pip breaks", whose verb the tagger may miss, "uv" is meant; a list has "and" or "or".
    listed = found["o"] if re.search(r"\b(?:and|or)\b", found["o"]) else found["o"].partition(" ,")[0]
    # "Please use 6 and 8": a number alone says nothing.
    objects = [
        each.text
        for each in reading.phrases_in(listed)
        if is_preference_object(each) and each.det != "the" and not each.text.isdigit()
    ]
    reading.add_statement(speaker, "prefers", objects, polarity=not no, confidence=PATTERN_CONFIDENCE)
    if no and (instead := _INSTEAD.search(reading.code, found.end())):
        texts = [each.text for each in reading.phrases_in(instead["o"]) if not each.pronoun and each.det != "the"]
        reading.add_statement(speaker, "prefers", texts, confidence=PATTERN_CONFIDENCE)
    for other in _ALWAYS.finditer(reading.code):
        texts = [each.text for each in reading.phrases_in(other["o"]) if not each.pronoun]
        reading.add_statement(
            speaker, "prefers", texts, polarity=other["how"] == "always", confidence=PATTERN_CONFIDENCE
        )


def _state_style(reading: SentenceReading, speaker: list[str]) -> None:
    """State "keep your answers short", "answer in Spanish"; and, without a subject, "from Ghent", "allergic to nuts"."""
    if keep := _KEEP.match(reading.code):
        thing = reading.line[int(keep["o"])].phrase
        words = [*(thing.words if thing else ()), *([keep["word"]] if keep["word"] else [])]
        if len(words) == 2 and words[0].lower() in _STYLE:
            reading.add_statement(speaker, "prefers", [f"{words[1]} {words[0]}"], confidence=PATTERN_CONFIDENCE)
    if allowed := _ALLOWED.match(reading.code):
        thing, how = (reading.line[int(allowed[name])].phrase for name in ("o", "how"))
        if thing is not None and how is not None and _is_allowed_style(thing, how):
            reading.add_statement(speaker, "prefers", [thing.text.lower()], confidence=PATTERN_CONFIDENCE)
    _state_requests(reading, speaker)
    if stop := _STOP.match(reading.code):
        objects = [
            each.text for each in reading.phrases_in(stop["o"]) if is_preference_object(each) and each.det != "the"
        ]
        reading.add_statement(speaker, "prefers", objects, polarity=False, confidence=PATTERN_CONFIDENCE)
    dropped = not reading.verbs or (reading.verbs[-1].has_dropped_subject and not reading.verbs[-1].subjects)
    if dropped and (home := _FROM.search(reading.code)):
        places = [each.text for each in reading.phrases_in("#" + home["o"]) if each.label == "place"]
        first = reading.line[0].phrase
        # "Nina, 34, from Oslo"; but "Renault master, 2012, from Leeds" is of a thing.
        named = [first.name] if first is not None and first.label == "person" and first.name else []
        if named or home.start() == 0:
            reading.add_statement(named or speaker, "from", places, confidence=DROPPED_SUBJECT_CONFIDENCE)
    if allergic := _ALLERGIC.match(reading.code):
        things = [each.text for each in reading.phrases_in(allergic["o"]) if each.words]
        reading.add_statement(speaker, "allergic_to", things, confidence=DROPPED_SUBJECT_CONFIDENCE)
    if (refusal := _REFUSAL.match(reading.code)) and (refused := _refused_thing(reading, refusal)):
        reading.add_statement(speaker, "prefers", [refused], polarity=False, confidence=PATTERN_CONFIDENCE)
    for other in _STYLE_REFUSAL.finditer(reading.code):
        thing = reading.line[int(other["o"])].phrase
        is_refused = (
            thing is not None and thing.det.lower() == "no" and bool(set(map(str.lower, thing.words)) & _MARKUP)
        )
        reading.add_statement(
            speaker,
            "prefers",
            [thing.text] if thing is not None and is_refused else [],
            polarity=False,
            confidence=PATTERN_CONFIDENCE,
        )
    if answer := _IN.search(reading.code):
        phrase = reading.line[int(answer["o"])].phrase
        if phrase is not None and (phrase.head in LANGUAGES or phrase.is_plural or phrase.head.endswith("s")):
            reading.add_statement(
                speaker, "prefers", [phrase.text] if not phrase.det else [], confidence=PATTERN_CONFIDENCE
            )


def _state_requests(reading: SentenceReading, speaker: list[str]) -> None:
    """State "give me short answers" and "use uv instead of pip"."""
    if rather := _RATHER.match(reading.code):
        tools = [
            each.text for each in reading.phrases_in(rather["o"]) if is_preference_object(each) and each.det != "the"
        ]
        reading.add_statement(speaker, "prefers", tools, confidence=PATTERN_CONFIDENCE)
    if (give := _GIVE.search(reading.code)) and (thing := reading.line[int(give["o"])].phrase) is not None:
        is_style = thing.head in _STYLE and len(thing.words) > 1 and not thing.det
        reading.add_statement(speaker, "prefers", [thing.text] if is_style else [], confidence=PATTERN_CONFIDENCE)


def _is_allowed_style(thing: Phrase, how: Phrase) -> bool:
    """Return whether phrases are those of "long answers are fine again", "emojis are fine again"."""
    words = set(map(str.lower, thing.words))
    is_style = not thing.det and bool((len(thing.words) > 1 and words & _STYLE) or words & _MARKUP)
    return is_style and bool(how.words) and how.words[0].lower() in _ALLOWING


def _refused_thing(reading: SentenceReading, refusal: re.Match[str]) -> str | None:
    """Return what "no emojis please" refuses; a thing that is no style of answers needs "please", "ever" or "for me"."""
    thing = reading.line[int(refusal["o"])].phrase
    if thing is None or thing.det.lower() != "no" or not thing.ends_in_noun or thing.name or thing.head in _NOT_REFUSED:
        return None
    recipient = reading.line[int(refusal["me"])].phrase if refusal["me"] else None
    if refusal["me"] and (recipient is None or recipient.pronoun != "me"):
        return None
    is_style = bool(set(map(str.lower, thing.words)) & _MARKUP)
    return thing.text if is_style or refusal["before"] or refusal["after"] or recipient is not None else None
