import { createIdentityVerifier, generateIdentityKey } from '@platform/identity';
import request from 'supertest';

import { bearer, startService, startTestbed } from './harness.ts';

it('rotates the key that signs callers while services accept the one before it', async () => {
  const testbed = await startTestbed();
  const service = await startService();
  const targets = { analytics: service.url, reports: service.url, palette: service.url };
  const [old, fresh] = [generateIdentityKey(), generateIdentityKey()];
  const { text, key } = await testbed.issue();
  const callerBy = async (url: string): Promise<string> => {
    await request(url).get('/v1/workspaces').set(bearer(text)).expect(200);
    return String(service.seen.at(-1)?.headers['x-identity']);
  };

  // First the new key is published, then it signs, and the old one is no longer published.
  const published = await testbed.gateway({ targets, identityKey: old, otherIdentityKey: fresh });
  const rotated = await testbed.gateway({ targets, identityKey: fresh, otherIdentityKey: old });
  const done = await testbed.gateway({ targets, identityKey: fresh });
  const keysOf = async (url: string): Promise<string[]> => {
    const { body } = await request(url).get('/.well-known/jwks.json').expect(200);
    return body.keys.map(({ kid, d }: { kid: string; d?: string }) => [kid, d].join()).sort();
  };
  expect(await keysOf(published.url)).toHaveLength(2);
  expect(await keysOf(rotated.url)).toEqual(await keysOf(published.url));
  expect(await keysOf(done.url)).toHaveLength(1);

  const verifier = await createIdentityVerifier({
    publicKey: `${published.url}/.well-known/jwks.json`,
    audience: 'palette',
  });
  for (const gateway of [published, rotated, done, published])
    expect(await verifier.verify(await callerBy(gateway.url))).toMatchObject({ keyId: key.id });
  const stranger = await testbed.gateway({ targets, identityKey: generateIdentityKey() });
  expect(await verifier.verify(await callerBy(stranger.url))).toBeUndefined();

  await testbed.close();
  await service.close();
});
