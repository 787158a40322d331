"""Standing instructions to an assistant, and likes without a verb."""

from __future__ import annotations

import re

from kg.extraction.certainty import DROPPED, PATTERN
from kg.extraction.preferences import held, tastes
from kg.extraction.sentence_reader import END, LIST, Reading
from kg.extraction.word_lists import LANGUAGES, listed

_HOW = r"(?P<how>(?:always|never|not|ever|do/\w|please|make/\w sure to) )+"
_ORDER = re.compile(
    rf"^(?:please )?{_HOW}(?:(?P<verb>(?!use)\w+)/\w(?: #\d+(?= #))?(?: #\d+ with| #\d+ as| #\d+ in| to #\d+ in| in| with)?|"
    r"(?P<use>use)/\w) "
    rf"(?P<o>{LIST}){END}"
)
_ALWAYS = re.compile(rf"(?:,|;|but) (?P<how>always|never|not) (?:use/\w )?(?P<o>{LIST})(?: |$)")
_FAN = re.compile(rf"^(?P<no>not )?#(?P<f>\d+) of (?P<o>{LIST})")
_KEEP = re.compile(r"^(?:please )?(?:keep|make)/\w #(?P<o>\d+)(?: (?P<word>[a-z]+))?(?: |$)")
_ALLERGIC = re.compile(rf"^allergic to (?P<o>{LIST})")
_FROM = re.compile(r"(?:^|, )from #(?P<o>\d+)$")
_STYLE = listed(
    "answer answers reply replies response responses explanation explanations message messages summary summaries"
)
_STOP = re.compile(r"^(?:please )?stop/\w (?:use|send|add|put|write|include|give)/\w (?P<o>#\d+(?: #\d+)?)")
_IN = re.compile(
    r"(?:^|, )(?:please )?(?:answer|reply|respond|write|speak|talk)/[BP](?: to #\d+| #\d+)? in #(?P<o>\d+)"
)
# Said once, to somebody, of the moment; and likes have a rule of their own.
_MOMENTS = listed(
    "forget worry mind be say get go have like love hate enjoy know think want need let tell come give miss "
    "stop take judge "
    "eat drink see hear feel care understand remember care look bother expect believe"
)


def orders(reading: Reading) -> None:
    """Standing instructions: never use tabs, always answer in French, please use spaces; not a fan of mushrooms."""
    speaker = [reading.people.speaker]
    if fan := _FAN.match(reading.code):
        first = reading.line[int(fan["f"])].phrase
        if first is not None and first.head in {"fan", "lover"}:
            reading.say(speaker, "dislikes" if fan["no"] else "likes", tastes(reading, fan["o"]))
    _kept(reading, speaker)
    found = _ORDER.match(reading.code)
    if not found or (found["verb"] or "use") in _MOMENTS:
        return
    before = reading.code[: found.start("o")]
    no = re.search(r"\b(?:never|not)\b", before) is not None
    always = re.search(r"\balways\b", before) is not None
    if not (no or always or found["use"] or found["verb"] in {"answer", "reply", "respond", "write", "format"}):
        return
    objects = [each.text for each in reading.phrases(found["o"]) if held(each) and each.det != "the"]
    reading.say(speaker, "prefers", objects, polarity=not no, confidence=PATTERN)
    for other in _ALWAYS.finditer(reading.code):
        texts = [each.text for each in reading.phrases(other["o"]) if not each.pronoun]
        reading.say(speaker, "prefers", texts, polarity=other["how"] == "always", confidence=PATTERN)


def _kept(reading: Reading, speaker: list[str]) -> None:
    """Keep your answers short; answer in Spanish."""
    if keep := _KEEP.match(reading.code):
        thing = reading.line[int(keep["o"])].phrase
        words = [*(thing.words if thing else ()), *([keep["word"]] if keep["word"] else [])]
        if len(words) == 2 and words[0].lower() in _STYLE:
            reading.say(speaker, "prefers", [f"{words[1]} {words[0]}"], confidence=PATTERN)
    if stop := _STOP.match(reading.code):
        objects = [each.text for each in reading.phrases(stop["o"]) if held(each) and each.det != "the"]
        reading.say(speaker, "prefers", objects, polarity=False, confidence=PATTERN)
    dropped = not reading.verbs or (reading.verbs[-1].dropped and not reading.verbs[-1].subjects)
    if dropped and (home := _FROM.search(reading.code)):
        places = [each.text for each in reading.phrases("#" + home["o"]) if each.label == "place"]
        reading.say(speaker, "from", places, confidence=DROPPED)
    if allergic := _ALLERGIC.match(reading.code):
        things = [each.text for each in reading.phrases(allergic["o"]) if each.words]
        reading.say(speaker, "allergic_to", things, confidence=DROPPED)
    if answer := _IN.search(reading.code):
        phrase = reading.line[int(answer["o"])].phrase
        if phrase is not None and (phrase.head in LANGUAGES or phrase.plural or phrase.head.endswith("s")):
            reading.say(speaker, "prefers", [phrase.text] if not phrase.det else [], confidence=PATTERN)
