// Take from entities the names that nobody calls them any more, and tell of the others to whom they were told.
// access: write
// scope: guarded
// param gone: list of {entity, key}, sorted
// param told: list of {entity, key, audiences (null: all)}, sorted
// param labels: list of {id, label, other_labels} of those that are taken for something else
// param audits: list of {id, properties} of records that tell names
// returns: nothing
CYPHER 25
CALL () {
  UNWIND $gone AS row
  MATCH (alias:Alias {scope: $scope, key: row.key})-[names:NAMES]->(:Memory {scope: $scope, id: row.entity})
  DELETE names
  WITH DISTINCT alias
  WHERE NOT EXISTS { (alias)-[:NAMES]->() }
  DELETE alias
  RETURN count(*) AS unnamed
}
CALL (unnamed) {
  UNWIND $told AS row
  MATCH (alias:Alias {scope: $scope, key: row.key})-[names:NAMES]->(:Memory {scope: $scope, id: row.entity})
  WHERE unnamed IS NOT NULL
  SET names.audiences = row.audiences
  RETURN count(*) AS narrowed
}
CALL (narrowed) {
  UNWIND $labels AS row
  MATCH (entity:Memory {scope: $scope, id: row.id})
  USING INDEX SEEK entity:Memory(scope, id)
  WHERE narrowed IS NOT NULL
  REMOVE entity:$(row.other_labels)
  SET entity:$(row.label)
  RETURN count(*) AS relabelled
}
CALL (relabelled) {
  UNWIND $audits AS row
  MATCH (audit:Audit {scope: $scope, id: row.id})
  WHERE relabelled IS NOT NULL
  SET audit += row.properties
  RETURN count(*) AS retold
}
FINISH
