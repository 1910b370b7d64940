import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { eventually, freePort } from '@platform/testing';
import request from 'supertest';

import type { WayName } from '../src/forwarding/target.ts';
import { bearer, startService, startTestbed } from './harness.ts';
import type { FakeService, Gateway, Testbed } from './harness.ts';

let testbed: Testbed;
let key: string;
let way: WayName;
const children = new Set<ChildProcess>();

/** A service in a process of its own, which can be killed like one. */
const SERVICE = `
  require('node:http')
    .createServer({ keepAliveTimeout: 70000 }, (request, response) => {
      request.resume();
      request.on('end', () => setTimeout(() => response.end('ok'), 5));
    })
    .listen(Number(process.argv[1]), '127.0.0.1');`;

const startProcess = async (port: number): Promise<ChildProcess> => {
  const child = spawn(process.execPath, ['-e', SERVICE, String(port)], { stdio: 'ignore' });
  children.add(child);
  await eventually(() => fetch(`http://127.0.0.1:${port}/health/ready`));
  return child;
};

const kill = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  children.delete(child);
};

const behind = (...urls: string[]): Promise<Gateway> => {
  const target = urls.join(', ');
  return testbed.gateway({ way, targets: { analytics: target, reports: target, palette: target } });
};

beforeAll(async () => {
  testbed = await startTestbed();
  key = (await testbed.issue()).text;
});

afterAll(async () => {
  await Promise.all([...children].map(kill));
  await testbed.close();
});

const circuitOf = async (gateway: Gateway, url: string): Promise<string | undefined> => {
  const metric = `gateway_upstream_circuit{area="palette",target="${url}"`;
  const lines = (await gateway.metrics.metrics()).split('\n');
  return lines
    .find((line) => line.startsWith(metric))
    ?.split(' ')
    .at(-1);
};

describe.each<WayName>(['pooled', 'streaming'])('over the %s way', (current) => {
  beforeAll(() => {
    way = current;
  });

  describe('two instances of a service, one of which is killed under load', () => {
    it('answer every GET, say which POSTs may be lost, and use the killed one again once it is back', async () => {
      const ports = [await freePort(), await freePort()];
      const [first = '', second = ''] = ports.map((port) => `http://127.0.0.1:${port}`);
      const doomed = await startProcess(ports[0]!);
      await startProcess(ports[1]!);
      const gateway = await behind(first, second);
      const answers = { GET: new Map<number, number>(), POST: new Map<number, number>() };
      let answered = 0;
      let isRunning = true;
      const worker = async (method: 'GET' | 'POST'): Promise<void> => {
        while (isRunning) {
          const answer = await fetch(`${gateway.url}/v1/workspaces`, {
            method,
            headers: { ...bearer(key), 'Content-Type': 'application/json' },
            ...(method === 'POST' ? { body: '{"name":"x"}' } : {}),
          });
          await answer.arrayBuffer();
          answers[method].set(answer.status, (answers[method].get(answer.status) ?? 0) + 1);
          answered += 1;
        }
      };
      const workers = Array.from({ length: 16 }, (_, index) => worker(index % 4 === 0 ? 'POST' : 'GET'));
      const until = (count: number) =>
        eventually(() => {
          if (answered < count) throw new Error(`${answered} answers`);
        });
      try {
        await until(200);
        await kill(doomed);
        await until(answered + 400);
        expect(await circuitOf(gateway, first)).toBe('2');
        await startProcess(ports[0]!);
        await eventually(async () => {
          expect(await circuitOf(gateway, first)).toBe('0');
        });
      } finally {
        isRunning = false;
        await Promise.all(workers);
      }
      expect([...answers.GET.keys()]).toEqual([200]);
      expect(answers.POST.get(200)).toBeGreaterThan(50);
      expect([...answers.POST.keys()].filter((status) => ![200, 502, 503].includes(status))).toEqual([]);
    });
  });

  describe('instances of a service', () => {
    const instances: FakeService[] = [];
    const asked = ({ seen }: FakeService): number => seen.filter(({ url }) => url.startsWith('/v1/')).length;

    afterEach(async () => {
      await Promise.all(instances.splice(0).map((instance) => instance.close()));
    });

    it('get the next request if they have the fewest pending', async () => {
      instances.push(await startService(() => undefined), await startService());
      const [stuck, quick] = instances as [FakeService, FakeService];
      const gateway = await behind(stuck.url, quick.url);
      const waiting = new AbortController();
      for (let sent = 1; sent <= 10; sent += 1) {
        fetch(`${gateway.url}/v1/workspaces`, { headers: bearer(key), signal: waiting.signal }).then(
          (answer) => answer.arrayBuffer(),
          () => undefined,
        );
        await eventually(() => {
          expect(asked(stuck) + asked(quick)).toBe(sent);
        });
        // The fast instance has answered by the time it takes another request.
        await request(gateway.url).get('/health/live').expect(200);
      }
      waiting.abort();
      expect(asked(stuck)).toBeLessThanOrEqual(2);
    });

    it('get none while they are not ready, as one that is about to stop', async () => {
      let isReady = false;
      instances.push(
        await startService((incoming, response) => {
          response.writeHead(incoming.url === '/health/ready' && !isReady ? 503 : 200).end('ok');
        }),
        await startService(),
      );
      const [stopping, other] = instances as [FakeService, FakeService];
      const gateway = await behind(stopping.url, other.url);
      const ask = () => request(gateway.url).get('/v1/workspaces').set(bearer(key)).expect(200);
      await eventually(async () => {
        const before = asked(stopping);
        for (let sent = 0; sent < 4; sent += 1) await ask();
        expect(asked(stopping)).toBe(before);
      });
      isReady = true;
      await eventually(async () => {
        const before = asked(stopping);
        for (let sent = 0; sent < 4; sent += 1) await ask();
        expect(asked(stopping)).toBeGreaterThan(before);
      });
    });

    it('are all tried when none is well, and the error is that of the service', async () => {
      const ports = [await freePort(), await freePort()];
      const gateway = await behind(...ports.map((port) => `http://127.0.0.1:${port}`));
      for (let sent = 0; sent < 4; sent += 1)
        await request(gateway.url).get('/v1/workspaces').set(bearer(key)).expect(503);
      instances.push(await startService(undefined, ports[1]));
      await eventually(() => request(gateway.url).get('/v1/workspaces').set(bearer(key)).expect(200));
    });
  });
});
