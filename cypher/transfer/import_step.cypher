// Take the next step of an import, which is one for all writers: it is taken only from where the last one ended.
// access: write
// scope: guarded
// param source: checksum of the file
// param start: lines that were written before
// param done: lines that are written after this step
// returns: done, or no row where the step was taken before
CYPHER 25
MERGE (memory:Scope {scope: $scope})
  ON CREATE SET memory.name = $scope
// This write takes the scope's lock before its counter is read: no step is taken twice.
SET memory.import_source = memory.import_source
WITH memory
WHERE CASE WHEN memory.import_source = $source THEN memory.import_done = $start ELSE $start = 0 END
SET memory.import_source = $source, memory.import_done = $done
RETURN memory.import_done AS done
