"""How a person wants to be addressed: "call me Tina, not Christina", "nenn mich Tina", "zeg maar Joop"."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from kg.extraction.word_lists import LANGUAGES, word_set
from kg.language import STOP_WORDS

ADDRESS_TOPIC = "form of address"
_TITLES = (
    "Dr|Mr|Mrs|Ms|Miss|Prof|Doctor|Professor|Herr|Frau|Doktor|Señora|Señor|Sra|Sr|Madame|Monsieur|Dona|Signora|Signor"
    "|mevrouw|meneer"
)
_WORD = r"[^\W\d_][\w’'-]*"
_OF = "(?:De|Van|de|van|der|von)"
_NAMES = {
    # A capitalised name with its titles, and one more word of a name after it.
    "<name>": rf"(?P<name>(?:(?:{_TITLES})\.?\s)*(?:{_OF}\s)?{_WORD}(?:\s{_OF}\s{_WORD}|\s{_WORD})?)",
    "<not>": rf"(?P<refused>{_WORD})",
    # One word, also in lower case, before a pause or the end.
    "<word>": rf"(?P<word>{_WORD})(?=\s*(?:$|[,.;!:)]|\b(?:please|pls|instead|not|from|and not|bitte|por favor|statt)\b))",
}
_PHRASES = (
    "call me <name>", "call me <word>", "address me as <name>", "calls? me <name>, (?:you|so|please)",
    "(?:people|they) call me <word>", "i go by <name>", "just <name> is (?:fine|ok|enough)",
    "drop the \\w+,? just <name>", "(?:nobody|no one) calls me <not>, (?:it's|i'm) <name>",
    "(?:it's|i'm|i am|it is) <name>,? please\\W*$", "(?:it's|i'm|i am) <name>[,.;] (?:not|never) <not>\\W*$",
    "^<name> to you\\W*$", "^(?:and )?<name>[,.;] not <not>\\W*$", "^<name>, please\\W*$",
    "nenn(?:t|en sie)? mich (?:bitte |einfach )?<name>", "sag(?:en sie)? (?:einfach |bitte |ruhig )?<name>",
    "für dich bin ich <name>", "ll[aá]m(?:ame|eme) <name>", "\\bdime <name>", "\\bdígame <name>",
    "appel(?:le|ez)-moi <name>", "\\bdis(?:-moi)? <name>", "moi c'est <name>", "(?:^|[,;] )me cham[ae] (?:de )?<name>",
    "(?:^|[,;] )cham[ae]-me (?:de )?<name>", "me chames (?:de )?<name>", "trat[ae]-me por <name>",
    "chiam(?:ami|atemi) <name>", "\\bdimmi <name>", "sono <name>, chiamami così", "noem me (?:maar )?<name>",
    "\\bzeg (?:maar )?<name>", "voor jou is het <name>", "(?:зови|зовите|называй|называйте) меня (?:просто )?<name>",
)  # fmt: skip
_REFUSED = re.compile(
    r"(?:,?\s(?:(?:and )?not|never|nicht|no|pas|et pas|não|não de|non|e non|niet|а не)\s"
    r"|\s(?:instead of|statt|anstatt|en vez de|en lugar de|au lieu de|em vez de|invece di|in plaats van|вместо)\s)"
    rf"(?:de\s)?(?P<refused>{_WORD})",
    re.IGNORECASE,
)
_JAPANESE = re.compile(
    r"(?:(?P<refused>[^\s、。]{1,12}?)(?:さん)?(?:ではなく|じゃなくて))?(?P<name>[^\s、。はを]{1,12}?)(?:って|と)呼んで(?!い)"
)
_NO_NAMES = (
    word_set(
        "again anyone anything asap at back before crazy dear first if in later maybe maam names never now old on once sir "
        "soon that the they this today tomorrow tonight what when whenever by bitte morgen später zurück das mir mal es wenn "
        "luego mañana cuando hoy lo que si demain oui non quand plus ce si moi amanhã hoje depois quando que domani dopo oggi "
        "così pure se ja nee dat maar niets dan u je завтра потом когда sie du formal informal she he her him ok fine thanks "
        "sorry yes american british metric imperial celsius fahrenheit euros "
        "great glad good nice happy lovely welcome thank obliged kind really quite exactly much yet sure"
    )
    | frozenset(map(str.lower, LANGUAGES))
    | STOP_WORDS
)
# "Who'll call me daft", "she calls me": another person may call the speaker so.
_OTHER_CALLER = re.compile(
    r"(?:\b(?:who|they|he|she|it|we|will|would|could|might|may|did)|(?<!you) to|'ll|'d)\s*$"
    # "People used to call me Lola", "he said, please call me Nino".
    r"|\b(?:nobody|no one|noone|used to|once|formerly)\s*$"
    r"|\b(?:said|says|sagte?|wrote|writes|schrieb|dice|dijo)\b[,:]?\s*(?:(?:please|bitte|just)\b,?\s*)?$"
    # "Don't call me Tina" tells no name.
    r"|\b(?:don't|do not|dont|didn't|never|not|stop|не|никогда не)(?:\s(?:ever|please|just))?\s*$",
    re.IGNORECASE,
)
_CONTRACTED = re.compile(r"'(?:ll|m|re|ve|d)$")


@dataclass(frozen=True)
class AddressWish:
    """How a person wants to be called, and the name that they refuse; "" if they refuse none."""

    name: str
    refused: str


def find_address(text: str) -> AddressWish | None:
    """Return how the speaker asks to be called, or None."""
    straight = text.replace("’", "'").strip()
    if japanese := _JAPANESE.search(straight):
        return AddressWish(japanese["name"], japanese["refused"] or "")
    for pattern in _patterns():
        match = pattern.search(straight)
        if match and not _OTHER_CALLER.search(straight[: match.start()]) and (name := _read_name(match)):
            groups = match.groupdict()
            refused = groups.get("refused") or ""
            if refused and (refused.casefold() in _NO_NAMES or refused[0].isupper() < name[0].isupper()):
                continue
            start = match.start("name" if groups.get("name") else "word")
            after = _REFUSED.match(straight, start + len(name))
            if after and after["refused"][:1].isupper() == name[:1].isupper():
                refused = after["refused"]
            return AddressWish(name, refused if refused.casefold() != name.casefold() else "")
    return None


def _read_name(match: re.Match[str]) -> str:
    """Return the name: a title and capitalised words, or one word in lower case where the phrase allows that."""
    groups = match.groupdict()
    words = (groups.get("name") or groups.get("word") or "").split()
    if groups.get("name"):
        last = max((place for place, word in enumerate(words) if word[0].isupper()), default=-1)
        first_lower = next((place for place, word in enumerate(words) if _is_plain(word)), len(words))
        words = words[: min(last + 1, first_lower)]
    if (
        not words
        or words[0].casefold() in _NO_NAMES
        or _CONTRACTED.search(words[0])
        or (groups.get("name") and not any(word[0].isupper() for word in words))
    ):
        return ""
    return " ".join(words)


def _is_plain(word: str) -> bool:
    """Return whether a word in lower case is no part of a name."""
    return not word[0].isupper() and word.rstrip(".") not in {*_TITLES.split("|"), "de", "van", "der", "von"}


@functools.lru_cache(maxsize=1)
def _patterns() -> tuple[re.Pattern[str], ...]:
    found = []
    for phrase in _PHRASES:
        parts = re.split("(<name>|<not>|<word>)", phrase)
        found.append(re.compile("".join(_NAMES.get(part, f"(?i:{part})" if part else "") for part in parts)))
    return tuple(found)
