"""Pictures: content, visibility and time; user text is escaped in figures and pages."""

from __future__ import annotations

import hashlib
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg import Event, Memory
from kg.errors import InvalidInput, NotFound
from kg.protocols import FixedClock
from kg.visualize.html_page import embed_json
from kg.visualize.picture import Picture
from kg.visualize.scene import MAX_LABEL_CHARS, Node, Scene, shorten
from kg.visualize.static_figure import render_svg
from tests.support import T0, days
from tests.visualize.synthetic_people import write_people

HOSTILE = [
    "<script>alert(1)</script>",
    "\"'><img src=x onerror=alert(1)>",
    "\u202eevil\u202c \u2067نص\u2069",
    "a\u2028b </script>",
    "x" * 500,
]


def node(picture: Picture, label: str) -> Node:
    return next(one for one in picture.scene.nodes if one.label == label)


def edges(picture: Picture) -> set[tuple[str, str, str]]:
    called = {one.id: one.label for one in picture.scene.nodes}
    return {(called[tie.source], tie.tone, called[tie.target]) for tie in picture.scene.ties}


def details_of(thing: Any) -> str:
    return " | ".join(f"{word}: {text}" for word, text in thing.lines)


def covers(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether two rectangles (left, top, right, bottom) overlap."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def test_social_graph_has_people_and_connections_with_evidence(people_memory: Memory) -> None:
    picture = people_memory.pictures.social()
    assert {one.label for one in picture.scene.nodes} == {"Ann", "Bob", "Eva", "Tom"}
    pairs = {(frozenset((one, other)), tone) for one, tone, other in edges(picture)}
    assert pairs == {
        (frozenset({"Ann", "Bob"}), "friend"),
        (frozenset({"Bob", "Eva"}), "work"),
        (frozenset({"Ann", "Tom"}), "family"),
        (frozenset({"Bob", "Tom"}), "distrusts"),
    }
    by = {tie.tone: details_of(tie) for tie in picture.scene.ties}
    assert "stated: friend | where: the choir" in by["friend"]
    assert "from facts: sibling | fact: Tom is a sibling of Ann." in by["family"]
    assert "said: “" in by["family"]
    assert "distrusts: -0.50, 2026-03-02 | because: never pays back" in by["distrusts"]
    assert people_memory.social.picture().svg() == picture.svg()
    assert "account: cli:ann" in details_of(node(picture, "Ann"))


def test_the_trust_picture_shows_owner_and_tiers(connect: Callable[..., Memory], write: Callable[..., Any]) -> None:
    memory = connect(owner="cli:ann")
    memory.people.ensure("cli:ann", name="Ann")
    memory.people.ensure("cli:eve", name="Eve")
    write_people(write, 22, 30)
    picture = memory.pictures.trust()
    tones = {one.label: one.tone for one in picture.scene.nodes}
    assert (tones["Ann"], tones["Eve"]) == ("owner", "stranger")
    assert {"inner_circle", "trusted", "familiar", "acquaintance", "stranger"} <= set(tones.values())
    rings = {one.filter: one.width for one in picture.scene.nodes if one.decor}
    assert rings["inner_circle"] < rings["trusted"] < rings["familiar"] < rings["stranger"]
    for key in (one for one in picture.scene.legend() if one.of == "node"):
        assert key.count == sum(one.filter == key.filter and not one.decor for one in picture.scene.nodes)


def test_labels_of_thirty_people_do_not_overlap(memory: Memory, write: Callable[..., Any]) -> None:
    write_people(write, 30, 60)
    for picture in (memory.pictures.social(), memory.pictures.trust()):
        texts = re.findall(
            r'<text x="([-\d.]+)" y="([-\d.]+)" text-anchor="middle" font-size="([\d.]+)"[^>]*>([^<]+)<', picture.svg()
        )
        boxes = [
            (float(x) - len(name) * 3.3, float(y) - 9, float(x) + len(name) * 3.3, float(y) + 2)
            for x, y, _, name in texts
        ]
        assert {one.label for one in picture.scene.nodes if not one.decor} <= {name for *_, name in texts}
        for place, one in enumerate(boxes):
            assert not [other for other in boxes[place + 1 :] if covers(one, other)]


@pytest.mark.slow
def test_a_thousand_people_fit_into_one_page(memory: Memory, write: Callable[..., Any]) -> None:
    write_people(write, 1000, 5000)
    picture = memory.pictures.social()
    assert (len(picture.scene.nodes), len(picture.scene.ties)) == (1000, 5000)
    assert len(picture.html().encode()) < 3_000_000
    fewer = memory.pictures.social(limit=20)
    assert len(fewer.scene.nodes) == 20
    assert fewer.scene.note == "only the 20 most mentioned"


def test_as_of_draws_a_past_state(memory: Memory, clock: FixedClock) -> None:
    memory.people.ensure("cli:ann", name="Ann")
    memory.facts.add("Ann", "lives_in", "Oslo", speaker="cli:ann")
    before = clock.now() + days(1)
    clock.forward(days(30))
    memory.people.ensure("cli:bob", name="Bob")
    memory.social.connect("cli:ann", "cli:bob", "friend")
    memory.facts.add("Ann", "lives_in", "Rome", speaker="cli:ann")
    now, then = memory.pictures.social(), memory.pictures.social(as_of=before)
    assert (len(now.scene.nodes), len(now.scene.ties)) == (2, 1)
    assert (len(then.scene.nodes), len(then.scene.ties)) == (1, 0)
    bars = {one.label: one.tone for one in memory.pictures.timeline().scene.nodes if not one.decor}
    assert bars == {"Oslo": "superseded", "Rome": "current"}
    bars = {one.label: one.tone for one in memory.pictures.timeline(as_of=before).scene.nodes if not one.decor}
    assert bars == {"Oslo": "current"}
    assert edges(memory.pictures.entity("Ann")) == {("Ann", "superseded", "Oslo"), ("Ann", "current", "Rome")}
    assert edges(memory.pictures.entity("Ann", as_of=before)) == {("Ann", "current", "Oslo")}


def test_the_entity_picture_shows_facts_with_evidence(own_people_memory: Memory) -> None:
    own_people_memory.facts.add("Ann", "works_at", "Acme", speaker="cli:ann")
    own_people_memory.facts.add("Ann", "likes", "green tea", speaker="cli:ann")
    picture = own_people_memory.pictures.entity("Ann")
    assert {("Ann", "current", "Acme"), ("Tom", "current", "Ann")} <= edges(picture)
    assert any("green tea" in one.label for one in picture.scene.nodes)
    works = next(tie for tie in picture.scene.ties if tie.kind == "works at")
    assert "by: cli:ann" in details_of(works)
    assert "said: “" in details_of(works)
    with pytest.raises(NotFound):
        own_people_memory.pictures.entity("Nobody Atall")


def test_the_session_picture_is_a_chain_of_messages(memory: Memory) -> None:
    lines = [
        ("ann", "I moved to Oslo last week."),
        ("bob", "Is Tom Berg coming to Oslo?"),
        ("ann", "He lives in Paris."),
    ]
    memory.log(
        [
            Event(text, speaker=f"cli:{who}", session="cli:1", at=T0 + days(place))
            for place, (who, text) in enumerate(lines)
        ]
    )
    memory.digest()
    picture = memory.pictures.session("cli:1")
    messages = [one for one in picture.scene.nodes if one.filter == "message"]
    assert [one.label.partition("\n")[2][:6] for one in messages] == ["I move", "Is Tom", "He liv"]
    assert [one.y for one in messages] == sorted(one.y for one in messages)
    assert messages[0].x == messages[2].x != messages[1].x
    kinds = [tie.kind for tie in picture.scene.ties]
    assert kinds.count("next") == 2
    assert "mentions" in kinds
    assert len([one for one in memory.pictures.session("cli:1", last=1).scene.nodes if one.filter == "message"]) == 1
    with pytest.raises(NotFound):
        memory.pictures.session("cli:2")


def test_pictures_show_only_what_the_asker_may_read(connect: Callable[..., Memory]) -> None:
    memory = connect(owner="cli:ann")
    memory.people.ensure("cli:bob", name="Bob")
    memory.log([
        Event("My sister is Zelda Quist and I live in Bergen.", speaker="cli:ann", session="cli:ann", audience="person", at=T0),
        Event("I live in Paris.", speaker="cli:bob", session="cli:1", at=T0),
    ])  # fmt: skip
    memory.digest()
    memory.trust.rate("cli:ann", "cli:bob", -0.5)
    hidden = ("Zelda", "Bergen", "sister")
    own = memory.pictures.social().html() + memory.pictures.timeline().html()
    assert all(word in own for word in hidden)
    for picture in (
        memory.pictures.social(asker="cli:bob"),
        memory.pictures.trust(asker="cli:bob"),
        memory.pictures.timeline(asker="cli:bob"),
        memory.pictures.entity("Bob", asker="cli:bob"),
        memory.pictures.social(asker="cli:bob", as_of=T0 + days(1)),
    ):
        data = json.dumps(picture.scene.data(), ensure_ascii=False)
        assert [word for word in hidden if word in data] == []
        assert not [tie for tie in picture.scene.ties if tie.tone == "distrusts"]
    with pytest.raises(NotFound):
        memory.pictures.entity("Zelda Quist", asker="cli:bob")
    with pytest.raises(NotFound):
        memory.pictures.session("cli:ann", asker="cli:bob")
    assert "Zelda" in memory.pictures.session("cli:ann", asker="cli:ann").html()
    assert [tie.tone for tie in memory.pictures.social(asker="cli:ann").scene.ties].count("distrusts") == 1


def test_user_text_is_escaped(memory: Memory) -> None:
    for place, name in enumerate(HOSTILE):
        plain = "".join(one if one.isprintable() else " " for one in name)
        memory.people.ensure(f"cli:p{place}", name=plain[:500])
    memory.log([Event("x" * 10_000 + " </script><script>alert(1)</script>", speaker="cli:p0", session="cli:1", at=T0)])
    for picture in (memory.pictures.social(), memory.pictures.trust(), memory.pictures.session("cli:1")):
        html = picture.html()
        assert "<script>alert(1)" not in html
        assert "<img" not in html
        assert not re.search(r"""(src|href)=["']https?://""", html)
        assert len(re.findall("</script>", html)) == 5
        ET.fromstring(picture.svg())
        assert all(len(line) <= MAX_LABEL_CHARS + 40 for one in picture.scene.nodes for line in one.label.split("\n"))
        assert "srcdoc=" in picture._repr_html_()
        assert "<script" not in picture._repr_html_()


@given(st.text())
def test_embedded_json_cannot_end_the_script(text: str) -> None:
    inside = embed_json({"name": text})
    assert not set(inside) & set("<>&\u2028\u2029")
    assert json.loads(inside) == {"name": text}


@given(st.text(max_size=100))
def test_a_label_is_one_short_line_without_bidirectional_controls(text: str) -> None:
    label = shorten(text)
    assert len(label) <= MAX_LABEL_CHARS
    assert label.isprintable()
    assert not re.search("[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]", label)
    scene = Scene(
        "social", text, "s", T0, [Node("1", label, "owner", "owner")], [], thing_keys=[("owner", "owner", "owner")]
    )
    ET.fromstring(render_svg(scene))


def test_pictures_of_an_empty_memory_are_empty(memory: Memory) -> None:
    for picture in (memory.pictures.social(), memory.pictures.trust(), memory.pictures.timeline()):
        assert [one for one in picture.scene.nodes if not one.decor] == []
        ET.fromstring(picture.svg())
        assert "<!doctype html>" in picture.html()


def test_save_chooses_the_format_by_extension(people_memory: Memory, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py", reason="kg[pictures] is not installed")
    picture = people_memory.pictures.social()
    assert picture.save(tmp_path / "a.html").read_text(encoding="utf-8") == picture.html()
    assert picture.save(tmp_path / "a.svg").read_text(encoding="utf-8") == picture.svg()
    assert picture.save(tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(InvalidInput, match="path"):
        picture.save(tmp_path / "a.pdf")
    with pytest.raises(InvalidInput, match="scale"):
        picture.png(scale=0)


def test_a_widget_contains_the_page(people_memory: Memory) -> None:
    pytest.importorskip("anywidget", reason="kg[notebook] is not installed")
    picture = people_memory.pictures.social()
    widget = picture.widget(height=400)
    assert (widget.page, widget.height, widget.chosen) == (picture.html(), 400, None)


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (lambda pictures: pictures.social(limit=0), "limit"),
        (lambda pictures: pictures.social(min_strength=2), "min_strength"),
        (lambda pictures: pictures.trust(as_of="soon"), "as_of"),
        (lambda pictures: pictures.entity(" "), "name"),
        (lambda pictures: pictures.session("cli:1", last=True), "last"),
        (lambda pictures: pictures.timeline(limit=10**6), "limit"),
    ],
)
def test_invalid_input_names_the_field(memory: Memory, call: Callable[[Any], Any], field: str) -> None:
    with pytest.raises(InvalidInput, match=field):
        call(memory.pictures)


def test_a_picture_takes_few_round_trips(people_memory: Memory) -> None:
    graph = people_memory.pictures._graph
    for call, most in (
        (people_memory.pictures.social, 2),
        (people_memory.pictures.trust, 2),
        (lambda: people_memory.pictures.social(asker="cli:bob"), 3),
        (lambda: people_memory.pictures.entity("Ann"), 5),
        (people_memory.pictures.timeline, 2),
    ):
        before = graph.trips
        call()
        assert graph.trips - before <= most


def test_vendored_files_match_the_lock() -> None:
    assets = resources.files("kg.visualize") / "assets"
    head, *lines = [line for line in (assets / "vendor.lock").read_text().splitlines() if not line.startswith("#")]
    assert re.fullmatch(r"cytoscape \d+\.\d+\.\d+ MIT", head)
    assert len(lines) == 2
    for line in lines:
        digest, size, name, source = line.split()
        data = (assets / name).read_bytes()
        assert (hashlib.sha256(data).hexdigest(), len(data)) == (digest, int(size))
        assert head.split()[1] in source
    assert "Permission is hereby granted" in (assets / "cytoscape.LICENSE").read_text(encoding="utf-8")
