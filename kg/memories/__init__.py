"""Tiers: what is kept close, what is summed up, what is let go."""
