"""The parts of a picture's page: every file exists, data cannot end its element, hashes are those of browsers."""

from __future__ import annotations

import json

import pytest

from kg.visualize import CYTOSCAPE_STYLE_HASH
from kg.visualize.page_parts import (
    CYTOSCAPE_STYLE,
    embed_json,
    picture_data,
    picture_files,
    picture_markup,
    policy_hash,
    read_picture_file,
    script_names,
)
from kg.visualize.scene import Node, Scene
from tests.support import T0
from tests.visualize.scenes import HOSTILE


def test_every_file_of_a_picture_exists() -> None:
    files = picture_files()
    for view in ("social", "trust", "entity", "session", "timeline"):
        scripts = script_names(view)
        assert scripts[-1] == "page.js"
        assert ("cytoscape.min.js" in scripts) == (view in {"social", "trust", "entity"})
        assert set(scripts) <= files
    assert all(read_picture_file(name).strip() for name in files)


def test_the_markup_has_no_scripts_styles_or_handlers() -> None:
    markup = picture_markup()
    assert 'id="sheet"' in markup
    assert not any(part in markup for part in ("<script", "<style", "style=", " on"))


@pytest.mark.parametrize("text", ["</script><script>alert(1)</script>", "<!--", "a\u2028b", "&amp;", "\x00"])
def test_json_cannot_end_its_element(text: str) -> None:
    embedded = embed_json({"text": text})
    assert not set(embedded) & set("<>&\u2028\u2029")
    assert json.loads(embedded) == {"text": text}


def test_the_data_of_a_picture_is_in_two_elements() -> None:
    nodes = [Node(str(place), text, "owner") for place, text in enumerate(HOSTILE)]
    data = picture_data(Scene("social", HOSTILE[0], HOSTILE[1], T0, nodes, []))
    assert data.count("<script") == data.count("</script>") == 2
    assert 'id="data"' in data
    assert 'id="tones"' in data


def test_a_policy_hash_is_that_of_the_standard() -> None:
    # The example of the W3C's Content Security Policy, level 2.
    assert policy_hash("alert('Hello, world.');") == "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='"
    assert policy_hash(CYTOSCAPE_STYLE) == CYTOSCAPE_STYLE_HASH
    name, rule = CYTOSCAPE_STYLE.removeprefix(".").split(" ", 1)
    library = read_picture_file("cytoscape.min.js")
    assert f'"{name}"' in library
    assert f'" {rule}"' in library
