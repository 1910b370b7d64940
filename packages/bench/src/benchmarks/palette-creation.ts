import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startPlatform } from '@platform/local';
import { startPostgres } from '@platform/testing';
import autocannon from 'autocannon';

import { startPaletteReference } from '../palette/palette-reference.ts';
import { cpuOf } from '../harness/process-cpu.ts';
import { startService } from '../harness/start-service.ts';
import type { Benchmark } from '../harness/benchmark.ts';

/** POST /v1/palettes at full load, and at 300 requests a second. */
export interface CreationLoad {
  readonly way: 'bare Express and knex' | 'service' | 'gateway and service';
  readonly perSecond: number;
  /** Processor time of the server per request at full load, in microseconds; null if unknown. */
  readonly cpu: number | null;
  /** Milliseconds at full load. */
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds at 300 requests a second. */
  readonly steadyP99: number;
  /** Answers other than 201. */
  readonly failed: number;
}

export interface CreationOptions {
  /** Of each measurement. */
  seconds?: number;
  connections?: number;
  /** False to leave out the whole platform with its gateway. */
  withGateway?: boolean;
}

interface Target {
  readonly url: string;
  /** Of the server, for its processor time. */
  readonly pid?: number;
  /** Made anew for each load: an identity is valid for a minute. */
  readonly authorization: () => Promise<string>;
}

const BODY = JSON.stringify({ base_color: '#3366cc', harmony: 'triadic', count: 10 });
const STEADY = 300;

const measure = async (
  way: CreationLoad['way'],
  { url, pid, authorization }: Target,
  { seconds = 10, connections = 32 }: CreationOptions,
): Promise<CreationLoad> => {
  const used = async (): Promise<number> => (pid === undefined ? Number.NaN : cpuOf(pid));
  const load = async (duration: number, overallRate?: number) =>
    autocannon({
      url: `${url}/v1/palettes`,
      method: 'POST',
      headers: { authorization: await authorization(), 'content-type': 'application/json' },
      body: BODY,
      connections,
      duration,
      ...(overallRate === undefined ? {} : { overallRate }),
    });
  await load(3);
  const before = await used();
  const full = await load(seconds);
  const cpu = ((await used()) - before) / full.requests.total;
  const steady = await load(seconds, STEADY);
  return {
    way,
    perSecond: full.requests.average,
    cpu: Number.isNaN(cpu) ? null : cpu,
    p50: full.latency.p50,
    p99: full.latency.p99,
    steadyP99: steady.latency.p99,
    failed: full.non2xx + full.errors + steady.non2xx + steady.errors,
  };
};

const least = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : Math.min(one, other);

const best = (one: CreationLoad, other: CreationLoad): CreationLoad => ({
  ...(one.perSecond > other.perSecond ? one : other),
  cpu: least(one.cpu, other.cpu),
});

/** A palette as the service answers it, which the reference stores. */
const sampleOf = async ({ url, authorization }: Target): Promise<string> => {
  const headers = { authorization: await authorization(), 'content-type': 'application/json' };
  const answer = await fetch(`${url}/v1/palettes`, { method: 'POST', headers, body: BODY });
  const { data } = (await answer.json()) as { data: object };
  return JSON.stringify(data);
};

/**
 * Measures the creation of palettes beside a bare server that only stores a row as long. Load,
 * servers and PostgreSQL, with durable writes, share the machine.
 */
export const measurePaletteCreation = async (options: CreationOptions = {}): Promise<CreationLoad[]> => {
  const stops: (() => Promise<unknown>)[] = [];
  const started = <Item extends { stop(): Promise<unknown> }>(item: Item): Item => {
    stops.push(() => item.stop());
    return item;
  };
  try {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'palette-bench-'));
    stops.push(() => rm(dataDirectory, { recursive: true, force: true }));
    const postgres = started(await startPostgres({ durable: true }));
    const service = started(await startService('palette', { postgresUrl: postgres.url }));
    const direct = { url: service.url, pid: service.pid, authorization: () => service.identity.bearer() };
    const reference = started(await startPaletteReference(postgres.url, await sampleOf(direct)));
    const bare = { url: reference.url, pid: reference.pid, authorization: () => Promise.resolve('none') };
    // Each runs twice, in turn, and the better run counts: a noisy neighbour isn't the server's
    // fault.
    const rounds: CreationLoad[][] = [];
    for (let round = 0; round < 2; round += 1)
      rounds.push([
        await measure('bare Express and knex', bare, options),
        await measure('service', direct, options),
      ]);
    const [first = [], second = []] = rounds;
    const results = first.map((load, place) => best(load, second[place] ?? load));
    if (options.withGateway === false) return results;
    const platform = started(
      await startPlatform({
        port: 0,
        dataDirectory,
        databaseUrl: postgres.url,
        env: { RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'error' },
      }),
    );
    const through = { url: platform.url, authorization: () => Promise.resolve(`Bearer ${platform.key}`) };
    results.push(await measure('gateway and service', through, options));
    return results;
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
};

export const paletteCreation: Benchmark = {
  id: 'palette-creation',
  title: 'POST /v1/palettes',
  measures:
    'Palettes of ten colours with 32 connections, and at 300 requests a second: a bare Express server that stores a row as long by one knex insert, the service, and the service behind the gateway; load and PostgreSQL with durable writes on the same machine.',
  limitSeconds: 300,
  async run({ quick }) {
    const results = await measurePaletteCreation({ seconds: quick ? 2 : 10 });
    const bare = results[0]?.perSecond ?? Number.NaN;
    const bareCpu = results[0]?.cpu ?? Number.NaN;
    return results.flatMap(({ way, perSecond, cpu, p50, p99, steadyP99, failed }) => [
      { name: way, value: perSecond, unit: 'requests/s' },
      ...(cpu === null
        ? []
        : [
            { name: `${way}, processor time`, value: cpu, unit: 'µs/request' },
            { name: `${way}, share of the bare one by processor time`, value: bareCpu / cpu, unit: '' },
          ]),
      {
        name: `${way}, share of the bare one`,
        value: perSecond / bare,
        unit: '',
        ...(way === 'service' ? { aim: { atLeast: 0.8 } } : {}),
      },
      { name: `${way}, p50`, value: p50, unit: 'ms' },
      { name: `${way}, p99`, value: p99, unit: 'ms' },
      { name: `${way}, p99 at 300/s`, value: steadyP99, unit: 'ms', aim: { atMost: 25 } },
      { name: `${way}, failed`, value: failed, unit: '', aim: { atMost: 0 } },
    ]);
  },
};
