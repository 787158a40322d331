"""People: persons and their accounts, the participants of a conversation, and the social graph."""
