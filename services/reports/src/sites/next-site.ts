/**
 * The site whose turn it is. Organisations take turns: first those with the fewest sites being crawled,
 * then those that waited longest; among an organisation’s sites, the one that waited longest. This is
 * an order and no limit: a claim whose worker died delays its organisation, and stops nobody.
 */
export const NEXT_SITE = `
  WITH unfinished AS (
    SELECT organisation, count(*) FILTER (WHERE claimed_until >= now()) AS claimed
    FROM sites WHERE status IN ('pending', 'running') GROUP BY organisation
  ), turns AS (
    SELECT organisation, claimed, (
      SELECT max(updated_at) FROM sites WHERE organisation = unfinished.organisation AND started_at IS NOT NULL
    ) AS served
    FROM unfinished
  )
  SELECT sites.id FROM sites JOIN turns USING (organisation)
  WHERE status IN ('pending', 'running') AND (claimed_until IS NULL OR claimed_until < now())
  ORDER BY claimed, served NULLS FIRST, updated_at, sites.id
  LIMIT 1 FOR UPDATE OF sites SKIP LOCKED`;
