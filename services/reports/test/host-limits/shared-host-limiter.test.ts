import { GuardError } from '@platform/guard';
import { silentLogger } from '@platform/runtime';
import type { TestDatabase } from '@platform/testing';
import { createHostBudgetsStore, createSharedHostLimiter } from '../../src/host-limits/host-budgets-store.ts';
import { openTestDatabase } from '../harness.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const never = new AbortController().signal;
/** A limiter as another process would have it. */
const limiter = (perSecond: number, burst: number, purpose = 'test') =>
  createSharedHostLimiter(
    createHostBudgetsStore(database.database, purpose),
    { perSecond, burst },
    silentLogger(),
  );
/** How many of some requests, each to a process in turn, may go at once. */
const granted = async (processes: readonly ReturnType<typeof limiter>[], host: string, requests: number) => {
  let count = 0;
  for (let index = 0; index < requests; index++)
    await processes[index % processes.length]?.wait(host, 0, never).then(
      () => (count += 1),
      (error: unknown) => {
        expect(error).toBeInstanceOf(GuardError);
      },
    );
  return count;
};

// One request in 1,000 s: how fast the machine is changes nothing.
it('grants one burst to all processes together', async () => {
  expect(await granted([limiter(0.001, 10), limiter(0.001, 10), limiter(0.001, 10)], 'one.example', 30)).toBe(
    10,
  );
});

it('keeps hosts apart, and budgets for different purposes', async () => {
  expect(await granted([limiter(0.001, 4)], 'a.example', 8)).toBe(4);
  expect(await granted([limiter(0.001, 4)], 'b.example', 8)).toBe(4);
  expect(await granted([limiter(0.001, 4, 'crawl')], 'a.example', 8)).toBe(4);
});

it('reserves several at once without granting more', async () => {
  const count = await granted([limiter(0.001, 200), limiter(0.001, 200)], 'many.example', 240);
  expect(count).toBeLessThanOrEqual(200);
  expect(count).toBeGreaterThan(180);
});

it('grants a burst once when all ask at the same moment', async () => {
  const processes = [limiter(0.001, 10), limiter(0.001, 10)];
  const asked = Array.from({ length: 20 }, () => processes)
    .flat()
    .map((one) =>
      one.wait('rush.example', 0, never).then(
        () => 1,
        () => 0,
      ),
    );
  expect((await Promise.all(asked)).reduce<number>((sum, one) => sum + one, 0)).toBe(10);
});

it('waits for its turn in the order of reservation', async () => {
  const slow = limiter(50, 1);
  const order: number[] = [];
  await Promise.all(
    [1, 2, 3, 4].map((n) => slow.wait('turns.example', 60_000, never).then(() => order.push(n))),
  );
  expect(order).toEqual([1, 2, 3, 4]);
});

it('keeps the limit by itself while PostgreSQL is away', async () => {
  const store = { reserve: () => Promise.reject(new Error('away')) };
  const alone = createSharedHostLimiter(store, { perSecond: 0.001, burst: 5 }, silentLogger());
  expect(await granted([alone], 'alone.example', 9)).toBe(5);
});
