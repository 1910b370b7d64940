import type { Benchmark, Figure } from '../benchmark.ts';
import { measureStatsSpeed } from '../stats-speed.ts';

const FULL = { seed: 1, events: 10_000_000, days: 365, smallSites: 1_000, largeShare: 0.8 };
const QUICK = { seed: 1, events: 150_000, days: 365, smallSites: 10, largeShare: 0.8 };

const aimOf = (name: string, days: number): { atMost: number } | undefined => {
  if (name === 'page' || name === 'page of a small website') return { atMost: 100 };
  if (name.includes('nothing is derived')) return undefined;
  if (!name.includes('filter') && !name.includes(' and ')) return undefined;
  return { atMost: days > 30 ? 1_500 : 300 };
};

export const statsSpeed: Benchmark = {
  id: 'stats-speed',
  title: 'Statistics',
  measures:
    'The statistics page and the query interface over HTTP on 10 million events (one website with 80 % of them, 1,000 small ones), one question at a time; beside them the group-by on raw events. PostgreSQL on the same machine.',
  limitSeconds: 1_800,
  async run({ quick, log }) {
    const { events, timings } = await measureStatsSpeed({
      traffic: quick ? QUICK : FULL,
      rounds: quick ? 5 : 20,
      log,
    });
    return [
      { name: 'raw events', value: events, unit: '' },
      ...timings.flatMap(({ name, days, p50, p99 }): Figure[] => {
        const aim = aimOf(name, days);
        return [
          { name: `${name}, ${days} days, p50`, value: p50, unit: 'ms', ...(aim && { aim }) },
          { name: `${name}, ${days} days, p99`, value: p99, unit: 'ms' },
        ];
      }),
    ];
  },
};
