"""Distinguish English from other languages by their most frequent words and their letters; no model, no download."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


# The most frequent words of each language that the others do not have; those of several languages decide nothing.
_ENGLISH = _words(
    """the to and of it i you that for my with have are this not but at be what just they she your if can would there their
    from been has had were which who when them our how about out up get got think know going really i'm it's don't that's im
    dont its i'll i've you're we're they're didn't can't isn't doesn't won't than then because could should these those
    did does doing where why by his her him us some any too very well good here now only into over after before more"""
)
_OTHERS = (
    _words("""
    ich und nicht das ist der ein eine einen einem den dem mit für auf von zu im ja nein wir ihr sie mich mir dich dir mein
    meine dein kein keine noch schon auch aber oder wenn dass wie bei nach aus hab habe hast haben bist sind wird wurde mal
    doch nur jetzt heute morgen gestern bitte danke über uns vom zum zur sich beim wieder

    el los las una que por para con pero como más mas muy esto eso esta este está estoy es soy eres somos tengo tiene hay
    yo tú mi su sus le lo del al ya sí si porque cuando donde qué quien también hoy mañana ayer gracias nada todo nos

    le les des une est et dans pour pas que qui sur avec mais je tu il elle nous vous ils elles mon ma mes ton ta ses sa
    ce cette ça c'est j'ai suis sont ai avez avons être fait très bien aussi où quand parce merci oui non chez du au aux

    il gli che di per non un una sono sei siamo ho hai ha abbiamo mio mia tuo questo questa della dello nel nella con ma
    anche come perché quando dove cosa già ancora oggi domani ieri grazie sì più molto c'è

    o os as um uma não na no da do dos das em ao pra para com mas meu minha seu sua você eu ele ela nós está tá são foi
    tem tenho isso isto aqui muito também já hoje amanhã ontem obrigado obrigada porque quando

    de het een en niet ik je jij wij ze zij hij van met voor maar ook nog wel naar bij mijn jouw deze dit dat die heb
    heeft hebben ben bent zijn wordt gaat kan moet als toch even morgen vandaag gisteren bedankt dus er te om aan

    och att det som en på är av för den till inte jag du han hon vi med har de ett var om mig dig min så kan ska nu
    og jeg ikke er til det på hun ham meg deg skal vil fra blir

    nie się na jest to że ale jak tak czy dla już mam jestem ten ta mnie ciebie co przez bardzo dziś jutro

    ve bir bu için çok ne da de mi var yok ben sen biz değil ama gibi daha şimdi

    ang ng sa mga ako ikaw ka ko mo niya siya kami tayo kayo sila na ba po naman lang din rin hindi oo wala may kasi kung
    yung para pero ito yan iyon dito doon bukas kahapon

    hai hain ka ki ke ko se mein nahi nahin kya kyun aur bhi toh yeh woh hum tum aap mera meri tera teri hoga raha rahi
    gaya tha thi kar karo abhi kal aaj bahut accha
    """)
    - _ENGLISH
    - _words(
        """a am an as at can come de den do fra ha has hay he her hum in is jag kan ma main mal mam man may me mi mo my ne
    no on or par pas per pit sin so son ta ten til till to um van var ve vi was we will ya"""
    )
)


def is_english(text: str, earlier: Sequence[str] = ()) -> bool:
    """Whether a text reads as English: its letters are Latin, and its frequent words are not those of another language.

    Args:
        text: any text.
        earlier: texts before it; they decide where it has no such words. Without them it counts as English.
    """
    if not text.isascii():
        letters = [each for each in text if each.isalpha()]
        if sum(unicodedata.name(each, "").startswith("LATIN") for each in letters) * 2 < len(letters):
            return False
    surplus = _count_surplus(text)
    return surplus > 0 or (surplus == 0 and sum(map(_count_surplus, earlier)) >= 0)


def _count_surplus(text: str) -> int:
    """Return how many more English words than words of other languages a text has."""
    words = [each.lower().replace("’", "'") for each in _WORD.findall(text)]
    return sum((word in _ENGLISH) - (word in _OTHERS) for word in words)
