"""Write `kg/aio.pyi`, the types of AsyncMemory, from the signatures of Memory: `python -m tests.async_stub`."""

from __future__ import annotations

import ast
import builtins
import inspect
import re
import shutil
import subprocess
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kg import memory as memory_module
from kg.aio import SCOPE_OPERATIONS, public_methods
from kg.memory import Memory

STUB = Path(memory_module.__file__).with_name("aio.pyi")
_NAME = re.compile(r"[A-Za-z_][\w.]*")


class StubWriter:
    """Collects the imports that the annotations of the stub need."""

    def __init__(self) -> None:
        self.imports: dict[str, tuple[str, Any]] = {}

    def method(self, name: str, function: Callable[..., Any], *, static: bool = False) -> str:
        """Return the stub of a method as a coroutine."""
        signature = inspect.signature(function)
        parameters = [_simple(parameter) for parameter in signature.parameters.values()]
        text = str(signature.replace(parameters=parameters)).replace("'", "").replace("= Ellipsis", "= ...")
        module = sys.modules[inspect.unwrap(function).__module__]
        text = _NAME.sub(lambda m: self._imported(m[0], module) if text[m.end() : m.end() + 1] != ":" else m[0], text)
        decorator = "    @staticmethod\n" if static else ""
        return f"{decorator}    async def {name}{text}: ..."

    def _imported(self, name: str, module: types.ModuleType) -> str:
        """Return what an annotation's name is called in the stub, and import it there."""
        first, dot, rest = name.partition(".")
        if first == "list":
            return "builtins." + name
        if first in {"self", "cls", "Self", "None"} or hasattr(builtins, first):
            return name
        statement = _import_statement(first, module)
        own = first
        # Two modules have a class of one name: the second gets the name of its module in addition.
        while own in self.imports and self.imports[own][0] != statement:
            if self.imports[own][1] == getattr(module, first, None) is not None:
                return own + dot + rest
            own = f"{module.__name__.rpartition('.')[2]}_{own}"
        self.imports[own] = (statement, getattr(module, first, None))
        return own + dot + rest

    def lines(self) -> list[str]:
        """Return the import statements."""
        return [
            statement if re.search(rf"\b{own}$", statement) else f"{statement} as {own}"
            for own, (statement, _) in sorted(self.imports.items())
        ]


def _import_statement(name: str, module: types.ModuleType) -> str:
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.ImportFrom | ast.Import):
            for alias in node.names:
                if (alias.asname or alias.name) == name:
                    written = alias.name + (f" as {alias.asname}" if alias.asname else "")
                    return (
                        f"from {node.module} import {written}"
                        if isinstance(node, ast.ImportFrom)
                        else f"import {written}"
                    )
    # An alias or a class of the module itself.
    return f"from {module.__name__} import {name}"


def _simple(parameter: inspect.Parameter) -> inspect.Parameter:
    """Replace a default value by `...`, as stubs have it, and leave `self` without its annotation."""
    if parameter.name == "self":
        return parameter.replace(annotation=parameter.empty)
    return parameter if parameter.default is parameter.empty else parameter.replace(default=...)


def stores_of_memory() -> dict[str, type]:
    """Return the stores that the constructor of Memory builds: attribute → class."""
    tree = ast.parse(inspect.getsource(memory_module))
    [memory] = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Memory"]
    [init] = [node for node in memory.body if isinstance(node, ast.FunctionDef) and node.name == "__init__"]
    stores = {}
    for node in ast.walk(init):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name):
            target, made = node.targets[0], getattr(memory_module, node.value.func.id)
            if isinstance(target, ast.Attribute) and not target.attr.startswith("_") and isinstance(made, type):
                stores[target.attr] = made
    return stores


def render() -> str:
    """Return the text of the stub."""
    writer, classes = StubWriter(), []
    stores = stores_of_memory()
    for cls in dict.fromkeys(stores.values()):
        methods = [writer.method(name, method) for name, method in public_methods(cls)]
        classes.append("\n".join([f"class Async{cls.__name__}:", *methods]))
    body = ["class AsyncMemory:", "    scope: str", "    settings: Settings", "    memory: Memory"]
    body += [f"    {name}: Async{cls.__name__}" for name, cls in stores.items()]
    body += ["    def __init__(self, memory: Memory) -> None: ..."]
    connect = writer.method("connect", Memory.connect.__func__)  # type: ignore[attr-defined]
    body += ["    @classmethod", connect.replace("(self", "(cls")]
    body += [writer.method(name, getattr(Memory, name), static=True) for name in SCOPE_OPERATIONS]
    body += [writer.method(name, method) for name, method in public_methods(Memory)]
    body += [
        "    async def close(self) -> None: ...",
        "    async def __aenter__(self) -> Self: ...",
        "    async def __aexit__(self, *_: object) -> None: ...",
    ]
    classes.append("\n".join(body))
    fixed = [
        "import builtins",
        "from typing import Self",
        "from kg.memory import Memory",
        "from kg.settings import Settings",
    ]
    head = ["# Written by `python -m tests.async_stub` from the signatures of Memory.", *fixed, *writer.lines()]
    return _formatted("\n".join(dict.fromkeys(head)) + "\n\n" + "\n\n".join(classes) + "\n")


def _formatted(text: str) -> str:
    """Return the text as ruff sorts and formats it."""
    ruff = shutil.which("ruff", path=str(Path(sys.executable).parent)) or "ruff"
    for arguments in (["check", "--fix", "--quiet", "--exit-zero", "--select", "I,F401"], ["format", "--quiet"]):
        command = [ruff, *arguments, "--stdin-filename", str(STUB), "-"]
        text = subprocess.run(command, input=text, capture_output=True, text=True, check=True, cwd=STUB.parent).stdout
    return text


if __name__ == "__main__":
    STUB.write_text(render(), encoding="utf-8")
