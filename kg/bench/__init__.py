"""What `kg bench` measures: recall, latency, ingest. Each in a scope of its own, erased afterwards."""
