// Read the newest events of a session, newest first.
// access: read
// scope: guarded
// param session: canonical id of the session
// param last: maximum number
// param audiences: (fragment audience) visible audience tokens, such as shared, session:ID, person:ID
// param since: (fragment since) datetime, inclusive
// param until: (fragment until) datetime, exclusive
// returns: event (a map)
CYPHER 25
MATCH (event:Event)
WHERE event.scope = $scope AND event.session = $session AND event.seq >= 0
  //?audience AND event.audience IN $audiences
  //?since AND event.at >= $since
  //?until AND event.at < $until
// All three properties, so that the index is read backwards and no further than needed.
WITH event ORDER BY event.scope DESC, event.session DESC, event.seq DESC LIMIT $last
RETURN event {.id, .text, .speaker, .speaker_name, .session, .channel, .at, .event_kind, .role, .direction, .parent, .tool, .metadata, .audience, .seq, .status, .instructs, .salience} AS event
