import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { createIdempotencyStore } from '@platform/database';
import type { IdempotencyStore } from '@platform/database';
import { forbidden } from '@platform/errors';
import { createMetrics, silentLogger } from '@platform/runtime';
import { createTestDatabase, createTestIdentity } from '@platform/testing';
import type { TestDatabase, TestIdentity } from '@platform/testing';
import type { Express } from 'express';
import supertest from 'supertest';

import {
  createHealth,
  createIdempotency,
  createRouter,
  createServiceApp,
  created,
  endpoint,
  envelopeDialect,
  ok,
} from '../src/index.ts';
import type { Reply } from '../src/index.ts';

let test: TestDatabase;
let store: IdempotencyStore;
beforeAll(async () => {
  test = await createTestDatabase({
    schema: 'repeats',
    migrations: new URL('./migrations/', import.meta.url),
  });
  store = createIdempotencyStore(test.database);
});
afterAll(() => test.drop());

const request = (key: string | undefined, body: unknown = { a: 1 }) => ({
  organisation: 'org_a',
  caller: 'key_a',
  method: 'POST',
  path: '/v1/things',
  key,
  body,
});

/** Work that counts how often it is done. */
const counted = (milliseconds = 0) => {
  let times = 0;
  const work = async (): Promise<Reply> => {
    times += 1;
    const number = times;
    await sleep(milliseconds);
    return created({ number }, `/v1/things/${number}`);
  };
  return { work, times: () => times };
};

describe('createIdempotency', () => {
  it('does the work every time without a key', async () => {
    const { work, times } = counted();
    const idempotency = createIdempotency(store);
    await idempotency.run(request(undefined), work);
    await idempotency.run(request(undefined), work);
    expect(times()).toBe(2);
  });

  it('repeats the first answer, whatever the order of the body’s fields', async () => {
    const { work, times } = counted();
    const first = await createIdempotency(store).run(request('again', { a: 1, b: { c: 2, d: 3 } }), work);
    // Another instance of the service.
    const second = await createIdempotency(store).run(request('again', { b: { d: 3, c: 2 }, a: 1 }), work);
    expect(times()).toBe(1);
    expect(second).toEqual({
      ...first,
      headers: { Location: '/v1/things/1', 'Idempotency-Replayed': 'true' },
    });
  });

  it('does the work once for simultaneous requests to several instances', async () => {
    const { work, times } = counted(150);
    const instances = [createIdempotency(store), createIdempotency(store), createIdempotency(store)];
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        (instances[n % 3] ?? createIdempotency(store)).run(request('at-once'), work),
      ),
    );
    expect(times()).toBe(1);
    expect(new Set(answers.map((answer) => JSON.stringify(answer?.kind === 'one' && answer.data)))).toEqual(
      new Set(['{"number":1}']),
    );
  });

  it('keeps the keys of organisations, callers, methods and paths apart', async () => {
    const { work, times } = counted();
    const idempotency = createIdempotency(store);
    const plain = request('apart');
    for (const sent of [
      plain,
      { ...plain, organisation: 'org_b' },
      { ...plain, caller: 'key_b' },
      // Put together, these two would read the same.
      { ...plain, organisation: 'org_a key_a', caller: 'key_b' },
      { ...plain, organisation: 'org_a', caller: 'key_a key_b' },
      { ...plain, method: 'PUT' },
      { ...plain, path: '/v1/others' },
    ])
      await idempotency.run(sent, work);
    expect(times()).toBe(7);
  });

  it('refuses the key with a different body', async () => {
    const { work, times } = counted();
    const idempotency = createIdempotency(store);
    await idempotency.run(request('other'), work);
    await expect(idempotency.run(request('other', { a: 2 }), work)).rejects.toMatchObject({
      kind: 'invalid',
      code: 'idempotency_key_reused',
    });
    expect(times()).toBe(1);
  });

  it('lets a client retry a failed request', async () => {
    const idempotency = createIdempotency(store);
    const fails = () => Promise.reject(new Error('no luck'));
    await expect(idempotency.run(request('failed'), fails)).rejects.toThrow('no luck');
    expect(
      await idempotency.run(request('failed', { a: 2 }), () => Promise.resolve(ok('luck'))),
    ).toMatchObject({
      data: 'luck',
    });
  });

  it('forgets keys after 24 hours', async () => {
    const age = (interval: string) =>
      test
        .database('idempotency_answers')
        .update({ claimed_at: test.database.raw('now() - ?::interval', [interval]) });
    const { work, times } = counted();
    const idempotency = createIdempotency(store);
    await idempotency.run(request('old'), work);
    await age('23 hours 59 minutes');
    await idempotency.run(request('old'), work);
    expect(times()).toBe(1);
    await age('24 hours 1 minute');
    await idempotency.run(request('old', { a: 2 }), work);
    expect(times()).toBe(2);
    await age('24 hours 1 minute');
    await store.sweep();
    expect(await test.database('idempotency_answers')).toEqual([]);
  });

  it('keeps neither the key nor the answer readable, since answers may hold secrets', async () => {
    const work = () => Promise.resolve(ok({ key: 'dak_secret' }));
    const idempotency = createIdempotency(store);
    await idempotency.run(request('my-own-key'), work);
    const rows = await test.database.raw('SELECT * FROM idempotency_answers');
    const bytes = Buffer.concat(
      (rows as { rows: Record<string, unknown>[] }).rows.flatMap((row) =>
        Object.values(row).filter((value) => Buffer.isBuffer(value)),
      ),
    ).toString('latin1');
    expect(bytes.length).toBeGreaterThan(50);
    expect(bytes).not.toContain('dak_secret');
    expect(bytes).not.toContain('my-own-key');
    expect(await idempotency.run(request('my-own-key'), work)).toMatchObject({ data: { key: 'dak_secret' } });
  });

  it('rolls the work back together with its answer', async () => {
    const idempotency = createIdempotency(store);
    const work = async (): Promise<Reply> => {
      await test.database('idempotency_things').insert({ name: 'half' });
      throw new Error('no luck');
    };
    await expect(idempotency.run(request('half'), work)).rejects.toThrow('no luck');
    expect(await test.database('idempotency_things').where({ name: 'half' })).toEqual([]);
  });

  it('repeats the answer of work done after the commit', async () => {
    const idempotency = createIdempotency(store);
    const work = () => Promise.resolve({ ...ok('pending'), afterCommit: () => Promise.resolve(ok('done')) });
    expect(await idempotency.run(request('sequel'), work)).toMatchObject({ data: 'done' });
    expect(await idempotency.run(request('sequel'), work)).toMatchObject({ data: 'done' });
    expect(await idempotency.run(request(undefined), work)).toMatchObject({ data: 'done' });
  });

  it.each(['after-work', 'after-commit'])(
    'creates one record when the process is killed %s',
    async (dieAt) => {
      const script = fileURLToPath(new URL('./fixtures/dying-process.ts', import.meta.url));
      const start = (when: string) => spawnSync(process.execPath, [script, test.url, 'repeats', when]);
      expect(start(dieAt).signal).toBe('SIGKILL');
      const { work } = counted();
      const again = await createIdempotency(store).run(request(`dies-${dieAt}`, {}), async () => {
        await test.database('idempotency_things').insert({ name: dieAt });
        return work();
      });
      expect(again?.status).toBe(201);
      expect(await test.database('idempotency_things').where({ name: dieAt })).toHaveLength(1);
    },
  );

  it.each(['', ' ', 'a b', 'ä', 'x'.repeat(256)])('refuses the key %j', async (key) => {
    const { work, times } = counted();
    await expect(createIdempotency(store).run(request(key), work)).rejects.toMatchObject({ kind: 'invalid' });
    expect(times()).toBe(0);
  });
});

describe('a service that repeats answers', () => {
  let identity: TestIdentity;
  let app: Express;
  let made = 0;
  beforeAll(async () => {
    identity = await createTestIdentity('things');
    const secrets = endpoint({
      method: 'POST',
      path: '/secrets',
      summary: 'Make a secret',
      scope: 'websites:write',
      responses: { 201: { description: 'Made' } },
      handler: ({ caller }) => {
        if (!caller.scopes.includes('*')) return Promise.reject(forbidden('Only owners may do this.'));
        made += 1;
        return Promise.resolve(created({ secret: made }, '/v1/secrets'));
      },
    });
    app = createServiceApp({
      title: 'Things',
      dialect: envelopeDialect,
      routers: [createRouter(envelopeDialect, 'Things', [secrets])],
      identity: identity.verifier,
      logger: silentLogger(),
      metrics: createMetrics({ service: 'things', withProcess: false }),
      health: createHealth({}),
      idempotency: createIdempotency(store),
      trustProxy: 0,
    });
  });

  const post = async (key: string, caller: { keyId: string; scopes: string[] }) =>
    supertest(app)
      .post('/v1/secrets')
      .set('Authorization', await identity.bearer({ organisation: 'org_a', ...caller }))
      .set('Idempotency-Key', key);

  it('tells nobody but the caller what a request was answered', async () => {
    const owner = { keyId: 'key_owner', scopes: ['*'] };
    const first = await post('shared', owner);
    expect(first.status).toBe(201);
    const weaker = await post('shared', { keyId: 'key_weak', scopes: ['websites:write'] });
    expect([weaker.status, weaker.body.error?.message]).toEqual([403, 'Only owners may do this.']);
    const equal = await post('shared', { keyId: 'key_other', scopes: ['*'] });
    expect([equal.status, equal.headers['idempotency-replayed']]).toEqual([201, undefined]);
    expect(equal.body.data).not.toEqual(first.body.data);
    const again = await post('shared', owner);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body.data).toEqual(first.body.data);
  });
});
