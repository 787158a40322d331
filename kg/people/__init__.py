"""People: identities and the persons behind them."""

from kg.people.record import person_record

__all__ = ["person_record"]
