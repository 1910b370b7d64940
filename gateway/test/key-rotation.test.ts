import { useKeys } from './keys-harness.ts';

const { testbed, organisation, call } = useKeys();

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
});
