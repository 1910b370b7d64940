/** Tables of the schemas $1 but those named in $2, each with what makes it anew. */
export const TABLES = `
  SELECT n.nspname AS schema, c.relname AS table, c.oid::int AS oid, c.relkind = 'p' AS partitioned,
    (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
     WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
    (SELECT string_agg(definition, ', ') FROM (
      SELECT format('%I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
        coalesce(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), ''),
        CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END) AS definition
      FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      UNION ALL
      SELECT pg_get_constraintdef(k.oid) FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype IN ('p', 'u')
    ) AS parts) AS definition,
    pg_get_userbyid(c.relowner)::text AS owner
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = ANY ($1) AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> ALL ($2)
  ORDER BY 1, 2`;

/** What makes the partitions of the table $1 anew. */
export const PARTITIONS = `
  SELECT format('CREATE TABLE IF NOT EXISTS %I.%I PARTITION OF %I.%I %s', n.nspname, c.relname,
    pn.nspname, p.relname, pg_get_expr(c.relpartbound, c.oid)) AS statement
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_class p ON p.oid = i.inhparent JOIN pg_namespace pn ON pn.oid = p.relnamespace
  WHERE i.inhparent = $1 ORDER BY c.relname`;

/** Where the sequences of the schemas $1 are. */
export const SEQUENCES = `
  SELECT schemaname AS schema, sequencename AS sequence, coalesce(last_value, start_value)::text AS value,
    last_value IS NOT NULL AS "isCalled"
  FROM pg_sequences WHERE schemaname = ANY ($1) ORDER BY 1, 2`;
