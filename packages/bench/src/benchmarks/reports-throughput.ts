import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { startPostgres, startRedis } from '@platform/testing';

import { startService } from '../harness/start-service.ts';
import type { RunningService } from '../harness/start-service.ts';
import type { Benchmark } from '../harness/benchmark.ts';
import { median, percentile } from '../harness/percentile.ts';

/** Results of a run of the reports service. */
export interface ReportsThroughput {
  readonly backend: 'postgres' | 'redis';
  readonly reports: number;
  readonly failed: number;
  /** Reports a second, from the first request to the last answer. */
  readonly perSecond: number;
  /** Milliseconds from a request to its answer with the result. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export interface ReportsThroughputOptions {
  /** Number of reports (400), each on a different URL. */
  reports?: number;
  /** Requests at once (50). */
  clients?: number;
  backend?: 'postgres' | 'redis';
}

const paragraph =
  '<p>A service that measures itself should measure what its users wait for, <a href="/more">link</a>.</p>';
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page of fifty kilobytes to report on</title>
<meta name="description" content="A page with text, links, pictures, a style sheet and two scripts, as many pages of the web have them.">
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/style.css"><script src="/a.js" defer></script>
<script src="/b.js" defer></script></head><body><h1>Fifty kilobytes</h1>${paragraph.repeat(500)}
${Array.from({ length: 6 }, (_, index) => `<img src="/${index}.jpg" alt="Picture ${index}" width="10" height="10">`).join('')}</body></html>`;

const startSite = async (): Promise<{ server: Server; origin: string }> => {
  const html = Buffer.from(PAGE);
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (path === '/')
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': html.length }).end(html);
    else if (/\.(css|js|jpg)$/.test(path)) response.writeHead(200, { 'content-length': 2 }).end('{}');
    else response.writeHead(404, { 'content-length': 0 }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

/**
 * Creates reports through the API until all have their result. The site, the load and the service
 * share the machine.
 */
const load = async (api: string, origin: string, authorization: string, reports: number, clients: number) => {
  const times: number[] = [];
  let failed = 0;
  let next = 0;
  const client = async (): Promise<void> => {
    for (let index = next++; index < reports; index = next++) {
      const startedAt = performance.now();
      const body = new URLSearchParams({ url: `${origin}/?page=${index}` });
      const response = await fetch(`${api}/api/v1/reports`, {
        method: 'POST',
        headers: { authorization },
        body,
      });
      const answer = (await response.json()) as { data?: { status?: string } };
      if (response.status !== 201 || answer.data?.status !== 'generated') failed += 1;
      times.push(performance.now() - startedAt);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: clients }, client));
  return { seconds: (performance.now() - startedAt) / 1000, failed, times };
};

/**
 * Reports a second and their latency, with one instance of the service as a process and a site on
 * the loopback interface.
 */
export const measureReportsThroughput = async ({
  reports = 400,
  clients = 50,
  backend = 'postgres',
}: ReportsThroughputOptions = {}): Promise<ReportsThroughput> => {
  const postgres = await startPostgres({ durable: true });
  const redis = backend === 'redis' ? await startRedis() : undefined;
  const { server, origin } = await startSite();
  let service: RunningService | undefined;
  try {
    service = await startService('reports', {
      postgresUrl: postgres.url,
      env: {
        ...(redis ? { REDIS_URL: redis.url } : {}),
        GUARD_ALLOW: '127.0.0.1',
        TARGET_REQUESTS_PER_SECOND: '100000',
        GENERATION_CONCURRENCY: '16',
      },
    });
    const { url: api, identity } = service;
    const authorization = await identity.bearer();
    await load(api, origin, authorization, 40, clients);
    const { seconds, failed, times } = await load(api, origin, authorization, reports, clients);
    return {
      backend,
      reports,
      failed,
      perSecond: Math.round((reports / seconds) * 10) / 10,
      p50: Math.round(median(times)),
      p95: Math.round(percentile(times, 0.95)),
      p99: Math.round(percentile(times, 0.99)),
    };
  } finally {
    await service?.stop();
    server.closeAllConnections();
    server.close();
    await redis?.stop();
    await postgres.stop();
  }
};

export const reportsThroughput: Benchmark = {
  id: 'reports-throughput',
  title: 'Page reports',
  measures:
    'Reports of a 50 KB page with style sheet, scripts and pictures on the loopback interface, 50 at once, from POST to the answer with the result; one instance of the service, PostgreSQL and the site on the same machine.',
  limitSeconds: 300,
  async run({ quick }) {
    const result = await measureReportsThroughput({ reports: quick ? 60 : 400 });
    return [
      { name: 'reports', value: result.perSecond, unit: 'reports/s', aim: { atLeast: 30 } },
      { name: 'p50', value: result.p50, unit: 'ms' },
      { name: 'p95', value: result.p95, unit: 'ms', aim: { atMost: 3_000 } },
      { name: 'p99', value: result.p99, unit: 'ms' },
      { name: 'without a result', value: result.failed, unit: '', aim: { atMost: 0 } },
    ];
  },
};
