import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

import { eventually, freePort, hasRedis, startPostgres, startRedis } from '@platform/testing';
import autocannon from 'autocannon';

import { configureNginx, hasNginx } from '../gateway/nginx.ts';
import { endAll, provisionGateway, start } from '../gateway/start-gateway.ts';
import { quantile, timeAlone } from '../gateway/time-alone.ts';
import { cpuOf } from '../harness/process-figures.ts';
import type { Benchmark, Figure } from '../harness/benchmark.ts';
import { median } from '../harness/percentile.ts';

/** Cost of one way to the service. */
export interface PassageCost {
  way: string;
  /** Processor time of the proxy's process, microseconds a request. */
  cpu: number;
  /** Milliseconds until the whole answer has arrived, one request at a time. */
  p50: number;
  p99: number;
  /** With 32 connections that never pause. */
  perSecond: number;
  failed: number;
}

export interface OverheadOptions {
  /** Of each measurement. */
  seconds: number;
  /**
   * Rounds, of which the median counts; the ways take turns, so that a noisy machine hits all
   * alike.
   */
  rounds: number;
}

const CONNECTIONS = 32;
/** Until the compiler has seen enough of each. */
const WARM_UP_REQUESTS = 30_000;
interface Way {
  name: string;
  url: string;
  headers: Record<string, string>;
  pid: number;
}

const measure = async ({ name, url, headers, pid }: Way, seconds: number): Promise<PassageCost> => {
  const target = `${url}/api/v1/websites`;
  const alone = await timeAlone(target, headers, seconds);
  const before = await cpuOf(pid);
  const busy = await autocannon({ url: target, headers, connections: CONNECTIONS, duration: seconds });
  const cpu = (await cpuOf(pid)) - before;
  return {
    way: name,
    cpu: cpu / busy['2xx'],
    p50: quantile(alone, 0.5),
    p99: quantile(alone, 0.99),
    perSecond: busy['2xx'] / busy.duration,
    failed: busy.non2xx + busy.errors,
  };
};

/**
 * Measures what the gateway adds to a request, beside a bare proxy in the same run: with the limits
 * counted in Redis (if available) and in memory. It checks, limits, signs, logs and measures every
 * request.
 */
export const measureGatewayOverhead = async ({
  seconds,
  rounds,
}: OverheadOptions): Promise<PassageCost[]> => {
  const postgres = await startPostgres();
  const redis = hasRedis() ? await startRedis() : undefined;
  const children: ChildProcess[] = [];
  try {
    const { env, key } = await provisionGateway(postgres.url);

    const follow = async (name: string, child: ChildProcess, port: number): Promise<Way> => {
      children.push(child);
      const url = `http://127.0.0.1:${port}`;
      const headers = { authorization: `Bearer ${key}` };
      await eventually(async () => {
        const answer = await fetch(`${url}/api/v1/websites`, { headers });
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`${name} answered ${answer.status}`);
      }, 20_000);
      return { name, url, headers, pid: child.pid ?? 0 };
    };
    const launch = async (
      name: string,
      file: string,
      words: string[],
      more: Record<string, string>,
    ): Promise<Way> => {
      const port = await freePort();
      const given = words.map((word) => word.replace('PORT', String(port)));
      return follow(name, start(file, given, { ...more, PORT: String(port) }), port);
    };
    const launchNginx = async (target: string): Promise<Way> => {
      const port = await freePort();
      const child = spawn('nginx', await configureNginx(port, target), { stdio: 'ignore' });
      return follow('nginx', child, port);
    };

    const upstream = await launch('no proxy', 'packages/bench/src/gateway/gateway-upstream.ts', ['PORT'], {});
    const targets = { ANALYTICS_URL: upstream.url, HOST: '127.0.0.1', LOG_LEVEL: 'info', ...env };
    const ways = [
      upstream,
      await launch(
        'bare proxy',
        'packages/bench/src/gateway/gateway-bare-proxy.ts',
        ['PORT', upstream.url],
        {},
      ),
      await launch('gateway, limits in memory', 'gateway/src/main.ts', [], targets),
      ...(redis
        ? [
            await launch('gateway, limits in Redis', 'gateway/src/main.ts', [], {
              ...targets,
              REDIS_URL: redis.url,
            }),
          ]
        : []),
      ...(hasNginx() ? [await launchNginx(upstream.url)] : []),
    ];
    const results = new Map<string, PassageCost[]>();
    for (const { url, headers } of ways)
      await autocannon({
        url: `${url}/api/v1/websites`,
        headers,
        connections: CONNECTIONS,
        amount: WARM_UP_REQUESTS,
      });
    for (let round = 0; round < rounds; round += 1)
      for (const way of ways)
        results.set(way.name, [...(results.get(way.name) ?? []), await measure(way, seconds)]);

    return [...results].map(([way, costs]) => ({
      way,
      cpu: Math.round(median(costs.map(({ cpu }) => cpu))),
      p50: median(costs.map(({ p50 }) => p50)),
      p99: median(costs.map(({ p99 }) => p99)),
      perSecond: Math.round(median(costs.map(({ perSecond }) => perSecond))),
      failed: costs.reduce((sum, { failed }) => sum + failed, 0),
    }));
  } finally {
    await endAll(children);
    await redis?.stop();
    await postgres.stop();
  }
};

const figuresOf = ({ way, cpu, p50, p99, perSecond, failed }: PassageCost): Figure[] => [
  { name: `${way}: processor time`, value: cpu, unit: 'µs/request' },
  { name: `${way}: p50`, value: p50, unit: 'ms' },
  { name: `${way}: p99`, value: p99, unit: 'ms' },
  { name: `${way}: 32 connections`, value: perSecond, unit: 'requests/s' },
  { name: `${way}: failed`, value: failed, unit: '', aim: { atMost: 0 } },
];

const comparisonsOf = (way: PassageCost, direct: PassageCost, bare: PassageCost): Figure[] => [
  {
    name: `${way.way}: × the bare proxy's processor time`,
    value: way.cpu / bare.cpu,
    unit: '×',
    aim: { atMost: 1 },
  },
  { name: `${way.way}: added to p50`, value: way.p50 - direct.p50, unit: 'ms', aim: { atMost: 0.7 } },
  { name: `${way.way}: added to p99`, value: way.p99 - direct.p99, unit: 'ms', aim: { atMost: 5 } },
];

export const gatewayOverhead: Benchmark = {
  id: 'gateway-overhead',
  title: 'What the gateway adds',
  measures:
    'A request with a key through the gateway with everything on, limits counted in memory and in Redis (where there is one), beside no proxy and a bare one (Express and http-proxy-middleware) in front of the same service, and nginx where it is installed, in turns.',
  limitSeconds: 300,
  async run({ quick }) {
    const costs = await measureGatewayOverhead(quick ? { seconds: 1, rounds: 1 } : { seconds: 5, rounds: 3 });
    const [direct, bare, ...others] = costs;
    const gateways = others.filter(({ way }) => way.startsWith('gateway'));
    if (!direct || !bare) throw new Error('Nothing was measured.');
    return [...costs.flatMap(figuresOf), ...gateways.flatMap((way) => comparisonsOf(way, direct, bare))];
  },
};
