"""Lemmas of regular forms of verbs by the rules of spelling: the lemmatizer has not learnt "rotated" or "texting"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_TAGS = frozenset({"VBD", "VBN", "VBG"})
_VOWEL = re.compile(r"[aeiouy]")
_DOUBLED = re.compile(r"(?:bb|dd|gg|mm|nn|pp|rr|tt)$|[^aeiou][aeiou][a-z]*[aeo]ll$")
# "Hop" of "hoped": one short vowel before one consonant, which would be doubled.
_SHORT = re.compile(r"(?:[^aeiou]|qu)*[aeiouy][bdfgkmnprlst]$|(?:[^aeiou]|qu)*[aiouy]l$")
# Stems of longer verbs that end in a silent "e".
_SILENT = re.compile(
    r"(?:[vczu]|[^s]s|[^aeo]at|creat|[^aeiou][aiou]d|[^aeiou]ut|[^o]ur|[^eo]ar|[^ae]ir|[^aeo]in|[^aeo]il|[^aeo]ul"
    r"|[bcdfgkptz]l|[cb]rib|[^aeo]ak|[^aeio]ok|ag|dg|[ae]ng|[^aeiou]ung|[lr]g|[^aeo]um)$"
)
# Stems that end like those above or below, and have no silent "e", or have one.
_PLAIN = _words(
    "add egg err purr butt boycott install recall enroll overspill focus bias bus gas canvas format combat avoid "
    "murmur begin login pencil fossil hang bang clang overhang twang strung vacuum quiz blitz waltz guitar stir "
    "star war solar invalid embed ski taxi you output input "
    "fulfill until mail"
)
_WITH_E = _words(
    "explor ignor restor ador deplor implor interfer persever adher postpon invit excit unit recit incit ignit "
    "rewrit overwrit complet delet compet obsolet promot devot demot escap reshap landscap welcom becom overcom "
    "alleg oblig cring fring infring hing bing cach ach breath bath cloth sooth loath seeth tast wast past hast ow "
    "aw consol cradl dy ey undon redon provok invok typ retyp gaug leagu"
)
_OTHERS = {"panick": "panic", "mimick": "mimic", "traffick": "traffic", "picnick": "picnic", "ly": "lie", "ty": "tie"}


def correct_lemmas(doc: Doc) -> None:
    """Give the past forms and gerunds of regular verbs their lemmas."""
    for token in doc:
        if token.tag_ in _TAGS and (lemma := find_lemma(token.lower_)) is not None:
            token.lemma_ = lemma


def find_lemma(form: str) -> str | None:
    """Return the lemma of a form in -ed or -ing, in lower case; None for other words, such as "bleed" and "string"."""
    if not form.isalpha() or not form.endswith(("ed", "ing")):
        return None
    if form.endswith("ied"):
        return form[:-1] if len(form) <= len("tied") else f"{form[:-3]}y"
    stem = form.removesuffix("ing") if form.endswith("ing") else form.removesuffix("ed")
    if _VOWEL.search(stem) is None or len(stem) < len("ow"):
        return None
    if stem.endswith("e"):
        return stem if form.endswith("ing") else _end_in_e(stem)
    return _OTHERS.get(stem) or _complete(stem)


def _complete(stem: str) -> str:
    if stem in _PLAIN:
        return stem
    if _DOUBLED.search(stem):
        return stem[:-1]
    is_silent = stem in _WITH_E or _SHORT.match(stem) is not None or _SILENT.search(stem) is not None
    return f"{stem}e" if is_silent else stem


def _end_in_e(stem: str) -> str | None:
    """Return the lemma of "agreed" and "freed"; None for "need", "feed" and "bleed", which are no past forms."""
    return f"{stem}e" if stem.endswith(("gre", "fre", "ante", "cree", "ke", "te")) else None
