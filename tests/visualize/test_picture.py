"""A picture in all formats: page, figure, PNG, file and frame."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from kg import Memory
from kg.errors import InvalidInput
from kg.visualize.picture import Picture, check_picture_path
from kg.visualize.scene import Node, Scene
from tests.support import T0


def test_save_chooses_the_format_by_extension(people_memory: Memory, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py", reason="kg-agent-memory[pictures] is not installed")
    picture = people_memory.pictures.social()
    assert picture.save(tmp_path / "a.html").read_text(encoding="utf-8") == picture.html()
    assert picture.save(tmp_path / "a.svg").read_text(encoding="utf-8") == picture.svg()
    assert picture.save(tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(InvalidInput, match="path"):
        picture.save(tmp_path / "a.pdf")
    with pytest.raises(InvalidInput, match="scale"):
        picture.png(scale=0)


@pytest.mark.parametrize("path", ["a", "a.pdf", "html", ".svg", "a.png.txt"])
def test_an_unknown_extension_is_refused_before_anything_is_drawn(path: str) -> None:
    with pytest.raises(InvalidInput, match="path"):
        check_picture_path(path)
    assert check_picture_path("folder/A.SVG") == Path("folder/A.SVG")


def test_a_frame_is_sandboxed_and_contains_the_page() -> None:
    picture = Picture(Scene("social", "<Title> & more", "scope", T0, [Node("1", "Ann", "owner")], []))
    frame = ET.fromstring(picture._repr_html_())
    assert frame.attrib["sandbox"] == "allow-scripts"
    assert frame.attrib["srcdoc"] == " ".join(picture.html().split(" ")).replace("\n", " ").replace("\t", " ")
    assert "&lt;Title&gt; &amp; more" in picture.svg()
