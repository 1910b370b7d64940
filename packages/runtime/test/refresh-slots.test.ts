import { mock } from 'node:test';

import { Cluster } from 'ioredis';

import { connectRedis } from '../src/connect-redis.ts';

/** Longer than two rounds. */
const A_WHILE_MILLISECONDS = 5_000;

/** Counts how often a client asks for the slot map, which it can't here. */
const count = (client: Cluster): { asked: number } => {
  const counter = { asked: 0 };
  client.refreshSlotsCache = () => {
    counter.asked += 1;
  };
  return counter;
};

beforeEach(() => {
  mock.timers.enable({ apis: ['setInterval'] });
});
afterEach(() => {
  mock.timers.reset();
});

it('a cluster is asked for its slots while a client or its duplicate is open, and no longer', () => {
  const client = connectRedis('redis+cluster://a.test', { lazyConnect: true, retryStrategy: () => 10 });
  if (!(client instanceof Cluster)) throw new Error('This is no client of a cluster.');
  const both = [client, client.duplicate()];
  const counters = both.map(count);
  mock.timers.tick(A_WHILE_MILLISECONDS);
  expect(counters.map(({ asked }) => asked)).toEqual([0, 0]);
  for (const one of both) one.emit('connecting');
  mock.timers.tick(A_WHILE_MILLISECONDS);
  for (const one of both) one.emit('end');
  const asked = counters.map((counter) => counter.asked);
  for (const times of asked) expect(times).toBeGreaterThan(0);
  mock.timers.tick(A_WHILE_MILLISECONDS);
  expect(counters.map((counter) => counter.asked)).toEqual(asked);
});
