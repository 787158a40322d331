"""Import of contacts as vCard 2.1, 3.0 and 4.0: persons with their accounts, and what the cards say of them as facts."""

from __future__ import annotations

import datetime as dt
import quopri
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kg.knowledge import ImportedEntity, ImportedFact
from kg.people import ImportedNote, ImportedPerson
from kg.transfer.importers.items import ImportContext, ImportItem, RecordItem, SkippedItem, note_item
from kg.transfer.importers.source_folder import ImportSource

_LINE = re.compile(
    r"(?:[\w-]+\.)?(?P<name>[\w-]+)(?P<params>(?:;[^:]*?(?:\"[^\"]*\")?[^:]*?)*):(?P<value>.*)", re.DOTALL
)
_PARAM = re.compile(r";([^;=]+)(?:=(\"[^\"]*\"|[^;]*))?")
_ESCAPE = re.compile(r"\\([nN,;:\\])")
_DATE = re.compile(r"(\d{4})-?(\d\d)-?(\d\d)")
_NO_MEMORY = frozenset(
    ["BEGIN", "END", "VERSION", "PRODID", "REV", "UID", "PHOTO", "LOGO", "SOUND", "KEY", "N", "FN", "SORT-STRING", "SOURCE",
     "CLIENTPIDMAP", "XML", "CLASS", "MAILER", "LABEL"]
)  # fmt: skip
_LABELS = frozenset(["home", "work", "cell", "mobile", "fax"])
_MAX_FIELDS = 500


@dataclass(frozen=True)
class _Field:
    """A line of a card."""

    name: str
    value: str
    types: tuple[str, ...] = ()

    def parts(self) -> list[str]:
        """Return the components of a structured value."""
        return [_unescape(part).strip() for part in re.split(r"(?<!\\);", self.value)]

    @property
    def text(self) -> str:
        """The value as text."""
        return _unescape(self.value).strip()


@dataclass
class _Card:
    """A card with its first line and its fields."""

    line: int
    fields: list[_Field] = field(default_factory=list)

    def all(self, *names: str) -> list[_Field]:
        """Return the fields of these names."""
        return [each for each in self.fields if each.name in names and each.text]

    def first(self, *names: str) -> str:
        """Return the text of the first field of these names."""
        return next((each.text for each in self.all(*names)), "")


def recognise(source: ImportSource) -> bool:
    """Recognise a file that begins with a card."""
    return not source.is_folder and source.read_head().lstrip(b"\xef\xbb\xbf\r\n ").upper().startswith(b"BEGIN:VCARD")


def read(source: ImportSource, context: ImportContext) -> Iterator[ImportItem]:
    """Read each card as a person; what it says of them are facts."""
    for card in _cards(source.read_text()):
        yield from _read_card(card, context, source.modified())


def _cards(text: str) -> Iterator[_Card]:
    card: _Card | None = None
    for number, line in _unfold(text):
        match = _LINE.fullmatch(line)
        name = match["name"].upper() if match else ""
        if name == "BEGIN" and match and match["value"].strip().upper() == "VCARD":
            card = _Card(number)
        elif name == "END" and card is not None:
            yield card
            card = None
        elif match and card is not None and len(card.fields) < _MAX_FIELDS:
            card.fields.append(_field(name, match["params"], match["value"]))
    if card is not None:
        yield card


def _unfold(text: str) -> Iterator[tuple[int, str]]:
    """Yield the number and text of each line; a line that begins with a space continues the one before."""
    first, parts = 0, list[str]()
    for number, line in enumerate(text.splitlines(), start=1):
        is_quoted = bool(parts) and parts[-1].endswith("=") and "QUOTED-PRINTABLE" in parts[0].upper()
        if parts and (line[:1] in (" ", "\t") or is_quoted):
            if is_quoted:
                parts[-1] = parts[-1][:-1]
            parts.append(line if is_quoted else line[1:])
            continue
        if parts:
            yield first, "".join(parts)
        first, parts = number, [line]
    if parts:
        yield first, "".join(parts)


def _field(name: str, params: str, value: str) -> _Field:
    types, is_quoted, charset = list[str](), False, "utf-8"
    for key, given in _PARAM.findall(params):
        label, text = key.strip().upper(), given.strip('"')
        if (label == "ENCODING" and text.upper() == "QUOTED-PRINTABLE") or label == "QUOTED-PRINTABLE":
            is_quoted = True
        elif label == "CHARSET":
            charset = text
        elif label == "TYPE" or not given:
            types += (text or key).lower().split(",")
    if is_quoted:
        raw = quopri.decodestring(value.encode("utf-8", "surrogatepass"))
        try:
            value = raw.decode(charset, "replace")
        except LookupError:
            value = raw.decode("utf-8", "replace")
    return _Field(name, value, tuple(each.strip() for each in types))


def _unescape(value: str) -> str:
    return _ESCAPE.sub(lambda match: "\n" if match[1] in "nN" else match[1], value)


def _name(card: _Card) -> str:
    if given := card.first("FN"):
        return given
    parts = next((each.parts() for each in card.fields if each.name == "N"), [])
    family, first, middle = [*parts, "", "", ""][:3]
    return " ".join(part for part in (first, middle, family) if part) or card.first("NICKNAME", "ORG").partition(";")[0]


def _read_card(card: _Card, context: ImportContext, changed: dt.datetime | None) -> Iterator[ImportItem]:
    where, name = f"card at line {card.line}", _name(card)
    if not name:
        yield SkippedItem(where, "no name")
        return
    at = context.parse_time(card.first("REV")) or changed or context.now
    emails, phones = card.all("EMAIL"), card.all("TEL")
    accounts = [f"email:{_address(each.text)}" for each in emails if "@" in each.text]
    notes, aliases = [each.text for each in card.all("NOTE")], [each.text for each in card.all("NICKNAME")]
    account = accounts[0] if accounts else None
    if account:
        held = [ImportedNote(note, at) for note in notes]
        person = ImportedPerson(accounts=accounts, name=name, aliases=aliases, notes=held, origin="vcard")
        yield RecordItem(where, person)
    else:
        yield RecordItem(where, ImportedEntity(name=name, type="person", aliases=aliases))
    for note in notes:
        yield note_item(where, f"{name}: {note}", at, about=[name])

    for predicate, value, template in [*_reachable(emails, phones), *_described(card)]:
        fact = ImportedFact(
            origin=f"vcard: {where}", subject=name, predicate=predicate, object=value, at=at, template=template,
            subject_account=account, subject_type=None if account else "person", kind="trait",
        )  # fmt: skip
        yield RecordItem(where, fact)
    yield from _unread(where, card)


def _reachable(emails: Sequence[_Field], phones: Sequence[_Field]) -> Iterator[tuple[str, str, str]]:
    """Yield predicate, value and template of each address and number; a person has one e-mail address and one phone number."""
    for kind, words, listed in (("email", "e-mail address", emails), ("phone", "phone number", phones)):
        for number, each in enumerate(listed):
            value = _address(each.text) if kind == "email" else each.text.removeprefix("tel:")
            label = next((one for one in each.types if one in _LABELS), "other")
            yield (f"{label}_{kind}", value, f"{{s}}'s {label} {words} is {{o}}") if number else (kind, value, "")


def _described(card: _Card) -> Iterator[tuple[str, str, str]]:
    """Yield predicate, value and template of what a card says of a person."""
    places = [part for each in card.all("ORG")[:1] for part in each.parts() if part]
    for number, part in enumerate(places):
        yield ("department", part, "{s} works in the department {o}") if number else ("works_at", part, "")
    for each in card.all("TITLE", "ROLE"):
        yield "role", each.text, ""
    for each in card.all("BDAY", "ANNIVERSARY"):
        match = _DATE.search(each.text)
        value = "-".join(match.groups()) if match else each.text
        is_birthday = each.name == "BDAY"
        yield ("born_on", value, "") if is_birthday else ("anniversary", value, "{s}'s anniversary is on {o}")
    for each in card.all("ADR"):
        label = next((kind for kind in each.types if kind in ("home", "work")), "postal")
        yield f"{label}_address", ", ".join(part for part in each.parts() if part), f"{{s}}'s {label} address is {{o}}"
    for each in card.all("URL", "X-SOCIALPROFILE", "IMPP"):
        yield "web_address", each.text, "{s}'s web address is {o}"
    for each in card.all("RELATED", "X-ABRELATEDNAMES"):
        label = (each.types[0] if each.types else "related person").replace("{", "(").replace("}", ")")
        yield "related_to", each.text, f"{{s}}'s {label} is {{o}}"
    for each in card.all("CATEGORIES"):
        yield from (
            ("in_group", group.strip(), "{s} is in the group {o}") for group in each.text.split(",") if group.strip()
        )


def _unread(where: str, card: _Card) -> Iterator[SkippedItem]:
    read = _NO_MEMORY | {
        "EMAIL", "TEL", "NOTE", "NICKNAME", "ORG", "TITLE", "ROLE", "ADR", "URL", "X-SOCIALPROFILE", "IMPP", "RELATED",
        "X-ABRELATEDNAMES", "CATEGORIES", "BDAY", "ANNIVERSARY",
    }  # fmt: skip
    left: Sequence[str] = sorted({each.name for each in card.fields if each.name not in read and each.text})
    if left:
        yield SkippedItem(where, f"fields without a place: {', '.join(left)}")


def _address(value: str) -> str:
    return value.removeprefix("mailto:").strip().lower()
