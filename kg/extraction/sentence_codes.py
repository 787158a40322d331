"""A sentence as a short line of code that patterns can be written for.

Noun phrases become `#0`, `#1`; verbs their lemma and form (`work/P`); dates are taken out and kept beside. So "My brother Jakob
has worked at Tessel since May" is `#0 have/P work/N at #1`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kg.extraction.dates import Found
from kg.extraction.noun_phrases import Phrase, Reader, token_tag
from kg.extraction.word_lists import GROUPS, KIN, OFFICES, is_job, listed

_STOPS = {".", "!", "?", "…", "!!", "!!!", "??", "?!", "..", "..."}
_MODALS = {"ca": "can", "wo": "will", "'ll": "will", "ll": "will", "sha": "shall", "'d": "would"}
_KEPT = listed(
    "never always not anymore longer rather home here there where when how why away neither nor either as "
    "instead back to up "
    "more once both same out too than yet together please"
)
_TURNED = {
    "n't": "not",
    "nt": "not",
    "n’t": "not",
    "2": "to",
    "@": "at",
    "&": "and",
    "w/": "with",
    "w": "with",
    "n": "and",
}
_TURNED |= {"'s": "s", ";": ";", ":": ":"} | dict.fromkeys(("(", ")", "-", "–", "—", "--"), ",")


# What names go on behind: City of Antwerp.
_FIRMS = listed(
    "company firm startup start-up agency business organisation organization charity studio consultancy label"
)
_OF = listed("city university bank museum institute college ministry department port house church school")


@dataclass(frozen=True)
class Item:
    """One place of a line of code.

    Attributes:
        code: as patterns see it.
        start, end: characters.
        phrase: the noun phrase, if it is one.
        lemma: of a verb, else "".
        tag: G, N, D, B, P or M.
    """

    code: str
    start: int
    end: int
    phrase: Phrase | None = None
    lemma: str = ""
    tag: str = ""


def lines(reader: Reader, kept: str, dates: list[Found]) -> Iterator[list[Item]]:
    """The sentences of a text, each as items.

    Args:
        reader: of the text.
        kept: the text with what states nothing made blank.
        dates: in the text.
    """
    line: list[Item] = []
    at, tokens = 0, reader.tokens
    while at < len(tokens):
        token = tokens[at]
        date = next((each for each in dates if each.start <= token.idx < each.end), None)
        if token.text in _STOPS or "\n" in token.text:
            yield merged(line)
            line, at = [], at + 1
        elif date is not None:
            at += 1
        elif not kept[token.idx : token.idx + len(token.text)].strip():
            if not line or line[-1].code != "~":
                line.append(Item("~", token.idx, token.idx))
            at += 1
        else:
            item, at = _item(reader, at)
            if item is not None:
                line.append(item)
    yield merged(line)


def _item(reader: Reader, at: int) -> tuple[Item | None, int]:  # noqa: PLR0911, PLR0912 - one for each way of saying it
    token = reader.tokens[at]
    low, start = token.text.lower(), token.idx
    end = start + len(low)
    after = reader.tokens[at + 1].text.lower() if at + 1 < len(reader.tokens) else ""
    many = at + 1 < len(reader.tokens) and reader.tokens[at + 1].tag_ == "NNS"
    if low == "2" and at and reader.verb(at - 1) and not many:
        return Item("to", start, end), at + 1
    if low == "4" and at and reader.verb(at - 1) and after and not after[0].isdigit():
        return Item("for", start, end), at + 1
    if low == "=":
        return Item("be/P", start, end, lemma="be", tag="P"), at + 1
    if low in {"n't", "nt", "n’t", "not"}:
        return Item("not", start, end), at + 1
    if low in {"'d", "d"} and after == "rather":
        return Item("would", start, end, tag="M"), at + 1
    if low in {"no", "longer"} and "longer" in {low, after}:
        return Item(low, start, end), at + 1
    if low in {"gon", "gonna"}:
        return Item("going_to", start, end), at + (2 if low == "gon" and after == "na" else 1)
    if low == "used" and after == "to" and reader.tokens[max(0, at - 1)].lemma_ not in {"be", "get"}:
        return Item("used_to", start, end), at + 2
    if ((lemma := reader.verb(at)) and token.text not in {"'s"} | set()) or (token.pos_ == "AUX"):
        lemma = _MODALS.get(low, lemma or token.lemma_)
        if token.tag_ == "MD" or low in _MODALS:
            return Item(lemma, start, end, tag="M"), at + 1
        tag = token_tag(token)
        if token.pos_ not in {"VERB", "AUX"}:
            tag = (
                "G"
                if low.endswith("ing")
                else "D"
                if low.endswith("ed") or (low != lemma and not low.endswith("s"))
                else "P"
            )
        return Item(f"{lemma}/{tag}", start, end, lemma=lemma, tag=tag), at + 1
    found = reader.read(at)
    if found is not None:
        phrase, behind = found
        return Item("#", phrase.start, phrase.end, phrase), behind
    code = _TURNED.get(low, low)
    if token.pos_ in {"ADV", "INTJ"} and code not in _KEPT:
        return None, at + 1
    if token.pos_ in {"PUNCT", "SYM", "X"} and code not in {",", ";", ":"} and code == low:
        return None, at + 1
    return Item(code, start, end), at + 1


def merged(items: list[Item]) -> list[Item]:
    """Phrases that belong together made one: a bit of French, a cat called Biscuit, a friend of mine, Oleg, my friend."""
    line = [item for place, item in enumerate(items) if item.code != "," or place == 0 or items[place - 1].code != ","]
    line = _apostrophes(line)
    for step in (_amounts, _mine, _called, _appositions):
        place = 0
        while place < len(line):
            taken = step(line, place)
            if taken is not None:
                phrase, length = taken
                behind = line[place + length - 1].end
                line[place : place + length] = [
                    Item("#", phrase.start, behind, replace(phrase, end=max(phrase.end, behind)))
                ]
            place += 1
    return line


def _apostrophes(line: list[Item]) -> list[Item]:
    """What lacks its apostrophe: "my mums a midwife", "her names Pixel"."""
    for place in range(len(line) - 2, -1, -1):
        first, second = line[place].phrase, line[place + 1].phrase
        if first is None or second is None or not (first.owner and first.kin and first.plural and not first.name):
            continue
        if second.det in {"a", "an"} and line[place].end < second.start:
            one = replace(first, words=(*first.words[:-1], first.words[-1][:-1]), plural=False)
            be = Item("be/P", first.end, first.end, lemma="be", tag="P")
            line[place : place + 1] = [replace(line[place], phrase=one), be]
    return line


def _codes(line: list[Item], place: int, count: int) -> str:
    return " ".join(item.code for item in line[place : place + count])


def _np(line: list[Item], place: int) -> Phrase | None:
    return line[place].phrase if 0 <= place < len(line) else None


def _amounts(line: list[Item], place: int) -> tuple[Phrase, int] | None:
    first, second = _np(line, place), _np(line, place + 2)
    if first is None or second is None or _codes(line, place, 3) != "# of #":
        return None
    if first.head in _OF and second.name and (first.name or first.head in {"city", "university", "port"}):
        whole = (*first.words, "of", *second.words)
        return replace(first, end=second.end, words=whole, name=" ".join(whole)), 3
    return (second, 3) if first.head in {"bit", "lot", "lots", "kind", "pair", "couple", "little", "bunch"} else None


def _mine(line: list[Item], place: int) -> tuple[Phrase, int] | None:
    """A friend of mine, a colleague of Tom's, the wife of Tom."""
    first, second = _np(line, place), _np(line, place + 2)
    if first is None or second is None or first.kin not in KIN or first.owner or _codes(line, place, 3) != "# of #":
        return None
    owner = Phrase(second.start, second.end, pronoun="my") if second.pronoun in {"mine", "ours"} else second
    if not (second.pronoun in {"mine", "ours"} or second.name):
        return None
    return replace(first, owner=owner), 3


def _called(line: list[Item], place: int) -> tuple[Phrase, int] | None:
    first, name = _np(line, place), _np(line, place + 2)
    if (
        first is None
        or name is None
        or not re.fullmatch(r"# (?:call/[ND]|name/[ND]|called|named) #", _codes(line, place, 3))
    ):
        return None
    if not first.kin and not job_like(first):
        firm = first.head in _FIRMS or first.head in GROUPS
        label = "org" if firm else "" if name.label == "person" else name.label
        return replace(name, start=first.start, label=label, sure=True), 3
    return replace(first, name=name.text, label=name.label or "person"), 3


def _appositions(line: list[Item], place: int) -> tuple[Phrase, int] | None:  # noqa: PLR0911 - one for each kind
    first, second = _np(line, place), _np(line, place + 2)
    if first is None or second is None or _codes(line, place, 3) != "# , #":
        return None
    job, length = None, 3
    if place + 4 < len(line) and re.fullmatch(r"# (?:of|at|for|from) #", _codes(line, place + 2, 3)):
        job, length = _np(line, place + 4), 5
    closing = line[place + length].code if place + length < len(line) else "."
    if closing not in {",", "."} or (place and line[place - 1].code in {",", "and"} and first.pronoun):
        return None
    length += closing == ","
    if second.kin and not second.name and second.owner and first.name and not first.kin:
        return replace(second, start=first.start, name=first.name, label=first.label or "person"), length
    if first.det in {"our", "my", "the", "'s"} and not first.kin and not first.name and job_like(first):
        named = second.name and not second.det and second.label in {"person", ""}
        return (replace(second, start=first.start, label="person", role=first), length) if named else None
    if first.kin and first.owner and not first.name and second.name and not second.kin and not second.owner:
        return replace(first, name=second.name, label=second.label or "person"), length
    if (
        first.name
        and not first.pronoun
        and (second.det in {"the", "a", "an", "our", "my", "'s"} or (not second.det and job is not None))
        and not second.name
        and job_like(second)
    ):
        return replace(first, role=second, at=job or (second.owner if second.det == "'s" else None)), length
    return None


def job_like(phrase: Phrase) -> bool:
    """Whether a phrase names a job."""
    return bool(phrase.words) and phrase.head not in OFFICES and is_job(phrase.head)


def code(line: list[Item]) -> str:
    """The line as text, the phrases numbered by their place."""
    return " ".join(f"#{place}" if item.phrase is not None else item.code for place, item in enumerate(line))
