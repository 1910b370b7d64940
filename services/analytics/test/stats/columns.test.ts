import { createTestDatabase } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { createBlocksStore } from '../../src/stats/derived/columns/blocks-store.ts';
import { fitsColumns } from '../../src/stats/derived/columns/column-question.ts';
import { createStatsStore } from '../../src/stats/stats-store.ts';
import { addDays } from '../../src/calendar/local-day.ts';
import { ask, askBreakdown, createQuestions, requestOf, SITES } from './questions.ts';
import type { Question, RecountSite } from './questions.ts';
import { randomTraffic } from './random-traffic.ts';
import type { Traffic } from './random-traffic.ts';
import { storeTraffic } from './store-traffic.ts';

/** Traffic of all sites, with the days of which `isStored` says so stored as columns. */
const createColumns = async (isStored: (index: number) => boolean, visitsInBlock?: number) => {
  const db: TestDatabase = await createTestDatabase({
    schema: 'analytics',
    migrations: new URL('../../migrations/', import.meta.url),
  });
  const traffic = new Map<number, Traffic>();
  const blocks = createBlocksStore(db.database, { ...(visitsInBlock !== undefined && { visitsInBlock }) });
  for (const site of SITES) {
    const made = randomTraffic(site);
    traffic.set(site.websiteId, made);
    await storeTraffic(db.database, made);
    for (let index = -1; index <= site.days; index += 1)
      if (isStored(index))
        await blocks.make({ id: site.websiteId, timezone: site.zone }, addDays(site.from, index));
  }
  return {
    db,
    trafficOf: (site: RecountSite) => traffic.get(site.websiteId)!,
    store: createStatsStore(db.database),
  };
};

describe.each([
  // Without the rows nothing but the columns can have the answer.
  { how: 'alone, in several blocks a day', isStored: () => true, visitsInBlock: 12, withRows: false },
  { how: 'beside days that are made of rows', isStored: (index: number) => index % 7 !== 5, withRows: true },
])('columns $how', ({ isStored, visitsInBlock, withRows }) => {
  let columns: Awaited<ReturnType<typeof createColumns>>;
  const { filter, question: randomQuestion } = createQuestions(7);

  beforeAll(async () => {
    columns = await createColumns(isStored, visitsInBlock);
    if (!withRows) await columns.db.database.raw('TRUNCATE events, visits');
  });
  afterAll(() => columns.db.drop());

  it('fill as many blocks as they need', async () => {
    const { rows } = await columns.db.database.raw<{ rows: { most: number }[] }>(
      'SELECT max(number) + 1 AS most FROM column_blocks',
    );
    if (visitsInBlock === undefined) expect(rows[0]!.most).toBe(1);
    else expect(rows[0]!.most).toBeGreaterThan(2);
  });

  it.each(SITES)('answer what a recount answers in $zone', async (site) => {
    let answered = 0;
    for (let round = 0; answered < 25; round += 1) {
      const question = randomQuestion(site);
      if (!fitsColumns(requestOf(site, question))) continue;
      const { actual, expected } = await ask(columns.store, columns.trafficOf(site), site, question);
      expect({ question, rows: actual }).toEqual({ question, rows: expected });
      if (expected.length > 0) answered += 1;
      expect(round).toBeLessThan(400);
    }
  });

  it.each(SITES)('answer a breakdown by many dimensions at once in $zone', async (site) => {
    let answered = 0;
    for (let round = 0; round < 16; round += 1) {
      const from = round % 5;
      const question: Question = {
        groupBy: [],
        filter: { and: [filter(2)] },
        sums: ['visits'],
        from,
        days: 10 - from,
      };
      if (!fitsColumns(requestOf(site, question))) continue;
      const found = await askBreakdown(columns.store, columns.trafficOf(site), site, question);
      for (const { name, actual, expected } of found) {
        expect({ question, name, rows: actual }).toEqual({ question, name, rows: expected });
        answered += expected.length;
      }
    }
    expect(answered).toBeGreaterThan(10);
  });
});
