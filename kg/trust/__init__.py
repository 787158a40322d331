"""Trust: the trust formula, the ledger, gates, endorsements, and trust inferred between people."""

from typing import TYPE_CHECKING

from kg.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from kg.trust.activity_sessions import ActivitySessions
    from kg.trust.formula import (
        ACQUAINTANCE,
        CREDIBLE_TIERS,
        FAMILIAR,
        TIER_MINIMUMS,
        TIERS,
        TRUSTED,
        VIOLATION_HALF_LIFE_DAYS,
        TrustSignals,
        score,
        tier_rank,
    )
    from kg.trust.inference import TrustModel, infer_from_neighborhood, serialize_model
    from kg.trust.ledger import TrustLedger, check_reason
    from kg.trust.marks import NewMark, mark_row
    from kg.trust.person_lookup import PersonMatch, find_person, person_match
    from kg.trust.person_records import person_record
    from kg.trust.prior_trust import PriorTrust
    from kg.trust.rating_features import DAY_S, FEATURE_NAMES, compute_features
    from kg.trust.ratings import Rating, RatingNeighborhood, Ratings
    from kg.trust.trust_state import MEMORY_TRUSTER, TrustState, trust_edge_id
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "ACQUAINTANCE",
    "CREDIBLE_TIERS",
    "DAY_S",
    "FAMILIAR",
    "FEATURE_NAMES",
    "MEMORY_TRUSTER",
    "TIERS",
    "TIER_MINIMUMS",
    "TRUSTED",
    "VIOLATION_HALF_LIFE_DAYS",
    "ActivitySessions",
    "NewMark",
    "PersonMatch",
    "PriorTrust",
    "Rating",
    "RatingNeighborhood",
    "Ratings",
    "TrustLedger",
    "TrustModel",
    "TrustSignals",
    "TrustState",
    "check_reason",
    "compute_features",
    "find_person",
    "infer_from_neighborhood",
    "mark_row",
    "person_match",
    "person_record",
    "score",
    "serialize_model",
    "tier_rank",
    "trust_edge_id",
]
