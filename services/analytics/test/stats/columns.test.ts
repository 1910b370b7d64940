import { createTestDatabase } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { createBlocksStore } from '../../src/stats/columns/blocks-store.ts';
import { fitsColumns } from '../../src/stats/columns/column-sums.ts';
import { createStatsStore } from '../../src/stats/stats-store.ts';
import { addDays } from '../../src/stats/zone.ts';
import { ask, askBreakdown, createQuestions, requestOf, SITES } from './questions.ts';
import type { RecountSite } from './questions.ts';
import { randomTraffic, storeTraffic } from './random-traffic.ts';
import type { Traffic } from './random-traffic.ts';

const siteOf = ({ websiteId, zone }: RecountSite) => ({ id: websiteId, timezone: zone });

/** Days of all sites are stored as columns where `isStored` says so. */
const createColumns = async (isStored: (index: number) => boolean) => {
  const db: TestDatabase = await createTestDatabase({
    schema: 'analytics',
    migrations: new URL('../../migrations/', import.meta.url),
  });
  const traffic = new Map<number, Traffic>();
  const blocks = createBlocksStore(db.database);
  for (const site of SITES) {
    const made = randomTraffic(site);
    traffic.set(site.websiteId, made);
    await storeTraffic(db.database, made);
    for (let index = -1; index <= site.days; index += 1)
      if (isStored(index)) await blocks.make(siteOf(site), addDays(site.from, index));
  }
  return {
    db,
    trafficOf: (site: RecountSite) => traffic.get(site.websiteId)!,
    store: createStatsStore(db.database),
  };
};

describe.each([
  // Without the rows nothing but the columns can have the answer.
  { how: 'alone', isStored: () => true, withRows: false },
  { how: 'beside days that are made of rows', isStored: (index: number) => index % 7 !== 5, withRows: true },
])('columns $how', ({ isStored, withRows }) => {
  let columns: Awaited<ReturnType<typeof createColumns>>;
  const { filter, question: randomQuestion } = createQuestions(7);

  beforeAll(async () => {
    columns = await createColumns(isStored);
    if (!withRows) await columns.db.database.raw('TRUNCATE events, visits');
  });
  afterAll(() => columns.db.drop());

  it.each(SITES)('answer what a recount does in $zone', async (site) => {
    let answered = 0;
    for (let round = 0; answered < 40; round += 1) {
      const question = randomQuestion(site);
      if (!fitsColumns(requestOf(site, question))) continue;
      const { actual, expected } = await ask(columns.store, columns.trafficOf(site), site, question);
      expect({ question, rows: actual }).toEqual({ question, rows: expected });
      if (expected.length > 0) answered += 1;
      expect(round).toBeLessThan(400);
    }
  });

  it.each(SITES)('answer the breakdown of many dimensions at once in $zone', async (site) => {
    for (let round = 0; round < 20; round += 1) {
      const from = round % 5;
      const question = {
        groupBy: [],
        filter: { and: [filter(2)] },
        sums: ['visits'],
        from,
        days: 10 - from,
      } as const;
      if (!fitsColumns(requestOf(site, question))) continue;
      for (const { name, actual, expected } of await askBreakdown(
        columns.store,
        columns.trafficOf(site),
        site,
        question,
      ))
        expect({ question, name, rows: actual }).toEqual({ question, name, rows: expected });
    }
  });
});
