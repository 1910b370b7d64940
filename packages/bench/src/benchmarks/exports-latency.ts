import { createExportsClient, exportMany } from '../exports/exports-client.ts';
import type { ExportsClient } from '../exports/exports-client.ts';
import { startExportsStack } from '../exports/exports-stack.ts';
import type { ExportsBackend } from '../exports/exports-stack.ts';

import { hasRedis } from '@platform/testing';

import type { Benchmark, Figure } from '../harness/benchmark.ts';
import { percentile } from '../harness/percentile.ts';

/**
 * Exports at a number in flight; times in milliseconds, from sending the request to having the
 * answer "completed".
 */
export interface ExportsLoad {
  readonly inFlight: number;
  readonly exports: number;
  readonly p50: number;
  readonly p99: number;
  readonly perSecond: number;
}

export interface ExportsResult {
  readonly backend: ExportsBackend;
  readonly workers: number;
  readonly loads: readonly ExportsLoad[];
  /** POST of a request whose export exists already, one at a time: milliseconds. */
  readonly cached: { readonly p50: number; readonly p99: number };
}

export interface ExportsOptions {
  backend?: ExportsBackend;
  workers?: number;
  /** Numbers in flight, and how many exports are made at each. */
  loads?: readonly (readonly [inFlight: number, exports: number])[];
}

const inTenths = (times: readonly number[], share: number): number =>
  Math.round(percentile(times, share) * 10) / 10;

const FORMATS = ['css', 'scss', 'json', 'dtcg', 'tailwind-v4', 'ios-swift'];

const load = async (
  client: ExportsClient,
  palette: string,
  inFlight: number,
  exports: number,
): Promise<ExportsLoad> => {
  const startedAt = performance.now();
  const times = await exportMany(client, palette, FORMATS, inFlight, exports);
  const seconds = (performance.now() - startedAt) / 1_000;
  const [p50, p99] = [inTenths(times, 0.5), inTenths(times, 0.99)];
  return { inFlight, exports, p50, p99, perSecond: Math.round(times.length / seconds) };
};

const cachedPosts = async (client: ExportsClient, palette: string): Promise<ExportsResult['cached']> => {
  const body = { palette_id: palette, format: 'css', prefix: 'cached' };
  const times: number[] = [];
  for (let turn = 0; turn < 500; turn += 1) {
    const began = performance.now();
    const { status } = await client('POST', '/v1/tokens/export', body);
    if (status !== 202) throw new Error(`Refused with ${status}.`);
    times.push(performance.now() - began);
  }
  // The first ones make the export and warm the path.
  const warm = times.slice(100);
  return { p50: inTenths(warm, 0.5), p99: inTenths(warm, 0.99) };
};

/**
 * Measures token exports through the service's API. Load, service, worker, PostgreSQL and Redis
 * share the machine.
 */
export const measureExports = async (options: ExportsOptions = {}): Promise<ExportsResult> => {
  const { backend = 'redis', workers = 1 } = options;
  const sizes =
    options.loads ??
    ([
      [1, 300],
      [50, 3_000],
      [200, 3_000],
    ] as const);
  const stack = await startExportsStack(backend, workers);
  try {
    const client = createExportsClient(stack);
    const made = await client('POST', '/v1/palettes', {
      base_color: '#336699',
      harmony: 'triadic',
      count: 10,
    });
    const palette = made.body.data.id;
    await load(client, palette, 20, 500);
    const loads: ExportsLoad[] = [];
    for (const [inFlight, exports] of sizes) loads.push(await load(client, palette, inFlight, exports));
    const cached = await cachedPosts(client, palette);
    return { backend, workers, loads, cached };
  } finally {
    await stack.stop();
  }
};

const QUICK = [
  [1, 50],
  [50, 300],
] as const;

/** Of the aims, the one of 300 exports a second is for 50 in flight and more. */
const figuresOf = ({ backend, loads, cached }: ExportsResult): Figure[] => [
  ...loads.flatMap(({ inFlight, p50, p99, perSecond }): Figure[] => [
    { name: `${backend}, ${inFlight} in flight, p50`, value: p50, unit: 'ms' },
    {
      name: `${backend}, ${inFlight} in flight, p99`,
      value: p99,
      unit: 'ms',
      ...(inFlight === 1 ? { aim: { atMost: 150 } } : {}),
    },
    {
      name: `${backend}, ${inFlight} in flight`,
      value: perSecond,
      unit: 'exports/s',
      ...(inFlight > 1 ? { aim: { atLeast: 300 } } : {}),
    },
  ]),
  { name: `${backend}, from cache, p50`, value: cached.p50, unit: 'ms', aim: { atMost: 5 } },
  { name: `${backend}, from cache, p99`, value: cached.p99, unit: 'ms' },
];

export const exportsLatency: Benchmark = {
  id: 'exports-latency',
  title: 'Token exports',
  measures:
    'Exports that are all different, from the request to the answer "completed", at 1, 50 and 200 in flight, with the queue on PostgreSQL and on Redis (where there is one); requests whose export exists already.',
  limitSeconds: 600,
  async run({ quick, log }) {
    const figures: Figure[] = [];
    const backends = hasRedis() ? (['redis', 'postgres'] as const) : (['postgres'] as const);
    for (const backend of backends) {
      log(`the queue is on ${backend}`);
      const options = quick ? { backend, loads: QUICK } : { backend };
      figures.push(...figuresOf(await measureExports(options)));
    }
    return figures;
  },
};
