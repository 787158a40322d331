"""Contractions without an apostrophe that are other words, too: "ill" for "I'll", "id" for "I'd", "its" for "it's"."""

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
_AFTER_I_WOULD = _words("booked forgotten been love like rather never say go prefer better have be")
_RELATIVES = _words("dads mums moms mams mummys daddys nans grans grandmas grandads grandpas")
_HAVING = _words(
    "got had sold bought moved left lost found booked passed died going getting coming taking having doing moving"
)
_NUMBER = re.compile(r"[£$€]?\d")


def split_contractions(doc: Doc) -> Doc:
    """Split "ill" and "id" before a deed into "i" and "ll" or "d", and "its" and "dads" before what cannot be owned.

    Args:
        doc: words without tags; changed in place.
    """
    found = [token for token in doc if _is_will(token) or _is_would(token) or _is_is(token) or _is_relative(token)]
    if found:
        with doc.retokenize() as retokenizer:
            for token in found:
                length = 1 if _is_will(token) or _is_would(token) else len(token) - 1
                parts = [token.text[:length], token.text[length:]]
                retokenizer.split(token, parts, heads=[(token, 1), (token, 1)])
    return doc


def _is_will(token: Token) -> bool:
    if token.text not in {"ill", "Ill", "il"} or token.i + 1 == len(token.doc):
        return False
    before = token.nbor(-1).lower_ if token.i else ""
    return token.nbor().lower_ in _DEEDS and before not in _FELT


def _is_would(token: Token) -> bool:
    return token.text in {"id", "Id"} and token.i + 1 < len(token.doc) and token.nbor().lower_ in _AFTER_I_WOULD


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
