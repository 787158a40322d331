// Write a large node, so that the server begins a new transaction log.
// access: write
// scope: none — the server has one log for all scopes
// param text: text of the node
CYPHER 25
CREATE (:LogFiller {text: $text})
