"""Facts that other programs keep by category and key: their predicate, their sentence, and which keys mean the same."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from typing import Any

from kg.knowledge import FactKey, ImportedFact
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
    return ImportedFact(predicate=predicate_name(name), template=template, kind=kind, **shared)


def predicate_name(text: str) -> str:
    """Return a text as the name of a predicate: snake_case in ASCII; `attribute` where nothing of it remains."""
    name = re.sub(r"[^a-z0-9]+", "_", text.casefold()).strip("_")[:60].strip("_")
    if not name:
        return "attribute"
    return name if name[0].isalpha() else f"n_{name}"


def _literal(text: str) -> str:
    """Return a text for a template, in which braces would be placeholders."""
    return text.replace("{", "(").replace("}", ")")
