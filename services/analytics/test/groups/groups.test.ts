import request from 'supertest';

import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics } from '../harness.ts';

let platform: RunningAnalytics;
beforeAll(async () => {
  platform = await startAnalytics();
});
afterAll(() => platform.stop());

let organisation = '';
beforeEach(() => {
  organisation = `org_${Math.random()}`;
});

const call = async (
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  body?: object,
  of = organisation,
) => {
  const pending = request(platform.server)
    [method](`/api/v1${path}`)
    .set('Authorization', await platform.identity.bearer({ organisation: of }));
  return body ? pending.send(body) : pending;
};

const websiteOf = async (domain: string, of = organisation): Promise<{ id: number; site_key: string }> =>
  (await call('post', '/websites', { domain }, of)).body.data;

const visit = async (site: { site_key: string }, domain: string, ip: string): Promise<void> => {
  const answer = await platform.beacon(
    { k: site.site_key, u: `https://${domain}/` },
    { 'X-Forwarded-For': ip },
  );
  expect(answer.status).toBe(204);
};

const visitorsOf = async (body: object): Promise<number> => {
  const answer = await call('post', '/stats/rollup/query', {
    metrics: ['visitors'],
    date_range: 'today',
    ...body,
  });
  expect(answer.status).toBe(200);
  return answer.body.data.rows[0].metrics.visitors;
};

describe('groups of websites', () => {
  it('are counted together by their id, as they are at that moment', async () => {
    const [a, b, c] = [
      await websiteOf('a.example'),
      await websiteOf('b.example'),
      await websiteOf('c.example'),
    ];
    await visit(a, 'a.example', '203.0.113.1');
    await visit(b, 'b.example', '203.0.113.2');
    await visit(c, 'c.example', '203.0.113.3');
    const made = await call('post', '/groups', { name: 'Shops', websites: [b.id, a.id] });
    expect(made.status).toBe(201);
    expect(made.headers['location']).toMatch(new RegExp(`/api/v1/groups/${made.body.data.id}$`));
    const group = made.body.data as { id: number };
    expect(made.body.data).toMatchObject({ name: 'Shops', websites: [a.id, b.id] });
    expect(await visitorsOf({ group: group.id })).toBe(2);
    const live = await call('get', `/stats/rollup/realtime?group=${group.id}`);
    expect(live.body.data.last_5_minutes.visitors).toBe(2);
    const changed = await call('put', `/groups/${group.id}`, { websites: [c.id] });
    expect(changed.body.data).toMatchObject({ name: 'Shops', websites: [c.id] });
    expect(await visitorsOf({ group: group.id })).toBe(1);
    expect((await call('get', '/groups')).body.data).toHaveLength(1);
  });

  it('lose a website that is deleted, and go without their websites', async () => {
    const [a, b] = [await websiteOf('a.example'), await websiteOf('b.example')];
    const { id } = (await call('post', '/groups', { name: 'Both', websites: [a.id, b.id] })).body.data;
    expect((await call('delete', `/websites/${a.id}`)).status).toBe(200);
    expect((await call('get', `/groups/${id}`)).body.data.websites).toEqual([b.id]);
    await call('delete', `/websites/${b.id}`);
    const empty = await call('post', '/stats/rollup/query', { metrics: ['visits'], group: id });
    expect([empty.status, Object.keys(empty.body.errors)]).toEqual([422, ['group']]);
    expect((await call('delete', `/groups/${id}`)).body).toMatchObject({ object: 'group', deleted: true });
    expect((await call('get', `/groups/${id}`)).status).toBe(404);
  });

  it('are the organisation’s own, with its own websites, and a name each', async () => {
    const a = await websiteOf('a.example');
    const other = await websiteOf('a.example', 'org_other_groups');
    const { id } = (await call('post', '/groups', { name: 'One', websites: [a.id] })).body.data;
    expect((await call('post', '/groups', { name: 'One', websites: [a.id] })).body.errors).toHaveProperty(
      'name',
    );
    for (const websites of [[other.id], [a.id, 999_999], [], [a.id, a.id]])
      expect((await call('post', '/groups', { name: 'Two', websites })).status).toBe(422);
    for (const [method, path] of [
      ['get', `/groups/${id}`],
      ['put', `/groups/${id}`],
      ['delete', `/groups/${id}`],
    ] as const)
      expect((await call(method, path, method === 'put' ? {} : undefined, 'org_other_groups')).status).toBe(
        404,
      );
    const foreign = await call(
      'post',
      '/stats/rollup/query',
      { metrics: ['visits'], group: id },
      'org_other_groups',
    );
    expect(foreign.body.errors).toHaveProperty('group');
    const both = await call('post', '/stats/rollup/query', {
      metrics: ['visits'],
      group: id,
      websites: [a.id],
    });
    expect(both.body.errors).toHaveProperty('group');
  });
});
