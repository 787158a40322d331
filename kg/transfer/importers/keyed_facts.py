"""Facts that other programs keep by category and key: their predicate, their sentence, and which keys mean the same."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kg.knowledge import PREDICATES, FactKey, ImportedFact
from kg.language import fold_text

USER = "the user"
"""The subject of facts about the user of an assistant whose name is not known."""
# The closed predicate that states the same as a key, so that it competes with what was said in conversations.
_PREDICATES = {
    "works_at": ("employer", "company", "workplace", "works at", "employed at", "current employer"),
    "role": ("job", "occupation", "profession", "role", "position", "job title"),
    "lives_in": ("city", "home city", "residence", "lives in", "current city", "home town", "location", "place of residence"),
    "from": ("hometown", "origin", "country of origin", "born in", "birthplace", "place of birth"),
    "born_on": ("birthday", "birth date", "date of birth", "birthdate", "dob"),
    "age": ("age",),
    "email": ("email", "e-mail", "email address", "e-mail address", "mail"),
    "phone": ("phone", "phone number", "telephone", "mobile", "cell"),
    "name_is": ("name", "full name", "user name", "first name"),
    "married_to": ("spouse", "wife", "husband"),
    "allergic_to": ("allergy", "allergies", "allergic to"),
    "speaks": ("languages", "spoken languages", "native language", "speaks"),
    "diet": ("diet",),
}  # fmt: skip
_BY_KEY = {key: predicate for predicate, keys in _PREDICATES.items() for key in keys}
# Categories in which a key such as "location" is that of the user.
_PERSONAL = frozenset(
    [
        "", "general", "personal", "personal info", "personal information", "user", "user info", "user information", "profile",
        "about", "identity", "bio", "work", "career", "job", "health", "home", "contact", "contacts", "location", "basic",
        "basics", "life", "family", "user preferences", "background",
    ]
)  # fmt: skip
# Russian words for categories and keys, as assistants that speak Russian write them.
_TRANSLATIONS = {
    "предпочтения": "preferences", "предпочтение": "preferences", "настройки": "preferences", "здоровье": "health",
    "работа": "work", "карьера": "career", "семья": "family", "личное": "personal", "личная информация": "personal",
    "личные данные": "personal", "пользователь": "user", "проект": "project", "проекты": "projects", "питомцы": "pets",
    "домашние животные": "pets", "животные": "pets", "дом": "home", "контакты": "contacts", "хобби": "hobbies",
    "увлечения": "hobbies", "интересы": "interests", "еда": "food", "питание": "food", "путешествия": "travel",
    "образование": "education", "учёба": "education", "учеба": "education", "финансы": "finance", "спорт": "sport",
    "музыка": "music", "технологии": "technology", "расписание": "schedule", "график": "schedule", "общее": "general",
    "местоположение": "location", "общение": "communication", "коммуникация": "communication", "машина": "car", "авто": "car",
    "имя": "name", "фамилия": "surname", "возраст": "age", "язык": "language", "город": "city", "страна": "country",
    "адрес": "address", "телефон": "phone", "почта": "email", "электронная почта": "email", "день рождения": "birthday",
    "дата рождения": "birthday", "аллергия": "allergy", "аллергии": "allergy", "работодатель": "employer",
    "компания": "company", "место работы": "employer", "должность": "position", "профессия": "profession",
    "жена": "wife", "муж": "husband", "сын": "son", "дочь": "daughter", "брат": "brother", "сестра": "sister",
    "мать": "mother", "мама": "mother", "отец": "father", "папа": "father", "друг": "friend", "начальник": "boss",
    "кот": "cat", "кошка": "cat", "собака": "dog", "цвет": "color", "любимый цвет": "favorite color", "срок": "deadline",
    "дедлайн": "deadline", "часовой пояс": "timezone", "группа крови": "blood type", "врач": "doctor", "кофе": "coffee",
    "чай": "tea", "стиль": "style", "стиль общения": "communication style", "стиль ответов": "answer style",
    "длина ответов": "answer length", "любимая еда": "favorite food", "любимый фильм": "favorite movie",
}  # fmt: skip
# Words that begin an entry about the user, and the closed predicate that states the same.
_PHRASES = {
    "lives in": "lives_in", "living in": "lives_in", "based in": "lives_in", "resides in": "lives_in", "works at": "works_at",
    "works for": "works_at", "employed at": "works_at", "employed by": "works_at", "works as": "role",
    "allergic to": "allergic_to", "is allergic to": "allergic_to", "married to": "married_to", "is married to": "married_to",
    "is called": "name_is", "born on": "born_on", "was born on": "born_on", "живёт в": "lives_in", "живет в": "lives_in",
    "работает в": "works_at",
}  # fmt: skip
# Relations in words, and the closed predicate that states the same.
_RELATIONS = {
    "employed by": "works_at", "is employed by": "works_at", "job": "role", "occupation": "role", "profession": "role",
    "has role": "role", "job title": "role", "located at": "located_in", "is located in": "located_in", "friend": "friend_of",
    "friends with": "friend_of", "is friend of": "friend_of", "sibling": "sibling_of", "brother of": "sibling_of",
    "sister of": "sibling_of", "colleague": "colleague_of", "works with": "colleague_of", "spouse": "married_to",
    "spouse of": "married_to", "wife of": "married_to", "husband of": "married_to", "like": "likes", "loves": "likes",
    "enjoys": "likes", "dislike": "dislikes", "hates": "dislikes", "prefer": "prefers", "member of": "member_of",
    "birthday": "born_on", "birth date": "born_on", "parent": "parent_of", "mother of": "parent_of", "father of": "parent_of",
    "son of": "child_of", "daughter of": "child_of", "boss is": "reports_to",
    "is from": "from", "comes from": "from", "native of": "from", "speaks language": "speaks", "owned pet": "has_pet",
    "use": "uses", "allergy": "allergic_to", "email address": "email", "phone number": "phone",
}  # fmt: skip
_VERBS = "|".join(sorted(_PHRASES, key=len, reverse=True))
_PHRASE = re.compile(
    rf"(?:(?:the\s+)?user\s+|пользователь\s+)?(?P<verb>{_VERBS})\s+(?P<value>\S.{{0,119}})", re.IGNORECASE
)
_KEYED = re.compile(r"([^\s:][^:]{0,59}?)\s*:\s+(\S.{0,199})")
_WORDS = re.compile(r"[\W_]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


def same_key(category: str, key: str) -> tuple[str, str]:
    """Return what equal categories and keys share, whether they are written in Russian or English."""
    return _in_english(category), _in_english(key)


def is_cyrillic(text: str) -> bool:
    """Return whether a text has Cyrillic letters."""
    return bool(re.search(r"[а-яёА-ЯЁ]", text))


def _in_english(text: str) -> str:
    words = _readable(text)
    return _TRANSLATIONS.get(words, words)


def _readable(text: str) -> str:
    """Return a name of a field as words: "homeCity" and "home_city" are "home city"."""
    return fold_text(_WORDS.sub(" ", _CAMEL.sub(" ", text)))


def keyed_fact(
    origin: str,
    key: FactKey,
    value: str,
    at: dt.datetime,
    *,
    subject: str = USER,
    account: str | None = None,
    part: str = "",
    **properties: Any,
) -> ImportedFact:
    """Return the fact of a category, key and value.

    Args:
        origin: the record that it is from.
        key: domain, category and key.
        value: the value.
        at: when it was last changed.
        subject: whom or what it is about.
        account: account of the subject, where it is a person with one.
        part: a further category.
        properties: further fields of `ImportedFact`.
    """
    category, name = same_key(key.category, key.key)
    predicate = _BY_KEY.get(name) if category in _PERSONAL and not part else None
    shared: Mapping[str, Any] = {
        "origin": origin,
        "subject": subject,
        "object": value,
        "at": at,
        "subject_account": account,
        "subject_type": "person" if account is None and predicate else None,
        "fact_key": key,
        **properties,
    }
    if predicate is not None:
        return ImportedFact(predicate=predicate, **shared)
    words = _readable(key.key) or fold_text(key.key)
    context = ", ".join(
        dict.fromkeys(each for each in (_readable(key.category), part.strip()) if each and each != words)
    )
    template = f"{{s}}'s {_literal(words)}{f' ({_literal(context)})' if context else ''} is {{o}}"
    kind = "preference" if "prefer" in category or "prefer" in name else "trait"
    predicate = predicate_name(name)
    if predicate in PREDICATES:
        # The same word in another category states something else: the age of a pet, the deadline of a project.
        predicate = predicate_name(f"{category} {name}" if category not in ("", name) else f"own {name}")
    return ImportedFact(predicate=predicate, template=template, kind=kind, **shared)


@dataclass(frozen=True, slots=True)
class Claim:
    """What an entry of a memory file states about the user: `City: Oslo`, or "Lives in Oslo".

    Attributes:
        key: the key, in English.
        predicate: the closed predicate that states the same; None: there is none.
        value: the value.
    """

    key: str
    predicate: str | None
    value: str

    def fits(self, category: str, key: str, headings: Sequence[str]) -> bool:
        """Return whether a fact with this category and key, in English, states the same of the user."""
        if self.predicate is not None and category in _PERSONAL and _BY_KEY.get(key) == self.predicate:
            return True
        return key == self.key and category in (_in_english(each) for each in headings)


def read_claim(text: str) -> Claim | None:
    """Return what an entry of a memory file states about the user; None where it is no short statement of a known form."""
    line = text.strip().rstrip(".").replace("**", "")
    keyed = _KEYED.fullmatch(line)
    if keyed:
        key = _in_english(keyed[1])
        return Claim(key, _BY_KEY.get(key), keyed[2].strip())
    phrase = _PHRASE.fullmatch(line)
    if phrase is None:
        return None
    predicate = _PHRASES[fold_text(phrase["verb"])]
    return Claim(predicate, predicate, phrase["value"].strip())


def closed_predicate(words: str) -> str | None:
    """Return the closed predicate that another program writes in words; None for an open one."""
    name = fold_text(words)
    if name.replace(" ", "_") in PREDICATES:
        return name.replace(" ", "_")
    return _PHRASES.get(name) or _RELATIONS.get(name)


def predicate_name(text: str) -> str:
    """Return a text as the name of a predicate: snake_case in ASCII; `attribute` where nothing of it remains."""
    name = re.sub(r"[^a-z0-9]+", "_", text.casefold()).strip("_")[:60].strip("_")
    if not name:
        return "attribute"
    return name if name[0].isalpha() else f"n_{name}"


def _literal(text: str) -> str:
    """Return a text for a template, in which braces would be placeholders."""
    return text.replace("{", "(").replace("}", ")")
