"""Fault-injection campaign: kill processes, cut connections, fill a disk, change the clock; check invariants after each."""
