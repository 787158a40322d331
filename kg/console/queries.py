"""Values in the addresses of the console's pages."""

from __future__ import annotations

from starlette.requests import Request

from kg.errors import InvalidInput


def whole_number(request: Request, name: str, default: int, *, most: int) -> int:
    """Return a number of the address, from 1 to `most`.

    Raises:
        InvalidInput: it is not such a number.
    """
    value = request.query_params.get(name) or str(default)
    # Python refuses to convert thousands of digits.
    if not value.isdecimal() or len(value) > len(str(most)) or not 1 <= int(value) <= most:
        raise InvalidInput(name, value, f"a whole number from 1 to {most:,}")
    return int(value)


def fraction(request: Request, name: str, default: float = 0.0) -> float:
    """Return a number of the address, from 0 to 1.

    Raises:
        InvalidInput: it is not such a number.
    """
    value = request.query_params.get(name) or str(default)
    try:
        number = float(value)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise InvalidInput(name, value, "a number from 0 to 1")
    return number


def optional(request: Request, name: str) -> str | None:
    """Return a value of the address, stripped; None if it is blank."""
    return request.query_params.get(name, "").strip() or None
