import { setTimeout as sleep } from 'node:timers/promises';

import { eventually, startPostgres } from '@platform/testing';
import type { TestPostgres } from '@platform/testing';
import request from 'supertest';

import { generateKey } from '../src/keys/api-key.ts';
import { createKeyCache, createKeyVerifier, STALE_MILLISECONDS } from '../src/keys/key-verifier.ts';
import { bearer, startTestbed, startService } from './harness.ts';
import type { FakeService, Gateway, Testbed } from './harness.ts';

let postgres: TestPostgres;
let testbed: Testbed;
let service: FakeService;
let gateways: Gateway[];

const statusOf = async (gateway: Gateway, text: string): Promise<number> =>
  (await request(gateway.url).get('/v1/workspaces').set(bearer(text))).status;

beforeAll(async () => {
  postgres = await startPostgres();
  testbed = await startTestbed(postgres.url);
  service = await startService();
  const targets = { analytics: service.url, reports: service.url, palette: service.url };
  gateways = [await testbed.gateway({ targets }), await testbed.gateway({ targets })];
});

afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()));
  await testbed.database.database.destroy();
  await service.close();
  await postgres.stop();
});

describe('a change of a key', () => {
  it.each([
    [
      'the API',
      (id: string, organisation: string) =>
        testbed.keys.revoke(organisation, id, { id: 'cli', scopes: ['*'] }),
    ],
    [
      'psql',
      (id: string) => testbed.database.database('keys').where({ id }).update({ revoked_at: new Date() }),
    ],
    ['removal', (id: string) => testbed.database.database('keys').where({ id }).delete()],
  ])(
    'reaches every gateway long before its cache expires when it is a revocation by %s',
    async (_name, revoke) => {
      const { text, key } = await testbed.issue();
      for (const gateway of gateways) expect(await statusOf(gateway, text)).toBe(200);
      await revoke(key.id, key.organisation);
      for (const gateway of gateways)
        await eventually(async () => {
          expect(await statusOf(gateway, text)).toBe(401);
        }, 20_000);
    },
  );

  it('takes effect even if announcements are lost', async () => {
    const { text, key } = await testbed.issue();
    expect(await statusOf(gateways[0]!, text)).toBe(200);
    await testbed.database.database.raw(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'",
    );
    await testbed.keys.revoke(key.organisation, key.id, { id: 'cli', scopes: ['*'] });
    await eventually(async () => {
      expect(await statusOf(gateways[0]!, text)).toBe(401);
    }, 20_000);
  });

  it('reaches the service at once when it concerns scopes', async () => {
    const { text, key } = await testbed.issue({ scopes: ['workspaces:read', 'themes:write'] });
    expect(await statusOf(gateways[0]!, text)).toBe(200);
    await testbed.database
      .database('keys')
      .where({ id: key.id })
      .update({ scopes: ['workspaces:read'] });
    const verifier = await testbed.verifier('palette');
    await eventually(async () => {
      await statusOf(gateways[0]!, text);
      const identity = String(service.seen.at(-1)?.headers['x-identity']);
      expect((await verifier.verify(identity))?.scopes).toEqual(['workspaces:read']);
    }, 20_000);
  });
});

describe('with PostgreSQL down', () => {
  it('known keys keep working, revoked ones stay refused, unknown ones are 503 and never 401', async () => {
    const [known, revoked, unknown] = [await testbed.issue(), await testbed.issue(), await testbed.issue()];
    const gateway = gateways[0]!;
    expect(await statusOf(gateway, known.text)).toBe(200);
    expect(await statusOf(gateway, revoked.text)).toBe(200);
    await testbed.keys.revoke(revoked.key.organisation, revoked.key.id, { id: 'cli', scopes: ['*'] });
    await eventually(async () => {
      expect(await statusOf(gateway, revoked.text)).toBe(401);
    });

    await postgres.stop();
    await sleep(700);
    for (let round = 0; round < 3; round += 1) {
      expect(await statusOf(gateway, known.text)).toBe(200);
      expect(await statusOf(gateway, revoked.text)).toBe(401);
      for (const text of [unknown.text, generateKey()]) {
        const answer = await request(gateway.url).get('/v1/workspaces').set(bearer(text));
        expect(answer.status).toBe(503);
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
        expect(answer.body.error.code).toBe('service_unavailable');
      }
      await sleep(300);
    }
    // Malformed keys are still refused without the database.
    await request(gateway.url).get('/v1/workspaces').set(bearer('dak_nonsense')).expect(401);
    await request(gateway.url).get('/v1/workspaces').expect(401);
    await request(gateway.url).get('/health/ready').expect(200);
    const keys = await request(gateway.url).get('/v1/keys').set(bearer(known.text));
    expect(keys.status).toBe(503);
  });
});

describe('the lifetime of a cached key', () => {
  const key = {
    id: 'key_1',
    organisation: 'org_1',
    name: 'x',
    lastFour: 'xxxx',
    scopes: ['*'] as const,
    rateLimit: null,
    organisationRateLimit: null,
    limitId: 'key_1',
    allowedAddresses: null,
    expiresAt: null,
    revokedAt: null,
    replaces: null,
    lastUsedAt: null,
    lastUsedAddress: null,
    createdAt: new Date(0),
  };
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

  const scene = () => {
    let time = 1_000_000;
    const state = { down: false, heard: true, reads: 0, slow: Promise.resolve<undefined>(undefined) };
    const cache = createKeyCache(() => time);
    const verifier = createKeyVerifier({
      cache,
      isListening: () => state.heard,
      now: () => time,
      store: {
        findByHash: async () => {
          state.reads += 1;
          await state.slow;
          return state.down ? Promise.reject(refused) : Promise.resolve(key);
        },
      },
    });
    const text = generateKey();
    const verify = () => verifier.verify(text, () => undefined);
    const pass = (milliseconds: number): void => {
      time += milliseconds;
    };
    return { state, cache, verify, pass };
  };

  it('is 30 seconds, and half a second while changes are not announced', async () => {
    const { state, verify, pass } = scene();
    await verify();
    pass(29_999);
    await verify();
    expect(state.reads).toBe(1);
    pass(2);
    await verify();
    expect(state.reads).toBe(2);
    state.heard = false;
    pass(501);
    await verify();
    expect(state.reads).toBe(3);
  });

  it('is ten minutes while the database is down', async () => {
    const { state, verify, pass } = scene();
    await verify();
    state.down = true;
    pass(STALE_MILLISECONDS - 1);
    expect(await verify()).toEqual(key);
    pass(2);
    await expect(verify()).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('goes on while the database is too busy to answer, which the first request of a key waits for', async () => {
    const { state, verify, pass } = scene();
    const busy = Promise.withResolvers<undefined>();
    state.slow = busy.promise;
    const first = verify();
    setTimeout(busy.resolve, 1_500, undefined);
    expect(await first).toEqual(key);
    state.slow = Promise.withResolvers<undefined>().promise;
    pass(30_001);
    expect(await verify()).toEqual(key);
    // For a while nobody asks it again.
    expect(await verify()).toEqual(key);
    expect(state.reads).toBe(2);
  });

  it('ends when the key is revoked, even if the database is down', async () => {
    const { state, cache, verify, pass } = scene();
    await verify();
    state.down = true;
    cache.revoke('key_1');
    expect(await verify()).toBeUndefined();
    pass(60_000);
    expect(await verify()).toBeUndefined();
    cache.markOutdated();
    expect(await verify()).toBeUndefined();
  });

  it('does not start with a read that a change has overtaken', async () => {
    const { state, cache, verify } = scene();
    const reading = verify();
    cache.revoke('key_1');
    await reading;
    await verify();
    expect(state.reads).toBe(2);
  });

  it('shares one read between concurrent requests', async () => {
    const { state, verify } = scene();
    await Promise.all(Array.from({ length: 50 }, verify));
    expect(state.reads).toBe(1);
  });
});
