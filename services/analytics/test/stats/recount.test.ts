import { createTestDatabase } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { VISIT_DIMENSIONS } from '../../src/dimensions/dimension-names.ts';
import type { GroupBy } from '../../src/dimensions/dimension-names.ts';
import { SUMS } from '../../src/metrics/metrics.ts';
import { createStatsStore } from '../../src/stats/stats-store.ts';
import { ask, askBreakdown, createQuestions, SITES, TIMES } from './questions.ts';
import type { Question } from './questions.ts';
import { randomTraffic } from './random-traffic.ts';
import type { Traffic } from './random-traffic.ts';
import { storeTraffic } from './store-traffic.ts';

let db: TestDatabase;
const traffic = new Map<number, Traffic>();

beforeAll(async () => {
  db = await createTestDatabase({
    schema: 'analytics',
    migrations: new URL('../../migrations/', import.meta.url),
  });
  for (const site of SITES) {
    const made = randomTraffic(site);
    traffic.set(site.websiteId, made);
    await storeTraffic(db.database, made);
  }
});
afterAll(() => db.drop());

describe('every answer equals a recount of the raw data', () => {
  const { filter, question: randomQuestion } = createQuestions(42);

  it.each(SITES)('in $zone: what the rollups answer', async (site) => {
    const questions: Question[] = [
      ...[[], ...TIMES.map((name) => [name])].map((groupBy) => ({ groupBy, sums: SUMS })),
      ...VISIT_DIMENSIONS.map((name) => ({
        groupBy: [name] as GroupBy[],
        sums: name.endsWith('_page') ? ['visits' as const] : ['visitors' as const, 'visits' as const],
      })),
      ...TIMES.map((name) => ({
        groupBy: [name, 'country'] as GroupBy[],
        sums: ['visitors' as const, 'visits' as const],
      })),
      { groupBy: ['page'], sums: ['visitors', 'pageviews', 'engaged', 'scroll'] },
      { groupBy: ['page', 'time:week'], sums: ['visitors', 'pageviews', 'engaged', 'scroll'] },
      { groupBy: ['event'], sums: ['visitors', 'events'] },
      { groupBy: ['time:day', 'event'], sums: ['visitors', 'events'] },
    ].map((question) => ({ filter: { and: [] }, from: 2, days: 9, ...question }) as Question);
    for (const question of questions) {
      const { actual, expected } = await ask(
        createStatsStore(db.database),
        traffic.get(site.websiteId)!,
        site,
        question,
      );
      expect({ question, rows: actual }).toEqual({ question, rows: expected });
      expect(expected.length).toBeGreaterThan(0);
    }
  });

  it.each(SITES)('in $zone: random dimensions, filters and ranges', async (site) => {
    let answered = 0;
    for (let round = 0; round < 60; round += 1) {
      const question = randomQuestion(site);
      const { actual, expected } = await ask(
        createStatsStore(db.database),
        traffic.get(site.websiteId)!,
        site,
        question,
      );
      expect({ question, rows: actual }).toEqual({ question, rows: expected });
      if (expected.length > 0) answered += 1;
    }
    // Most questions must be about something, or the comparison would compare nothing with nothing.
    expect(answered).toBeGreaterThan(30);
  });

  it.each(SITES)('in $zone: a breakdown by many dimensions at once', async (site) => {
    const store = createStatsStore(db.database);
    for (let round = 0; round < 12; round += 1) {
      const from = round % 5;
      const question: Question = {
        groupBy: [],
        filter: { and: [filter(2)] },
        sums: ['visits'],
        from,
        days: 10 - from,
      };
      for (const { name, actual, expected } of await askBreakdown(
        store,
        traffic.get(site.websiteId)!,
        site,
        question,
      ))
        expect({ question, name, rows: actual }).toEqual({ question, name, rows: expected });
    }
  });
});
