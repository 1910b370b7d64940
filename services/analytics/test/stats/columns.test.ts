import { createTestDatabase } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';
import fc from 'fast-check';

import { addDays } from '../../src/calendar/local-day.ts';
import { createBlockCache, createBlocksStore } from '../../src/stats/derived/columns/blocks-store.ts';
import { fitsColumns } from '../../src/stats/derived/columns/column-reader.ts';
import {
  decodeCodes,
  decodeNumbers,
  encodeCodes,
  encodeNumbers,
} from '../../src/stats/derived/columns/columns.ts';
import { createStatsStore } from '../../src/stats/stats-store.ts';
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

describe('encoded columns', () => {
  /** The same bytes at an odd address, as a driver may hand them out. */
  const elsewhere = (bytes: Buffer): Uint8Array<ArrayBuffer> => {
    const larger = new Uint8Array(bytes.length + 1);
    larger.set(bytes, 1);
    return larger.subarray(1);
  };

  const number = fc.oneof(
    fc.nat(255),
    fc.nat(65_535),
    fc.nat(2 ** 31 - 1),
    fc.maxSafeNat(),
    fc.constantFrom(0, 255, 256, 65_535, 65_536, 2 ** 32 - 1, 2 ** 32),
  );

  it('are read back as written: numbers', () => {
    fc.assert(
      fc.property(fc.array(number), (numbers) => {
        expect([...decodeNumbers(elsewhere(encodeNumbers(numbers)))]).toEqual(numbers);
      }),
    );
  });

  it('are read back as written: ids', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.nat(5), fc.nat(2 ** 31 - 1))), (ids) => {
        const { values, codes } = decodeCodes(elsewhere(encodeCodes(ids)));
        expect(Array.from(codes, (code) => values[code])).toEqual(ids);
        expect(new Set(values).size).toBe(values.length);
      }),
    );
  });

  it('take as few bytes per row as the values allow', () => {
    const bytesARow = (numbers: number[]) => (encodeNumbers(numbers).length - 8) / numbers.length;
    expect([[1, 255], [256], [65_535], [65_536], [2 ** 32]].map(bytesARow)).toEqual([1, 2, 2, 4, 8]);
    const many = Array.from({ length: 257 }, (_, id) => id * 1000);
    expect(encodeCodes(many.slice(1)).length).toBe(4 + 256 * 4 + 8 + 256);
    expect(encodeCodes(many).length).toBe(4 + 257 * 4 + 8 + 257 * 2);
  });

  it('are refused when truncated or of another kind', () => {
    expect(() => decodeNumbers(new Uint8Array(0))).toThrow('not a column of numbers');
    expect(() =>
      decodeNumbers(encodeNumbers([70_000, 2]).subarray(0, -1) as Uint8Array<ArrayBuffer>),
    ).toThrow('not a column of numbers');
    expect(() => decodeNumbers(Uint8Array.of(3, 0, 0, 0, 0, 0, 0, 0))).toThrow('not a column of numbers');
    expect(() => decodeCodes(new Uint8Array(3))).toThrow('not a column of codes');
    expect(() => decodeCodes(encodeCodes([1, 2, 3]).subarray(0, 9) as Uint8Array<ArrayBuffer>)).toThrow(
      'not a column of',
    );
  });
});

describe('recently read blocks', () => {
  const block = (day: string, columns: Record<string, number>) => ({
    day,
    crossing: [],
    columns: Object.fromEntries(
      Object.entries(columns).map(([name, bytes]) => [name, new Uint8Array(bytes)] as const),
    ),
  });

  it('collect the columns asked for', () => {
    const cache = createBlockCache();
    cache.add('a', block('2026-01-01', { traits: 3 }));
    cache.add('a', block('2026-01-01', { country: 5 }));
    expect(Object.keys(cache.get('a')!.columns)).toEqual(['traits', 'country']);
    expect(cache.get('b')).toBeUndefined();
  });

  it('make room for others, the least recently used first', () => {
    const cache = createBlockCache(30_000);
    cache.add('a', block('2026-01-01', { traits: 10_000 }));
    cache.add('b', block('2026-01-02', { traits: 10_000 }));
    expect(cache.get('a')).toBeDefined();
    cache.add('c', block('2026-01-03', { traits: 10_000 }));
    expect(cache.get('b')).toBeUndefined();
    expect(cache.get('a')).toBeDefined();
    // More columns of one block push out others, too.
    cache.add('c', block('2026-01-03', { country: 8_000 }));
    expect(cache.get('a')).toBeUndefined();
    expect(Object.keys(cache.get('c')!.columns)).toEqual(['traits', 'country']);
  });

  it('never include a block larger than the whole cache', () => {
    const cache = createBlockCache(5_000);
    cache.add('a', block('2026-01-01', { traits: 10_000 }));
    expect(cache.get('a')).toBeUndefined();
  });
});
