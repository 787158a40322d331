"""Exports that are imported on their first use."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from kg.lazy_exports import lazy_exports

PACKAGE = "lazily_exporting"
SOURCE = f"""
from typing import TYPE_CHECKING

from pathlib import PurePath

if TYPE_CHECKING:
    from {PACKAGE} import part
    from {PACKAGE}.part import VALUE, missing
else:
    from kg.lazy_exports import lazy_exports
    __getattr__ = lazy_exports(__name__, __file__)
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    folder = tmp_path / PACKAGE
    folder.mkdir()
    (folder / "__init__.py").write_text(SOURCE)
    (folder / "part.py").write_text("VALUE = [7]")
    monkeypatch.syspath_prepend(tmp_path)
    yield __import__(PACKAGE)
    for name in (PACKAGE, f"{PACKAGE}.part"):
        sys.modules.pop(name, None)


def test_a_module_is_imported_when_its_name_is_first_used(package: ModuleType) -> None:
    assert f"{PACKAGE}.part" not in sys.modules
    assert package.VALUE == [7]
    assert f"{PACKAGE}.part" in sys.modules
    assert vars(package)["VALUE"] is package.VALUE, "later uses find the name without the function"


def test_a_module_of_the_package_can_be_exported(package: ModuleType) -> None:
    assert package.part is sys.modules[f"{PACKAGE}.part"]


@pytest.mark.parametrize("name", ["no_such_name", "PurePathh", "__path__s", "missing"])
def test_an_unknown_name_is_an_attribute_error(package: ModuleType, name: str) -> None:
    with pytest.raises(AttributeError, match=name):
        getattr(package, name)


def test_special_names_are_refused_without_reading_the_source() -> None:
    with pytest.raises(AttributeError, match="'kg' has no attribute '__wrapped__'"):
        lazy_exports("kg", "no such file")("__wrapped__")
