import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { childEnvironment, endProcess, eventually, freePort } from '@platform/testing';
import request from 'supertest';

import { bearer, startTestbed, startService } from './harness.ts';
import type { FakeService, Testbed } from './harness.ts';

const MEGABYTE = 1024 * 1024;
const BLOCK = 64 * 1024;

let testbed: Testbed;
let service: FakeService;
let key: string;
let gateway: ChildProcess;
let log = '';
let port: number;
let metricsPort: number;
/** Ends the service's answer to `slow`. */
let finish: () => void;

/** Sends as many bytes as it is asked for, or answers how many it received. */
const startBulkService = (): Promise<FakeService> =>
  startService((incoming, response) => {
    if (incoming.method === 'POST') {
      let bytes = 0;
      incoming.on('data', (chunk: Buffer) => (bytes += chunk.length));
      incoming.on('end', () => response.end(String(bytes)));
      return;
    }
    const { searchParams } = new URL(incoming.url ?? '/', 'http://x');
    let left = Number(searchParams.get('bytes') ?? 0);
    if (searchParams.has('slow')) {
      response.write('a');
      finish = () => response.end('b');
      return;
    }
    const block = randomBytes(BLOCK);
    const write = (): void => {
      while (left > 0) {
        left -= BLOCK;
        if (!response.write(block)) {
          response.once('drain', write);
          return;
        }
      }
      response.end();
    };
    write();
  });

const run = (file: string, environment: Record<string, string>, ...words: string[]): ChildProcess =>
  spawn(process.execPath, [fileURLToPath(new URL(`../src/${file}`, import.meta.url)), ...words], {
    env: { ...childEnvironment(), DATABASE_URL: testbed.database.url, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const startGateway = async (environment: Record<string, string>): Promise<ChildProcess> => {
  const child = run('main.ts', {
    PORT: String(port),
    HOST: '127.0.0.1',
    ANALYTICS_URL: service.url,
    REPORTS_URL: service.url,
    PALETTE_URL: service.url,
    ...environment,
  });
  child.stdout?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  await eventually(async () => {
    await request(`http://127.0.0.1:${port}`).get('/health/ready').expect(200);
  });
  return child;
};

/** Peak memory of a process, in bytes. */
const peakMemory = async (child: ChildProcess): Promise<number> =>
  Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024;

const text = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

beforeAll(async () => {
  testbed = await startTestbed();
  service = await startBulkService();
  [port, metricsPort] = [await freePort(), await freePort()];
  gateway = await startGateway({ METRICS_PORT: String(metricsPort), RATE_LIMIT_PER_MINUTE: '0' });
  // Not before: the log of a gateway without any key is read, too.
  key = (await testbed.issue()).text;
});

afterAll(async () => {
  await endProcess(gateway, 'SIGKILL');
  await testbed.close();
  await service.close();
});

const open = async (path: string): Promise<IncomingMessage> => {
  const outgoing = httpRequest(`http://127.0.0.1:${port}${path}`, { headers: bearer(key) });
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return response;
};

const download = async (bytes: number): Promise<number> => {
  const response = await open(`/v1/tokens/x/file?bytes=${bytes}`);
  let received = 0;
  let read = 0;
  for await (const chunk of response) {
    received += (chunk as Buffer).length;
    read += 1;
    // Reads more slowly than the service writes, so that anything buffered would pile up.
    if (read % 16 === 0) await sleep(1);
  }
  return received;
};

/**
 * Sends `bytes` bytes as fast as they are accepted. Returns the service's answer: how many it
 * received.
 */
const upload = async (bytes: number): Promise<string> => {
  const outgoing = httpRequest(`http://127.0.0.1:${port}/api/v1/events`, {
    method: 'POST',
    headers: bearer(key),
  });
  const block = randomBytes(BLOCK);
  for (let sent = 0; sent < bytes; sent += BLOCK) if (!outgoing.write(block)) await once(outgoing, 'drain');
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return text(response);
};

describe('the process', () => {
  // Memory is read from /proc, which only Linux has.
  const itOnLinux = process.platform === 'linux' ? it : it.skip;

  itOnLinux(
    'streams 50 MB down and 50 MB up in constant memory',
    async () => {
      // Warm up, so that the heap has its working size before the measurement starts.
      for (let warm = 0; warm < 6; warm += 1) {
        await Promise.all([download(8 * MEGABYTE), download(8 * MEGABYTE)]);
        await upload(5 * MEGABYTE);
      }
      const before = await peakMemory(gateway);
      expect(await download(50 * MEGABYTE)).toBe(50 * MEGABYTE);
      const downloads = await Promise.all([download(50 * MEGABYTE), download(50 * MEGABYTE)]);
      expect(downloads).toEqual([50 * MEGABYTE, 50 * MEGABYTE]);
      for (let count = 0; count < 10; count += 1)
        expect(await upload(5 * MEGABYTE)).toBe(String(5 * MEGABYTE));
      expect((await peakMemory(gateway)) - before).toBeLessThan(30 * MEGABYTE);
    },
    60_000,
  );

  it('serves metrics on the operators’ port only', async () => {
    await request(`http://127.0.0.1:${port}`).get('/metrics').expect(404);
    const { text: metrics } = await request(`http://127.0.0.1:${metricsPort}`).get('/metrics').expect(200);
    expect(metrics).toMatch(/gateway_request_duration_seconds_count\{.*area="palette".*\} \d+/);
    expect(metrics).toMatch(/gateway_dependency_up\{.*dependency="key-changes".*\} 1/);
    expect(metrics).toContain('process_resident_memory_bytes');
    const page = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
    const named = [...page.matchAll(/`(gateway_[a-z_]+)`/g)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThanOrEqual(5);
    expect(named.filter((name) => !metrics.includes(`# TYPE ${name} `))).toEqual([]);
  });

  it('publishes the key that verifies identities', async () => {
    const { body } = await request(`http://127.0.0.1:${port}`).get('/.well-known/jwks.json').expect(200);
    expect(body.keys[0]).toMatchObject({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA' });
    expect(body.keys[0].d).toBeUndefined();
  });

  it('logs one line per request, with ids and without secrets', async () => {
    await request(`http://127.0.0.1:${port}`)
      .get('/v1/palettes/x?token=secret-in-query')
      .set(bearer(key))
      .set('X-Request-Id', 'find-me');
    const line = await eventually(() =>
      JSON.parse(log.split('\n').find((item) => item.includes('find-me'))!),
    );
    expect(line).toMatchObject({ method: 'GET', path: '/v1/palettes/x', status: 200, area: 'palette' });
    expect(line.key_id).toMatch(/^key_/);
    expect(line.organisation).toMatch(/^org_/);
    expect(log).not.toContain(key);
    expect(log).not.toContain('secret-in-query');
  });

  it('is managed from the command line, by the line in the log of a gateway without any key', async () => {
    const [, path = '', line = ''] = /Make one: node src\/(\S+) (create .*?) \(/.exec(log) ?? [];
    const cli = run(path, {}, ...line.replace('NAME', 'Shell').split(' '), '--json');
    const { key: made } = JSON.parse(await text(cli.stdout as unknown as IncomingMessage));
    await request(`http://127.0.0.1:${port}`).get('/v1/palettes/x').set(bearer(made)).expect(200);
    const mistaken = run('keys/cli.ts', {}, 'destroy');
    expect(await once(mistaken, 'exit')).toEqual([2, null]);
  });

  it('finishes requests in flight on SIGTERM and accepts no new ones', async () => {
    const inFlight = await open('/v1/palettes/x?slow=1');
    gateway.kill('SIGTERM');
    const ended = once(gateway, 'exit');
    await eventually(() =>
      expect(request(`http://127.0.0.1:${port}`).get('/health/live')).rejects.toThrow('ECONNREFUSED'),
    );
    finish();
    expect(await text(inFlight)).toBe('ab');
    expect(await ended).toEqual([0, null]);
  });

  it('reports not ready on SIGTERM, but keeps answering until the load balancer has noticed', async () => {
    gateway = await startGateway({ DRAIN_SECONDS: '1' });
    gateway.kill('SIGTERM');
    const ended = once(gateway, 'exit');
    // There are keys by now: only the first gateway told how to make one.
    expect(log.match(/Make one: /g)).toHaveLength(1);
    await eventually(() => request(`http://127.0.0.1:${port}`).get('/health/ready').expect(503));
    await request(`http://127.0.0.1:${port}`).get('/v1/palettes/x').set(bearer(key)).expect(200);
    expect(await ended).toEqual([0, null]);
  });

  it('has written what keys used before it is killed', async () => {
    gateway = await startGateway({});
    const used = await testbed.issue();
    const stored = async (): Promise<number> => {
      const row = await testbed.database
        .database('usage')
        .where({ key_id: used.key.id })
        .sum<{ sum: string | null }[]>('requests');
      return Number(row[0]?.sum ?? 0);
    };
    for (let sent = 0; sent < 7; sent += 1)
      await request(`http://127.0.0.1:${port}`).get('/v1/workspaces').set(bearer(used.text)).expect(200);
    // Without being asked, and without being stopped: nothing older than its interval is lost.
    await eventually(async () => {
      expect(await stored()).toBe(7);
    });
    await request(`http://127.0.0.1:${port}`).get('/v1/workspaces').set(bearer(used.text)).expect(200);
    const ended = once(gateway, 'exit');
    gateway.kill('SIGKILL');
    await ended;
    expect([7, 8]).toContain(await stored());
  });

  it.each([
    ['a host of another machine', 'main.ts', { HOST: '203.0.113.1' }, 'HOST is 203.0.113.1'],
    [
      'a folder without a console',
      'main.ts',
      { CONSOLE_DIRECTORY: '/nowhere' },
      'CONSOLE_DIRECTORY: there is no',
    ],
    [
      'a folder without packages',
      'main.ts',
      { DOWNLOADS_DIRECTORY: '/nowhere' },
      'DOWNLOADS_DIRECTORY: there is',
    ],
    ['a wrong password', 'main.ts', { DATABASE_URL: 'wrong' }, 'DATABASE_URL: the password of the role'],
    [
      'a wrong password',
      'webhook-worker.ts',
      { DATABASE_URL: 'wrong' },
      'DATABASE_URL: the password of the role',
    ],
  ] as [string, string, Record<string, string>, string][])(
    'says in one line without a stack that it has %s (%s)',
    async (_fault, file, settings, message) => {
      const other = new URL(testbed.database.url);
      if (settings['DATABASE_URL'] === 'wrong') other.password = 'a-secret';
      const child = run(file, { PORT: '0', ...settings, DATABASE_URL: other.href });
      const output = await text(child.stdout as unknown as IncomingMessage);
      expect(output.trim().split('\n')).toHaveLength(1);
      const { msg, err } = JSON.parse(output);
      expect(msg).toContain(message);
      expect(err).toBeUndefined();
      expect(output).not.toContain('a-secret');
      expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(1);
    },
  );

  it.each(['main.ts', 'webhook-worker.ts'])('says that it waits for PostgreSQL (%s)', async (file) => {
    const child = run(file, { PORT: '0', DATABASE_URL: 'postgres://someone:a-secret@127.0.0.1:1/nothing' });
    const [line] = (await once(child.stdout!, 'data')) as [Buffer];
    expect(JSON.parse(line.toString())).toMatchObject({ level: 40, msg: 'waiting for PostgreSQL' });
    expect(line.toString()).not.toContain('a-secret');
    await endProcess(child, 'SIGKILL');
  });

  it('reports invalid settings in one line', async () => {
    const child = run('main.ts', { PORT: 'x', RATE_LIMIT_PER_MINUTE: '-1' });
    const output = await text(child.stdout as unknown as IncomingMessage);
    expect(output).toContain('PORT');
    expect(output).toContain('RATE_LIMIT_PER_MINUTE');
    expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(1);
  });
});
