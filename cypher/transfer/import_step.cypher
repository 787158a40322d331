// Record the next step of an import, unless another writer has already recorded it.
// access: write
// scope: guarded
// param source: checksum of the file
// param start: the number of lines written before this step
// param done: the number of lines written after this step
// returns: done, or no row if the step was already recorded
CYPHER 25
MERGE (scope:Scope {scope: $scope})
  ON CREATE SET scope.name = $scope
// This write locks the scope node before its counter is read, so that no step is applied twice.
SET scope.import_source = scope.import_source
WITH scope
WHERE CASE WHEN scope.import_source = $source THEN scope.import_done = $start ELSE $start = 0 END
SET scope.import_source = $source, scope.import_done = $done
RETURN scope.import_done AS done
