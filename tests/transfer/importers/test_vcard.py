"""Import of contacts as vCard."""

from __future__ import annotations

from pathlib import Path

from kg.knowledge import ImportedEntity, ImportedFact
from kg.people import ImportedPerson
from tests.transfer.imports import items_of, left_out_of, memories_of, records_of

CARDS = """BEGIN:VCARD\r
VERSION:3.0\r
FN:Ann Lee\r
NICKNAME:Annie\r
item1.EMAIL;TYPE=work:Ann@Ex.org\r
EMAIL:a2@ex.org\r
TEL;TYPE=cell:+358 40 1\r
ORG:Velo\\;max;Frames\r
TITLE:Engi\r
 neer\r
BDAY:19900512\r
ADR;TYPE=home:;;Kauppakatu 1;Turku;;20100;Finland\r
NOTE:Met at the fair\\, 2019\r
CATEGORIES:cycling,friends\r
RELATED;TYPE=spouse:Bo\r
X-ODD:bar\r
PHOTO;ENCODING=b:AAAA\r
END:VCARD\r
BEGIN:VCARD
VERSION:2.1
N;CHARSET=utf-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=
=B6rg
TEL;WORK:030 1
END:VCARD
BEGIN:VCARD
VERSION:4.0
END:VCARD
"""


def test_cards_are_persons_with_facts(tmp_path: Path) -> None:
    path = tmp_path / "contacts.vcf"
    path.write_bytes(CARDS.encode())
    items = items_of(path)
    [person] = records_of(items, ImportedPerson)
    assert (list(person.accounts), person.name, list(person.aliases)) == (
        ["email:ann@ex.org", "email:a2@ex.org"],
        "Ann Lee",
        ["Annie"],
    )
    [entity] = records_of(items, ImportedEntity)
    assert (entity.name, entity.type) == ("Jörg Müller", "person")
    facts = {(fact.predicate, fact.object): fact for fact in records_of(items, ImportedFact)}
    assert set(facts) == {
        ("email", "ann@ex.org"), ("other_email", "a2@ex.org"), ("phone", "+358 40 1"), ("works_at", "Velo;max"),
        ("department", "Frames"), ("role", "Engineer"), ("born_on", "1990-05-12"),
        ("home_address", "Kauppakatu 1, Turku, 20100, Finland"), ("in_group", "cycling"), ("in_group", "friends"),
        ("related_to", "Bo"), ("phone", "030 1"),
    }  # fmt: skip
    assert facts["related_to", "Bo"].template == "{s}'s spouse is {o}"
    assert facts["email", "ann@ex.org"].subject_account == "email:ann@ex.org"
    assert [note.text for note in memories_of(items, "longterm")] == ["Ann Lee: Met at the fair, 2019"]
    assert set(left_out_of(items).values()) == {"fields without a place: X-ODD", "no name"}
