import { OPERATORS_SCOPE, SCOPES } from '@platform/identity';
import { eventually } from '@platform/testing';
import request from 'supertest';

import { bearer } from './harness.ts';
import { SAME_ORIGIN, startLoginTestbed } from './login-harness.ts';
import type { LoginTestbed } from './login-harness.ts';

const verified = (name: string) => ({ email: `${name}@example.com`, email_verified: true, name });
const PEOPLE = { owner: verified('owner'), editor: verified('editor'), second: verified('second') };

let bed: LoginTestbed;
let owner: { id: string; cookie: string };
let editor: { id: string; cookie: string };

beforeAll(async () => {
  bed = await startLoginTestbed(PEOPLE);
  owner = { id: await bed.invite('owner@example.com', 'owner'), cookie: await bed.signIn('owner') };
  editor = { id: await bed.invite('editor@example.com', 'editor'), cookie: await bed.signIn('editor') };
});

afterAll(() => bed.close());

const as = (cookie: string): Record<string, string> => ({ Cookie: cookie, ...SAME_ORIGIN });

const members = (headers: Record<string, string>, url = bed.gateway.url) => ({
  invite: (body: object) => request(url).post('/v1/members').set(headers).send(body),
  list: () => request(url).get('/v1/members').set(headers),
  show: (id: string) => request(url).get(`/v1/members/${id}`).set(headers),
  change: (id: string, role: string) => request(url).patch(`/v1/members/${id}`).set(headers).send({ role }),
  remove: (id: string) => request(url).delete(`/v1/members/${id}`).set(headers),
});

describe('/v1/members', () => {
  it('shows who was invited and who has joined', async () => {
    const { body } = await members(as(owner.cookie)).list().expect(200);
    const joined = body.data.items.find(({ id }: { id: string }) => id === owner.id);
    expect(joined).toMatchObject({ status: 'joined', role: 'owner', name: 'owner', invited_until: null });
    const invited = await members(as(owner.cookie))
      .invite({ email: 'new@example.com', role: 'viewer' })
      .expect(201);
    expect(invited.body.data).toMatchObject({ status: 'invited', role: 'viewer', joined_at: null });
    const again = await members(as(owner.cookie))
      .invite({ email: 'NEW@example.com', role: 'owner' })
      .expect(400);
    expect(again.body.error.code).toBe('conflict');
    await members(as(owner.cookie)).remove(invited.body.data.id).expect(200);
    await members(as(owner.cookie)).show(invited.body.data.id).expect(404);
  });

  it('is closed to those who may not manage keys', async () => {
    await members(as(editor.cookie)).list().expect(403);
    await members(as(editor.cookie)).change(editor.id, 'owner').expect(403);
    await members(as(editor.cookie)).remove(owner.id).expect(403);
  });

  it('lets nobody give or take more than they have', async () => {
    const { text } = await bed.testbed.issue({ scopes: ['keys:admin', 'websites:read'] });
    const admin = members(bearer(text));
    const refused = await admin.invite({ email: 'x@example.com', role: 'viewer' }).expect(403);
    expect(refused.body.error.message).toContain('stats:read');
    await admin.change(editor.id, 'viewer').expect(403);
    await admin.remove(owner.id).expect(403);
    await admin.change(editor.id, 'owner').expect(403);
  });

  it.each([
    ['expires', { expiresAt: new Date(Date.now() + 86_400_000) }],
    ['is bound to addresses', { allowedAddresses: ['127.0.0.1'] }],
  ])('gains nobody by a key that %s', async (_, bounds) => {
    const { text } = await bed.testbed.issue({ organisation: bed.organisation, ...bounds });
    const bound = members(bearer(text));
    const refused = await bound.invite({ email: 'bound@example.com', role: 'viewer' }).expect(403);
    expect(refused.body.error).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('addresses'),
    });
    await bound.change(editor.id, 'owner').expect(403);
    await bound.change(editor.id, 'viewer').expect(200);
    await bound.change(editor.id, 'editor').expect(403);
    await members(as(owner.cookie)).change(editor.id, 'editor').expect(200);
  });

  it('keeps the last owner', async () => {
    const refused = await members(bearer(bed.key)).remove(owner.id).expect(409);
    expect(refused.body.error.code).toBe('protected');
    await members(as(owner.cookie)).change(owner.id, 'viewer').expect(409);
    // An invitation is nobody yet.
    const invited = await bed.invite('later@example.com', 'owner');
    await members(as(owner.cookie)).remove(owner.id).expect(409);
    await members(as(owner.cookie)).remove(invited).expect(200);
  });

  it('of two owners who remove each other at once keeps one', async () => {
    const id = await bed.invite('second@example.com', 'owner');
    const second = await bed.signIn('second');
    const [one, other] = await Promise.all([
      members(as(owner.cookie)).change(id, 'editor'),
      members(as(second), bed.other.url).change(owner.id, 'editor'),
    ]);
    expect([one.status, other.status].sort()).not.toEqual([200, 200]);
    const { body } = await members(bearer(bed.key)).list();
    const owners = body.data.items.filter(({ role }: { role: string }) => role === 'owner');
    expect(owners.length).toBeGreaterThan(0);
    await members(bearer(bed.key)).change(owner.id, 'owner').expect(200);
    await members(bearer(bed.key)).remove(id).expect(200);
  });

  it('decides by the role that a member has when it is changed', async () => {
    const { text } = await bed.testbed.issue({
      scopes: [
        'keys:admin',
        ...SCOPES.filter((scope) => /:(read|write)$/.test(scope) && scope !== OPERATORS_SCOPE),
      ],
    });
    const id = await bed.invite('climber@example.com', 'viewer');
    const { database } = bed.testbed.database;
    const promoting = await database.transaction();
    await promoting('organisations').where({ id: bed.organisation }).forUpdate().first();
    const requests = [
      members(bearer(text)).change(id, 'editor').then(),
      members(bearer(text)).remove(id).then(),
    ];
    await eventually(async () => {
      const { rows } = await database.raw<{ rows: unknown[] }>(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      );
      expect(rows).toHaveLength(2);
    });
    await promoting('members').where({ id }).update({ role: 'owner' });
    await promoting.commit();
    const answers = await Promise.all(requests);
    expect(answers.map(({ status, body }) => [status, body.error?.code])).toEqual([
      [400, 'conflict'],
      [400, 'conflict'],
    ]);
    const shown = await members(as(owner.cookie)).show(id).expect(200);
    expect(shown.body.data.role).toBe('owner');
    await members(as(owner.cookie)).remove(id).expect(200);
  });

  it("hides another organisation's members", async () => {
    const { id } = await bed.testbed.organisations.ensureOrganisation({ id: 'org_other', name: 'Other' });
    const { text } = await bed.testbed.issue({ organisation: id });
    await members(bearer(text)).show(owner.id).expect(404);
    await members(bearer(text)).change(owner.id, 'viewer').expect(404);
    await members(bearer(text)).remove(owner.id).expect(404);
    expect((await members(bearer(text)).list().expect(200)).body.data.items).toEqual([]);
  });

  it('writes changes to the audit log', async () => {
    const id = await bed.invite('audit@example.com');
    await members(as(owner.cookie)).change(id, 'editor').expect(200);
    await members(as(owner.cookie)).remove(id).expect(200);
    const { body } = await request(bed.gateway.url)
      .get('/v1/members/events')
      .set(as(owner.cookie))
      .expect(200);
    const events = body.data.items.filter(({ key_id }: { key_id: string }) => key_id === id);
    expect(events.map(({ action }: { action: string }) => action)).toEqual([
      'member_removed',
      'member_changed',
      'member_invited',
    ]);
    expect(events[0].actor).toBe(owner.id);
  });
});

describe('a member', () => {
  it('makes keys, but none beyond the own role', async () => {
    const make = (scopes: string[]) =>
      request(bed.gateway.url).post('/v1/keys').set(as(owner.cookie)).send({ name: 'CI', scopes });
    const made = await make(['websites:read']).expect(201);
    await request(bed.gateway.url).delete(`/v1/keys/${made.body.data.id}`).set(as(owner.cookie)).expect(200);
    await request(bed.gateway.url)
      .post('/v1/keys')
      .set(as(editor.cookie))
      .send({ name: 'CI', scopes: ['websites:read'] })
      .expect(403);
  });

  it('has a new role with the next request, on every gateway', async () => {
    const usage = (url: string) => request(url).get('/v1/webhooks').set(as(editor.cookie));
    await usage(bed.other.url).expect(200);
    await members(as(owner.cookie)).change(editor.id, 'viewer').expect(200);
    await usage(bed.other.url).expect(403);
    await usage(bed.gateway.url).expect(403);
    await members(as(owner.cookie)).change(editor.id, 'editor').expect(200);
    await usage(bed.other.url).expect(200);
  });

  it('who is removed is out at once, on every gateway, and stays out', async () => {
    const get = (url: string) => request(url).get('/v1/usage').set(as(editor.cookie));
    await get(bed.other.url).expect(200);
    await members(as(owner.cookie)).remove(editor.id).expect(200);
    await get(bed.gateway.url).expect(401);
    await get(bed.other.url).expect(401);
    await expect(bed.signIn('editor')).rejects.toThrow('not_a_member');
  });
});
