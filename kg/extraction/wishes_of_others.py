"""Sentences that report what another wants of the agent ("Eve dice que …", "Eve meint, du sollst …"): no wish of the author."""

from __future__ import annotations

import re

# One to five words at the beginning of a sentence, none of them the author or the agent.
_WHO = (
    r"^\W*(?:(?:and|but|so|also|well|hey|hi|ok|okay|und|aber|y|pero|et|mais|e|ma|mas|en|maar|и|а|но)[ ,]+)*"
    r"(?!(?:i|we|you|u|it|this|that|there|please|if|when|just|now|as|like|what|who|could|would|should|put|bot|only|ich|wir|du|sie|bitte|wenn|yo|nosotros|tú|usted|por|si|je|"
    r"nous|tu|vous|il me|s'il|eu|nós|você|se|io|noi|ik|wij|jij|je|я|мы|ты|вы)\b)"
    r"[^\W\d_][\w'.-]*(?: [^\W\d_][\w'.-]*){0,4}?"
)
_ENGLISH = (
    r" (?:has |have |had |once |always |just |also )?(?:"
    r"(?:said|says|thinks|thought|wrote|writes|claims|claimed|believes?|insists?|insisted|suggests?|suggested|recommends?|recommended|"
    r"posted|means|meant|told (?:me|us)|tells (?:me|us)|reckons|asks|asked|demands|demanded)(?: that)?,? "
    r"(?:you|u)(?: should| must| need| have to| ought| always| never| can| may| do| don't| answer|'re to| are to| will)\b"
    r"|(?:would like|wants?|wanted|wishes|wished|prefers|expects?|expected|likes|needs)(?: it)?,? (?:that|if|when|for)? ?you\b"
    r"|(?:asked|told|wants|begged) (?:me|us) to (?:tell|ask|make|let|have) you\b"
    r"|calls me\b)"
)
_ABROAD = (
    r" (?:"
    r"(?:hat )?(?:meint|meinte|sagt|sagte|findet|fand|will|wollte|möchte|schreibt|schrieb|glaubt|verlangt|denkt|"
    r"wünscht(?: sich)?|gesagt|gemeint),? (?:dass )?(?:du|sie|ihr)\b"
    r"|(?:me |nos )?(?:ha dicho|dice|dijo|quiere|quería|pide|pidió|opina|cree|escribe|escribió|prefiere|sugiere) que\b"
    r"|(?:me |nos )?(?:diz|disse|quer|queria|pede|pediu|acha|escreveu|prefere) (?:que|para você)\b"
    r"|(?:mi |ci )?(?:ha detto|dice|vuole|voleva|pensa|chiede|scrive|preferisce) (?:che|di)\b"
    r"|(?:m'|me |nous )?(?:a dit|dit|veut|voulait|voudrait|pense|demande|écrit|préfère|trouve) (?:que|qu')"
    r"|(?:zegt|zei|vindt|vond|wil|wilde|schrijft|denkt) dat\b"
    r"|(?:говорит|сказала?|хочет|хотела?|просит|попросила?|считает|пишет|написала?),? (?:чтобы|что)\b)"
)
_REPORTED = re.compile(f"{_WHO}(?:{_ENGLISH}|{_ABROAD})", re.IGNORECASE)
# Of people who speak for all: "everyone says you're too wordy" is the author's complaint.
_ALL = re.compile(
    r"^\W*(?:(?:and|but|so) )?(?:every(?:one|body)|no(?:body| one)|people|all|alle|todos|tous|tutti|iedereen|все)\b",
    re.IGNORECASE,
)
# "If I ever say _____, ignore it": quotations are replaced by underscores.
_DISCARDED = re.compile(
    r"^(?=.*(?:_{3}|\bif i (?:ever )?(?:say|write|ask|tell)\b)).*\b(?:ignore|disregard|forget|ignorier\w*|ignora\w*|ignore[zr]?) "
    r"(?:it|that|this|them|me|das|es|lo|eso|ça|cela|isso)\b",
    re.IGNORECASE | re.DOTALL,
)


def is_wish_of_other(sentence: str) -> bool:
    """Whether a sentence reports what another person wants, or says of words that they are to be ignored.

    Args:
        sentence: one sentence, with quotations replaced by underscores.
    """
    if _DISCARDED.search(sentence):
        return True
    return _REPORTED.search(sentence) is not None and _ALL.match(sentence) is None
