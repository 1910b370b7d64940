import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startPlatform } from '@platform/local';

import type { Benchmark, Figure } from '../harness/benchmark.ts';
import type { LoadResult } from '../harness/steady-load.ts';
import { sendSteadily } from '../harness/steady-load.ts';
import { requestsOf, sendLoad } from '../ingest/ingest-load.ts';
import { cpuOf, cpuOfTree } from '../harness/process-figures.ts';

const SITES = 21;

const createSites = (url: string, key: string): Promise<{ domain: string; siteKey: string }[]> =>
  Promise.all(
    Array.from({ length: SITES }, async (_, index) => {
      const domain = `site-${index}.example`;
      const answer = await fetch(`${url}/api/v1/websites`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ domain }),
      });
      const { data } = (await answer.json()) as { data: { site_key: string } };
      return { domain, siteKey: data.site_key };
    }),
  );

/**
 * Processor time, in microseconds, of the platform's processes: everything below this one, which
 * generates the load.
 */
const platformCpu = async (): Promise<number> => (await cpuOfTree(process.pid)) - (await cpuOf(process.pid));

const figuresOf = (
  name: string,
  cpuMilliseconds: number,
  aim: number,
  { perSecond, p50, p99, failed }: LoadResult,
): Figure[] => [
  { name: `${name}: CPU per event`, value: cpuMilliseconds, unit: 'ms', aim: { atMost: aim } },
  { name, value: perSecond, unit: 'events/s' },
  { name: `${name}: p50`, value: p50, unit: 'ms' },
  { name: `${name}: p99`, value: p99, unit: 'ms' },
  { name: `${name}: failed`, value: failed, unit: '', aim: { atMost: 0 } },
];

export const ingestGateway: Benchmark = {
  id: 'ingest-gateway',
  title: 'Events through the gateway',
  measures:
    "Reports of the tracker from 100 connections through the gateway of a whole platform, as visitors' browsers send them, acknowledged after commit; beside it the same to the service behind it, in the same run; and the processor time per event of all processes of the platform, PostgreSQL included; then the latency at a steady 80 % of that load. Limits by address are off.",
  limitSeconds: 180,
  async run({ quick, cleanUp }) {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'platform-bench-'));
    cleanUp(() => rm(dataDirectory, { recursive: true, force: true }));
    // PostgreSQL may run as another user, who has to reach its folder.
    await chmod(dataDirectory, 0o711);
    const env = { PATH: process.env['PATH'], LOG_LEVEL: 'error', RATE_LIMIT_PER_MINUTE: '0' };
    const platform = await startPlatform({ port: 0, dataDirectory, env });
    cleanUp(() => platform.stop());
    const sites = await createSites(platform.url, platform.key);
    const seconds = quick ? 3 : 10;
    const load = { path: '/collect', connections: 100, seed: 1, seconds };
    const service = `http://127.0.0.1:${platform.ports['analytics']}`;
    const ways = [
      { name: 'through the gateway', url: platform.url, aim: 0.3 },
      { name: 'to the service', url: service, aim: 0.2 },
    ];
    const figures: Figure[] = [];
    for (const { name, url, aim } of ways) {
      await sendLoad(url, sites, { ...load, seconds: quick ? 2 : 8, seed: 2 });
      const before = await platformCpu();
      const result = await sendLoad(url, sites, load);
      const cpu = ((await platformCpu()) - before) / 1_000 / result.acknowledged;
      figures.push(...figuresOf(name, cpu, aim, result));
      const steady = await sendSteadily(url, requestsOf(load.path, sites, load.seed), {
        ...load,
        rate: Math.round(0.8 * result.perSecond),
        status: 204,
      });
      figures.push({ name: `${name}, at 80 %: p99`, value: steady.p99, unit: 'ms', aim: { atMost: 40 } });
    }
    return figures;
  },
};
