"""Standing instructions to an assistant, and likes without a verb."""

from __future__ import annotations

import re

from kg.digest.extract.reading import END, LIST, Reading

_ORDER = re.compile(
    rf"^(?:please )?(?P<how>(?:always|never|not|do/\w|please|make sure to) )+(?P<verb>\w+)/\w(?: #\d+ with| #\d+ as| in| with)? (?P<o>{LIST}){END}"  # noqa: E501 - a list or a pattern
)
_ALWAYS = re.compile(rf"(?:,|;|but) (?P<how>always|never|not) (?:use/\w )?(?P<o>{LIST})(?: |$)")


_FAN = re.compile(rf"^(?P<no>not )?#(?P<f>\d+) of (?P<o>{LIST})")


def orders(reading: Reading) -> None:
    """Standing instructions: never use tabs, always answer in French, please use spaces."""
    if fan := _FAN.match(reading.code):
        first = reading.line[int(fan["f"])].phrase
        if first is not None and first.head in {"fan", "lover"}:
            reading.say([reading.people.speaker], "dislikes" if fan["no"] else "likes", reading.things(fan["o"]))
    found = _ORDER.match(reading.code)
    if not found or found["verb"] in {"forget", "worry", "mind", "be", "say", "get", "go", "have"}:
        return
    speaker = [reading.people.speaker]
    no = re.search(r"\b(?:never|not)\b", reading.code[: found.start("verb")]) is not None
    objects = [each for each in reading.phrases(found["o"]) if not each.pronoun and each.det != "the"]
    reading.say(speaker, "prefers", [each.text for each in objects], polarity=not no)
    for other in _ALWAYS.finditer(reading.code):
        texts = [each.text for each in reading.phrases(other["o"]) if not each.pronoun]
        reading.say(speaker, "prefers", texts, polarity=other["how"] == "always")
