import { hasRedis } from '@platform/testing';

import type { Benchmark, Figure } from '../benchmark.ts';
import { measureExports } from '../exports-latency.ts';
import type { ExportsResult } from '../exports-latency.ts';

const QUICK = [
  [1, 50],
  [50, 300],
] as const;

/** Of the aims, the one of 300 exports a second is for 50 in flight and more. */
const figuresOf = ({ backend, loads, cached, memory }: ExportsResult): Figure[] => [
  ...loads.flatMap(({ inFlight, p50, p99, perSecond }): Figure[] => [
    { name: `${backend}, ${inFlight} in flight, p50`, value: p50, unit: 'ms' },
    {
      ...{ name: `${backend}, ${inFlight} in flight, p99`, value: p99, unit: 'ms' },
      ...(inFlight === 1 ? { aim: { atMost: 150 } } : {}),
    },
    {
      ...{ name: `${backend}, ${inFlight} in flight`, value: perSecond, unit: 'exports/s' },
      ...(inFlight > 1 ? { aim: { atLeast: 300 } } : {}),
    },
  ]),
  { name: `${backend}, from cache, p50`, value: cached.p50, unit: 'ms', aim: { atMost: 5 } },
  { name: `${backend}, from cache, p99`, value: cached.p99, unit: 'ms' },
  ...(memory
    ? [
        { name: `${backend}, worker's memory before`, value: memory.before, unit: 'MB' },
        { name: `${backend}, after ${memory.exports} exports`, value: memory.after, unit: 'MB' },
      ]
    : []),
];

export const exportsLatency: Benchmark = {
  id: 'exports-latency',
  title: 'Token exports',
  measures:
    'Exports that are all different, from the request to the answer "completed", at 1, 50 and 200 in flight, with the queue on PostgreSQL and on Redis (where there is one); requests whose export exists already; the worker\'s memory after 10,000 exports.',
  limitSeconds: 600,
  async run({ quick, log }) {
    const figures: Figure[] = [];
    const backends = hasRedis() ? (['redis', 'postgres'] as const) : (['postgres'] as const);
    for (const backend of backends) {
      log(`the queue is on ${backend}`);
      const options = quick
        ? { backend, loads: QUICK }
        : { backend, memoryExports: backend === backends[0] ? 10_000 : 0 };
      figures.push(...figuresOf(await measureExports(options)));
    }
    return figures;
  },
};
