import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

import { createDatabase, isGivenUp, isUnavailable } from '../src/index.ts';

describe('isUnavailable', () => {
  const withCode = (code: string) => Object.assign(new Error('x'), { code });

  it.each(['ECONNREFUSED', 'EHOSTUNREACH', '53100', '57P01', '57P05', '25P03', '25006', '08006'])(
    'is true for %s',
    (code) => {
      expect(isUnavailable(withCode(code))).toBe(true);
    },
  );

  it.each(['23505', '22012', '42P01', '57014', 'ENOENT'])('is false for %s', (code) => {
    expect(isUnavailable(withCode(code))).toBe(false);
  });

  it('is true for a server that accepts connections and never answers', async () => {
    const server = createServer((socket) => socket.resume());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `postgres://a:a@127.0.0.1:${(server.address() as AddressInfo).port}/a`;
    const database = createDatabase({ url, schema: 'public', connectMilliseconds: 200 });
    try {
      const error: unknown = await database.raw('SELECT 1').catch((fault: unknown) => fault);
      expect(String(error)).toContain('timeout expired');
      expect(isUnavailable(error)).toBe(true);
    } finally {
      await database.destroy();
      server.close();
    }
  });
});

describe('isGivenUp', () => {
  it.each([
    ['57014', true],
    ['55P03', true],
    ['40P01', true],
    ['23505', false],
    ['57P01', false],
  ])('of %s is %s', (code, expected) => {
    expect(isGivenUp(Object.assign(new Error('x'), { code }))).toBe(expected);
  });
});
