import { generateKeyPairSync } from 'node:crypto';

import { loadConfig, settings } from '../src/index.ts';

const { IDENTITY_PUBLIC_KEY } = settings;
const read = (value: string): string =>
  loadConfig<{ IDENTITY_PUBLIC_KEY: string }>({ IDENTITY_PUBLIC_KEY }, { IDENTITY_PUBLIC_KEY: value })
    .IDENTITY_PUBLIC_KEY;
const pems = (type: 'ed25519' | 'x25519') => {
  const { publicKey, privateKey } = generateKeyPairSync(type as 'ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { publicKey, privateKey };
};

describe('IDENTITY_PUBLIC_KEY', () => {
  it('may be a PEM, even on one line for environment files', () => {
    const { publicKey } = pems('ed25519');
    expect(read(publicKey)).toBe(publicKey);
    expect(read(publicKey.replaceAll('\n', '\\n'))).toBe(publicKey);
  });

  it.each(['{"keys":[]}', 'https://issuer.example/.well-known/jwks.json', 'http://gateway:8080/jwks'])(
    'may be a JWKS or its address: %s',
    (value) => {
      expect(read(value)).toBe(value);
    },
  );

  it.each([
    ['a word', 'nonsense'],
    ['half of a JWKS', '{"keys":['],
    ['JSON that is no JWKS', '{"kty":"OKP"}'],
    ['no address', 'https://'],
    ['a broken PEM', '-----BEGIN PUBLIC KEY-----\nxxxx\n-----END PUBLIC KEY-----'],
    ['the private key', pems('ed25519').privateKey],
    ['a key that signs nothing', pems('x25519').publicKey],
  ])('is refused by name if it is %s', (_name, value) => {
    expect(() => read(value)).toThrow(
      'IDENTITY_PUBLIC_KEY must be an Ed25519 public key (PEM), a JWKS or the address of one',
    );
  });
});
