// Read the participants of a conversation with their trust states, and the newest events of the session.
// access: read
// scope: guarded
// param session: canonical id of a session; null: none
// param last: maximum number of its events
// param accounts: accounts (platform:id) whose persons are read in full
// param ids: ids of persons that are read in full
// param compact_accounts: other accounts whose persons are read without ties and notes
// param compact_ids: ids of other persons that are read without ties and notes
// param predicates: predicates of facts that are a tie between two persons
// param ties: maximum number of ties of each person
// param notes: maximum number of notes of each person
// param audiences: (fragment audience) tokens of visible audiences
// param until: (fragment until) datetime, exclusive
// param credible_tiers: tiers whose statements are believed
// bundle: accounts, compact_accounts, compact_ids, ids, session
// returns: has_owner (whether the scope has an owner), events (list of maps, newest first), accounts (list of {account, person (id)}),
//   people (list of {person (id), properties, identities, owner, first_seen, edge, violations, full, ties, notes}); times of events and
//   persons are microseconds since 1970, since decoding a temporal value costs the driver more than the rest of a row
CYPHER 25
//+ people/participants
RETURN has_owner,
  [event IN events | event {.id, .text, .speaker, .speaker_name, .session, .channel, at: event.at.epochMillis * 1000 + event.at.microsecond % 1000, .event_kind, .role, .direction, .parent, .tool, .metadata, .audience, .seq, .status, .instructs, .salience}] AS events,
  [one IN speakers | {account: one.account, person: one.person.id}] AS accounts, people
