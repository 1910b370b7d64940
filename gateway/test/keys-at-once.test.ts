import { useKeys } from './keys-harness.ts';

const { testbed, call } = useKeys();

// Notifications that take their time, as on a busy machine, are as good as none here.
beforeAll(async () => {
  await testbed().database.database.raw('ALTER TABLE keys DISABLE TRIGGER USER');
});

const keyInUse = async (): Promise<{ id: string; key: string }> => {
  const made = await call('post', '/v1/keys', { name: 'Used', scopes: ['keys:admin'] });
  expect((await call('get', '/v1/keys', undefined, made.body.data.key)).status).toBe(200);
  return made.body.data;
};

it('a revoked key is refused by the gateway that revoked it from the answer on', async () => {
  const { id, key } = await keyInUse();
  expect((await call('delete', `/v1/keys/${id}`)).status).toBe(200);
  expect((await call('get', '/v1/keys', undefined, key)).status).toBe(401);
});

it('so is one that was rotated without a grace period', async () => {
  const { id, key } = await keyInUse();
  const rotated = await call('post', `/v1/keys/${id}/rotate`, { grace_seconds: 0 });
  expect(rotated.status).toBe(201);
  expect((await call('get', '/v1/keys', undefined, key)).status).toBe(401);
  expect((await call('get', '/v1/keys', undefined, rotated.body.data.key)).status).toBe(200);
});
