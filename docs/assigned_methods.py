"""Extension of griffe: a method that a class takes from a module, `log = writing_methods.log`, is documented as the function."""

from __future__ import annotations

from typing import Any

import griffe


class AssignedMethods(griffe.Extension):
    """Replace attributes of classes whose value is a function of another module of the package."""

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Visit the classes of all modules."""
        for module in (pkg, *_submodules(pkg)):
            for cls in [member for member in module.members.values() if isinstance(member, griffe.Class)]:
                for name, member in list(cls.members.items()):
                    if isinstance(member, griffe.Attribute) and (target := _function_path(member, pkg)):
                        cls.set_member(name, griffe.Alias(name, target, parent=cls))
                    if cls.name == "AsyncMemory" and isinstance(member, griffe.Function) and not member.docstring:
                        # The stub that tests write has signatures only.
                        member.docstring = griffe.Docstring(f"See [`Memory.{name}`][kg.Memory.{name}].", parent=member)


def _submodules(module: griffe.Module) -> list[griffe.Module]:
    found = []
    for member in module.members.values():
        if isinstance(member, griffe.Module):
            found += [member, *_submodules(member)]
    return found


def _function_path(attribute: griffe.Attribute, package: griffe.Module) -> str | None:
    """Return the path of the function that an attribute holds, also inside `staticmethod(…)`; None if it holds none."""
    value = attribute.value
    if isinstance(value, griffe.ExprCall) and str(value.function) in ("staticmethod", "classmethod"):
        value = value.arguments[0]
    if not isinstance(value, griffe.ExprAttribute):
        return None
    path = value.canonical_path
    if not path.startswith(f"{package.path}."):
        return None
    found = package
    for part in path.split(".")[1:]:
        if part not in found.members:
            return None
        found = found.members[part]
    return path if isinstance(found, griffe.Function) else None
