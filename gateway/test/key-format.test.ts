import { readFile } from 'node:fs/promises';

import fc from 'fast-check';

import { generateKey, hashKey, isWellFormedKey, lastFour } from '../src/keys/api-key.ts';

describe('the format of a key', () => {
  it('is the prefix, a secret of 43 characters and a checksum of 6', () => {
    const keys = Array.from({ length: 500 }, generateKey);
    for (const key of keys) {
      expect(key).toMatch(/^dak_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/);
      expect(isWellFormedKey(key)).toBe(true);
    }
    expect(new Set(keys).size).toBe(500);
  });

  it('is found by the regular expression that is documented for secret scanners', async () => {
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
    const [, pattern = ''] = /leaked keys by `([^`]+)`/.exec(readme) ?? [];
    const scanner = new RegExp(pattern, 'g');
    const key = generateKey();
    expect(`{"token":"${key}"} KEY=${key};`.match(scanner)).toEqual([key, key]);
    expect(`dak_short x${key} ${key}x`.match(scanner)).toBeNull();
  });

  it('refuses a key with any one character replaced', () => {
    fc.assert(
      fc.property(
        fc.nat(52),
        fc.constantFrom('0', 'a', 'Z', '9', '_', '-', 'é', '\0'),
        (position, character) => {
          const key = generateKey();
          fc.pre(key[position] !== character);
          expect(isWellFormedKey(key.slice(0, position) + character + key.slice(position + 1))).toBe(false);
        },
      ),
    );
  });

  it('refuses truncated, lengthened and other text', () => {
    const key = generateKey();
    for (const text of [
      '',
      'dak_',
      key.slice(1),
      key.slice(0, -1),
      `${key}0`,
      `${key}\n`,
      ` ${key}`,
      'x'.repeat(53),
    ])
      expect(isWellFormedKey(text)).toBe(false);
  });

  it('is stored as the SHA-256 of the whole key', () => {
    expect(hashKey('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
    expect(lastFour('dak_abcdef')).toBe('cdef');
  });
});
