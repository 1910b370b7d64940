import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { provide } from '../build/provide-console.ts';

const KILOBYTE = 1024;

describe('the built console', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await provide('console', join(tmpdir(), 'unused'));
  });

  it('is small: 64 KB at first, 25 KB a screen or library, 240 KB in all', async () => {
    const page = await readFile(join(directory, 'index.html'), 'utf8');
    const names = (await readdir(join(directory, 'assets'))).filter((name) => name.endsWith('.js'));
    const sizes = await Promise.all(
      names.map(async (name) => {
        const { length } = gzipSync(await readFile(join(directory, 'assets', name)), { level: 9 });
        return { length, isFirst: page.includes(name) };
      }),
    );
    const sum = (which: typeof sizes): number => which.reduce((total, { length }) => total + length, 0);
    const first = sizes.filter(({ isFirst }) => isFirst);
    expect(first.length).toBeGreaterThan(0);
    expect(sum(first)).toBeLessThan(64 * KILOBYTE);
    expect(sum(sizes)).toBeLessThan(240 * KILOBYTE);
    for (const { length } of sizes.filter(({ isFirst }) => !isFirst))
      expect(length).toBeLessThan(25 * KILOBYTE);
  });

  it('is built once for the same sources', async () => {
    expect(await provide('console', join(tmpdir(), 'unused'))).toBe(directory);
  });
});

it.each(['statistics', 'reports', 'palette'] as const)(
  'makes pages of %s with nothing of Node.js that it warns of',
  async (name) => {
    const directory = await provide(name, join(tmpdir(), 'unused'));
    const server = await readFile(join(directory, 'server.mjs'), 'utf8');
    expect(/(?:from|import|require\()\s*["'](?:node:)?punycode["']/.exec(server)).toBeNull();
  },
);
