import { createPublicKey, pbkdf2, sign as signBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import {
  createIdentitySigner,
  createIdentityVerifier,
  generateIdentityKey,
  grants,
  isScope,
  publicJwks,
} from '../src/index.ts';

const caller = { organisation: 'org_1', keyId: 'key_1', scopes: ['websites:read'] };
const privateKey = generateIdentityKey();
const pem = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();

describe('the signed identity', () => {
  it('is verified with a PEM, a JWKS and the address of a JWKS', async () => {
    const jwks = JSON.stringify(await publicJwks(privateKey));
    const server = createServer((_, response) =>
      response.setHeader('content-type', 'application/json').end(jwks),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const token = await (await createIdentitySigner({ privateKey })).sign(caller, 'reports');
    for (const publicKey of [pem, jwks, address]) {
      const verifier = await createIdentityVerifier({ publicKey, audience: 'reports' });
      expect(await verifier.verify(token)).toEqual(caller);
    }
    await new Promise((resolve) => server.close(resolve));
  });

  it('is refused by another service, under another key, when altered, and without a signature', async () => {
    const token = await (await createIdentitySigner({ privateKey })).sign(caller, 'reports');
    const [header = '', payload = '', signature = ''] = token.split('.');
    const forged = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), org: 'org_2' }),
    );
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const other = await createIdentityVerifier({ publicKey: pem, audience: 'palette' });
    expect(await other.verify(token)).toBeUndefined();
    const verifier = await createIdentityVerifier({ publicKey: pem, audience: 'reports' });
    for (const bad of [
      `${header}.${forged.toString('base64url')}.${signature}`,
      `${none}.${payload}.`,
      '',
      'a.b.c',
      'x',
    ])
      expect(await verifier.verify(bad)).toBeUndefined();
    const foreign = await (
      await createIdentitySigner({ privateKey: generateIdentityKey() })
    ).sign(caller, 'reports');
    expect(await verifier.verify(foreign)).toBeUndefined();
  });

  it('is signed and verified while every thread of the pool is busy with something else', async () => {
    const [signer, verifier] = await Promise.all([
      createIdentitySigner({ privateKey }),
      createIdentityVerifier({
        publicKey: JSON.stringify(await publicJwks(privateKey)),
        audience: 'reports',
      }),
    ]);
    await verifier.verify(await signer.sign({ ...caller, keyId: 'first' }, 'reports'));
    let isBusy = true;
    const busy = Array.from(
      { length: Number(process.env['UV_THREADPOOL_SIZE'] ?? 4) },
      () =>
        new Promise((resolve) => {
          pbkdf2('a', 'b', 300_000, 64, 'sha512', resolve);
        }),
    );
    const over = Promise.race(busy).then(() => (isBusy = false));
    expect(await verifier.verify(await signer.sign(caller, 'reports'))).toEqual(caller);
    expect(isBusy).toBe(true);
    await Promise.all([...busy, over]);
  });

  it.each([
    ['of another algorithm', { alg: 'HS256' }, {}],
    ['that demands an extension', { alg: 'EdDSA', crit: ['x'] }, {}],
    ['that is not valid yet', { alg: 'EdDSA' }, { nbf: 4_000_000_000 }],
    ['that never ends', { alg: 'EdDSA' }, { exp: undefined }],
    ['that ends at a text', { alg: 'EdDSA' }, { exp: '4000000000' }],
    ['of nobody', { alg: 'EdDSA' }, { sub: undefined }],
    ['of another audience among several', { alg: 'EdDSA' }, { aud: ['palette', 'analytics'] }],
    ['without an audience', { alg: 'EdDSA' }, { aud: undefined }],
  ])('is refused: one %s, however well it is signed', async (_, header, claims) => {
    const iat = Math.floor(Date.now() / 1000);
    const payload = { org: 'org_1', scopes: [], sub: 'key_1', aud: 'reports', iat, exp: iat + 60, ...claims };
    const [head = '', body = ''] = [header, payload].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    const signature = signBytes(null, Buffer.from(`${head}.${body}`), privateKey).toString('base64url');
    const verifier = await createIdentityVerifier({ publicKey: pem, audience: 'reports' });
    expect(await verifier.verify(`${head}.${body}.${signature}`)).toBeUndefined();
    const good = { ...payload, aud: ['reports', 'palette'], exp: iat + 60, sub: 'key_1', nbf: iat };
    const [eddsa = '', fine = ''] = [{ alg: 'EdDSA' }, good].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    const signed = signBytes(null, Buffer.from(`${eddsa}.${fine}`), privateKey).toString('base64url');
    expect(await verifier.verify(`${eddsa}.${fine}.${signed}`)).toMatchObject({ keyId: 'key_1' });
  });

  it('says how late it is if nothing else is wrong with it', async () => {
    const signed = await (await createIdentitySigner({ privateKey })).sign(caller, 'reports');
    const ahead = (seconds: number) =>
      createIdentityVerifier({
        publicKey: pem,
        audience: 'reports',
        now: () => Date.now() + seconds * 1000,
      });
    const verifier = await ahead(130);
    expect(await verifier.verify(signed)).toBeUndefined();
    const refusal = await verifier.whyRefused(signed);
    expect(refusal?.reason).toBe('expired');
    expect(refusal?.seconds).toBeGreaterThanOrEqual(69);
    expect(await verifier.whyRefused(`${signed}x`)).toBeUndefined();
    expect(await (await ahead(7_200)).whyRefused(signed)).toBeUndefined();
    const other = await createIdentityVerifier({ publicKey: pem, audience: 'palette' });
    expect(await other.whyRefused(signed)).toBeUndefined();
  });

  it('expires after 60 seconds, even if it was verified before', async () => {
    let time = Date.now();
    const now = (): number => time;
    const token = await (await createIdentitySigner({ privateKey, now })).sign(caller, 'reports');
    const verifier = await createIdentityVerifier({ publicKey: pem, audience: 'reports', now });
    expect(await verifier.verify(token)).toEqual(caller);
    time += 61_000;
    expect(await verifier.verify(token)).toBeUndefined();
  });

  it('survives a clock that runs ahead, and is signed anew once it is put back', async () => {
    let time = Date.now() + 120_000;
    const signer = await createIdentitySigner({ privateKey, now: () => time });
    const verifier = await createIdentityVerifier({ publicKey: pem, audience: 'reports' });
    const ahead = await signer.sign(caller, 'reports');
    expect(await verifier.verify(ahead)).toEqual(caller);
    time -= 120_000;
    const right = await signer.sign(caller, 'reports');
    expect(right).not.toBe(ahead);
    expect(await verifier.verify(right)).toEqual(caller);
  });

  it('is reused for 30 seconds per key and service, and forgotten on demand', async () => {
    let time = Date.now();
    const signer = await createIdentitySigner({ privateKey, now: () => time });
    const first = await signer.sign(caller, 'reports');
    time += 29_000;
    expect(await signer.sign(caller, 'reports')).toBe(first);
    expect(await signer.sign(caller, 'palette')).not.toBe(first);
    expect(await signer.sign({ ...caller, scopes: [] }, 'palette')).not.toBe(
      await signer.sign(caller, 'palette'),
    );
    time += 2_000;
    const second = await signer.sign(caller, 'reports');
    expect(second).not.toBe(first);
    signer.forget('key_1');
    time += 1_000;
    expect(await signer.sign(caller, 'reports')).not.toBe(second);
  });

  it('reports a key set that cannot be fetched as our own fault', async () => {
    const token = await (await createIdentitySigner({ privateKey })).sign(caller, 'reports');
    const verifier = await createIdentityVerifier({ publicKey: 'http://127.0.0.1:1/', audience: 'reports' });
    await expect(verifier.verify(token)).rejects.toThrow();
  });
});

describe('scopes', () => {
  it('for writing include reading, and nothing else', () => {
    expect(grants(['websites:write'], 'websites:read')).toBe(true);
    expect(grants(['tokens:write'], 'tokens:read')).toBe(true);
    expect(grants(['themes:write'], 'palettes:read')).toBe(false);
    expect(grants(['websites:write'], 'reports:read')).toBe(false);
    expect(grants(['keys:admin'], 'usage:read')).toBe(false);
  });

  it('grants what is listed, or everything with *', () => {
    expect(grants(['websites:read'], 'websites:read')).toBe(true);
    expect(grants(['websites:read'], 'websites:write')).toBe(false);
    expect(grants(['*'], 'keys:admin')).toBe(true);
    // No organisation can give this to itself: it shows the whole platform.
    expect(grants(['*'], 'operators:read')).toBe(false);
    expect(grants(['*', 'operators:read'], 'operators:read')).toBe(true);
    expect(isScope('*')).toBe(true);
    expect(isScope('websites:*')).toBe(false);
  });
});
