import { setTimeout as delay } from 'node:timers/promises';

import { createTestDatabase, createTestIdentity, eventually, startPostgres } from '@platform/testing';
import type { TestDatabase, TestIdentity, TestPostgres } from '@platform/testing';

import { CHROME } from '../harness.ts';
import { createServiceProcess } from '../service-process.ts';
import type { ServiceProcess } from '../service-process.ts';
import { readRollups, recount } from './recount.ts';

describe('processes killed under load', () => {
  let postgres: TestPostgres;
  let db: TestDatabase;
  let identity: TestIdentity;
  let services: ServiceProcess[] = [];

  beforeAll(async () => {
    postgres = await startPostgres({ durable: true });
    const migrations = new URL('../../migrations/', import.meta.url);
    db = await createTestDatabase({ schema: 'analytics', migrations, postgresUrl: postgres.url });
    identity = await createTestIdentity('analytics');
    services = [await createServiceProcess(db.url, identity), await createServiceProcess(db.url, identity)];
    await Promise.all(services.map((service) => service.start()));
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.kill('SIGTERM')));
    await db.drop();
    await postgres.stop();
  });

  it('lose no acknowledged event and store none twice', async () => {
    const [first, second] = services as [ServiceProcess, ServiceProcess];
    const created = await fetch(`${first.url}/api/v1/websites`, {
      method: 'POST',
      headers: { authorization: await identity.bearer(), 'content-type': 'application/json' },
      body: JSON.stringify({ domain: 'faults.example' }),
    });
    const site = ((await created.json()) as { data: { id: number; site_key: string } }).data;

    let isOver = false;
    let isGivenUp = false;
    let failures = 0;
    const acknowledged = new Set<string>();
    const attempted = new Set<string>();

    /** True for 204; anything else, and no answer at all, is a failure. */
    const send = async (base: string, path: string, address: string, id?: string): Promise<boolean> => {
      try {
        const answer = await fetch(`${base}/collect`, {
          method: 'POST',
          headers: { 'content-type': 'text/plain', 'user-agent': CHROME, 'x-forwarded-for': address },
          body: JSON.stringify({ k: site.site_key, u: `https://faults.example${path}`, i: id }),
          signal: AbortSignal.timeout(10_000),
        });
        await answer.arrayBuffer();
        return answer.status === 204;
      } catch {
        return false;
      }
    };

    /**
     * Half of the clients give their events ids and send them until they are acknowledged; the
     * others send once.
     */
    const client = async (number: number): Promise<void> => {
      const hasIds = number % 2 === 0;
      for (let index = 0; !isOver; index += 1) {
        const path = `/${hasIds ? 'again' : 'once'}/${number}/${index}`;
        attempted.add(path);
        for (let attempt = 0; ; attempt += 1) {
          const base = (number + attempt) % 2 === 0 ? first.url : second.url;
          const isDone = await send(base, path, `10.9.${index % 3}.${number}`, hasIds ? path : undefined);
          if (isDone) acknowledged.add(path);
          else {
            failures += 1;
            await delay(30);
          }
          if (isDone || !hasIds || isGivenUp) break;
        }
      }
    };
    const load = Array.from({ length: 24 }, (_, number) => client(number));
    const more = async (count: number): Promise<void> => {
      const target = acknowledged.size + count;
      await eventually(() => {
        if (acknowledged.size < target) throw new Error(`${acknowledged.size} of ${target} acknowledged`);
      });
    };

    try {
      await more(300);
      await first.kill('SIGKILL');
      await more(100);
      await first.start();
      await more(200);
      await postgres.kill();
      await delay(300);
      await postgres.restart();
      await more(300);
      await Promise.all([second.kill('SIGKILL'), postgres.kill()]);
      await Promise.all([second.start(), postgres.restart()]);
      await more(300);
    } catch (error) {
      // Clients that go on for ever would keep the process from ending.
      isGivenUp = true;
      throw error;
    } finally {
      isOver = true;
    }
    await Promise.all(load);

    const { rows } = await db.database.raw<{ rows: { path: string; count: string }[] }>(
      `SELECT d.value AS path, count(*) FROM events e JOIN dictionary d ON d.website_id = e.website_id AND d.id = e.page_id
       WHERE e.website_id = ? GROUP BY d.value`,
      [site.id],
    );
    const stored = new Map(rows.map(({ path, count }) => [path, Number(count)]));
    expect([...stored].filter(([, count]) => count !== 1)).toEqual([]);
    expect([...acknowledged].filter((path) => !stored.has(path))).toEqual([]);
    expect([...stored.keys()].filter((path) => !attempted.has(path))).toEqual([]);
    const withIds = [...attempted].filter((path) => path.startsWith('/again/'));
    expect(withIds.filter((path) => !stored.has(path))).toEqual([]);
    expect(failures).toBeGreaterThan(0);
    expect(await readRollups(db.database, site.id)).toEqual(await recount(db.database, site.id, 'UTC'));
  });
});
