import { createRequire } from 'node:module';

import type JestSequencer from '@jest/test-sequencer';

// Its types describe what `require` gets: an `import` gets the class itself.
const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer') as typeof JestSequencer;

type Sort = JestSequencer.default['sort'];

/**
 * Suites that take half a minute or more on two cores, the longest first: one that began last would keep
 * a single worker busy at the end of a run, while the others have nothing left to do. Jest knows how
 * long suites took only where it has run before, and otherwise goes by the size of their files.
 */
export const SLOW_SUITES: readonly string[] = [
  'packages/client/test/platform/platform.e2e.test.ts',
  'packages/local/test/contract/contract.e2e.test.ts',
  'services/reports/test/browser/attacks.e2e.test.ts',
  'packages/local/test/backup.e2e.test.ts',
  'packages/local/test/tracing.e2e.test.ts',
  'packages/web/test/looks.e2e.test.ts',
  'packages/web/test/member-sessions.e2e.test.ts',
  'services/analytics/test/stats/heavy-questions.e2e.test.ts',
  'services/reports/test/audit/hostile-pages.e2e.test.ts',
  'gateway/test/limits-redis.test.ts',
  'services/analytics/test/maintenance/exclusively.test.ts',
  'packages/runtime/test/refresh-slots.test.ts',
];

const rankOf = (path: string): number => {
  const rank = SLOW_SUITES.findIndex((suite) => path.endsWith(`/${suite}`));
  return rank < 0 ? SLOW_SUITES.length : rank;
};

/** Jest's own order of suites, with the slow ones in front. */
export default class SlowFirst extends Sequencer {
  override async sort(tests: Parameters<Sort>[0]): Promise<Awaited<ReturnType<Sort>>> {
    const sorted = await super.sort(tests);
    return sorted.toSorted((a, b) => rankOf(a.path) - rankOf(b.path));
  }
}
