import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

import { createTestDatabase, createTestIdentity, eventually, startPostgres } from '@platform/testing';
import type { TestDatabase, TestIdentity, TestPostgres } from '@platform/testing';

import { WRITER_LOCK } from '../../src/collect/writing/batch-transaction.ts';
import { WRITER_TIMEOUTS } from '../../src/collect/writing/writer-lanes.ts';
import { createServiceProcess } from '../service-process.ts';
import type { ServiceProcess } from '../service-process.ts';
import { readRollups, recount } from './recount.ts';

interface Site {
  id: number;
  key: string;
  domain: string;
}

describe('freezes', () => {
  let postgres: TestPostgres;
  let db: TestDatabase;
  let identity: TestIdentity;
  let first: ServiceProcess;
  let second: ServiceProcess;
  const sites: Site[] = [];

  beforeAll(async () => {
    postgres = await startPostgres({ durable: true });
    const migrations = new URL('../../migrations/', import.meta.url);
    db = await createTestDatabase({ schema: 'analytics', migrations, postgresUrl: postgres.url });
    identity = await createTestIdentity('analytics');
    first = await createServiceProcess(db.url, identity);
    second = await createServiceProcess(db.url, identity);
    await Promise.all([first.start(), second.start()]);
    for (let number = 0; number < 12; number += 1) {
      const domain = `frozen-${number}.example`;
      const answer = await fetch(`${first.url}/api/v1/websites`, {
        method: 'POST',
        headers: { authorization: await identity.bearer(), 'content-type': 'application/json' },
        body: JSON.stringify({ domain }),
      });
      const { data } = (await answer.json()) as { data: { id: number; site_key: string } };
      sites.push({ id: data.id, key: data.site_key, domain });
    }
    // Caches, partitions and dictionaries are filled.
    for (const { key, domain } of sites)
      for (const service of [first, second])
        expect(await service.hit(key, `https://${domain}/`)).toMatchObject({ status: 204 });
  });
  afterAll(async () => {
    first.thaw();
    await Promise.all([first.kill('SIGKILL'), second.kill('SIGTERM')]);
    await db.drop();
    await postgres.stop();
  });

  const view = (service: ServiceProcess, { key, domain }: Site, timeoutMs?: number) =>
    service.hit(key, `https://${domain}/`, timeoutMs === undefined ? {} : { timeoutMs });

  const lockedSites = async (): Promise<number[]> => {
    const { rows } = await db.database.raw<{ rows: { id: number }[] }>(
      `SELECT objid::integer AS id FROM pg_locks WHERE locktype = 'advisory' AND classid = ? AND granted`,
      [WRITER_LOCK],
    );
    return rows.map(({ id }) => id);
  };

  const expectSumsToEqualRows = async (): Promise<void> => {
    for (const { id } of sites)
      expect(await readRollups(db.database, id)).toEqual(await recount(db.database, id, 'UTC'));
  };

  /** Signals the whole server. Stopped first, it makes no more backends. */
  const signalServer = (signal: NodeJS.Signals): void => {
    process.kill(postgres.pid, signal);
    const children = readFileSync(`/proc/${postgres.pid}/task/${postgres.pid}/children`, 'utf8');
    for (const pid of children.split(' ').filter(Boolean)) process.kill(Number(pid), signal);
  };

  it('leave a website stuck for five seconds at most, by the time-outs of PostgreSQL', () => {
    const { idle_in_transaction_session_timeout: idle, lock_timeout, statement_timeout } = WRITER_TIMEOUTS;
    // Those waiting for a frozen instance's lock are still there when PostgreSQL ends it.
    expect(lock_timeout).toBeGreaterThan(idle);
    expect(statement_timeout).toBeGreaterThan(lock_timeout);
    expect(statement_timeout).toBeLessThanOrEqual(5_000);
  });

  it('of one instance do not hold up the other’s websites', async () => {
    // Freezes the first instance in the middle of a batch that holds locks.
    const target = sites.slice(0, 3);
    let isOver = false;
    const load = Array.from({ length: 12 }, async (_, number) => {
      const site = target[number % 3];
      while (site && !isOver) await view(first, site);
    });
    let stuck: number[] = [];
    await eventually(async () => {
      first.freeze();
      await delay(50);
      stuck = await lockedSites();
      if (stuck.length > 0) return;
      first.thaw();
      await delay(Math.random() * 20);
      throw new Error('no lock was held');
    });
    isOver = true;

    const stuckViews = sites.filter(({ id }) => stuck.includes(id)).map((site) => view(second, site));
    const freed: Awaited<ReturnType<typeof view>>[] = [];
    const freeing = Promise.all(stuckViews).then((answers) => freed.push(...answers));
    const isStuck = (): boolean => freed.length === 0;
    const others = sites.filter(({ id }) => !stuck.includes(id));
    const took: number[] = [];
    let rounds = 0;
    while (isStuck()) {
      const answers = await Promise.all(others.map((site) => view(second, site)));
      expect(answers.map(({ status }) => status)).toEqual(others.map(() => 204));
      took.push(...answers.map((answer) => answer.took));
      if (isStuck()) rounds += 1;
    }
    // They were stored while the others' websites were stuck.
    expect(rounds).toBeGreaterThan(0);
    await freeing;
    expect(freed.map(({ status }) => status)).toEqual(stuck.map(() => 204));
    // Printed, not asserted: how long it takes depends on the machine, too.
    const longest = (milliseconds: readonly number[]) =>
      `${(Math.max(...milliseconds) / 1_000).toFixed(2)} s`;
    process.stderr.write(
      `Frozen: ${stuck.length} websites were free after ${longest(freed.map((answer) => answer.took))}; the others' hits took ${longest(took)} at most.\n`,
    );

    first.thaw();
    await Promise.all(load);
    await expectSumsToEqualRows();
  });

  it('of PostgreSQL are answered with 503, and no event sent during one is stored unacknowledged', async () => {
    // Both are written by the same lane.
    const [before, during] = [sites[5], sites[9]];
    if (!before || !during) throw new Error('no site');
    const count = async ({ id }: Site): Promise<number> =>
      Number((await db.database('events').where({ website_id: id }).count({ n: '*' }))[0]?.['n']);
    const start = { before: await count(before), during: await count(during) };
    const stored = new Map<Site, number>();
    const statuses = new Set<number>();
    const send = async (site: Site, timeoutMs?: number): Promise<number> => {
      const { status } = await view(second, site, timeoutMs);
      if (status === 204) stored.set(site, (stored.get(site) ?? 0) + 1);
      return status;
    };

    let target = before;
    let isOver = false;
    const senders = 10;
    const load = Array.from({ length: senders }, async () => {
      while (!isOver) statuses.add(await send(target, 3_000));
    });
    await delay(300);
    signalServer('SIGSTOP');
    target = during;
    await delay(8_000);
    signalServer('SIGCONT');
    await eventually(async () => {
      if ((await send(during)) !== 204) throw new Error('not back yet');
    });
    isOver = true;
    await Promise.all(load);
    await delay(1_000);
    expect([...statuses].sort()).toEqual([204, 503]);
    expect((await count(during)) - start.during).toBe(stored.get(during));
    // The freeze may fall into a COMMIT. Only what was under way then can be stored and answered with 503.
    const unacknowledged = (await count(before)) - start.before - (stored.get(before) ?? 0);
    expect(unacknowledged).toBeGreaterThanOrEqual(0);
    expect(unacknowledged).toBeLessThanOrEqual(senders);
    await expectSumsToEqualRows();
  });
});
