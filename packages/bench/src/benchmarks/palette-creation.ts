import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startPlatform } from '@platform/local';
import { startPostgres } from '@platform/testing';
import autocannon from 'autocannon';
import type { Request } from 'autocannon';
import pg from 'pg';

import { startPaletteReference } from '../palette/palette-reference.ts';
import type { LoadResult } from '../harness/steady-load.ts';
import { cpuOf } from '../harness/process-figures.ts';
import { startService } from '../harness/start-service.ts';
import { sendSteadily } from '../harness/steady-load.ts';
import type { Benchmark, BenchContext, Figure } from '../harness/benchmark.ts';
import { median } from '../harness/percentile.ts';

type CleanUp = BenchContext['cleanUp'];

/** Answers to POST /v1/palettes at full load. */
interface FullLoad {
  readonly perSecond: number;
  /** Processor time of the server per request, in microseconds; NaN if unknown. */
  readonly cpu: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Answers other than 201. */
  readonly failed: number;
}

interface Target {
  readonly url: string;
  /** Of the server, for its processor time. */
  readonly pid?: number;
  /** Made again for each load: an identity is valid for a minute. */
  readonly authorization: () => Promise<string>;
}

const body = (base: string): string => JSON.stringify({ base_color: base, harmony: 'triadic', count: 10 });
const BODY = body('#3366cc');
/** Different colours, as nobody creates the same palette again and again. */
const BODIES = Array.from({ length: 97 }, (_, index) => body(`oklch(0.6 0.12 ${(index * 3.7).toFixed(1)})`));
const STEADY = 300;
const CONNECTIONS = 32;
/** How often each server's tail is measured. */
const ROUNDS = 5;
/** Warm-up until hot code is compiled: a server's cost per request falls by a third until then. */
const WARM_UP_SECONDS = 15;

const requestsTo = async ({ authorization }: Target): Promise<Request[]> => {
  const headers = { authorization: await authorization(), 'content-type': 'application/json' };
  return BODIES.map((content) => ({ method: 'POST', path: '/v1/palettes', headers, body: content }));
};

const send = async (target: Target, duration: number) =>
  autocannon({ url: target.url, requests: await requestsTo(target), connections: CONNECTIONS, duration });

const fullLoad = async (target: Target, seconds: number): Promise<FullLoad> => {
  const { pid } = target;
  const used = async (): Promise<number> => (pid === undefined ? Number.NaN : cpuOf(pid));
  const before = await used();
  const { requests, latency, non2xx, errors } = await send(target, seconds);
  return {
    perSecond: requests.average,
    cpu: ((await used()) - before) / requests.total,
    p50: latency.p50,
    p99: latency.p99,
    failed: non2xx + errors,
  };
};

/** A palette as the service answers it, which the reference stores. */
const sampleOf = async ({ url, authorization }: Target): Promise<string> => {
  const headers = { authorization: await authorization(), 'content-type': 'application/json' };
  const answer = await fetch(`${url}/v1/palettes`, { method: 'POST', headers, body: BODY });
  const { data } = (await answer.json()) as { data: object };
  return JSON.stringify(data);
};

const tailOf = (way: string, loads: readonly LoadResult[]): Figure => ({
  name: `${way}, p99 at ${STEADY}/s`,
  value: median(loads.map(({ p99 }) => p99)),
  unit: 'ms',
  aim: { atMost: 25 },
});

const figuresOf = (way: string, loads: readonly FullLoad[], steady: readonly LoadResult[]): Figure[] => {
  const of = (field: keyof FullLoad): number => median(loads.map((load) => load[field]));
  const cpu = of('cpu');
  return [
    { name: way, value: of('perSecond'), unit: 'requests/s' },
    ...(Number.isNaN(cpu) ? [] : [{ name: `${way}, processor time`, value: cpu, unit: 'µs/request' }]),
    { name: `${way}, p50`, value: of('p50'), unit: 'ms' },
    { name: `${way}, p99`, value: of('p99'), unit: 'ms' },
    tailOf(way, steady),
    {
      name: `${way}, failed`,
      value: Math.max(...[...loads, ...steady].map(({ failed }) => failed)),
      unit: '',
      aim: { atMost: 0 },
    },
  ];
};

/**
 * Compares the service with the bare server, by requests a second and by the processor time of one:
 * the median, and the range of the pairs.
 */
const sharesOf = (bare: readonly FullLoad[], service: readonly FullLoad[]): Figure[] => {
  const shares = {
    'by requests/s': service.map(({ perSecond }, pair) => perSecond / (bare[pair]?.perSecond ?? Number.NaN)),
    'by processor time': bare.map(({ cpu }, pair) => cpu / (service[pair]?.cpu ?? Number.NaN)),
  };
  return Object.entries(shares).flatMap(([way, values]) => {
    const name = `service, share of the bare one ${way}`;
    return [
      { name, value: median(values), unit: '', aim: { atLeast: 0.8 } },
      { name: `${name}, least of the pairs`, value: Math.min(...values), unit: '' },
      { name: `${name}, greatest of the pairs`, value: Math.max(...values), unit: '' },
    ];
  });
};

/** Does work while PostgreSQL confirms a commit before the disk has it. */
const withoutFlushes = async <Result>(postgresUrl: string, work: () => Promise<Result>): Promise<Result> => {
  const client = new pg.Client(postgresUrl);
  await client.connect();
  const set = async (value: 'on' | 'off'): Promise<void> => {
    await client.query(`ALTER SYSTEM SET synchronous_commit = ${value}`);
    await client.query('SELECT pg_reload_conf()');
  };
  try {
    await set('off');
    return await work();
  } finally {
    await set('on');
    await client.end();
  }
};

/**
 * Measures the creation of palettes beside a bare server that only stores a row as long. Load,
 * servers and PostgreSQL, with durable writes unless it is said, share the machine. The two take turns, so that what
 * else the machine does meets both.
 */
const measure = async (pairs: number, seconds: number, cleanUp: CleanUp): Promise<Figure[]> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'palette-bench-'));
  cleanUp(() => rm(dataDirectory, { recursive: true, force: true }));
  const postgres = await startPostgres({ durable: true });
  cleanUp(() => postgres.stop());
  const service = await startService('palette', { postgresUrl: postgres.url });
  cleanUp(() => service.stop());
  const direct = { url: service.url, pid: service.pid, authorization: () => service.identity.bearer() };
  const reference = await startPaletteReference(postgres.url, await sampleOf(direct));
  cleanUp(() => reference.stop());
  const bare = { url: reference.url, pid: reference.pid, authorization: () => Promise.resolve('none') };
  for (const target of [bare, direct]) await send(target, WARM_UP_SECONDS);
  const loads: { bare: FullLoad[]; service: FullLoad[] } = { bare: [], service: [] };
  for (let pair = 0; pair < pairs; pair += 1) {
    loads.bare.push(await fullLoad(bare, seconds));
    loads.service.push(await fullLoad(direct, seconds));
  }
  const steady = async (target: Target): Promise<LoadResult> =>
    sendSteadily(target.url, await requestsTo(target), {
      seconds: 2 * seconds,
      connections: CONNECTIONS,
      rate: STEADY,
      status: 201,
    });
  /** In turn, and several times: a single stall of the disk decides the tail of one load. */
  const steadily = async (targets: readonly Target[]): Promise<LoadResult[][]> => {
    const found: LoadResult[][] = targets.map(() => []);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [index, target] of targets.entries()) found[index]?.push(await steady(target));
    return found;
  };
  const [bareTails = [], serviceTails = []] = await steadily([bare, direct]);
  const figures = [
    ...figuresOf('bare Express and knex', loads.bare, bareTails),
    ...figuresOf('service', loads.service, serviceTails),
    ...sharesOf(loads.bare, loads.service),
  ];
  // Distinguishes a server's own tail from that of the machine's disk.
  const addTails = async (ways: readonly (readonly [string, Target])[]): Promise<void> => {
    const tails = await withoutFlushes(postgres.url, () => steadily(ways.map(([, target]) => target)));
    for (const [index, [way]] of ways.entries())
      figures.push(tailOf(`${way}, without the disk's flushes`, tails[index] ?? []));
  };
  await addTails([
    ['bare Express and knex', bare],
    ['service', direct],
  ]);
  const platform = await startPlatform({
    port: 0,
    dataDirectory,
    databaseUrl: postgres.url,
    env: { RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'error' },
  });
  cleanUp(() => platform.stop());
  const through = { url: platform.url, authorization: () => Promise.resolve(`Bearer ${platform.key}`) };
  await send(through, WARM_UP_SECONDS);
  const gateway = await fullLoad(through, seconds);
  const [throughTails = []] = await steadily([through]);
  figures.push(...figuresOf('gateway and service', [gateway], throughTails));
  await addTails([['gateway and service', through]]);
  return figures;
};

export const paletteCreation: Benchmark = {
  id: 'palette-creation',
  title: 'POST /v1/palettes',
  measures:
    'Palettes of ten colours with 32 connections, and at 300 requests a second: a bare Express server that stores a row as long by one knex insert and makes no palette, the service, and the service behind the gateway; load and PostgreSQL with durable writes on the same machine. Bare server and service take turns; medians of eight pairs, and of five tails.',
  limitSeconds: 700,
  run: ({ quick, cleanUp }) => measure(quick ? 2 : 8, quick ? 2 : 5, cleanUp),
};
