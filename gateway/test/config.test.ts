import { generateKeyPairSync } from 'node:crypto';

import { generateIdentityKey } from '@platform/identity';
import { loadConfig } from '@platform/runtime';

import { configVariables } from '../src/config.ts';
import type { Config } from '../src/config.ts';

const read = (key: string): string | undefined =>
  loadConfig<Config>(configVariables, {
    DATABASE_URL: 'postgres://gateway@localhost/platform',
    IDENTITY_PRIVATE_KEY: key,
  }).IDENTITY_PRIVATE_KEY;

describe('IDENTITY_PRIVATE_KEY', () => {
  it('may be given on one line, as environment files require', () => {
    const pem = generateIdentityKey();
    expect(read(pem)).toBe(pem);
    expect(read(pem.replaceAll('\n', '\\n'))).toBe(pem);
  });

  it('is refused by name, without repeating its value, if it is not an Ed25519 key', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const other = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    for (const key of ['nonsense', other, generateIdentityKey().slice(0, 60)])
      expect(() => read(key)).toThrow(
        /^The configuration is not usable:\n {2}IDENTITY_PRIVATE_KEY must be an Ed25519 private key \(PKCS #8, PEM\)$/,
      );
  });
});
