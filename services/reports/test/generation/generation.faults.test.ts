import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';

import { childEnvironment, eventually, freePort, hasRedis, startRedis } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { openTestDatabase, startService } from '../harness.ts';
import type { TestService } from '../harness.ts';
import { startSite } from '../loopback-site.ts';
import type { LoopbackSite } from '../loopback-site.ts';

let database: TestDatabase;
let site: LoopbackSite;
/** When set, the page is not answered. */
let isHanging = false;
const hanging: ServerResponse[] = [];
const services: TestService[] = [];
const children: ChildProcess[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  site = await startSite((request, response) => {
    if (request.url !== '/' || !isHanging) return;
    response.setHeader('x-later', '1');
    hanging.push(response);
  });
});
afterEach(async () => {
  isHanging = false;
  for (const response of hanging.splice(0)) response.destroy();
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const service of services.splice(0)) await service.close();
  await database.database('reports').delete();
  await database.database('url_claims').delete();
});
afterAll(async () => {
  await site.close();
  await database.drop();
});

const start = async (options: Parameters<typeof startService>[1] = {}): Promise<TestService> => {
  const service = await startService(database, options);
  services.push(service);
  return service;
};
const ASYNC = { prefer: 'respond-async' };
const statuses = async () => (await database.database('reports').orderBy('id')).map(({ status }) => status);
/** As if this much time had passed: claims are older, and so are requests. */
const letTimePass = (seconds: number) =>
  Promise.all([
    database.database.raw(`UPDATE url_claims SET expires_at = expires_at - make_interval(secs => ?)`, [
      seconds,
    ]),
    database.database.raw(`UPDATE reports SET requested_at = requested_at - make_interval(secs => ?)`, [
      seconds,
    ]),
  ]);

/** `src/worker.ts` as a process of its own. */
const spawnWorker = async (): Promise<ChildProcess> => {
  const port = await freePort();
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../src/worker.ts', import.meta.url))], {
    env: {
      ...childEnvironment(),
      DATABASE_URL: database.url,
      GUARD_ALLOW: '127.0.0.1',
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
    },
    stdio: 'inherit',
  });
  children.push(child);
  await eventually(async () => {
    expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
  });
  return child;
};

describe('a worker', () => {
  it('leaves no report pending when it is killed in the middle of a run', async () => {
    const service = await start({ worker: false, recoveryInterval: 100 });
    const api = await service.client('org_a');
    const child = await spawnWorker();
    isHanging = true;
    const { id } = (await api.post('/reports', { url: `${site.origin}/` }, ASYNC)).body.data;
    await eventually(async () => {
      expect(await database.database('url_claims')).toHaveLength(1);
      expect(site.paths).toContain('/');
    });
    child.kill('SIGKILL');
    isHanging = false;

    service.startWorker();
    await letTimePass(60);
    await eventually(async () => {
      expect((await api.get(`/reports/${id}`)).body.data.status).toBe('generated');
    });
    expect((await api.get(`/reports/${id}/runs`)).body.meta.total).toBe(1);
    expect(await database.database('url_claims')).toHaveLength(0);
  });

  it('exits cleanly on SIGTERM once the current run is done', async () => {
    const service = await start({ worker: false });
    const api = await service.client('org_a');
    const child = await spawnWorker();
    const { id } = (await api.post('/reports', { url: `${site.origin}/` })).body.data;
    expect((await api.get(`/reports/${id}`)).body.data.status).toBe('generated');
    const exit = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
  });

  it('leaves a run alone that another worker has', async () => {
    const service = await start({ worker: false, recoveryInterval: 50 });
    const api = await service.client('org_a');
    isHanging = true;
    service.startWorker();
    service.startWorker();
    await api.post('/reports', { url: `${site.origin}/` }, ASYNC);
    site.paths.length = 0;
    await eventually(() => {
      expect(site.paths).toEqual(['/']);
    });
    await letTimePass(15);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(site.paths).toEqual(['/']);
  });
});

describe('a URL that kills its workers', () => {
  it('is given up after three attempts', async () => {
    const service = await start({ worker: false, recoveryInterval: 50 });
    const api = await service.client('org_a');
    const { id, url } = (await api.post('/reports', { url: `${site.origin}/` }, ASYNC)).body.data;
    // Three workers claimed it and died.
    await database.database.raw(
      `INSERT INTO url_claims SELECT url_hash, url, gen_random_uuid(), 3, now(), now() - interval '1 second' FROM reports`,
    );
    await letTimePass(60);
    service.startWorker();
    await eventually(async () => {
      expect((await api.get(`/reports/${id}`)).body.data).toMatchObject({
        status: 'failed',
        error: 'internal',
        url,
      });
    });
  });
});

describe('a report that never reached the queue', () => {
  it('is recovered', async () => {
    const service = await start({ worker: false, recoveryInterval: 50 });
    const api = await service.client('org_a');
    for (const path of ['/', '/?2', '/?3']) await api.post('/reports', { url: site.origin + path }, ASYNC);
    await database.database.raw('TRUNCATE reports_queue.job CASCADE');
    await letTimePass(60);
    service.startWorker();
    await eventually(async () => {
      expect(await statuses()).toEqual(['generated', 'generated', 'generated']);
    });
  });
});

(hasRedis() ? describe : describe.skip)('on Redis', () => {
  it('generates reports as it does on PostgreSQL', async () => {
    const redis = await startRedis();
    const service = await start({ redisUrl: redis.url });
    const api = await service.client('org_a');
    const { body } = await api.post('/reports', { url: `${site.origin}/` });
    expect(body.data).toMatchObject({ status: 'generated' });
    await services.pop()?.close();
    await redis.stop();
  });

  it('accepts and generates reports while Redis is down, and speeds up again once it is back', async () => {
    const redis = await startRedis();
    const service = await start({ redisUrl: redis.url, recoveryInterval: 100 });
    const api = await service.client('org_a');
    await redis.kill();
    const { status, body } = await api.post('/reports', { url: `${site.origin}/` }, ASYNC);
    expect(status).toBe(201);
    expect(body.data.status).toBe('pending');
    await letTimePass(60);
    await eventually(async () => {
      expect(await statuses()).toEqual(['generated']);
    });

    await redis.restart();
    await eventually(async () => {
      const next = await api.post('/reports', { url: `${site.origin}/?next` });
      expect(next.body.data.status).toBe('generated');
    });
    await services.pop()?.close();
    await redis.stop();
  });
});
