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
  it('may be given in one line, as environment files need it', () => {
    const pem = generateIdentityKey();
    expect(read(pem)).toBe(pem);
    expect(read(pem.replaceAll('\n', '\\n'))).toBe(pem);
  });

  it('is refused by its name, and without being told, when it is no Ed25519 key', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const other = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    for (const key of ['nonsense', other, generateIdentityKey().slice(0, 60)])
      expect(() => read(key)).toThrow(
        /^The configuration is not usable:\n {2}IDENTITY_PRIVATE_KEY must be an Ed25519 private key \(PKCS #8, PEM\)$/,
      );
  });
});
