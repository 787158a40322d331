"""Encoding sentences as short strings that regular expressions can match.

Noun phrases become `#0`, `#1`, verbs their lemma and form (`work/P`); dates are removed and kept separately. "My brother Jakob
has worked at Tessel since May" becomes `#0 have/P work/N at #1`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kg.extraction.dates import DateMention
from kg.extraction.noun_phrases import NounPhraseReader
from kg.extraction.parsed_phrases import Phrase
from kg.extraction.verb_forms import is_contracted_be, verb_form_tag
from kg.extraction.word_lists import GROUPS, KIN, OFFICES, PEOPLE, SCHOOLS, is_job, word_set

_STOPS = {".", "!", "?", "…", "!!", "!!!", "??", "?!", "..", "..."}
_MODALS = {"ca": "can", "wo": "will", "'ll": "will", "ll": "will", "sha": "shall", "'d": "would"}
_CLAUSE_STARTS = {"PRON", "VERB", "AUX", "DET", "PROPN", "PART"}
_PERFECT = word_set("been got gone had become done")
_KEPT_ADVERBS = word_set(
    "never always not anymore longer rather home here there where when how why away neither nor either as "
    "instead back to up "
    "more once both same out too than yet together please"
)
_FILLERS = word_set("tbh ngl imo imho btw lol lmao fyi")
_REFLEXIVES = word_set("myself yourself himself herself ourselves themselves")
_NORMALISED_CODES = {
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
_NORMALISED_CODES |= {"'s": "s", ";": ";", ":": ":"} | dict.fromkeys(("(", ")", "-", "–", "—", "--"), ",")


# A subject, a verb, a comma and the name.
_LEAST_ADDRESSING = 4
_POINTING = word_set("this that these those it you")
# Relatives and jobs have lists of their own.
_PERSONS = PEOPLE | word_set(
    "person baby babies teen teenager ones other others crush idol hero heroine star "
    "fan guest newcomer native people team crew couple group band persona candidate saint soul favourite favorite"
)
# Nouns of which a name with "of" is built: City of Antwerp.
_FIRM_WORDS = word_set(
    "company firm startup start-up agency business organisation organization charity studio consultancy label"
)
_NAME_HEADS_WITH_OF = word_set(
    "city university bank museum institute college ministry department port house church school"
)


@dataclass(frozen=True)
class CodeItem:
    """One element of an encoded sentence.

    Attributes:
        code: the text that patterns match.
        start: offset of its first character.
        end: offset after its last character.
        phrase: the noun phrase, if it is one.
        lemma: of a verb, else "".
        tag: the form of a verb: G, N, D, B, P or M (see `verb_form_tag`).
    """

    code: str
    start: int
    end: int
    phrase: Phrase | None = None
    lemma: str = ""
    tag: str = ""


def encode_sentences(reader: NounPhraseReader, kept: str, dates: list[DateMention]) -> Iterator[list[CodeItem]]:
    """Yield the sentences of a text, each as a list of items.

    Args:
        reader: of the text.
        kept: the text with what asserts nothing replaced by spaces.
        dates: in the text.
    """
    line: list[CodeItem] = []
    at, tokens = 0, reader.tokens
    while at < len(tokens):
        token = tokens[at]
        date = next((each for each in dates if each.start <= token.idx < each.end), None)
        if token.text in _STOPS or "\n" in token.text:
            yield merge_phrases(line)
            line, at = [], at + 1
        elif date is not None:
            at += 1
        elif not kept[token.idx : token.idx + len(token.text)].strip():
            if not line or line[-1].code != "~":
                line.append(CodeItem("~", token.idx, token.idx))
            at += 1
        else:
            item, at = _encode_token(reader, at)
            if item is not None:
                line.append(item)
    yield merge_phrases(line)


def _encode_token(reader: NounPhraseReader, at: int) -> tuple[CodeItem | None, int]:  # noqa: PLR0911, PLR0912 - one for each way of saying it
    token = reader.tokens[at]
    low, start = token.text.lower(), token.idx
    end = start + len(low)
    after = reader.tokens[at + 1].text.lower() if at + 1 < len(reader.tokens) else ""
    many = at + 1 < len(reader.tokens) and reader.tokens[at + 1].tag_ == "NNS"
    takes_to = at > 0 and (bool(reader.verb_lemma(at - 1)) or reader.tokens[at - 1].lower_ in {"allergic", "married"})
    if low == "2" and takes_to and not many:
        return CodeItem("to", start, end), at + 1
    if low == "4" and at and reader.verb_lemma(at - 1) and after and not after[0].isdigit():
        return CodeItem("for", start, end), at + 1
    if low in _FILLERS or (
        low in _REFLEXIVES and at and reader.verb_lemma(at - 1) and after in {"a", "an", "the", "my", "some"}
    ):
        # "tbh", and "myself" in "I bought myself a bike", say nothing more.
        return None, at + 1
    if low in {"=", "'s", "’s"} and (low == "=" or (token.pos_ == "PART" and is_contracted_be(reader.tokens, at))):
        return CodeItem("be/P", start, end, lemma="be", tag="P"), at + 1
    if low in {"n't", "nt", "n’t", "not"}:
        return CodeItem("not", start, end), at + 1
    if low in {"'d", "d"} and after == "rather":
        return CodeItem("would", start, end, tag="M"), at + 1
    if low in {"no", "longer"} and "longer" in {low, after}:
        return CodeItem(low, start, end), at + 1
    if low in {"gon", "gonna"}:
        return CodeItem("going_to", start, end), at + (2 if low == "gon" and after == "na" else 1)
    if low == "used" and after in {"to", "2"} and reader.tokens[max(0, at - 1)].lemma_ not in {"be", "get"}:
        return CodeItem("used_to", start, end), at + 2
    if ((lemma := reader.verb_lemma(at)) and token.text not in {"'s"} | set()) or (token.pos_ == "AUX"):
        lemma = _MODALS.get(low, lemma or token.lemma_)
        if lemma in {"'s", "’s"}:
            lemma = "have" if after in _PERFECT else "be"
        if token.tag_ == "MD" or low in _MODALS:
            return CodeItem(lemma, start, end, tag="M"), at + 1
        tag = verb_form_tag(token)
        if token.pos_ not in {"VERB", "AUX"}:
            tag = (
                "G"
                if low.endswith("ing")
                else "D"
                if low.endswith("ed") or (low != lemma and not low.endswith("s"))
                else "P"
            )
        return CodeItem(f"{lemma}/{tag}", start, end, lemma=lemma, tag=tag), at + 1
    found = reader.read_phrase(at)
    if found is not None:
        phrase, behind = found
        return CodeItem("#", phrase.start, phrase.end, phrase), behind
    if low == "so" and at + 1 < len(reader.tokens) and reader.tokens[at + 1].pos_ in _CLAUSE_STARTS:
        return CodeItem("so", start, end), at + 1
    code = _NORMALISED_CODES.get(low, low)
    if token.pos_ in {"ADV", "INTJ"} and code not in _KEPT_ADVERBS:
        return None, at + 1
    if token.pos_ in {"PUNCT", "SYM", "X"} and code not in {",", ";", ":"} and code == low:
        return None, at + 1
    return CodeItem(code, start, end), at + 1


def merge_phrases(items: list[CodeItem]) -> list[CodeItem]:
    """Merge phrases that belong together: "a bit of French", "a cat called Biscuit", "a friend of mine", "Oleg, my friend"."""
    line = [
        item
        for position, item in enumerate(items)
        if item.code != "," or position == 0 or items[position - 1].code != ","
    ]
    line = _restore_apostrophes(line)
    for step in (_merge_amount, _merge_possessive, _merge_naming, _merge_apposition):
        position = 0
        while position < len(line):
            taken = step(line, position)
            if taken is not None:
                phrase, length = taken
                behind = line[position + length - 1].end
                line[position : position + length] = [
                    CodeItem("#", phrase.start, behind, replace(phrase, end=max(phrase.end, behind)))
                ]
            position += 1
    return line


def drop_addressed_name(line: list[CodeItem], addressee: str | None) -> list[CodeItem]:
    """Return a merged sentence without the name at its end that only addresses a person: "I like that, Bo".

    A name after another name may be part of a list, and one after a person or a pet may belong to it: "I have a dog, Bo". It
    stays there, unless it is the addressee's.

    Args:
        line: the sentence.
        addressee: the name of the person addressed, if known.
    """
    name = _phrase_at(line, len(line) - 1)
    if name is None or not name.name or name.det or len(line) < _LEAST_ADDRESSING or line[-2].code != ",":
        return line
    said, before = line[-3], line[-3].phrase
    is_listed = line[-4].code == ","
    if addressee is not None and f"{addressee} ".casefold().startswith(f"{name.name} ".casefold()):
        is_address = not is_listed
    elif before is None:
        is_address = bool(said.lemma) and name.label == "person"
    elif before.pronoun:
        is_address = before.pronoun in _POINTING and name.label in {"person", ""}
    else:
        is_address = name.label == "person" and not is_listed and line[-4].lemma != "be" and not _may_be_person(before)
    return line[:-2] if is_address else line


def _may_be_person(phrase: Phrase) -> bool:
    """Whether a phrase may name the person or the pet whose name follows."""
    if phrase.label not in {"person", ""}:
        return False
    is_capitalised = any(word[:1].isupper() for word in phrase.words)
    return bool(phrase.kin) or is_job_phrase(phrase) or is_capitalised or phrase.head in _PERSONS


def _restore_apostrophes(line: list[CodeItem]) -> list[CodeItem]:
    """Insert the verb where an apostrophe is missing: "my mums a midwife", "her names Pixel"."""
    for position in range(len(line) - 2, -1, -1):
        first, second = line[position].phrase, line[position + 1].phrase
        if first is None or second is None or not (first.owner and first.kin and first.is_plural and not first.name):
            continue
        if second.det in {"a", "an"} and line[position].end < second.start:
            one = replace(first, words=(*first.words[:-1], first.words[-1][:-1]), is_plural=False)
            be = CodeItem("be/P", first.end, first.end, lemma="be", tag="P")
            line[position : position + 1] = [replace(line[position], phrase=one), be]
    return line


def _join_codes(line: list[CodeItem], position: int, count: int) -> str:
    return " ".join(item.code for item in line[position : position + count])


def _phrase_at(line: list[CodeItem], position: int) -> Phrase | None:
    return line[position].phrase if 0 <= position < len(line) else None


def _merge_amount(line: list[CodeItem], position: int) -> tuple[Phrase, int] | None:
    first, second = _phrase_at(line, position), _phrase_at(line, position + 2)
    if first is None or second is None or _join_codes(line, position, 3) != "# of #":
        return None
    is_title = (
        position > 0
        and len(first.words) == 1
        and first.words[0][0].isupper()
        and not first.det
        and not is_job_phrase(first)
    )
    if second.name and (
        (first.head in _NAME_HEADS_WITH_OF and (first.name or first.head in {"city", "university", "port"})) or is_title
    ):
        whole = (*first.words, "of", *second.words)
        return replace(first, end=second.end, words=whole, name=" ".join(whole), ends_in_noun=True), 3
    return (second, 3) if first.head in {"bit", "lot", "lots", "kind", "pair", "couple", "little", "bunch"} else None


def _merge_possessive(line: list[CodeItem], position: int) -> tuple[Phrase, int] | None:
    """Merge "a friend of mine", "a colleague of Tom's", "the wife of Tom"."""
    first, second = _phrase_at(line, position), _phrase_at(line, position + 2)
    if (
        first is None
        or second is None
        or first.kin not in KIN
        or first.owner
        or _join_codes(line, position, 3) != "# of #"
    ):
        return None
    owner = Phrase(second.start, second.end, pronoun="my") if second.pronoun in {"mine", "ours"} else second
    if not (second.pronoun in {"mine", "ours"} or second.name):
        return None
    return replace(first, owner=owner), 3


def _merge_naming(line: list[CodeItem], position: int) -> tuple[Phrase, int] | None:
    first, name = _phrase_at(line, position), _phrase_at(line, position + 2)
    if (
        first is None
        or name is None
        or not re.fullmatch(r"# (?:call/[ND]|name/[ND]|called|named) #", _join_codes(line, position, 3))
    ):
        return None
    if not first.kin and not is_job_phrase(first):
        firm = first.head in _FIRM_WORDS or first.head in GROUPS
        label = "org" if firm else "" if name.label == "person" else name.label
        return replace(name, start=first.start, label=label, is_label_sure=True), 3
    return replace(first, name=name.text, label=name.label or "person"), 3


def _merge_apposition(line: list[CodeItem], position: int) -> tuple[Phrase, int] | None:  # noqa: PLR0911 - one for each kind
    first, second = _phrase_at(line, position), _phrase_at(line, position + 2)
    if first is None or second is None or _join_codes(line, position, 3) != "# , #":
        return None
    job, length = None, 3
    if position + 4 < len(line) and re.fullmatch(r"# (?:of|at|for|from|with) #", _join_codes(line, position + 2, 3)):
        job, length = _phrase_at(line, position + 4), 5
    closing = line[position + length].code if position + length < len(line) else "."
    if closing not in {",", "."} or (position and line[position - 1].code in {",", "and"} and first.pronoun):
        return None
    length += closing == ","
    if second.kin and not second.name and second.owner and first.name and not first.kin:
        return replace(second, start=first.start, name=first.name, label=first.label or "person"), length
    if first.det in {"our", "my", "the", "'s"} and not first.kin and not first.name and is_job_phrase(first):
        named = second.name and not second.det and second.label in {"person", ""}
        return (replace(second, start=first.start, label="person", role=first), length) if named else None
    if (
        first.owner
        and not first.kin
        and not first.name
        and second.name
        and first.head in _FIRM_WORDS | GROUPS | SCHOOLS
    ):
        # "Our band, The Damp Matches, was …".
        return replace(second, start=first.start, label="org", is_label_sure=True), length
    if first.kin and first.owner and not first.name and second.name and not second.kin and not second.owner:
        return replace(first, name=second.name, label=second.label or "person"), length
    if (
        first.name
        and not first.pronoun
        and (second.det in {"the", "a", "an", "our", "my", "'s"} or (not second.det and job is not None))
        and not second.name
        and is_job_phrase(second)
    ):
        return replace(first, role=second, organisation=job or (second.owner if second.det == "'s" else None)), length
    return None


def is_job_phrase(phrase: Phrase) -> bool:
    """Return whether a phrase names a job."""
    # "The owner of the flat": no job, unlike "product owner".
    return bool(phrase.words) and phrase.head not in OFFICES and is_job(phrase.head) and phrase.words != ("owner",)


def join_items(line: list[CodeItem]) -> str:
    """Return the items as one string, with phrases numbered by their index."""
    return " ".join(f"#{position}" if item.phrase is not None else item.code for position, item in enumerate(line))
