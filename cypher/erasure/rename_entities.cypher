// Remove names of entities that no remaining event uses, and narrow the audiences of others.
// access: write
// scope: guarded
// param removed_names: list of {entity, key}, sorted
// param name_audiences: list of {entity, key, audiences (null: all)}, sorted
// param labels: list of {id, label, other_labels} of entities whose type changes
// param audits: list of {id, properties} of audit records that contain names
// returns: nothing
CYPHER 25
CALL () {
  UNWIND $removed_names AS row
  MATCH (alias:Alias {scope: $scope, key: row.key})-[names:NAMES]->(:Memory {scope: $scope, id: row.entity})
  USING INDEX SEEK alias:Alias(scope, key)
  DELETE names
  WITH DISTINCT alias
  WHERE NOT EXISTS { (alias)-[:NAMES]->() }
  DELETE alias
  RETURN count(*) AS unnamed
}
CALL (unnamed) {
  UNWIND $name_audiences AS row
  MATCH (alias:Alias {scope: $scope, key: row.key})-[names:NAMES]->(:Memory {scope: $scope, id: row.entity})
  USING INDEX SEEK alias:Alias(scope, key)
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
  RETURN count(*) AS updated
}
FINISH
