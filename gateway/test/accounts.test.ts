import { createMailer } from '@platform/mailer';
import { eventually, startMailServer } from '@platform/testing';
import request from 'supertest';

import { bearer } from './harness.ts';
import { PASSWORD, quick, startAccountsTestbed, tokenIn } from './accounts-harness.ts';
import type { AccountsTestbed, Visitor } from './accounts-harness.ts';
import { cookieIn, SAME_ORIGIN } from './login-harness.ts';

let bed: AccountsTestbed;

beforeAll(async () => {
  bed = await startAccountsTestbed();
});

afterAll(() => bed.close());

describe('an invitation', () => {
  it('is a link that is shown once and mailed, and makes an account with a password', async () => {
    const made = await request(bed.gateway.url)
      .post('/v1/members')
      .set(bearer(bed.key))
      .send({ email: 'Ada@Example.com', role: 'editor' })
      .expect(201);
    expect(made.body.data).toMatchObject({ status: 'invited', sign_in: null, mail: 'sent' });
    const listed = await request(bed.gateway.url).get('/v1/members').set(bearer(bed.key)).expect(200);
    expect(JSON.stringify(listed.body)).not.toContain('invitation_url');
    const token = tokenIn(made.body.data.invitation_url);
    expect(await bed.mailedToken('Ada@Example.com', 'invitation')).not.toBe(token);

    const ada = bed.visitor();
    const shown = await ada.post('invitation', { token });
    expect(shown.body.data).toMatchObject({
      organisation: 'Acme',
      email: 'Ada@Example.com',
      role: 'editor',
      signed_in_as: null,
      belongs: false,
    });
    const joined = await ada.post('invitation/join', { token, name: 'Ada Lovelace', password: PASSWORD });
    expect(joined.status).toBe(201);
    expect(String(joined.headers['set-cookie'])).toContain('HttpOnly; SameSite=Strict');
    expect(joined.headers['cache-control']).toBe('no-store');
    expect(await ada.session()).toMatchObject({
      key_id: null,
      name: 'Ada Lovelace',
      member: { email: 'Ada@Example.com', role: 'editor', has_account: true, organisation_name: 'Acme' },
    });
    const member = await request(bed.gateway.url)
      .get(`/v1/members/${made.body.data.id}`)
      .set(bearer(bed.key));
    expect(member.body.data).toMatchObject({ status: 'joined', sign_in: 'account', name: 'Ada Lovelace' });
    // Used up, the mailed one with it.
    expect((await bed.visitor().post('invitation', { token })).status).toBe(404);
    const mailed = await bed.mailedToken('Ada@Example.com', 'invitation');
    expect((await bed.visitor().post('invitation', { token: mailed })).status).toBe(404);
  });

  it('is redeemed by one of many who try at the same time, at several gateways', async () => {
    const { token } = await bed.invite('race@example.com');
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_none, index) =>
        bed
          .visitor(index % 2 === 0 ? bed.gateway : bed.other)
          .post('invitation/join', { token, password: PASSWORD }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404, 404, 404, 404]);
  });

  it('can be renewed and withdrawn; its old links lead nowhere then', async () => {
    const { id, token } = await bed.invite('later@example.com');
    const again = await request(bed.gateway.url)
      .post(`/v1/members/${id}/invitation`)
      .set(bearer(bed.key))
      .expect(201);
    const renewed = tokenIn(again.body.data.invitation_url);
    expect((await bed.visitor().post('invitation', { token })).status).toBe(404);
    expect((await bed.visitor().post('invitation', { token: renewed })).status).toBe(200);
    await request(bed.gateway.url).delete(`/v1/members/${id}`).set(bearer(bed.key)).expect(200);
    expect((await bed.visitor().post('invitation/join', { token: renewed, password: PASSWORD })).status).toBe(
      404,
    );
    const ada = await bed.member('joined@example.com');
    await request(bed.gateway.url).post(`/v1/members/${ada.id}/invitation`).set(bearer(bed.key)).expect(400);
  });

  it('ends after its time', async () => {
    const { id, token } = await bed.invite('late@example.com');
    await bed.testbed.database
      .database('members')
      .where({ id })
      .update({ invited_until: bed.testbed.database.database.raw("now() - interval '1 second'") });
    expect((await bed.visitor().post('invitation', { token })).status).toBe(404);
    expect((await bed.visitor().post('invitation/join', { token, password: PASSWORD })).status).toBe(404);
  });

  it('asks whoever is signed in as somebody else, and joins as them only if they say so', async () => {
    const grace = await bed.member('grace@example.com');
    const key = await bed.otherKey('Harbour');
    const { id, token } = await bed.invite('hopper@example.com', 'editor', key);
    const shown = await grace.post('invitation', { token });
    expect(shown.body.data).toMatchObject({
      email: 'hopper@example.com',
      signed_in_as: 'grace@example.com',
    });
    const before = grace.cookies.get('session');
    expect((await grace.post('invitation/join-as-yourself', { token })).status).toBe(201);
    expect(grace.cookies.get('session')).not.toBe(before);
    expect(await grace.session()).toMatchObject({ member: { id, organisation_name: 'Harbour' } });
    // The session that she came with has ended.
    const stale = bed.visitor();
    stale.cookies.set('session', before ?? '');
    expect(await stale.session()).toBeUndefined();
    const member = await request(bed.gateway.url).get(`/v1/members/${id}`).set(bearer(key));
    expect(member.body.data.email).toBe('grace@example.com');
    const events = await request(bed.gateway.url).get('/v1/members/events').set(bearer(key));
    expect(events.body.data.items[0]).toMatchObject({
      action: 'member_joined',
      details: { email: 'grace@example.com', invited: 'hopper@example.com' },
    });
    const twice = await bed.invite('twice@example.com', 'viewer', key);
    expect((await grace.post('invitation/join-as-yourself', { token: twice.token })).status).toBe(409);
    expect((await bed.visitor().post('invitation/join-as-yourself', { token: twice.token })).status).toBe(
      401,
    );
  });

  it('of an address with an account wants the sign-in to it', async () => {
    const linus = await bed.member('linus@example.com');
    const { token } = await bed.invite('LINUS@example.com', 'viewer', await bed.otherKey('Kernel'));
    const refused = await bed.visitor().post('invitation/join', { token, password: PASSWORD });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'There is an account for this address already. Sign in with it to join.',
    ]);
    expect((await linus.post('invitation/join-as-yourself', { token })).status).toBe(201);
  });

  it.each([
    ['short', 'lantern', 'must have at least 12 characters'],
    ['repeated', 'lantern1lantern1', 'repeats itself'],
    ['common', 'Password123456', 'is a common password with little added'],
    ['common in other signs', 'P@$$w0rd!2026#', 'is a common password with little added'],
    ['two common ones', 'Purple-Dragon-77', 'is a common password with little added'],
    ['one of the list', '1qaz2wsx3edc4rfv', 'is a common password with little added'],
    ['a run', 'qwertyuiopasdf', 'is a run of neighbouring characters'],
    ['the address', 'weakling12345', 'is made of your address'],
    ['endless', 'x'.repeat(201), 'length must be less than or equal to 200 characters long'],
  ])('refuses a password that is %s', async (_name, password, message) => {
    const { id, token } = await bed.invite('weakling@example.com');
    const answer = await bed.visitor().post('invitation/join', { token, password });
    expect([answer.status, answer.body.errors.password[0]]).toEqual([422, expect.stringContaining(message)]);
    // And stays open.
    expect((await bed.visitor().post('invitation', { token })).status).toBe(200);
    await request(bed.gateway.url).delete(`/v1/members/${id}`).set(bearer(bed.key)).expect(200);
  });

  it.each(['correct horse battery staple', 'Tr0ub4dour lantern kelp', 'xK7#vq92!mLpw4', 'zehn grüne Kähne'])(
    'takes the password %s',
    async (password) => {
      const { id, token } = await bed.invite('careful@example.com');
      expect((await bed.visitor().post('invitation/join', { token, password })).status).toBe(201);
      await request(bed.gateway.url).delete(`/v1/members/${id}`).set(bearer(bed.key)).expect(200);
    },
  );

  it('is mailed in the language of whoever invites, unless they name another', async () => {
    const invite = (email: string, body: object = {}) =>
      request(bed.gateway.url)
        .post('/v1/members')
        .set({ ...bearer(bed.key), 'Accept-Language': 'de-DE,de;q=0.9' })
        .send({ email, role: 'viewer', ...body })
        .expect(201);
    await invite('hans@example.com');
    await invite('jane@example.com', { language: 'en' });
    const mailTo = (email: string) => bed.mail.messages.find(({ recipients }) => recipients.includes(email));
    expect(mailTo('hans@example.com')).toMatchObject({
      subject: expect.stringMatching(/^Einladung zu /),
      text: expect.stringContaining('mit dem Recht zu lesen'),
      html: expect.stringContaining('<html lang="de">'),
    });
    expect(mailTo('jane@example.com')?.subject).toMatch(/^You are invited/);
    // Mails about the account follow its browser.
    const { token } = await bed.invite('greta@example.com');
    const greta = bed.visitor();
    const german = { 'Accept-Language': 'de' };
    await greta.post('invitation/join', { token, password: PASSWORD }, german);
    await greta.call('put', '/v1/account/password', { password: 'nine silver kettles' });
    await eventually(() => {
      expect(mailTo('greta@example.com')).toBeDefined();
      expect(
        bed.mail.messages.some(
          ({ recipients, subject = '' }) =>
            recipients.includes('greta@example.com') && subject.startsWith('Ihr Konto bei'),
        ),
      ).toBe(true);
    });
  });

  it('is mailed by a server at an IPv6 address', async () => {
    const server = await startMailServer('::1');
    const mailer = createMailer({ smtpUrl: server.url, folder: '', from: 'accounts@stats.example' });
    const gateway = await bed.testbed.gateway({ mailer });
    const made = await request(gateway.url)
      .post('/v1/members')
      .set(bearer(bed.key))
      .send({ email: 'six@example.com', role: 'viewer' })
      .expect(201);
    expect(made.body.data.mail).toBe('sent');
    expect(server.messages.map(({ recipients }) => recipients)).toEqual([['six@example.com']]);
    mailer.close();
    await server.close();
  });

  it.each([
    ['the Kelvin sign', '\u212Aate@example.com'],
    ['Cyrillic letters among Latin ones', 'p\u0430yroll@example.com'],
    ['a letter of no width', 'pay\u200Broll@example.com'],
  ])('is made for no address with %s', async (_name, email) => {
    const answer = await request(bed.gateway.url)
      .post('/v1/members')
      .set(bearer(bed.key))
      .send({ email, role: 'viewer' });
    expect([answer.status, answer.body.error.details[0].field]).toEqual([400, 'email']);
  });
});

it('tells the console what it may offer', async () => {
  const { body } = await request(bed.gateway.url).get('/console/login/methods').expect(200);
  expect(body.data).toEqual({ key: true, oidc: false, account: true, passkey: true, reset_mail: true });
  const plain = await bed.testbed.gateway({ publicUrl: 'http://stats.example' });
  const other = await request(plain.url).get('/console/login/methods').expect(200);
  expect(other.body.data).toMatchObject({ passkey: false, reset_mail: false });
  const refused = await request(plain.url)
    .post('/console/accounts/reset')
    .set(SAME_ORIGIN)
    .send({ email: 'ada@example.com' });
  expect(refused.status).toBe(404);
});

describe('signing in with a password', () => {
  it('works in any case of the address, and starts a session of its own', async () => {
    await bed.member('Marie@Example.com');
    const marie = bed.visitor(bed.other);
    // A session that somebody else has put there.
    marie.cookies.set('session', 'x'.repeat(43));
    const answer = await marie.post('sign-in', { email: 'marie@EXAMPLE.com', password: PASSWORD });
    expect([answer.status, answer.body.data.state]).toEqual([201, 'signed_in']);
    expect(cookieIn(answer, 'session')).not.toBe(`session=${'x'.repeat(43)}`);
    expect(await marie.session()).toMatchObject({ member: { email: 'Marie@Example.com' } });
  });

  it('says the same of a wrong password and of an address that nobody has', async () => {
    await bed.member('known@example.com');
    const answers = await Promise.all(
      ['known@example.com', 'unknown@example.com', '\u212Anown@example.com'].map((email) =>
        bed.visitor().post('sign-in', { email, password: 'something else entirely' }),
      ),
    );
    const told = answers.map(({ status, headers, body }) => {
      const { request_id: _id, ...rest } = body as Record<string, unknown>;
      return { status, rest, names: Object.keys(headers).sort() };
    });
    expect(told[0]).toMatchObject({ status: 401, rest: { status: 401 } });
    expect(told[1]).toEqual(told[0]);
    expect(told[2]).toEqual(told[0]);
  });

  it('is refused from pages elsewhere, and in any other form than JSON', async () => {
    await bed.member('csrf@example.com');
    const body = { email: 'csrf@example.com', password: PASSWORD };
    const crossing = await bed.visitor().post('sign-in', body, { 'Sec-Fetch-Site': 'cross-site' });
    expect(crossing.status).toBe(403);
    const form = await request(bed.gateway.url)
      .post('/console/accounts/sign-in')
      .set(SAME_ORIGIN)
      .type('form')
      .send(body);
    expect(form.status).toBe(415);
    expect((await request(bed.gateway.url).get('/console/accounts/sign-in')).status).toBe(405);
  });

  it('limits guesses for an account, whether it exists or not, without locking passkeys out', async () => {
    const victim = await bed.member('victim@example.com');
    for (const email of ['victim@example.com', 'phantom@example.com']) {
      const statuses: number[] = [];
      for (let guess = 0; guess < 12; guess += 1)
        statuses.push(
          (await bed.visitor().post('sign-in', { email, password: `wrong guess ${guess} of many` })).status,
        );
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    }
    // The right password no longer works, either.
    const right = await bed.visitor().post('sign-in', { email: 'victim@example.com', password: PASSWORD });
    expect([right.status, Number(right.headers['retry-after']) > 0]).toEqual([429, true]);
    // Existing sessions survive.
    expect(await victim.session()).toBeDefined();
    await bed.testbed.database.database('password_attempts').delete();
  });
});

describe('several organisations', () => {
  it('are chosen from when signing in, and changed without signing in again', async () => {
    const email = 'many@example.com';
    const first = await bed.member(email);
    const key = await bed.otherKey('Second');
    const { token } = await bed.invite(email, 'owner', key);
    expect((await first.post('invitation/join-as-yourself', { token })).status).toBe(201);

    const browser = bed.visitor();
    const asked = await browser.post('sign-in', { email, password: PASSWORD });
    expect(asked.body.data).toMatchObject({
      state: 'organisation',
      email,
      organisations: [
        { name: 'Acme', role: 'viewer', is_invitation: false },
        { name: 'Second', role: 'owner', is_invitation: false },
      ],
    });
    expect(await browser.session()).toBeUndefined();
    const [acme, second] = asked.body.data.organisations.map(({ id }: { id: string }) => id);
    expect((await browser.post('organisation', { organisation: 'org_nowhere' })).status).toBe(403);
    expect((await browser.post('organisation', { organisation: second })).status).toBe(201);
    expect(await browser.session()).toMatchObject({ organisation: second, scopes: ['*'] });
    expect((await browser.post('switch', { organisation: acme })).status).toBe(201);
    expect(await browser.session()).toMatchObject({ organisation: acme });
    expect((await browser.post('switch', { organisation: 'org_nowhere' })).status).toBe(403);
    // The choice is not a key: it fails without a sign-in.
    expect((await bed.visitor().post('organisation', { organisation: acme })).status).toBe(401);
    const shown = await browser.call('get', '/v1/account');
    expect(shown.body.data.organisations).toMatchObject([
      { name: 'Acme', current: true },
      { name: 'Second', current: false },
    ]);
  });

  it('are no longer chosen from once the person has signed out everywhere', async () => {
    const email = 'leaving@example.com';
    const first = await bed.member(email);
    const { token } = await bed.invite(email, 'viewer', await bed.otherKey('Fourth'));
    await first.post('invitation/join-as-yourself', { token });
    const thief = bed.visitor();
    const asked = await thief.post('sign-in', { email, password: PASSWORD });
    const [{ id: organisation }] = asked.body.data.organisations as [{ id: string }];
    expect((await first.call('delete', '/v1/sessions')).status).toBe(200);
    expect((await thief.post('organisation', { organisation })).status).toBe(401);
    const again = await thief.post('sign-in', { email, password: PASSWORD });
    expect(again.body.data.state).toBe('organisation');
    expect((await thief.post('organisation', { organisation })).status).toBe(201);
  });

  it('go on being chosen from whatever the owners of yet another one end', async () => {
    const email = 'untouched@example.com';
    const first = await bed.member(email);
    const { token } = await bed.invite(email, 'viewer', await bed.otherKey('Fifth'));
    await first.post('invitation/join-as-yourself', { token });
    const browser = bed.visitor();
    const asked = await browser.post('sign-in', { email, password: PASSWORD });
    const ended = await request(bed.gateway.url)
      .delete(`/v1/sessions?member_id=${first.id}`)
      .set(bearer(await bed.otherKey('Sixth')))
      .expect(200);
    expect(ended.body.data).toEqual({ ended: 0 });
    const [{ id: organisation }] = asked.body.data.organisations as [{ id: string }];
    expect((await browser.post('organisation', { organisation })).status).toBe(201);
  });

  it('shows the sessions of all of them, by device, and ends them', async () => {
    const email = 'devices@example.com';
    const first = await bed.member(email);
    const { token } = await bed.invite(email, 'viewer', await bed.otherKey('Third'));
    await first.post('invitation/join-as-yourself', { token });
    const phone = bed.visitor();
    const asked = await phone.post(
      'sign-in',
      { email, password: PASSWORD },
      { 'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1' },
    );
    await phone.post(
      'organisation',
      { organisation: asked.body.data.organisations[0].id },
      { 'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1' },
    );
    const listed = await first.call('get', '/v1/sessions');
    expect(
      listed.body.data.items.map(({ device, current }: Record<string, unknown>) => ({ device, current })),
    ).toEqual([
      { device: 'Safari on iPhone', current: false },
      { device: null, current: true },
    ]);
    expect((await first.call('delete', `/v1/sessions/${listed.body.data.items[0].id}`)).status).toBe(200);
    expect(await phone.session()).toBeUndefined();
  });

  it('forget an account with its last membership', async () => {
    const gone = await bed.member('gone@example.com');
    await request(bed.gateway.url).delete(`/v1/members/${gone.id}`).set(bearer(bed.key)).expect(200);
    expect(await gone.session()).toBeUndefined();
    const rows = await bed.testbed.database
      .database('accounts')
      .where({ email_key: 'gone@example.com' })
      .select('id');
    expect(rows).toEqual([]);
    expect(
      (await bed.visitor().post('sign-in', { email: 'gone@example.com', password: PASSWORD })).status,
    ).toBe(401);
  });
});

it('keeps the last owner, who can remove neither themselves nor their role', async () => {
  const key = await bed.otherKey('Alone');
  const owner = await bed.member('alone@example.com', 'owner', key);
  expect((await owner.call('delete', `/v1/members/${owner.id}`)).status).toBe(409);
  expect((await owner.call('patch', `/v1/members/${owner.id}`, { role: 'viewer' })).status).toBe(409);
});

describe('a new password', () => {
  const reset = async (token: string, password = 'seven quiet harbours') =>
    bed.visitor().post('reset/password', { token, password });

  it('is set by a mailed link, once, and ends all sessions', async () => {
    const email = 'forgetful@example.com';
    const before = await bed.member(email);
    const asked = await bed
      .visitor()
      .post('reset', { email: 'FORGETFUL@example.com' }, { 'Accept-Language': 'de-DE,de;q=0.9,en;q=0.5' });
    expect([asked.status, asked.body.data]).toEqual([202, { state: 'sent_if_known' }]);
    const token = await bed.mailedToken(email, 'reset');
    // In the language of the browser that asked.
    expect(bed.mail.messages.find(({ text = '' }) => text.includes(token))?.text).toMatch(
      /^Neues Passwort festlegen\s+Jemand, hoffentlich Sie, /,
    );
    const shown = await bed.visitor().post('reset/show', { token });
    expect(shown.body.data).toEqual({ email, removes_second_factor: false });
    expect((await reset(token, 'short')).status).toBe(422);
    expect((await reset(token)).status).toBe(200);
    expect((await reset(token)).status).toBe(404);
    expect(await before.session()).toBeUndefined();
    expect((await bed.visitor().post('sign-in', { email, password: PASSWORD })).status).toBe(401);
    const after = bed.visitor();
    expect((await after.post('sign-in', { email, password: 'seven quiet harbours' })).status).toBe(201);
    // The mail has proved the address.
    expect((await after.call('get', '/v1/account')).body.data.email_verified).toBe(true);
    await eventually(() => {
      expect(
        bed.mail.messages.some(
          ({ recipients, text = '' }) => recipients.includes(email) && text.includes('password was changed'),
        ),
      ).toBe(true);
    });
  });

  it('is mailed to nobody else, and the answer says nothing of who exists', async () => {
    const sent = bed.mail.messages.length;
    const answers = await Promise.all(
      ['nobody@example.com', '\u212Ada@example.com'].map((email) => bed.visitor().post('reset', { email })),
    );
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [202, { data: { state: 'sent_if_known' } }],
      [202, { data: { state: 'sent_if_known' } }],
    ]);
    // A later mail would have come after these.
    await bed.member('marker@example.com');
    expect(bed.mail.messages.slice(sent).flatMap(({ recipients }) => recipients)).toEqual([
      'marker@example.com',
    ]);
  });

  it('is asked for only so often', async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 5; time += 1)
      statuses.push((await bed.visitor().post('reset', { email: 'flood@example.com' })).status);
    expect(statuses).toEqual([202, 202, 202, 429, 429]);
  });

  it('is allowed by an owner, who takes the second step and passkeys away', async () => {
    const email = 'lost@example.com';
    const lost = await bed.member(email);
    const made = await request(bed.gateway.url)
      .post(`/v1/members/${lost.id}/reset-link`)
      .set(bearer(bed.key))
      .expect(201);
    const token = tokenIn(made.body.data.url);
    expect((await bed.visitor().post('reset/show', { token })).body.data.removes_second_factor).toBe(true);
    expect((await reset(token)).status).toBe(200);
    expect(await lost.session()).toBeUndefined();
    const events = await request(bed.gateway.url).get('/v1/members/events').set(bearer(bed.key));
    expect(events.body.data.items.map(({ action }: { action: string }) => action)).toContain(
      'member_reset_link',
    );
  });

  it('is not an owner’s to allow for somebody who belongs elsewhere, too, not even since', async () => {
    const email = 'shared@example.com';
    const shared = await bed.member(email);
    const made = await request(bed.gateway.url)
      .post(`/v1/members/${shared.id}/reset-link`)
      .set(bearer(bed.key))
      .expect(201);
    const { token } = await bed.invite(email, 'owner', await bed.otherKey('Vault'));
    expect((await shared.post('invitation/join-as-yourself', { token })).status).toBe(201);
    expect((await reset(tokenIn(made.body.data.url))).status).toBe(404);
    const refused = await request(bed.gateway.url)
      .post(`/v1/members/${shared.id}/reset-link`)
      .set(bearer(bed.key));
    expect([refused.status, refused.body.error.code]).toEqual([409, 'protected']);
  });

  it('is no way for a key or a member to get at those who may do more', async () => {
    const boss = await bed.member('boss@example.com', 'owner');
    const limited = await bed.testbed.issue({ scopes: ['keys:admin', 'websites:read'] });
    await request(bed.gateway.url)
      .post(`/v1/members/${boss.id}/reset-link`)
      .set(bearer(limited.text))
      .expect(403);
    const expiring = await bed.testbed.issue({ expiresAt: new Date(Date.now() + 3_600_000) });
    await request(bed.gateway.url)
      .post(`/v1/members/${boss.id}/reset-link`)
      .set(bearer(expiring.text))
      .expect(403);
    const viewer = await bed.member('curious@example.com');
    expect((await viewer.call('post', `/v1/members/${boss.id}/reset-link`)).status).toBe(403);
  });

  it('that an owner allows leads to nothing that the address is invited to elsewhere', async () => {
    const email = 'courted@example.com';
    const { id } = await bed.invite(email);
    const courted = bed.visitor();
    const token = await bed.mailedToken(email, 'invitation');
    expect((await courted.post('invitation/join', { token, password: PASSWORD })).status).toBe(201);
    await bed.invite(email, 'owner', await bed.otherKey('Coveted'));
    const organisations = async (visitor: Visitor) => {
      const { data } = (await visitor.call('get', '/v1/account')).body;
      return [data.email_verified, data.organisations.map(({ name }: { name: string }) => name)];
    };
    expect(await organisations(courted)).toEqual([true, ['Acme', 'Coveted']]);

    const made = await request(bed.gateway.url)
      .post(`/v1/members/${id}/reset-link`)
      .set(bearer(bed.key))
      .expect(201);
    expect((await reset(tokenIn(made.body.data.url))).status).toBe(200);
    const owner = bed.visitor();
    const signedIn = await owner.post('sign-in', { email, password: 'seven quiet harbours' });
    expect([signedIn.status, signedIn.body.data.state]).toEqual([201, 'signed_in']);
    expect(await organisations(owner)).toEqual([false, ['Acme']]);
    // Once a mail proves whose address it is, the invitation is there again.
    await bed.visitor().post('reset', { email });
    expect((await reset(await bed.mailedToken(email, 'reset'), 'nine silver kettles')).status).toBe(200);
    const found = await courted.post('sign-in', { email, password: 'nine silver kettles' });
    expect(found.body.data.organisations).toMatchObject([
      { name: 'Acme', is_invitation: false },
      { name: 'Coveted', is_invitation: true },
    ]);
  });

  describe('while somebody uses the one before', () => {
    /** A gateway that works with passwords only once it is let, and tells when it would begin. */
    const startSlow = async () => {
      const [begun, goOn] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
      const wait = async (): Promise<void> => {
        begun.resolve(undefined);
        await goOn.promise;
      };
      const gateway = await bed.testbed.gateway({
        limitPerMinute: 6_000,
        hashing: {
          hash: async (password) => (await wait(), quick.hash(password)),
          verify: async (password, stored) => (await wait(), quick.verify(password, stored)),
        },
      });
      return {
        gateway,
        begun: begun.promise,
        goOn: () => {
          goOn.resolve(undefined);
        },
      };
    };
    const resetByMail = async (email: string) => {
      await bed.visitor().post('reset', { email });
      expect((await reset(await bed.mailedToken(email, 'reset'))).status).toBe(200);
    };

    it('ends a sign-in that has begun', async () => {
      const email = 'hasty@example.com';
      const owner = await bed.member(email);
      const slow = await startSlow();
      const thief = bed.visitor(slow.gateway);
      const signingIn = thief.post('sign-in', { email, password: PASSWORD });
      await slow.begun;
      await resetByMail(email);
      slow.goOn();
      const answer = await signingIn;
      expect([answer.status, answer.body.code]).toEqual([401, 'sign_in_expired']);
      expect(await thief.session()).toBeUndefined();
      expect(await owner.session()).toBeUndefined();
    });

    it('is not replaced by what an ended session was about to set', async () => {
      const email = 'late-thief@example.com';
      const thief = await bed.member(email);
      const slow = await startSlow();
      const elsewhere = bed.visitor(slow.gateway);
      for (const [name, value] of thief.cookies) elsewhere.cookies.set(name, value);
      const setting = elsewhere.call('put', '/v1/account/password', { password: 'four crooked chimneys' });
      await slow.begun;
      await resetByMail(email);
      slow.goOn();
      expect((await setting).status).toBe(401);
      const signIn = (password: string) => bed.visitor().post('sign-in', { email, password });
      expect((await signIn('four crooked chimneys')).status).toBe(401);
      expect((await signIn('seven quiet harbours')).status).toBe(201);
    });
  });

  it('leaves no way in to whoever made the account before its address was proved', async () => {
    const email = 'hijacked@example.com';
    // Somebody else has made it, and kept a passkey.
    const { token } = await bed.invite(email);
    const hijacker = bed.visitor();
    const asked = await hijacker.post('invitation/passkey', { token });
    const authenticator = bed.authenticator();
    const passkey = authenticator.create(asked.body.data.options);
    const joined = await hijacker.post('invitation/join', {
      token,
      attempt: asked.body.data.attempt,
      passkey,
    });
    expect(joined.status).toBe(201);
    await bed.visitor().post('reset', { email });
    expect((await reset(await bed.mailedToken(email, 'reset'))).status).toBe(200);
    expect(await hijacker.session()).toBeUndefined();
    const again = await hijacker.post('passkey/options');
    const proof = authenticator.get(again.body.data.options);
    expect(
      (await hijacker.post('passkey', { attempt: again.body.data.attempt, passkey: proof })).status,
    ).toBe(401);
  });
});
