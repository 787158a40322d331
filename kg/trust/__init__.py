"""Trust: the trust formula, the ledger, gates, endorsements, and trust inferred between people."""

from kg.trust.formula import TrustSignals, score
from kg.trust.person_record import person_record

__all__ = ["TrustSignals", "person_record", "score"]
