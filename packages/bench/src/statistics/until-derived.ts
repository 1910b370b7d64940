import type pg from 'pg';

/** Milliseconds for which nothing new must have been derived, and until when at most. */
const SETTLED_AFTER = 6_000;
const SETTLED_WITHIN = 600_000;

/**
 * Asks what takes longest, which makes the service derive sums and columns of settled days in the
 * background, and waits for that. On a website that is looked at this has happened long ago: each
 * day once, when it has settled.
 * @param client with the search path of analytics
 */
export const untilDerived = async (client: pg.Client, ask: () => Promise<unknown>): Promise<void> => {
  const derived = async (): Promise<string> => {
    const { rows } = await client.query<{ count: string }>(
      "SELECT concat((SELECT count(*) FROM column_blocks), ' ', (SELECT count(*) FROM month_sums), ' ', (SELECT count(*) FROM goal_days)) AS count",
    );
    return rows[0]?.count ?? '';
  };
  const end = performance.now() + SETTLED_WITHIN;
  for (let before = ''; performance.now() < end;) {
    await ask();
    await new Promise((resolve) => setTimeout(resolve, SETTLED_AFTER));
    const now = await derived();
    if (now === before) return;
    before = now;
  }
};
