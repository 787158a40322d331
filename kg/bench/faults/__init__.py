"""The campaign of faults: processes are killed, connections cut, a disk filled, a clock turned back; then all is counted."""
