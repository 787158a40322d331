"""Knowledge: entities, relations, facts and topics, read, corrected, merged and split."""
