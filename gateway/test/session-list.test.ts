import request from 'supertest';

import { bearer } from './harness.ts';
import { cookieIn, SAME_ORIGIN, startLoginTestbed } from './login-harness.ts';
import type { LoginTestbed } from './login-harness.ts';

const verified = (name: string) => ({ email: `${name}@example.com`, email_verified: true, name });

let bed: LoginTestbed;
let ada: string;

beforeAll(async () => {
  bed = await startLoginTestbed({ ada: verified('ada'), bob: verified('bob') });
  ada = await bed.invite('ada@example.com', 'viewer');
  await bed.invite('bob@example.com', 'owner');
});

afterAll(() => bed.close());

const as = (cookie: string): Record<string, string> => ({ Cookie: cookie, ...SAME_ORIGIN });
const sessions = (headers: Record<string, string>, url = bed.gateway.url) => ({
  list: (query = '') => request(url).get(`/v1/sessions${query}`).set(headers),
  end: (id: string) => request(url).delete(`/v1/sessions/${id}`).set(headers),
  endAll: (query = '') => request(url).delete(`/v1/sessions${query}`).set(headers),
});
const isSignedIn = async (cookie: string, url = bed.other.url): Promise<boolean> =>
  (await request(url).get('/v1/usage').set(as(cookie))).status === 200;

describe('/v1/sessions', () => {
  it('shows everybody their own, and marks the one that asks', async () => {
    const [first, second] = [await bed.signIn('ada'), await bed.signIn('ada')];
    await bed.signIn('bob');
    const { body } = await sessions(as(second)).list().expect(200);
    expect(body.data.items).toHaveLength(2);
    expect(body.data.items.map(({ current }: { current: boolean }) => current)).toEqual([true, false]);
    expect(body.data.items[0]).toMatchObject({ member_id: ada, key_id: null, address: '127.0.0.1' });
    expect(JSON.stringify(body)).not.toContain(second.slice('session='.length));
    await sessions(as(first)).end(body.data.items[0].id).expect(200);
    expect(await isSignedIn(second)).toBe(false);
    expect(await isSignedIn(first)).toBe(true);
    await sessions(as(first)).end(body.data.items[0].id).expect(404);
  });

  it('signs a member out everywhere, a thief included', async () => {
    const stolen = await bed.signIn('ada');
    const own = await bed.signIn('ada');
    // What was stolen works for its holder until it is ended, but for no page of another site.
    await request(bed.gateway.url).get('/v1/usage').set({ Cookie: stolen }).expect(401);
    await request(bed.gateway.url)
      .get('/v1/usage')
      .set({ Cookie: stolen, 'Sec-Fetch-Site': 'cross-site' })
      .expect(401);
    expect(await isSignedIn(stolen)).toBe(true);
    const bob = await bed.signIn('bob');
    const answer = await sessions(as(own)).endAll().expect(200);
    expect(answer.body.data.ended).toBeGreaterThanOrEqual(2);
    for (const cookie of [stolen, own])
      for (const url of [bed.gateway.url, bed.other.url]) expect(await isSignedIn(cookie, url)).toBe(false);
    expect(await isSignedIn(bob)).toBe(true);
  });

  it('keeps the sessions of others from those who may not manage keys', async () => {
    const [viewer, owner] = [await bed.signIn('ada'), await bed.signIn('bob')];
    const listed = await sessions(as(owner)).list().expect(200);
    const { id, member_id } = listed.body.data.items[0];
    await sessions(as(viewer)).end(id).expect(404);
    await sessions(as(viewer)).list(`?member_id=${member_id}`).expect(403);
    await sessions(as(viewer)).endAll(`?member_id=${member_id}`).expect(403);
    const found = await sessions(as(owner)).list(`?member_id=${ada}`).expect(200);
    expect(found.body.data.items.length).toBeGreaterThan(0);
    await sessions(bearer(bed.key)).endAll(`?member_id=${ada}`).expect(200);
    expect(await isSignedIn(viewer)).toBe(false);
    expect(await isSignedIn(owner)).toBe(true);
  });

  it('ends by itself after its lifetime', async () => {
    const cookie = await bed.signIn('ada');
    await bed.testbed.database
      .database('sessions')
      .where({ member_id: ada })
      .update({ expires_at: new Date(Date.now() - 1) });
    expect(await isSignedIn(cookie)).toBe(false);
  });
});

describe('POST /v1/sign-in-links', () => {
  const trade = (code: unknown, url = bed.gateway.url) =>
    request(url).post('/console/session').set(SAME_ORIGIN).send({ code });
  const make = (headers: Record<string, string>) =>
    request(bed.gateway.url).post('/v1/sign-in-links').set(headers);

  it('makes a code that is traded once for a session of the key, on any gateway', async () => {
    const { text, key } = await bed.testbed.issue({ scopes: ['usage:read'] });
    const { body } = await make(bearer(text)).expect(201);
    expect(body.data.url).toBe(`http://localhost:8080/console/#sign-in=${body.data.code}`);
    const minutes = (Date.parse(body.data.expires_at) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(9);
    expect(minutes).toBeLessThanOrEqual(10);
    const [one, other] = await Promise.all([trade(body.data.code), trade(body.data.code, bed.other.url)]);
    expect([one.status, other.status].sort()).toEqual([201, 401]);
    const winner = one.status === 201 ? one : other;
    expect(winner.body.data).toMatchObject({ key_id: key.id, scopes: ['usage:read'] });
    expect(await isSignedIn(cookieIn(winner, 'session') ?? '')).toBe(true);
    await trade(body.data.code).expect(401);
  });

  it('makes one that is void after ten minutes, and with its key', async () => {
    const { text, key } = await bed.testbed.issue();
    const late = await make(bearer(text)).expect(201);
    await bed.testbed.database.database('sign_in_codes').update({ expires_at: new Date(Date.now() - 1) });
    await trade(late.body.data.code).expect(401);
    const { body } = await make(bearer(text)).expect(201);
    await bed.testbed.keys.revoke(key.organisation, key.id, { id: 'cli', scopes: ['*'] });
    await trade(body.data.code).expect(401);
  });

  it('is for keys only, and no other site can have its visitors use one', async () => {
    await make(as(await bed.signIn('bob'))).expect(403);
    const { body } = await make(bearer(bed.key)).expect(201);
    await trade(body.data.code).set('Sec-Fetch-Site', 'cross-site').expect(403);
    for (const code of ['', 'x', 5, null]) expect((await trade(code)).status).toBeGreaterThanOrEqual(401);
    await trade(body.data.code).expect(201);
  });
});
