import request from 'supertest';

import { startAccountsTestbed } from './accounts-harness.ts';
import type { AccountsTestbed, Visitor } from './accounts-harness.ts';
import { bearer } from './harness.ts';

let bed: AccountsTestbed;
let owner: Visitor & { id: string };

beforeAll(async () => {
  bed = await startAccountsTestbed();
  owner = await bed.member('owner@example.com', 'owner');
});

afterAll(() => bed.close());

interface Started {
  device_code: string;
  user_code: string;
  verification_uri: string;
  interval: number;
}

/** A command line, which sends no headers of a browser. */
const send = (path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
  request(bed.gateway.url).post(`/console/device/${path}`).set(headers).send(body);

const start = async (client = 'dap on laptop'): Promise<Started> => {
  const { body } = await send('code', { client }).expect(200);
  return body.data as Started;
};

/** Asks as often as it may: as if the interval had passed. */
const ask = async ({ device_code }: Started): Promise<request.Response> => {
  await bed.testbed.database.database('device_logins').update({ asked_at: null });
  return send('key', { device_code });
};

const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString();

const approve = (visitor: Visitor, code: string, changes: object = {}) =>
  visitor.call('post', `/v1/device-logins/${code}/approval`, {
    scopes: ['websites:read'],
    expires_at: tomorrow(),
    ...changes,
  });

describe('a command line', () => {
  it('gets a key once, after somebody who is signed in has typed its code', async () => {
    const login = await start();
    expect(login).toMatchObject({
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: expect.stringMatching(/\/console\/device$/),
      interval: 3,
    });
    expect((await ask(login)).body.data).toEqual({ state: 'waiting' });
    const typed = login.user_code.toLowerCase().replace('-', '');
    const shown = await owner.call('get', `/v1/device-logins/${typed}`);
    expect(shown.body.data).toMatchObject({ client: 'dap on laptop', from_here: true, state: 'waiting' });
    const approved = await approve(owner, typed);
    expect([approved.status, approved.body.data.state]).toEqual([200, 'approved']);
    // Not twice, and by nobody else.
    expect((await approve(owner, typed)).status).toBe(404);
    const answers = await Promise.all([1, 2, 3].map(() => send('key', { device_code: login.device_code })));
    const states = answers.map(({ body }) => body.data.state as string);
    expect(states.sort()).toEqual(['approved', 'gone', 'gone']);
    const { organisation, key } = answers.map(({ body }) => body.data).find((data) => data.key);
    expect([organisation, key.name, key.scopes]).toEqual(['Acme', 'dap on laptop', ['websites:read']]);
    const self = await request(bed.gateway.url).get('/v1/keys/self').set(bearer(key.key)).expect(200);
    expect(self.body.data.id).toBe(key.id);
    const events = await owner.call('get', '/v1/keys/events');
    expect(events.body.data.items[0]).toMatchObject({ key_id: key.id, action: 'created', actor: owner.id });
  });

  it('is told that it was turned away, and that its code is old', async () => {
    const denied = await start();
    expect((await owner.call('post', `/v1/device-logins/${denied.user_code}/denial`, {})).status).toBe(200);
    expect((await ask(denied)).body.data).toEqual({ state: 'denied' });
    expect((await ask(denied)).body.data).toEqual({ state: 'gone' });
    const old = await start();
    await approve(owner, old.user_code);
    const late = await start();
    await bed.testbed.database.database.raw(
      "UPDATE device_logins SET expires_at = now() - interval '1 second'",
    );
    expect((await ask(old)).body.data).toEqual({ state: 'gone' });
    expect((await approve(owner, late.user_code)).status).toBe(404);
  });

  it('has to wait between two questions', async () => {
    const { device_code } = await start();
    await send('key', { device_code }).expect(200);
    const hasty = await send('key', { device_code }).expect(429);
    expect(hasty.headers['retry-after']).toBe('3');
    await send('key', { device_code: 'x'.repeat(42) }).expect(422);
  });

  it('gets no more than whoever lets it in may give, and nothing once they have left', async () => {
    const { user_code: code } = await start();
    const editor = await bed.member('editor@example.com', 'editor');
    expect((await editor.call('get', `/v1/device-logins/${code}`)).status).toBe(403);
    expect((await approve(editor, code)).status).toBe(403);
    expect((await approve(owner, code, { scopes: [] })).status).toBe(400);
    expect((await approve(owner, code, { expires_at: '2020-01-01T00:00:00Z' })).status).toBe(400);
    expect((await approve(owner, code, { expires_at: '2099-01-01T00:00:00Z' })).status).toBe(400);
    const bound = await bed.testbed.issue({ scopes: ['keys:admin', 'websites:read'] });
    const byKey = (scopes: string[], at = code) =>
      request(bed.gateway.url)
        .post(`/v1/device-logins/${at}/approval`)
        .set(bearer(bound.text))
        .send({ scopes, expires_at: tomorrow() });
    expect((await byKey(['websites:write'])).status).toBe(403);
    expect((await approve(owner, code)).status).toBe(200);

    const second = await start();
    const leaving = await bed.member('leaving@example.com', 'owner');
    expect((await approve(leaving, second.user_code)).status).toBe(200);
    await owner.call('delete', `/v1/members/${leaving.id}`);
    expect((await ask(second)).status).toBe(403);
    const third = await start();
    expect((await byKey(['websites:read'], third.user_code)).status).toBe(200);
    await request(bed.gateway.url).delete(`/v1/keys/${bound.key.id}`).set(bearer(bed.key)).expect(200);
    expect((await ask(third)).status).toBe(403);
  });

  it('cannot be let in by guessing its code, nor by a page', async () => {
    const { user_code: code } = await start();
    const guesser = await bed.member('guesser@example.com', 'owner');
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess += 1)
      statuses.push((await guesser.call('get', '/v1/device-logins/BBBB-BBBB')).status);
    expect(statuses.slice(9)).toEqual([404, 429, 429]);
    expect((await approve(guesser, code)).status).toBe(429);
    // Right codes use nothing up.
    for (let time = 0; time < 12; time += 1)
      expect((await owner.call('get', `/v1/device-logins/${code}`)).status).toBe(200);
    const page = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    await send('code', { client: 'x' }, page).expect(403);
    const forged = await request(bed.gateway.url)
      .post(`/v1/device-logins/${code}/approval`)
      .set({ ...page, Cookie: [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ') })
      .send({ scopes: ['*'], expires_at: tomorrow() });
    expect(forged.status).toBe(401);
    await request(bed.gateway.url).get('/console/device/key').expect(405);
  });

  it('keeps its secret to itself', async () => {
    const login = await start();
    await approve(owner, login.user_code);
    const { rows } = await bed.testbed.database.database.raw<{ rows: { text: string }[] }>(
      'SELECT device_logins::text AS text FROM device_logins',
    );
    const stored = rows.map(({ text }) => text).join();
    expect(stored).toContain(login.user_code);
    expect(stored).not.toContain(login.device_code);
    expect(stored).not.toContain('dak_');
  });

  it('begins only so often from one address', async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 25; time += 1) statuses.push((await send('code', { client: 'x' })).status);
    expect(statuses.at(-1)).toBe(429);
    // A client calls itself what it likes, but not for long, nor with signs that nobody sees.
    await send('code', { client: 'x'.repeat(300) }).expect(422);
  });
});
