"""What a preference about an agent's work is about: its topic and its value, by words of several languages.

The newest preference about a topic replaces the others, in any words and any language.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kg.extraction.feedback_conventions import find_convention_subject
from kg.extraction.forms_of_address import ADDRESS_TOPIC, find_address
from kg.extraction.preference_scopes import PreferenceScope, find_limit, find_scope, split_exceptions
from kg.extraction.word_lists import word_set

_FILE = Path(__file__).with_name("preference_topics.toml")
_CJK = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_MAX_VALUE = 120
NO, YES = "none", "yes"
_DETERMINERS = word_set("the my your our all any")
_ALLOWED = re.compile(
    r"(?<!\w)(?:again|(?:is|are) (?:fine|ok|okay|allowed)|welcome|allowed|ok now|okay now|don'?t mind|no longer mind|"
    r"you may|you can use|wieder|erlaubt|de nouveau|autoris\w*|permitid\w*|permitted|darfst|"
    r"ya no me molestan|vuelve a|puedes volver|peux remettre|pode voltar|di nuovo|"
    r"mogen weer|mag weer|снова)(?!\w)|もいい|ても良い"
)
_REFUSED = re.compile(
    r"(?<!\w)(?:no|not|non|never|nothing|without|stop\w*|drop|skip|cut|lose|quit|fewer|less|don'?t|do not|doesn'?t|"
    r"needn'?t|hate|leave (?:\w+ )?(?:out|off)|leave them out|kein\w*|nicht|ohne|nie|lass|lasst|hör auf|weniger|"
    r"brauch\w*|sin|nada|nunca|deja|quita|ni|pas|plus de|sans|ne|jamais|arrête\w*|enlève\w*|sem|não|pare|para de|tira|"
    r"niente|senza|mai|smetti\w*|basta|togli|geen|niet|zonder|nooit|laat|haal|без|не|нет|хватит|убери\w*)(?!\w)|ないで|"
    r"なし|やめ|外して|らないで|いらない"
)
_CLAUSE_END = re.compile(r"[,;]\s+(?:(?:and|und|y|et|e|en|но|и)\s)?|\s(?:and|und|y|et|e|en|и)\s|[.!]\s+")
# "Don't be so formal."
_OVERDONE = re.compile(
    r"(?<!\w)(?:don'?t be|do not be|stop being|sei nicht|no seas|ne sois pas|não sejas|non essere|wees niet)\s"
    r"(?:so |too |tan |si )?$"
)
_OPPOSITES = {"formal": "informal", "informal": "formal"}
_TOO_LONG = re.compile(
    r"(?<!\w)(?:too long|trop long\w*|zu lang|demasiado larg\w*|muy larg\w*|troppo lung\w*|te lang|longas demais|"
    r"muito long\w*|слишком длинн\w*)"
)
_TAKEN_BACK = re.compile(
    r"(?<!\w)(?:take (?:it|that) back|forget|never mind|cancel|zurück|vergiss|olvida|oublie|esquece|scorda\w*|"
    r"dimentica|vergeet|забудь)(?!\w)"
)
_MOTHER_TONGUE = re.compile(
    r"(?<!\w)(?:first language|mother tongue|native|muttersprache|lengua materna|langue maternelle|língua materna|"
    r"lingua madre|madrelingua|moedertaal|родной)"
)
# "Drop the French data", "my German teacher": of a thing or person; not "your French answers".
_OF_LANGUAGE = re.compile(
    r"(?<!\w)(?:the|a|an|our|my|his|her|their|this|that|these|those|some|all) (?:\w+ )?"
    r"(?:english|german|french|spanish|italian|portuguese|dutch|russian|japanese) "
    r"(?!answer|repl|respon|version|text|one\b|again|please|pls|only|from|for|when|in\b|and|or\b|not\b|instead|is\b|as\b|now)[a-z]"
    r"|(?<!\w)(?:english|german|french|spanish|italian|portuguese|dutch|russian|japanese) (?:is|are|was) "
    r"(?:back|out|in|gone|done|ready|missing|broken)\b"
)
_WEEKEND = re.compile(r"(?<!\w)(?:weekend|week-end|wochenende|fin de semana|fine settimana|выходн)|週末")
# An amount of money is no unit to answer in, and neither is a distance: "it's only four miles". But one may show how to write:
# "show 5 km, not 3 miles".
_AMOUNT = re.compile(
    r"(?<!\w)(?!(?:in|en|em|to|use|using|into|only|nur|show|want|prefer|like|not|no|pas)\s)[\w-]+\seuros?(?!\w)"
    r"|(?<!\buse )(?<!\bas )(?<!\bnot )(?<!\bof )(?<!\blike )(?<!\bshow )(?<!\bwrite )(?<!\bprefer )(?<![\w.,])"
    r"(?:\d[\d.,]*+|few|many|several|couple of|hundreds?|thousands?|half a|(?:twen|thir|for|fif|six|seven|eigh|nine)ty"
    r"|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]+teen)\s?"
    r"(?:miles?|pounds|inch(?:es)?|feet|grams|litres|km|kilomet\w+|meilen|millas)(?!\w)"
)
# What is no wish: idioms ("long time no see", "bref, on y va"), and how well the speaker knows a language ("my English is bad").
_IDIOM = re.compile(
    r"(?<!\w)(?:(?:my|our|mein|mi|mon|meu|o meu|il mio|mijn|мой) (?:\w+ )?\w+ (?:is|isn'?t|ist|es|est|é|è|был)? ?"
    r"(?:not |still |pretty |very |really |so |quite |too |a bit |n't )*"
    r"(?:bad|poor|weak|rusty|terrible|awful|limited|good|great|better|worse|schlecht|mal[oa]?|mauvais|faible|ruim|fraco|scarso|"
    r"slecht|плохой)(?!\w)|long time no \w+|straight to (?:main|master|prod)\w*"
    r"|bref,? (?=(?:on|je|tu|il|elle|nous|vous|ils|elles|ça|c'\w+|j'\w+)(?!\w)))"
)
_NO_LONGER = re.compile(r"\b(?:no|any) longer\W?\Z")


@dataclass(frozen=True)
class PreferenceTopic:
    """What a preference is about.

    Attributes:
        name: the topic, as "length of answers", "emojis", "form of address"; with its scope, "emojis in commits".
        value: what is wanted: "short", "none", "Tina".
        polarity: False if the thing is not wanted.
        phrase: what is preferred, as the object of "prefers": "short answers", "emojis"; "" if that is the sentence itself.
        is_scoped: whether it holds in a scope only, see `kg.extraction.preference_scopes`, or for one kind of work.
    """

    name: str
    value: str
    polarity: bool
    phrase: str
    is_scoped: bool = False


@dataclass(frozen=True)
class _Topic:
    name: str
    has_thing: bool
    is_said: bool
    is_unasked: bool
    words: re.Pattern[str] | None
    values: tuple[tuple[str, re.Pattern[str]], ...]


def find_topics(text: str) -> list[PreferenceTopic]:
    """Return the topics of a text that states a preference, each once, in the order of the list of topics."""
    address = find_address(text)
    found = [PreferenceTopic(ADDRESS_TOPIC, address.name, True, address.name)] if address else []
    folded = _fold(text)
    if not _any_word().search(folded):
        return found
    plain = _AMOUNT.sub(" ", _IDIOM.sub(" ", folded))
    topics, things = _load_topics()
    thing = next((name for name, words in things.items() if words.search(plain)), "answers")
    found.extend(
        _add_scope(read, topic, plain)
        for topic in topics
        if (read := _read_topic(topic, plain, text, thing)) is not None
    )
    names = {each.name for each in found}
    # "Short summaries" are about the length of summaries, and type hints are no hints.
    return [each for each in found if f"length of {each.name}" not in names and f"type {each.name}" not in names]


def split_wishes(sentence: str) -> list[tuple[str, PreferenceTopic | None]]:
    """Return what a sentence asks for, by topic: the words that ask for it, and the topic; None if it is not known.

    A sentence about several topics is split into its parts: "no emojis, and write in sentences".
    """
    parts = split_exceptions(sentence)
    if len(parts) > 1 and all(map(find_topics, parts)):
        # "Longer for tax, otherwise short."
        return [wish for part in parts for wish in split_wishes(part)]
    topics = find_topics(sentence)
    if not topics and (subject := find_convention_subject(sentence)):
        return [(sentence, PreferenceTopic(subject, sentence[:_MAX_VALUE], True, "", is_scoped=True))]
    if len(topics) < 2:
        return [(sentence, topics[0] if topics else None)]
    clauses = [clause.strip(" ,;") for clause in _CLAUSE_END.split(sentence)]
    by_clause = {clause: {topic.name: topic for topic in find_topics(clause)} for clause in clauses}
    found: list[tuple[str, PreferenceTopic | None]] = []
    narrow = [topic for topic in topics if topic.is_scoped]
    for topic in topics:
        clause = next((clause for clause, names in by_clause.items() if len(names) == 1 and topic.name in names), None)
        if clause is None and narrow:
            # "For bug reports I want long explanations" is one wish.
            found += [(sentence, narrow[0])] if topic is narrow[0] else []
        elif clause is None:
            found.append((f"{topic.name}: {topic.value}" if topic.phrase else sentence, topic))
        else:
            found.append((clause, by_clause[clause][topic.name]))
    return found


def _add_scope(read: PreferenceTopic, topic: _Topic, plain: str) -> PreferenceTopic:
    """Return a topic with its scope, unless that is what it is about: "no comments in the code", "shorter in e-mails"."""
    words = topic.words or dict(topic.values).get(read.value)
    found = words.search(plain) if words is not None and not topic.is_said else None
    scope = (find_scope(plain, found.start()) or find_limit(plain, found.start())) if found is not None else None
    if words is None or scope is None or _has_words(words, scope, plain) or read.name.endswith(scope.text):
        return read
    _, *inside = (word for word in scope.text.split() if word not in _DETERMINERS)
    if topic.has_thing and any(thing.fullmatch(" ".join(inside)) for thing in _load_topics()[1].values()):
        return read
    return replace(read, name=f"{read.name} {scope.text}", phrase="", is_scoped=True)


def _has_words(words: re.Pattern[str], scope: PreferenceScope, plain: str) -> bool:
    """Whether the words of a topic are in those of a scope, or these in them."""
    spans = [match.span() for start in range(scope.end) if (match := words.match(plain, start)) is not None]
    return any(
        (start <= scope.start and scope.end <= end) or (scope.start <= start and end <= scope.end)
        for start, end in spans
    )


def _read_topic(topic: _Topic, plain: str, text: str, thing: str) -> PreferenceTopic | None:
    if topic.words is not None:
        return _read_thing(topic, plain, text) if topic.words.search(plain) else None
    spans = [(match, value) for value, words in topic.values for match in words.finditer(plain)]
    # "I no longer live here" is about no length.
    hits = [(match.start(), value) for match, value in spans if not _NO_LONGER.search(plain[: match.end()])]
    # "French, not English": what is refused is no value.
    wanted = [(at, value) for at, value in hits if not _is_refused(plain, at)] or (hits if topic.has_thing else [])
    if not wanted:
        return None
    value = next(value for value, _ in topic.values if value in {each for _, each in wanted})
    if all(_OVERDONE.search(plain[:at]) for at, _ in wanted):
        value = _OPPOSITES.get(value, value)
    if topic.name == "length":
        value = _choose_length(plain, {each for _, each in hits}, max(wanted)[1])
    if topic.name == "indentation":
        # "Tabs? No, spaces from now on."
        value = max(wanted)[1]
    if topic.name == "language" and (_MOTHER_TONGUE.search(plain) or _OF_LANGUAGE.search(plain)):
        return None
    name = f"{topic.name} of {thing}" if topic.has_thing else topic.name
    if topic.has_thing and _WEEKEND.search(plain):
        name += " on weekends"
    phrase = f"{value} {thing}" if topic.has_thing else value
    return PreferenceTopic(name, value, True, f"{value} units" if topic.name == "units" else phrase)


def _read_thing(topic: _Topic, plain: str, text: str) -> PreferenceTopic | None:
    """Read whether a thing is wanted or not; a thing like praise is only refused, or allowed again."""
    if topic.is_said:
        said = " ".join(text.split())[:_MAX_VALUE].strip(" .!,;")
        return PreferenceTopic(topic.name, said, _REFUSED.search(plain) is None, "")
    is_allowed = _ALLOWED.search(plain) is not None
    is_wanted = is_allowed or _REFUSED.search(plain) is None
    if topic.is_unasked and is_wanted and not is_allowed:
        return None
    return PreferenceTopic(topic.name, YES if is_wanted else NO, is_wanted, topic.name)


def _choose_length(plain: str, values: set[str], last: str) -> str:
    """Choose between "long" and "short": "your answers are too long, shorter please", "forget the short answers"."""
    if _TOO_LONG.search(plain):
        return "short"
    if _TAKEN_BACK.search(plain):
        return "short" if values == {"long"} and "long" not in plain.partition(",")[2] else "long"
    return last


def _is_refused(plain: str, at: int) -> bool:
    before = plain[max(0, at - 18) : at]
    return (
        re.search(
            r"(?<!\w)(?:not|no|nicht|kein\w*|non|pas|não|niet|geen|не|instead of|statt)\s(?:\w+\s)?(?:in\s|de\s|en\s)?$",
            before,
        )
        is not None
    )


def _fold(text: str) -> str:
    return text.casefold().replace("’", "'")


@functools.lru_cache(maxsize=1)
def _read_file() -> dict[str, Any]:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


@functools.lru_cache(maxsize=1)
def _load_topics() -> tuple[tuple[_Topic, ...], Mapping[str, re.Pattern[str]]]:
    content = _read_file()
    topics = tuple(
        _Topic(
            row["name"],
            row.get("has_thing", False),
            row.get("is_said", False),
            row.get("is_unasked", False),
            _pattern(row["words"]) if "words" in row else None,
            tuple((value, _pattern(words)) for value, words in row.get("values", {}).items()),
        )
        for row in content["topic"]
    )
    return topics, {name: _pattern(words) for name, words in content["things"].items() if words}


@functools.lru_cache(maxsize=1)
def _any_word() -> re.Pattern[str]:
    rows = _read_file()["topic"]
    return _pattern(
        " ".join(words for row in rows for words in (row.get("words", ""), *row.get("values", {}).values()))
    )


def _pattern(words: str) -> re.Pattern[str]:
    latin: list[str] = []
    other: list[str] = []
    for word in words.split():
        escaped = re.escape(word.rstrip("*")).replace("_", r"\s")
        (other if _CJK.search(word) else latin).append(escaped + (r"\w*" if word.endswith("*") else ""))
    parts = [rf"(?<!\w)(?:{'|'.join(latin)})(?!\w)"] if latin else []
    return re.compile("|".join([*parts, *other]))
