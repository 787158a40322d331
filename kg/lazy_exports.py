"""Export names of a package that are imported when they are first used.

A package lists its exports as imports under `if TYPE_CHECKING:`, where type checkers see them. At run time `lazy_exports` reads
that list from the source and imports a module when one of its names is used first. So `import kg`, the command line and each
tool load only what they use.
"""

from __future__ import annotations

import ast
import functools
import importlib
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any


def lazy_exports(package: str, file: str) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package.

    Args:
        package: its name.
        file: its `__init__.py`.
    """

    @functools.cache
    def modules() -> Mapping[str, str]:
        return _listed(Path(file).read_text(encoding="utf-8"))

    def get(name: str) -> Any:
        if name.startswith("__") or name not in modules():
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        source = modules()[name]
        # `from kg import errors` lists a module of the package itself.
        value = importlib.import_module(f"{package}.{name}") if source == package else _attribute(source, name)
        setattr(sys.modules[package], name, value)
        return value

    return get


def _attribute(module: str, name: str) -> Any:
    return getattr(importlib.import_module(module), name)


def _listed(source: str) -> dict[str, str]:
    """Return the module of each name that is imported under `if TYPE_CHECKING:`."""
    return {
        alias.name: str(node.module)
        for block in ast.parse(source).body
        if isinstance(block, ast.If) and isinstance(block.test, ast.Name) and block.test.id == "TYPE_CHECKING"
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
