import { createPrivateKey, createPublicKey } from 'node:crypto';

import { SignJWT } from 'jose';

import { createIdentityVerifier, generateIdentityKey } from '../src/index.ts';

const privateKey = generateIdentityKey();
const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();

/** A fixed moment, so that no test depends on how fast it runs. */
const NOW = 1_800_000_000;
const DAY = 24 * 3_600;

const verifierOf = (maxAgeSeconds?: number) =>
  createIdentityVerifier({
    publicKey,
    audience: 'palette',
    now: () => NOW * 1000,
    ...(maxAgeSeconds === undefined ? {} : { maxAgeSeconds }),
  });

/** A token made at `iat` (not said if undefined) that ends at `exp`. */
const sign = (iat: number | undefined, exp: number): Promise<string> => {
  const token = new SignJWT({ org: 'org_1', scopes: ['*'] })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setSubject('key_1')
    .setAudience('palette')
    .setExpirationTime(exp);
  return (iat === undefined ? token : token.setIssuedAt(iat)).sign(createPrivateKey(privateKey));
};

describe('the lifetime of an identity', () => {
  it.each([
    ['made now for a minute', NOW, NOW + 60],
    ['half over', NOW - 30, NOW + 30],
    ['made by a clock that is 100 s ahead', NOW + 100, NOW + 160],
    ['without iat, with 60 s left', undefined, NOW + 60],
  ])('is accepted: %s', async (_, iat, exp) => {
    expect(await (await verifierOf()).verify(await sign(iat, exp))).toMatchObject({ organisation: 'org_1' });
  });

  it.each([
    ['a day', NOW, NOW + DAY, DAY],
    ['a day that is nearly over', NOW - DAY + 10, NOW + 10, DAY],
    ['61 seconds', NOW, NOW + 61, 61],
    ['without iat, with a day left', undefined, NOW + DAY, DAY],
    ['a minute of tomorrow', NOW + DAY, NOW + DAY + 60, DAY + 60],
  ])('is refused as too long: %s', async (_, iat, exp, seconds) => {
    const verifier = await verifierOf();
    const token = await sign(iat, exp);
    expect(await verifier.verify(token)).toBeUndefined();
    expect(await verifier.whyRefused(token)).toEqual({ reason: 'too_long', seconds });
  });

  it('may be made longer for another issuer', async () => {
    const token = await sign(NOW, NOW + DAY);
    expect(await (await verifierOf(DAY)).verify(token)).toMatchObject({ keyId: 'key_1' });
    expect(await (await verifierOf(DAY - 1)).verify(token)).toBeUndefined();
  });
});
