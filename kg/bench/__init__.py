"""Benchmarks behind `kg bench`; each runs in a temporary scope that is erased afterwards."""
