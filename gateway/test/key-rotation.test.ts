import type { ApiKey } from '../src/keys/api-key.ts';
import { useKeys } from './keys-harness.ts';

const { testbed, organisation, call, otherOrganisation } = useKeys();

describe('refused and concurrent rotations', () => {
  it('cannot be used to gain scopes', async () => {
    const { key } = await testbed().issue({ scopes: ['*'] });
    expect((await call('post', `/v1/keys/${key.id}/rotate`, {})).status).toBe(403);
  });

  it('issues one new key for two concurrent requests', async () => {
    const old = await testbed().issue({ scopes: ['stats:read'] });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => call('post', `/v1/keys/${old.key.id}/rotate`, { grace_seconds: 0 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
    const replacements = await testbed().database.database('keys').where({ replaces: old.key.id });
    expect(replacements).toHaveLength(1);
  });

  it.each([-1, 604_801, 0.5, '60', null])('refuses a grace period of %j', async (grace) => {
    const { key } = await testbed().issue({ scopes: ['stats:read'] });
    const answer = await call('post', `/v1/keys/${key.id}/rotate`, { grace_seconds: grace });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details[0].field).toBe('grace_seconds');
  });

  it('gets along with a revocation of the same key at the same time', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { key } = await testbed().issue({ organisation: organisation(), scopes: ['websites:read'] });
      const answers = await Promise.all([
        ...Array.from({ length: 3 }, () => call('post', `/v1/keys/${key.id}/rotate`, { grace_seconds: 0 })),
        call('delete', `/v1/keys/${key.id}`),
        call('delete', `/v1/keys/${key.id}`),
      ]);
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      expect(answers.slice(3).map(({ status }) => status)).toEqual([200, 200]);
    }
  });

  it.each([
    [['127.0.0.1'], null, 403],
    [['127.0.0.1'], ['127.0.0.1', '10.0.0.1'], 403],
    [['127.0.0.0/16'], ['127.0.0.0/8'], 403],
    [['127.0.0.0/8'], ['::ffff:127.0.0.0/100'], 403],
    [['127.0.0.0/8'], ['127.1.0.0/16', '127.0.0.1'], 201],
    [['127.0.0.1', '2001:db8::/32'], ['2001:db8:1::/48', '127.0.0.1'], 201],
    [null, ['10.0.0.1'], 201],
  ])('answers a key bound to %j that rotates one bound to %j with %i', async (own, addresses, status) => {
    const scopes: ApiKey['scopes'] = ['keys:admin'];
    const { key, text } = await testbed().issue({ scopes, allowedAddresses: own });
    const { organisation: owner } = key;
    const other = await testbed().issue({ organisation: owner, scopes, allowedAddresses: addresses });
    const answer = await call('post', `/v1/keys/${other.key.id}/rotate`, {}, text);
    expect(answer.status).toBe(status);
    if (status === 201) expect(answer.body.data.allowed_addresses).toEqual(addresses);
  });

  it('replaces a key once, also during its grace period', async () => {
    const { key } = await testbed().issue({ scopes: ['stats:read'] });
    const rotate = () => call('post', `/v1/keys/${key.id}/rotate`, { grace_seconds: 600 });
    const answers = await Promise.all([rotate(), rotate(), rotate()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    const again = await rotate();
    expect(again.body.error).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('replacement'),
    });
  });

  it('exceeds the number of keys by one that is ending, no more', async () => {
    const { text, key } = await otherOrganisation();
    const filler = (index: number) => ({
      id: `${key.id}_${index}`,
      organisation_id: key.organisation,
      name: 'filler',
      hash: `${key.id} ${index}`,
      last_four: 'xxxx',
      scopes: ['stats:read'],
    });
    await testbed()
      .database.database('keys')
      .insert(Array.from({ length: 196 }, (_, index) => filler(index)));
    const made = await Promise.all(
      Array.from({ length: 3 }, () => call('post', '/v1/keys', { name: 'a', scopes: ['stats:read'] }, text)),
    );
    const [one, two, three] = made.map(({ body }) => body.data.id as string);
    const rotate = (id: string | undefined, seconds: number) =>
      call('post', `/v1/keys/${id}/rotate`, { grace_seconds: seconds }, text);
    expect((await rotate(one, 600)).status).toBe(201);
    const refused = await rotate(two, 600);
    expect(refused.body.error).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('200 keys'),
    });
    expect((await rotate(three, 0)).status).toBe(201);
  });
});
