import type pg from 'pg';

const next = (month: string): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
};

/** The months of UTC from one instant to another, both in milliseconds since 1970. */
const monthsBetween = (from: number, until: number): string[] => {
  const [first, last] = [from, until].map((instant) => new Date(instant).toISOString().slice(0, 7));
  const months: string[] = [];
  for (let month = first ?? ''; month <= (last ?? ''); month = next(month)) months.push(month);
  return months;
};

const PARTITIONED = [
  ['events', ''],
  ['visits', 'WITH (fillfactor = 85)'],
] as const;

/**
 * Makes the monthly partitions of events and visits that are not there, as services/analytics
 * would.
 */
export const ensurePartitions = async (client: pg.Client, from: number, until: number): Promise<void> => {
  for (const month of monthsBetween(from, until))
    for (const [table, options] of PARTITIONED) {
      const name = `${table}_y${month.slice(0, 4)}m${month.slice(5)}`;
      const { rows } = await client.query<{ name: string | null }>('SELECT to_regclass($1) AS name', [name]);
      if (rows[0]?.name) continue;
      await client.query(`CREATE TABLE ${name} (LIKE ${table} INCLUDING DEFAULTS) ${options}`);
      await client.query(
        `ALTER TABLE ${table} ATTACH PARTITION ${name}
         FOR VALUES FROM ('${month}-01T00:00:00Z') TO ('${next(month)}-01T00:00:00Z')`,
      );
    }
};
