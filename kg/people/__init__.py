"""People: identities and the persons behind them, and what they say of each other."""

from kg.people.inference import Inferred, prior
from kg.people.inferring import Inference
from kg.people.record import person_record

__all__ = ["Inference", "Inferred", "person_record", "prior"]
