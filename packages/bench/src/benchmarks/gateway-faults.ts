import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { eventually, freePort, hasRedis, startPostgres, startRedis } from '@platform/testing';

import { endAll, provisionGateway, start } from '../gateway/start-gateway.ts';
import type { Benchmark, Figure } from '../harness/benchmark.ts';
import { median, percentile } from '../harness/percentile.ts';

const PATH = '/api/v1/websites';
const POLL_MILLISECONDS = 2;
/** Slower than this, an answer has waited for something that is away. */
const USUAL_MILLISECONDS = 20;
const PATIENCE_MILLISECONDS = 20_000;

interface Answer {
  status: number;
  milliseconds: number;
}

const ask = async (url: string, key: string): Promise<Answer> => {
  const begun = performance.now();
  const answer = await fetch(`${url}${PATH}`, { headers: { authorization: `Bearer ${key}` } });
  await answer.arrayBuffer();
  return { status: answer.status, milliseconds: performance.now() - begun };
};

const call = async (method: string, url: string, key: string, body?: object): Promise<unknown> => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url} was answered ${answer.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
};

/** Milliseconds from the answer to a revocation until the last gateway refuses the key. */
const revoke = async (urls: readonly string[], owner: string): Promise<number> => {
  const [first = ''] = urls;
  const made = await call('POST', `${first}/v1/keys`, owner, {
    name: 'short-lived',
    scopes: ['websites:read'],
  });
  const { id, key } = (made as { data: { id: string; key: string } }).data;
  for (const url of urls) if ((await ask(url, key)).status !== 200) throw new Error('A new key was refused.');
  await call('DELETE', `${first}/v1/keys/${id}`, owner);
  const begun = performance.now();
  await Promise.all(
    urls.map(async (url) => {
      while ((await ask(url, key)).status !== 401) {
        if (performance.now() - begun > PATIENCE_MILLISECONDS) throw new Error('A revoked key is accepted.');
        await sleep(POLL_MILLISECONDS);
      }
    }),
  );
  return performance.now() - begun;
};

/** Answers to requests one after the other. */
const askRepeatedly = async (url: string, key: string, times: number): Promise<Answer[]> => {
  const answers: Answer[] = [];
  for (let count = 0; count < times; count += 1) answers.push(await ask(url, key));
  return answers;
};

const timesOf = (answers: readonly Answer[]): number[] => answers.map(({ milliseconds }) => milliseconds);

/** A frozen Redis: how long an answer takes at worst, and until answers are as quick as usual. */
const freezeRedis = (answers: readonly Answer[]): Figure[] => {
  const times = timesOf(answers);
  const last = times.findLastIndex((time) => time > USUAL_MILLISECONDS);
  const until = times.slice(0, last + 1).reduce((sum, time) => sum + time, 0);
  const failed = answers.filter(({ status }) => status >= 500).length;
  return [
    { name: 'Redis frozen: slowest answer', value: Math.max(...times), unit: 'ms' },
    { name: 'Redis frozen: until answers are quick again', value: until, unit: 'ms', aim: { atMost: 60 } },
    { name: 'Redis frozen: answers with 5xx', value: failed, unit: '', aim: { atMost: 0 } },
  ];
};

/** @param rounds keys that are revoked; ten times as many requests meet each other fault */
const measure = async (rounds: number): Promise<Figure[]> => {
  const postgres = await startPostgres();
  const redis = hasRedis() ? await startRedis() : undefined;
  const children: ChildProcess[] = [];
  try {
    const { env, key } = await provisionGateway(postgres.url);
    const launch = async (file: string, words: string[], more: Record<string, string>): Promise<string> => {
      const port = await freePort();
      children.push(start(file, words.length > 0 ? [String(port)] : [], { ...more, PORT: String(port) }));
      return `http://127.0.0.1:${port}`;
    };
    const upstream = await launch('packages/bench/src/gateway/gateway-upstream.ts', ['PORT'], {});
    const shared = { ANALYTICS_URL: upstream, HOST: '127.0.0.1', LOG_LEVEL: 'fatal', ...env };
    const settings = redis ? { ...shared, REDIS_URL: redis.url } : shared;
    const urls = [
      await launch('gateway/src/main.ts', [], settings),
      await launch('gateway/src/main.ts', [], settings),
    ];
    for (const url of urls)
      await eventually(async () => {
        if ((await ask(url, key)).status !== 200) throw new Error('A gateway is not ready.');
      }, PATIENCE_MILLISECONDS);
    const [first = ''] = urls;
    await askRepeatedly(first, key, 500);

    const revocations: number[] = [];
    for (let round = 0; round < rounds; round += 1) revocations.push(await revoke(urls, key));
    const figures: Figure[] = [
      { name: 'revocation on both gateways: median', value: median(revocations), unit: 'ms' },
      {
        name: 'revocation on both gateways: slowest',
        value: Math.max(...revocations),
        unit: 'ms',
        aim: { atMost: 1_000 },
      },
    ];

    if (redis) {
      await redis.kill('SIGSTOP');
      figures.push(...freezeRedis(await askRepeatedly(first, key, rounds * 10)));
      process.kill(redis.pid, 'SIGCONT');
    }

    const [service] = children;
    const ended = service && once(service, 'exit');
    service?.kill('SIGKILL');
    await ended;
    const refused = await askRepeatedly(first, key, rounds * 10);
    const statuses = new Set(refused.map(({ status }) => status));
    if (![...statuses].every((status) => [502, 503, 504].includes(status)))
      throw new Error(`A service that is down was answered ${[...statuses].join(', ')}.`);
    figures.push(
      { name: 'service down: median', value: median(timesOf(refused)), unit: 'ms' },
      {
        name: 'service down: p99',
        value: percentile(timesOf(refused), 0.99),
        unit: 'ms',
        aim: { atMost: 50 },
      },
      { name: 'service down: slowest', value: Math.max(...timesOf(refused)), unit: 'ms' },
    );
    return figures;
  } finally {
    await endAll(children);
    await redis?.stop();
    await postgres.stop();
  }
};

export const gatewayFaults: Benchmark = {
  id: 'gateway-faults',
  title: 'What the gateway does while something is away',
  measures:
    'How long a revoked key is accepted by either of two gateways, how long answers take while Redis (where there is one) is frozen, and while a service is down, one request at a time.',
  limitSeconds: 180,
  run: ({ quick }) => measure(quick ? 5 : 50),
};
