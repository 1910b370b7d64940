import { randomBytes } from 'node:crypto';

import request from 'supertest';

import type { Gateway } from './harness.ts';
import { useLimits } from './limits-harness.ts';

const { testbed, startGateway } = useLimits();

/** What a request with a session that nobody has is answered. */
const statusOf = async (gateway: Gateway, path: string): Promise<number> => {
  const cookie = `session=${randomBytes(32).toString('base64url')}`;
  const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' };
  return (await request(gateway.url).get(path).set(headers)).status;
};

/** Runs something while whoever looks for a session gets an error. */
const withoutLookups = async (act: () => Promise<void>): Promise<void> => {
  const { database } = testbed().database;
  await database.schema.renameTable('sessions', 'sessions_elsewhere');
  try {
    await act();
  } finally {
    await database.schema.renameTable('sessions_elsewhere', 'sessions');
  }
};

describe('made-up sessions', () => {
  it.each([
    ['a path for callers', '/v1/palettes', 401],
    ['a public path', '/r/x', 200],
  ])('cost an address beyond its limit no lookups: %s', async (_, path, status) => {
    const gateway = await startGateway({ limitPerMinute: 2, publicLimitPerMinute: 2 });
    expect(await statusOf(gateway, path)).toBe(status);
    expect(await statusOf(gateway, path)).toBe(status);
    // The first refusal makes the limit known.
    expect(await statusOf(gateway, path)).toBe(429);
    await withoutLookups(async () => {
      expect(await statusOf(gateway, path)).toBe(429);
    });
  });
});
