import { createDatabase } from '@platform/database';
import { createTestDatabase, createTestIdentity, eventually, startPostgresPair } from '@platform/testing';
import type { TestDatabase, TestIdentity, TestPostgresPair } from '@platform/testing';

import { createServiceProcess } from '../service-process.ts';
import type { ServiceProcess } from '../service-process.ts';

/** Short, so lag is noticed soon; the tests don't assert any times. */
const MAX_LAG = '2';

let pair: TestPostgresPair;
let db: TestDatabase;
let identity: TestIdentity;
let service: ServiceProcess;
let site: { id: number; site_key: string };

const call = async (path: string, init: RequestInit = {}): Promise<{ status: number; data: unknown }> => {
  const headers = { authorization: await identity.bearer(), 'content-type': 'application/json' };
  const answer = await fetch(`${service.url}${path}`, { ...init, headers });
  return { status: answer.status, data: ((await answer.json()) as { data: unknown }).data };
};

const pageviews = async (): Promise<number> => {
  const day = (offset: number): string =>
    new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const range = { from: day(-1), to: day(1) };
  const body = JSON.stringify({ metrics: ['pageviews'], date_range: range });
  const { status, data } = await call(`/api/v1/stats/${site.id}/query`, { method: 'POST', body });
  expect(status).toBe(200);
  return (data as { rows: { metrics: { pageviews: number } }[] }).rows[0]?.metrics.pageviews ?? 0;
};

const vitals = async (): Promise<void> => {
  expect((await call(`/api/v1/stats/${site.id}/vitals`)).status).toBe(200);
};

/** Returns what `/health/ready` reports as degraded. */
const degraded = async (): Promise<string[] | undefined> => {
  const answer = await fetch(`${service.url}/health/ready`);
  return ((await answer.json()) as { degraded?: string[] }).degraded;
};

/** Transactions that the replica has served in the service's database. */
const servedByReplica = async (): Promise<number> => {
  const [, name = ''] = /\/([^/?]+)$/.exec(db.adminUrl) ?? [];
  const admin = createDatabase({ url: pair.replicaUrl, schema: 'public', poolSize: 1 });
  try {
    const { rows } = await admin.raw<{ rows: { served: string }[] }>(
      'SELECT xact_commit::text AS served FROM pg_stat_database WHERE datname = ?',
      [name],
    );
    return Number(rows[0]?.served);
  } finally {
    await admin.destroy();
  }
};

let visitor = 0;
const view = async (): Promise<void> => {
  visitor += 1;
  const { status } = await service.hit(site.site_key, 'https://replica.example/', {
    address: `10.9.1.${visitor}`,
  });
  expect(status).toBeLessThan(300);
};

beforeAll(async () => {
  pair = await startPostgresPair();
  db = await createTestDatabase({
    schema: 'analytics',
    migrations: new URL('../../migrations/', import.meta.url),
    postgresUrl: pair.primaryUrl,
  });
  identity = await createTestIdentity('analytics');
  const replicaUrl = new URL(db.url);
  replicaUrl.port = new URL(pair.replicaUrl).port;
  service = await createServiceProcess(db.url, identity, {
    DATABASE_REPLICA_URL: replicaUrl.href,
    REPLICA_MAX_LAG_SECONDS: MAX_LAG,
  });
  await service.start();
  const { status, data } = await call('/api/v1/websites', {
    method: 'POST',
    body: JSON.stringify({ domain: 'replica.example' }),
  });
  expect(status).toBe(201);
  site = data as typeof site;
  await eventually(async () => {
    expect(await degraded()).toBeUndefined();
  });
});
afterAll(async () => {
  await service.kill('SIGKILL');
  await db.drop();
  await pair.stop();
});

describe('statistics with a replica', () => {
  it('are read from it, web vitals too', async () => {
    await view();
    await eventually(async () => {
      expect(await pageviews()).toBe(1);
    });
    for (const read of [pageviews, vitals])
      await eventually(async () => {
        const before = await servedByReplica();
        for (let count = 0; count < 30; count += 1) await read();
        // The watch and this test account for a few per second.
        expect((await servedByReplica()) - before).toBeGreaterThanOrEqual(30);
      });
  });

  it('come from the primary while the replica lags more than is allowed', async () => {
    await pair.pauseReplica();
    await view();
    await eventually(async () => {
      expect(await degraded()).toEqual(['replica']);
    });
    expect(await pageviews()).toBe(2);
    await pair.resumeReplica();
    await eventually(async () => {
      expect(await degraded()).toBeUndefined();
    });
    expect(await pageviews()).toBe(2);
  });

  it.each(['freezes', 'dies'] as const)('go on when it %s, and it is used again afterwards', async (how) => {
    const known = await pageviews();
    if (how === 'freezes') await pair.signalReplica('SIGSTOP');
    else await pair.killReplica();
    // Including those sent before anybody has noticed.
    const answers = await Promise.all(Array.from({ length: 8 }, () => pageviews()));
    expect(answers).toEqual(answers.map(() => known));
    await view();
    await eventually(async () => {
      expect(await degraded()).toEqual(['replica']);
      expect(await pageviews()).toBe(known + 1);
    });
    if (how === 'freezes') await pair.signalReplica('SIGCONT');
    else await pair.restartReplica();
    await eventually(async () => {
      expect(await degraded()).toBeUndefined();
      expect(await pageviews()).toBe(known + 1);
    });
  });
});
