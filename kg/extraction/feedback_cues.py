"""Features of a sentence for the feedback detector: words, cues of several languages, patterns, and what the agent said."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterator, Mapping

from kg.extraction.feedback_patterns import find_patterns
from kg.extraction.feedback_shapes import find_shapes
from kg.extraction.forms_of_address import ADDRESS_TOPIC
from kg.extraction.preference_topics import find_topics
from kg.language import extract_keywords, is_english

_MOST_WORDS, _STEMS = 40, (3, 4, 5)
# Before the names of features of messages in other languages than English.
_OTHER = "~"
_TOKEN = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*|\d+|[?!]")
_CJK = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]+")
_CUES = {
    "request": """please pls plz bitte favor porfa pfv plaît stp svp favore alsjeblieft alstublieft graag пожалуйста
        ください お願い gern gerne lieber liever""",
    "lasting": """always never ever every anymore forever rule remember henceforth immer nie niemals jedes künftig
        zukunft siempre nunca adelante toujours jamais désormais sempre altijd nooit voortaan всегда никогда
        どんな いつも 必ず これから""",
    "from now": """from_now_on from_today from_tomorrow next_time going_forward in_future in_the_future from_here_on
        ab_jetzt ab_sofort in_zukunft a_partir_de_ahora de_ahora_en_adelante à_partir_de_maintenant
        a_partir_de_agora daqui_para_a_frente d'ora_in_poi da_adesso vanaf_nu new_rule""",
    "stop": """stop quit drop don't dont skip avoid without leave hör lass ohne deja quita sin no arrête enlève
        sans pas pare tira sem não basta smetti togli senza niente stop laat haal zonder geen хватит убери
        без не keine kein nicht niet""",
    "back": """again anymore changed_my_mind take_it_back go_back instead wieder doch zurück vuelve otra olvida
        finalement remettre volta esquece di_nuovo weer снова""",
    "agent": """you your you're you've u ur yours du dein deine deiner dich dir sie ihre tú tu te ti tus usted toi
        tes ton votre vous você teu tua tuo tua lei je jij jouw jou uw u ты тебе твой твоя меня""",
    "self": """i me my mine i'd i'm ich mich mir mein meine yo me mi je moi mon ma m'a eu mim meu minha io mi mio
        mia ik mij mijn я мне мой""",
    "others": """he she they him her them his their er sie ihn ihr él ella ellos il elle ils eles ela ele lui lei
        loro hij zij haar hun он она они его её сын брат mother mom mum dad father sister brother boss
        teacher husband wife kids son daughter grandma friend friends neighbour colleague doctor mutter
        vater chef chefin bruder schwester oma madre padre jefa jefe hermano hermana abuela mère frère sœur
        chefe mãe pai irmão irmã avó capa nonna fratello sorella baas broer zus oma брат сестра бабушка""",
    "wrong": """wrong incorrect mistake error mixed confused misread forgot meant correction falsch stimmt
        verwechselt meinte fehler mal equivocado error confundes refería faux trompé confonds oublié errado
        enganaste confundiste sbagliato confondi intendevo fout klopt verkeerde bedoelde vergeten
        неправильно перепутал имел забыл 違 間違""",
    "was asked": """asked said meant told gefragt gesagt dije pedí dit demandé disse pedi detto chiesto zei vroeg gezegd
        говорил сказал 言""",
    "good": """perfect great excellent brilliant awesome wonderful lovely helpful useful love good best nice thanks
        thank danke super toll klasse perfekt gracias perfecto genial merci parfait excellent obrigado
        obrigada ótimo perfeito grazie perfetto ottimo bedankt geweldig спасибо отлично ありがとう 完璧 助か""",
    "bad": """useless rubbish terrible bad awful nonsense annoying waste hopeless stupid worthless nutzlos
        unbrauchbar quatsch inútil mala malo nul nulle inutile ruim inutile pessima slecht waardeloos плохой
        役に立たない ひどい""",
    "question": """what who when where why how which is are do does did can could would should was wer wo warum wie qué
        cuál cómo quel quelle qual quale wat welke hoe kun какая сколько""",
    "if": "if imagine suppose hypothetically wenn falls si se als если もし would würde",
}
_TOPIC_CUES = ("request", "lasting", "from now", "stop", "back", "agent")
_COMPARED = (
    "opens with no", "contrast", "cue wrong", "cue was asked", "cue agent", "cue self", "cue stop", "cue others", "asks",
    "at most 2 words", "at most 4 words", "shape no and a statement", "shape you did", "shape it is", "shape orders",
)  # fmt: skip
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_NAME = re.compile(r"(?<=\s)[A-ZÀ-ÞА-Я][^\W\d_]{2,}")
_APOLOGY = re.compile(
    r"sorry|apolog|entschuldig|tut mir leid|perdón|lo siento|desculp|pardon|désolé|scus|извин|すみません|申し訳"
)
_DONE = re.compile(
    r"(?<!\w)(?:done|i(?:'ve| have)|here(?:'s| is| are)|noted|added|fixed|saved|sent|booked|set|updated|erledigt|notiert|hier ist"
    r"|listo|aquí|hecho|voilà|c'est fait|noté|fatto|ecco|pronto|feito|aqui|klaar|gedaan|hier is|готово|вот)(?!\w)"
)
_NO = re.compile(
    r"\W*(?:(?:oh|hm+|ah|also|and|aber|but|sorry|eh|y|e|et|en)\W+)?(?:no|nope|nah|nein|nee|non|não|нет|いや|違う|いいえ)(?!\w)"
)
_REPORT = re.compile(
    r"(?<!\w)(?:she|he|they|mother|boss|neighbour|teacher|er|sie|ella|él|il|elle|ele|ela|lui|lei|hij|zij)\s(?:\w+\s)?(?:said|says"
    r"|told|tells|wrote|thinks|sagt\w*|meint\w*|dijo|dice|dit|disse|diz|ha detto|zei|zegt)(?!\w)"
    r"|(?:said|told \w+|says|wrote|sagte|dijo|disait|dizia|diceva|zei|говорила?)\W*:"
)
_CONTRAST = re.compile(
    r"(?<!\w)(?:(?:, |and |en |et |e |y |und )(?:not|nicht|no|pas|não|non|niet)|а не|instead of|statt|en vez de"
    r"|au lieu de|em vez de|invece di|in plaats van|вместо)\s\w|ではなく|じゃなく|not \w+, (?:but )?\w+"
)


def feedback_features(sentence: str, previous: str) -> dict[str, float]:
    """Return the features of a sentence to an agent; those that are 0 are left out.

    Args:
        sentence: one sentence, without quoted text.
        previous: what the agent said before; "" if it said nothing.
    """
    plain = unicodedata.normalize("NFC", sentence).casefold().replace("’", "'")
    tokens = _TOKEN.findall(plain)[:_MOST_WORDS]
    features = dict.fromkeys(_word_features(tokens, plain), 1.0)
    hits = {name: len(words.findall(plain)) for name, words in _cue_patterns().items()}
    features |= {f"cue {name}": min(2, count) / 2 for name, count in hits.items()}
    topics = find_topics(sentence)
    if topics:
        features["topic"] = 1.0
        features |= {f"topic, {name}": 1.0 for name in _TOPIC_CUES if hits[name]}
        features["topic alone"] = float(not any(hits[name] for name in _TOPIC_CUES))
        features["topic, others"] = float(hits["others"] > 0)
    features["opens with no"] = float(_NO.match(plain) is not None)
    features["contrast"] = float(_CONTRAST.search(plain) is not None)
    features["address"] = float(any(topic.name == ADDRESS_TOPIC for topic in topics))
    # Patterns are precise: a larger value is penalised less.
    features |= {f"pattern {name}": 4.0 for name in find_patterns(sentence, previous)}
    shapes = find_shapes(plain)
    features |= {f"shape {name}": 1.5 for name in shapes}
    if shapes and hits["others"]:
        features["shape, others"] = 1.0
    features["reports"] = 2.0 * float(_REPORT.search(plain) is not None)
    features["quotes"] = float("__" in sentence or sentence.lstrip().startswith((">", "*")))
    count = len(tokens)
    features |= {f"at most {most} words": 1.0 for most in (2, 4, 8, 14) if count <= most}
    features["asks"] = float("?" in sentence)
    features["after agent"] = float(bool(previous))
    if previous:
        features |= _compare(sentence, previous, {name: features[name] for name in _COMPARED if features.get(name)})
    # "No" is another word in Spanish, and people of other languages correct in other ways.
    reads_english = is_english(sentence, [previous] if previous else [])
    prefix = "" if reads_english else _OTHER
    return {prefix + name: value for name, value in features.items() if value}


def _compare(sentence: str, previous: str, flags: Mapping[str, float]) -> dict[str, float]:
    """Return how a sentence differs from what the agent said: an answer to a question is no correction of a statement."""
    asked, said = previous.rstrip().endswith("?"), previous.casefold()
    shared = set(extract_keywords(sentence)) & set(extract_keywords(previous))
    numbers, earlier = set(_NUMBER.findall(sentence)), set(_NUMBER.findall(previous))
    names = set(_NAME.findall(sentence)) - set(_NAME.findall(previous))
    found = {
        "after question": asked,
        "shares words": bool(shared),
        "another number": bool(numbers - earlier and earlier),
        "same number": bool(numbers & earlier),
        "another name": bool(names),
        "after an apology": _APOLOGY.search(said) is not None,
        "after a report": _DONE.search(said) is not None,
    }
    # A regression on single features cannot tell "no" to a question from "no" to a statement.
    after = "question" if asked else "statement"
    both = {f"{name}, after a {after}": value for name, value in flags.items()}
    both |= {
        f"{name}, after a {after}": 1.0 for name in ("another number", "another name", "shares words") if found[name]
    }
    return {name: float(value) for name, value in found.items()} | both


def _word_features(tokens: list[str], plain: str) -> Iterator[str]:
    words = [token if not token.isdigit() else "0" for token in tokens]
    for word in words:
        yield word
        yield from (word[:size] + "*" for size in _STEMS if len(word) > size)
    for one, other in zip(["^", *words], [*words, "$"], strict=True):
        yield f"{one} {other}"
    for run in _CJK.findall(plain):
        for size in (2, 3):
            yield from (run[start : start + size] for start in range(len(run) - size + 1))


@functools.lru_cache(maxsize=1)
def _cue_patterns() -> dict[str, re.Pattern[str]]:
    found = {}
    for name, words in _CUES.items():
        escaped = {word: re.escape(word).replace("_", r"\s") for word in words.split()}
        latin = [text for word, text in escaped.items() if not _CJK.search(word)]
        other = [text for word, text in escaped.items() if _CJK.search(word)]
        found[name] = re.compile("|".join([rf"(?<!\w)(?:{'|'.join(latin)})(?!\w)", *other]))
    return found
