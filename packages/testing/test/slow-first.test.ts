import { existsSync } from 'node:fs';
import { join } from 'node:path';

import SlowFirst, { SLOW_SUITES } from '../src/jest/slow-first.ts';

const ROOT = join(import.meta.dirname, '../../..');

type Suites = Parameters<SlowFirst['sort']>[0];

/** Suites as Jest hands them over; one without a cache of durations. */
const suitesOf = (paths: readonly string[]): Suites =>
  paths.map((path) => ({
    path,
    context: {
      config: { cacheDirectory: '/nowhere', id: 'none' },
      hasteFS: { getSize: () => (path === '/x/a.test.ts' ? 2 : 1) },
    },
  })) as unknown as Suites;

it('puts the slow suites in front, the longest first, and loses none', async () => {
  const others = ['/x/a.test.ts', '/x/b.test.ts'];
  const slow = SLOW_SUITES.map((suite) => join(ROOT, suite));
  const sequencer = new SlowFirst({ contexts: [], globalConfig: {} } as never);
  const sorted = await sequencer.sort(suitesOf([...others, ...slow.toReversed()]));
  expect(sorted.map(({ path }) => path)).toEqual([...slow, ...others]);
});

it.each(SLOW_SUITES)('%s is still there', (suite) => {
  expect(existsSync(join(ROOT, suite))).toBe(true);
});
