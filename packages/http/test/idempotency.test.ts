import { setTimeout as sleep } from 'node:timers/promises';

import { createIdempotencyStore } from '@platform/database';
import type { IdempotencyStore } from '@platform/database';
import { createTestDatabase } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { createIdempotency, created, ok } from '../src/index.ts';
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
  it('does the work each time where there is no key', async () => {
    const { work, times } = counted();
    const idempotency = createIdempotency(store);
    await idempotency.run(request(undefined), work);
    await idempotency.run(request(undefined), work);
    expect(times()).toBe(2);
  });

  it('gives the first answer again, in whatever order the body has its fields', async () => {
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

  it('does the work once for requests at the same time, on several instances', async () => {
    const { work, times } = counted(150);
    const instances = [createIdempotency(store), createIdempotency(store), createIdempotency(store)];
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => instances[n % 3]!.run(request('at once'.replace(' ', '-')), work)),
    );
    expect(times()).toBe(1);
    expect(new Set(answers.map((answer) => JSON.stringify(answer?.kind === 'one' && answer.data)))).toEqual(
      new Set(['{"number":1}']),
    );
  });

  it('keeps keys of organisations, methods and paths apart', async () => {
    const { work, times } = counted();
    const idempotency = createIdempotency(store);
    const plain = request('apart');
    for (const sent of [
      plain,
      { ...plain, organisation: 'org_b' },
      { ...plain, method: 'PUT' },
      { ...plain, path: '/v1/others' },
    ])
      await idempotency.run(sent, work);
    expect(times()).toBe(4);
  });

  it('refuses the key with another body', async () => {
    const { work, times } = counted();
    const idempotency = createIdempotency(store);
    await idempotency.run(request('other'), work);
    await expect(idempotency.run(request('other', { a: 2 }), work)).rejects.toMatchObject({
      kind: 'invalid',
      code: 'idempotency_key_reused',
    });
    expect(times()).toBe(1);
  });

  it('lets a failed request be tried again', async () => {
    const idempotency = createIdempotency(store);
    const fails = () => Promise.reject(new Error('no luck'));
    await expect(idempotency.run(request('failed'), fails)).rejects.toThrow('no luck');
    expect(
      await idempotency.run(request('failed', { a: 2 }), () => Promise.resolve(ok('luck'))),
    ).toMatchObject({
      data: 'luck',
    });
  });

  it('takes over from a process that died, and forgets after 24 hours', async () => {
    const age = (key: string, interval: string) =>
      test
        .database('idempotency_keys')
        .where({ key })
        .update({
          claimed_at: test.database.raw('now() - ?::interval', [interval]),
        });
    const { work, times } = counted();
    const idempotency = createIdempotency(store);
    expect((await store.claim('org_a POST /v1/things', 'dead', 'x')).state).toBe('claimed');
    await age('dead', '61 seconds');
    await idempotency.run(request('dead'), work);
    expect(times()).toBe(1);

    await idempotency.run(request('old'), work);
    await age('old', '23 hours 59 minutes');
    await idempotency.run(request('old'), work);
    expect(times()).toBe(2);
    await age('old', '24 hours 1 minute');
    await idempotency.run(request('old', { a: 2 }), work);
    expect(times()).toBe(3);
  });

  it.each(['', ' ', 'a b', 'ä', 'x'.repeat(256)])('refuses the key %j', async (key) => {
    const { work, times } = counted();
    await expect(createIdempotency(store).run(request(key), work)).rejects.toMatchObject({ kind: 'invalid' });
    expect(times()).toBe(0);
  });
});
