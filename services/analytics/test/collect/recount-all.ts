import { createDatabase } from '@platform/database';

import { readRollups, recount } from './recount.ts';

/**
 * Counts every website of a database (`DATABASE_URL`) anew from its raw rows, and prints a line for
 * each whose sums differ. Nothing may be written meanwhile.
 */
const database = createDatabase({ url: process.env['DATABASE_URL'] ?? '', schema: 'analytics' });
const websites = await database('websites').orderBy('id').select<{ id: number; timezone: string }[]>();
for (const { id, timezone } of websites) {
  const [sums, raw] = [await readRollups(database, id), await recount(database, id, timezone)];
  const differing = Object.keys(raw).filter(
    (name) => JSON.stringify(sums[name]) !== JSON.stringify(raw[name]),
  );
  for (const name of differing) process.stdout.write(`website ${id}: ${name} differ from the raw rows\n`);
}
await database.destroy();
