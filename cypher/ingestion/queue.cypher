// The number of events in each status of digestion.
// access: read
// scope: guarded
// returns: pending, processing, failed, failed_permanent, stale (expired claims)
// param now: datetime
CYPHER 25
RETURN
  COUNT { MATCH (e:Event) WHERE e.scope = $scope AND e.status = 'pending' AND e.at IS NOT NULL } AS pending,
  COUNT { MATCH (e:Event) WHERE e.scope = $scope AND e.status = 'processing' AND e.at IS NOT NULL } AS processing,
  COUNT { MATCH (e:Event) WHERE e.scope = $scope AND e.status = 'failed' AND e.at IS NOT NULL } AS failed,
  COUNT { MATCH (e:Event) WHERE e.scope = $scope AND e.status = 'failed_permanent' AND e.at IS NOT NULL } AS failed_permanent,
  COUNT { MATCH (e:Event) WHERE e.scope = $scope AND e.status = 'processing' AND e.lease_until <= $now } AS stale
