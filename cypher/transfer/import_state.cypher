// How far an import of this scope is, and whether the scope holds anything else: receipts, and the scope itself, do not count.
// access: read
// scope: guarded
// returns: source (what was imported last, or null), done (how many of its lines), empty
CYPHER 25
OPTIONAL MATCH (memory:Scope {scope: $scope})
RETURN memory.import_source AS source, memory.import_done AS done, NOT (
  EXISTS { MATCH (node:Memory) WHERE node.scope = $scope AND node.id IS NOT NULL }
  OR EXISTS { MATCH (node:Session) WHERE node.scope = $scope AND node.id IS NOT NULL }
  OR EXISTS { MATCH (node:Channel) WHERE node.scope = $scope AND node.id IS NOT NULL }
  OR EXISTS { MATCH (node:Identity) WHERE node.scope = $scope AND node.platform IS NOT NULL AND node.platform_id IS NOT NULL }
  OR EXISTS { MATCH (node:Alias) WHERE node.scope = $scope AND node.key IS NOT NULL }
  OR EXISTS { MATCH (node:TrustEdge) WHERE node.scope = $scope AND node.id IS NOT NULL }
  OR EXISTS { MATCH (node:Mark) WHERE node.scope = $scope AND node.id IS NOT NULL }
  OR EXISTS { MATCH (node:Audit) WHERE node.scope = $scope AND node.id IS NOT NULL }
) AS empty
