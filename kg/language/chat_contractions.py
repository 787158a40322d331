"""Contractions of chat: "ill" for "I'll", "its" for "it's", which are other words, too, "wanna", "gimme", and the day "wed"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# What precedes "ill" where a person is ill.
_FELT = _words(
    "am is are was were be been being 'm 's 're m s re feel feels felt feeling get gets got getting become became fall fell "
    "fallen look looks looked so very too really seriously quite terribly mentally critically the an her his my their"
)
_DEEDS = _words(
    "add arrange ask be book bring buy call cancel carry change check clean collect come confirm cook cover deal dig do "
    "draft drive drop email fetch fill find finish fix forward get give go grab handle have head help invite join just "
    "keep leave let look make meet message move need only order organise organize pack paint pay phone pick plan pop "
    "post prepare print probably put reply report reserve return ring save see sell send set share show sign sort start "
    "stay stop take talk text think transfer try update upload use visit wait walk wash water work write definitely "
    "also"
)
_AFTER_IT_IS = _words(
    "a an the not in on at for from too so just been going only about because no nearly almost still already now really "
    "very fine ok okay gonna confirmed booked sold done gone over closed cancelled canceled broken free full due monday "
    "tuesday wednesday thursday friday saturday sunday today tomorrow tonight mine yours ours hers my your"
)
_AFTER_WE_ARE = _words(
    "on at in off out back here going not still almost nearly ready having getting moving planning meeting flying leaving "
    "staying using switching looking thinking trying expecting hoping running waiting working driving taking gonna"
)
_AFTER_I_WOULD = _words("booked forgotten been love like rather never say go prefer better have be")
_RELATIVES = _words("dads mums moms mams mummys daddys nans grans grandmas grandads grandpas")
_HAVING = _words(
    "got had sold bought moved left lost found booked passed died going getting coming taking having doing moving"
)
_BEFORE_DAY = _words("on for by until till til next this last every from to and or tues tue thurs thu fri mon sat sun")
_AFTER_DAY = _words("morning afternoon evening night at and or next then pls please the")
_NUMBER = re.compile(r"[£$€]?\d")
# "It is 1F4D3A." ends a sentence: the tokenizer splits a full stop from no capital.
_CODE_AT_END = re.compile(r"(?=\w*\d)(?=\w*[A-Z])[\w-]{3,}\.")
# Where these are two words; an apostrophe is a word of its own. With a capital, they may be names: "Gimme Shelter".
_FIRST_LENGTHS = {"wanna": 3, "gimme": 3, "'cause": 1, "'Cause": 1}


def split_contractions(doc: Doc) -> Doc:
    """Return a text in which contractions are two words each: "ill" before a deed, "its" before what cannot be owned, "wanna".

    "Wed" is one word where it is the day.

    Args:
        doc: words without tags.
    """
    lengths = [_first_length(token) for token in doc]
    joined = {token.i for token in doc if _is_wednesday(token)}
    if not any(lengths) and not joined:
        return doc
    words: list[str] = []
    spaces: list[bool] = []
    for token, length in zip(doc, lengths, strict=True):
        if token.i - 1 in joined:
            words[-1], spaces[-1] = words[-1] + token.text, bool(token.whitespace_)
            continue
        words += [token.text[:length], token.text[length:]] if length else [token.text]
        spaces += [False] * bool(length) + [bool(token.whitespace_)]
    # Not by a retokenizer, which leaves heads that the parser would keep.
    return type(doc)(doc.vocab, words=words, spaces=spaces)


def _first_length(token: Token) -> int:
    """Return the length of the first of the two words that a word is; 0 if it is one."""
    if _is_will(token) or _is_would(token):
        return 1
    if _is_we_are(token):
        return 2
    if _is_is(token) or _is_relative(token) or _CODE_AT_END.fullmatch(token.text):
        return len(token) - 1
    return _FIRST_LENGTHS.get(token.text, 0) if token.i + 1 < len(token.doc) and token.nbor().text != "'" else 0


def _is_wednesday(token: Token) -> bool:
    """Whether a word is the first part of "wed", the day: the tokenizer reads it as "we'd"."""
    if token.lower_ != "we" or token.whitespace_ or token.i + 1 == len(token.doc) or token.nbor().text != "d":
        return False
    before = token.nbor(-1).lower_ if token.i else ""
    after = token.nbor(2) if token.i + 2 < len(token.doc) else None
    is_followed = after is None or after.is_punct or after.lower_ in _AFTER_DAY or bool(_NUMBER.match(after.text))
    # "Tue me. Wed Carlo".
    is_followed |= token.text == "We" and after is not None and after.text.istitle()
    is_verb = after is not None and (after.lower_ in _AFTER_I_WOULD or after.lower_ in _DEEDS)
    return is_followed or (before in _BEFORE_DAY and not is_verb)


def _is_will(token: Token) -> bool:
    if token.text not in {"ill", "Ill", "il"} or token.i + 1 == len(token.doc):
        return False
    before = token.nbor(-1).lower_ if token.i else ""
    return token.nbor().lower_ in _DEEDS and before not in _FELT


def _is_would(token: Token) -> bool:
    return token.text in {"id", "Id"} and token.i + 1 < len(token.doc) and token.nbor().lower_ in _AFTER_I_WOULD


def _is_we_are(token: Token) -> bool:
    """Whether "were" begins a statement, as "we're": "were on 2.6.4 in the branch"."""
    if token.lower_ != "were" or token.i + 1 == len(token.doc) or token.nbor().lower_ not in _AFTER_WE_ARE:
        return False
    is_first = token.i == 0 or token.nbor(-1).text in {".", "!", ",", ";", ":"}
    end = next((after.text for after in token.doc[token.i :] if after.text in {".", "!", "?"}), "")
    return is_first and end != "?"


def _is_is(token: Token) -> bool:
    return token.lower_ == "its" and not token.text.isupper() and _is_before_state(token)


def _is_relative(token: Token) -> bool:
    is_last = token.i + 1 == len(token.doc)
    return token.lower_ in _RELATIVES and not is_last and (_is_before_state(token) or token.nbor().lower_ in _HAVING)


def _is_before_state(token: Token) -> bool:
    if token.i + 1 == len(token.doc):
        return False
    after = token.nbor()
    return after.lower_ in _AFTER_IT_IS or bool(_NUMBER.match(after.text)) or after.text in "£$€"
