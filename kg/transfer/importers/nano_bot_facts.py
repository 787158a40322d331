"""The facts of a Nano_Bot home: category, key and value, of which the one that was changed last counts."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from kg.knowledge import FactKey
from kg.language import fold_text
from kg.transfer.importers.home_user import HomeUser
from kg.transfer.importers.items import ImportContext, ImportItem, RecordItem, SkippedItem
from kg.transfer.importers.keyed_facts import keyed_fact, read_claim, same_key
from kg.transfer.importers.sqlite_file import DatabaseFile
from kg.transfer.importers.values import read_text

TABLE = "facts"
COLUMNS = ("category", "key", "value")
_NAME_KEYS = ("name", "full name", "user name", "first name")
_SPACES = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class _KeyedRow:
    """A row of the table."""

    where: str
    key: FactKey
    value: str
    part: str
    at: dt.datetime
    created_at: dt.datetime | None
    is_dated: bool = True


@dataclass
class StoredFacts:
    """The facts of all databases of a home.

    Attributes:
        skipped: rows that are no facts.
    """

    skipped: list[SkippedItem] = field(default_factory=list)
    _rows: dict[tuple[str, str], list[_KeyedRow]] = field(default_factory=dict)

    def add_table(self, database: DatabaseFile, name: str, context: ImportContext) -> None:
        """Add the rows of a database."""
        faults: list[str] = []
        for number, row in enumerate(database.rows(TABLE, faults), start=1):
            where = f"{name}, fact {row.get('id', number)}"
            category, key, value = (_line(read_text(row.get(column))) for column in COLUMNS)
            created = context.parse_time(row.get("created_at"))
            at = context.parse_time(row.get("updated_at")) or created
            if not (category and key and value):
                self.skipped.append(SkippedItem(where, "no category, key or value"))
            else:
                slot = FactKey(_line(read_text(row.get("domain"))) or None, category, key)
                part = _line(read_text(row.get("sub_category")))
                self._rows.setdefault(same_key(category, key), []).append(
                    _KeyedRow(where, slot, value, part, at or context.now, created, is_dated=at is not None)
                )
        self.skipped += [SkippedItem(f"{name}, facts", fault) for fault in faults]

    @property
    def user_name(self) -> str | None:
        """The name of the user, where a fact has it."""
        rows = [row for (_, key), found in self._rows.items() if key in _NAME_KEYS for row in found]
        return max(rows, key=lambda row: (row.is_dated, row.at)).value if rows else None

    def items(self, user: HomeUser) -> Iterator[ImportItem]:
        """Yield the facts; of those under a Russian and an English key, the older ones are superseded."""
        dates = [row.at for rows in self._rows.values() for row in rows if row.is_dated]
        for rows in self._rows.values():
            parts = {fold_text(row.part) for row in rows if row.part}
            for group in _by_part(rows) if len(parts) > 1 else [rows]:
                # A row without a time is older than all others.
                dated = (row if row.is_dated else replace(row, at=min(dates, default=row.at)) for row in group)
                yield from _facts(sorted(dated, key=lambda row: (row.is_dated, row.at)), user, has_parts=len(parts) > 1)
        yield from self.skipped

    def contradict(self, text: str, headings: Sequence[str]) -> bool:
        """Return whether an entry of a memory file states another value than the facts do, which are overwritten in place."""
        claim = read_claim(text)
        if claim is None:
            return False
        values = [
            max(rows, key=lambda row: (row.is_dated, row.at)).value
            for (category, key), rows in self._rows.items()
            if claim.fits(category, key, headings)
        ]
        said = fold_text(claim.value)
        return bool(values) and not any(said in fold_text(value) or fold_text(value) in said for value in values)


def _by_part(rows: Sequence[_KeyedRow]) -> Iterable[list[_KeyedRow]]:
    groups: dict[str, list[_KeyedRow]] = {}
    for row in rows:
        groups.setdefault(fold_text(row.part), []).append(row)
    return groups.values()


def _facts(rows: Sequence[_KeyedRow], user: HomeUser, *, has_parts: bool) -> Iterator[RecordItem]:
    """Yield the facts of one slot, the newest last; the key of one of several parts names its part."""
    slot = rows[-1].key
    for row in rows:
        details = {"created_at": row.created_at and row.created_at.isoformat()}
        if row.key != slot:
            details |= {"category": row.key.category, "key": row.key.key}
        fact = keyed_fact(
            row.where, slot, row.value, row.at, subject=user.name, account=user.account, part=row.part, details=details
        )  # fmt: skip
        if has_parts and row.part:
            fact = replace(fact, fact_key=replace(slot, key=f"{slot.key} ({row.part})"))
        yield RecordItem(row.where, fact)


def _line(text: str) -> str:
    return _SPACES.sub(" ", text).strip()
