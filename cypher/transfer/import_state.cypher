// Read the progress of an import into this scope, and whether the scope is empty; receipts and the scope node do not count.
// access: read
// scope: guarded
// returns: source (checksum of the last imported file, or null), done (the number of its lines that are written), empty
CYPHER 25
OPTIONAL MATCH (scope:Scope {scope: $scope})
RETURN scope.import_source AS source, scope.import_done AS done, NOT (
  EXISTS { MATCH (node:Memory) WHERE node.scope = $scope AND node.id IS NOT NULL }
  OR EXISTS { MATCH (node:Session) WHERE node.scope = $scope AND node.id IS NOT NULL }
  OR EXISTS { MATCH (node:Channel) WHERE node.scope = $scope AND node.id IS NOT NULL }
  OR EXISTS { MATCH (node:Identity) WHERE node.scope = $scope AND node.platform IS NOT NULL AND node.platform_id IS NOT NULL }
  OR EXISTS { MATCH (node:Alias) WHERE node.scope = $scope AND node.key IS NOT NULL }
  OR EXISTS { MATCH (node:TrustEdge) WHERE node.scope = $scope AND node.id IS NOT NULL }
  OR EXISTS { MATCH (node:Mark) WHERE node.scope = $scope AND node.id IS NOT NULL }
  OR EXISTS { MATCH (node:Audit) WHERE node.scope = $scope AND node.id IS NOT NULL }
) AS empty
