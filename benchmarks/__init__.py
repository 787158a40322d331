"""Reproduction of all figures in one run: `python -m benchmarks`, from a checkout."""
