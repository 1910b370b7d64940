import { eventually } from '@platform/testing';
import { Secret, TOTP } from 'otpauth';

import { PASSWORD, startAccountsTestbed } from './accounts-harness.ts';
import type { AccountsTestbed, Visitor } from './accounts-harness.ts';
import type { SoftwareAuthenticator } from './software-authenticator.ts';

let bed: AccountsTestbed;

beforeAll(async () => {
  bed = await startAccountsTestbed();
});

afterAll(() => bed.close());

/** Adds a passkey to the account of whoever is signed in. */
const addPasskey = async (visitor: Visitor): Promise<SoftwareAuthenticator> => {
  const authenticator = bed.authenticator();
  const { body } = await visitor.call('post', '/v1/account/passkeys/options', {});
  const passkey = authenticator.create(body.data.options);
  const added = await visitor.call('post', '/v1/account/passkeys', {
    attempt: body.data.attempt,
    passkey,
    name: 'Laptop',
  });
  expect([added.status, added.body.data]).toMatchObject([201, { name: 'Laptop', last_used_at: null }]);
  return authenticator;
};

const ask = async (visitor: Visitor) => {
  const { body } = await visitor.post('passkey/options');
  return body.data as { attempt: string; options: { challenge: string } };
};

/** An app that shows codes, set up for whoever is signed in. */
const addApp = async (visitor: Visitor): Promise<{ codes: string[]; show: (steps?: number) => string }> => {
  const { body } = await visitor.call('post', '/v1/account/totp', {});
  expect(body.data.uri).toMatch(/^otpauth:\/\/totp\/.*secret=/);
  const totp = new TOTP({ secret: Secret.fromBase32(body.data.secret) });
  const show = (steps = 0): string => totp.generate({ timestamp: bed.clock.now + steps * 30_000 });
  const wrong = await visitor.call('post', '/v1/account/totp/confirm', { code: '000000' });
  expect(wrong.body.error.details[0].field).toBe('code');
  const confirmed = await visitor.call('post', '/v1/account/totp/confirm', { code: show() });
  expect(confirmed.status).toBe(200);
  // The next sign-in is in another half minute.
  bed.clock.now += 60_000;
  return { codes: confirmed.body.data.codes, show };
};

const signIn = async (email: string, password = PASSWORD): Promise<[Visitor, Record<string, unknown>]> => {
  const visitor = bed.visitor();
  return [visitor, (await visitor.post('sign-in', { email, password })).body.data];
};

describe('a passkey', () => {
  it('makes an account without a password, and signs in without an address', async () => {
    const { token } = await bed.invite('keyed@example.com');
    const browser = bed.visitor();
    const authenticator = bed.authenticator();
    const { body } = await browser.post('invitation/passkey', { token });
    expect(body.data.options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: 'keyed@example.com' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const passkey = authenticator.create(body.data.options);
    const joined = await browser.post('invitation/join', { token, attempt: body.data.attempt, passkey });
    expect(joined.status).toBe(201);

    const again = bed.visitor(bed.other);
    const { attempt, options } = await ask(again);
    expect(options).not.toHaveProperty('allowCredentials.0');
    const signed = await again.post('passkey', { attempt, passkey: authenticator.get(options) });
    expect([signed.status, signed.body.data.session.member.email]).toEqual([201, 'keyed@example.com']);
    const { data } = (await again.call('get', '/v1/account')).body;
    expect(data).toMatchObject({ has_password: false, passkeys: [{ name: 'Passkey' }] });
    // It is the only way in.
    const removed = await again.call('delete', `/v1/account/passkeys/${data.passkeys[0].id}`);
    expect([removed.status, removed.body.error.code]).toEqual([409, 'protected']);
    expect((await signIn('keyed@example.com'))[1]).toBeUndefined();
  });

  it('answers a challenge once, at any gateway', async () => {
    const owner = await bed.member('replay@example.com');
    const authenticator = await addPasskey(owner);
    const { attempt, options } = await ask(bed.visitor());
    const answer = { attempt, passkey: authenticator.get(options) };
    const answers = await Promise.all(
      [bed.gateway, bed.other, bed.gateway].map((gateway) => bed.visitor(gateway).post('passkey', answer)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401]);
  });

  it.each([
    ['of another origin', { origin: 'http://localhost.evil.example:8080' }],
    ['of another port', { origin: 'http://localhost:9090' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without its user', { userVerified: false }],
    ['of a copy that counts behind', { counter: 0 }],
  ])('is refused %s', async (_name, changes) => {
    const owner = await bed.member(`${_name.replaceAll(/\W/g, '')}@example.com`);
    const authenticator = await addPasskey(owner);
    const first = await ask(bed.visitor());
    const used = { attempt: first.attempt, passkey: authenticator.get(first.options) };
    expect((await bed.visitor().post('passkey', used)).status).toBe(201);
    const { attempt, options } = await ask(bed.visitor());
    const passkey = authenticator.get(options, changes);
    expect((await bed.visitor().post('passkey', { attempt, passkey })).status).toBe(401);
    // The challenge of another sign-in, and one that was made up.
    const other = await ask(bed.visitor());
    const mixed = { attempt: other.attempt, passkey: authenticator.get(options) };
    expect((await bed.visitor().post('passkey', mixed)).status).toBe(401);
    const forged = { attempt: 'e30.e30.e30.e30.e30', passkey: authenticator.get(options) };
    expect((await bed.visitor().post('passkey', forged)).status).toBe(401);
  });

  it('is made for the account that asked for it, and for no other', async () => {
    const [one, two] = [await bed.member('one@example.com'), await bed.member('two@example.com')];
    const authenticator = bed.authenticator();
    const { body } = await one.call('post', '/v1/account/passkeys/options', {});
    const passkey = authenticator.create(body.data.options);
    const refused = await two.call('post', '/v1/account/passkeys', { attempt: body.data.attempt, passkey });
    expect([refused.status, refused.body.error.details[0].field]).toEqual([400, 'passkey']);
    const { token } = await bed.invite('three@example.com');
    const asked = await one.call('post', '/v1/account/passkeys/options', {});
    const stolen = {
      token,
      attempt: asked.body.data.attempt,
      passkey: authenticator.create(asked.body.data.options),
    };
    expect((await bed.visitor().post('invitation/join', stolen)).status).toBe(422);
  });

  it('is renamed and removed', async () => {
    const owner = await bed.member('rename@example.com');
    const authenticator = await addPasskey(owner);
    const { id } = (await owner.call('get', '/v1/account')).body.data.passkeys[0];
    const named = await owner.call('patch', `/v1/account/passkeys/${id}`, { name: 'Phone' });
    expect(named.body.data.name).toBe('Phone');
    const stranger = await bed.member('stranger@example.com');
    expect((await stranger.call('delete', `/v1/account/passkeys/${id}`)).status).toBe(404);
    expect((await owner.call('delete', `/v1/account/passkeys/${id}`)).status).toBe(200);
    const { attempt, options } = await ask(bed.visitor());
    const gone = { attempt, passkey: authenticator.get(options) };
    expect((await bed.visitor().post('passkey', gone)).status).toBe(401);
  });
});

it('keeps one of two passkeys that are removed at once, where there is no password', async () => {
  const { token } = await bed.invite('passkeys@example.com');
  const browser = bed.visitor();
  const { body } = await browser.post('invitation/passkey', { token });
  const passkey = bed.authenticator().create(body.data.options);
  await browser.post('invitation/join', { token, attempt: body.data.attempt, passkey });
  await addPasskey(browser);
  const { data } = (await browser.call('get', '/v1/account')).body;
  const ids = data.passkeys.map(({ id }: { id: string }) => id) as string[];
  const { database } = bed.testbed.database;
  const holding = await database.transaction();
  await holding('passkeys').whereIn('id', ids).forUpdate().select('id');
  const requests = ids.map((id) => browser.call('delete', `/v1/account/passkeys/${id}`));
  await eventually(async () => {
    const { rows } = await database.raw<{ rows: unknown[] }>(
      `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    );
    expect(rows).toHaveLength(2);
  });
  await holding.rollback();
  const answers = await Promise.all(requests);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await browser.call('get', '/v1/account')).body.data.passkeys).toHaveLength(1);
});

describe('a second step', () => {
  it('follows the password: a code of the app, which works once', async () => {
    const email = 'app@example.com';
    const owner = await bed.member(email);
    const { show } = await addApp(owner);
    expect((await owner.call('get', '/v1/account')).body.data).toMatchObject({
      second_factor: true,
      totp: true,
      recovery_codes: 10,
    });
    const [first, asked] = await signIn(email);
    expect(asked).toEqual({ state: 'second_factor', steps: ['totp', 'recovery_code'] });
    expect(await first.session()).toBeUndefined();
    expect((await first.post('second-factor', { code: '123456' })).status).toBe(401);
    const code = show();
    expect((await first.post('second-factor', { code: `${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(
      201,
    );
    // Within its half minute, and the ones around it.
    const [replaying] = await signIn(email);
    expect((await replaying.post('second-factor', { code })).status).toBe(401);
    expect((await replaying.post('second-factor', { code: show(-1) })).status).toBe(401);
    const next = await replaying.post('second-factor', { code: show(1) });
    expect(next.status).toBe(201);
    // Two at the same time.
    bed.clock.now += 90_000;
    const both = await Promise.all([signIn(email), signIn(email)]);
    const statuses = await Promise.all(
      both.map(async ([visitor]) => (await visitor.post('second-factor', { code: show() })).status),
    );
    expect(statuses.sort()).toEqual([201, 401]);
  });

  it('can be a recovery code, once', async () => {
    const email = 'recovery@example.com';
    const { codes } = await addApp(await bed.member(email));
    expect(codes).toHaveLength(10);
    expect(codes[0]).toMatch(/^\w{4}(-\w{4}){3}$/);
    const [first] = await signIn(email);
    expect((await first.post('second-factor', { code: codes[0]?.toUpperCase() })).status).toBe(201);
    const [second] = await signIn(email);
    expect((await second.post('second-factor', { code: codes[0] })).status).toBe(401);
    const renewed = await first.call('post', '/v1/account/recovery-codes', {});
    expect(renewed.body.data.codes).not.toContain(codes[1]);
    expect((await second.post('second-factor', { code: codes[1] })).status).toBe(401);
    expect((await second.post('second-factor', { code: renewed.body.data.codes[0] })).status).toBe(201);
  });

  it('can be a passkey, and is then asked for without an app', async () => {
    const email = 'both@example.com';
    const owner = await bed.member(email);
    expect((await owner.call('post', '/v1/account/second-factor', {})).status).toBe(400);
    const authenticator = await addPasskey(owner);
    expect((await owner.call('post', '/v1/account/second-factor', {})).status).toBe(200);
    const [visitor, asked] = await signIn(email);
    expect(asked['steps']).toEqual(['passkey', 'recovery_code']);
    const { attempt, options } = await ask(visitor);
    expect((await visitor.post('passkey', { attempt, passkey: authenticator.get(options) })).status).toBe(
      201,
    );
    const { id } = (await visitor.call('get', '/v1/account')).body.data.passkeys[0];
    expect((await visitor.call('delete', `/v1/account/passkeys/${id}`)).status).toBe(409);
    expect((await visitor.call('delete', '/v1/account/second-factor')).status).toBe(200);
    expect((await signIn(email))[1]).toMatchObject({ state: 'signed_in' });
  });

  it('is guessed only so often, from however many addresses, and ends with a new password', async () => {
    const email = 'guessed@example.com';
    const owner = await bed.member(email);
    const { show } = await addApp(owner);
    const [thief] = await signIn(email);
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess += 1)
      statuses.push((await thief.post('second-factor', { code: String(100_000 + guess) })).status);
    expect(statuses.slice(-2)).toEqual([429, 429]);
    await bed.testbed.database.database('password_attempts').delete();
    // The thief's half-finished sign-in fails once the password has changed.
    const changed = await owner.call('put', '/v1/account/password', { password: 'nine silver kettles' });
    expect(changed.status).toBe(200);
    expect((await thief.post('second-factor', { code: show() })).status).toBe(401);
  });

  it('stays after a mailed new password, and goes with an owner’s', async () => {
    const email = 'kept@example.com';
    const { show } = await addApp(await bed.member(email));
    await bed.visitor().post('reset', { email });
    const token = await bed.mailedToken(email, 'reset');
    await bed.visitor().post('reset/password', { token, password: 'nine silver kettles' });
    const [visitor, asked] = await signIn(email, 'nine silver kettles');
    expect(asked).toMatchObject({ state: 'second_factor' });
    expect((await visitor.post('second-factor', { code: show() })).status).toBe(201);
  });
});

describe('what changes a way in', () => {
  it('needs a proof from the last quarter of an hour, and a session of an account', async () => {
    const email = 'stale@example.com';
    const owner = await bed.member(email);
    const authenticator = await addPasskey(owner);
    await bed.testbed.database
      .database('sessions')
      .update({ proven_at: bed.testbed.database.database.raw("now() - interval '1 hour'") });
    expect((await owner.call('get', '/v1/account')).body.data.proven).toBe(false);
    for (const [method, path, body] of [
      ['put', '/v1/account/password', { password: 'nine silver kettles' }],
      ['post', '/v1/account/passkeys/options', {}],
      ['post', '/v1/account/totp', {}],
      ['post', '/v1/account/recovery-codes', {}],
      ['delete', '/v1/account/second-factor', undefined],
    ] as const) {
      const refused = await owner.call(method, path, body);
      expect([path, refused.status, refused.body.error.code]).toEqual([path, 403, 'proof_required']);
    }
    const wrong = await owner.call('post', '/v1/account/proof', { password: 'not it at all' });
    expect([wrong.status, wrong.body.error.code]).toEqual([401, 'wrong_credentials']);
    const { body } = await owner.call('post', '/v1/account/proof/options', {});
    const stranger = await addPasskey(await bed.member('another@example.com'));
    const foreign = { attempt: body.data.attempt, passkey: stranger.get(body.data.options) };
    expect((await owner.call('post', '/v1/account/proof', foreign)).status).toBe(401);
    const again = await owner.call('post', '/v1/account/proof/options', {});
    const proof = { attempt: again.body.data.attempt, passkey: authenticator.get(again.body.data.options) };
    expect((await owner.call('post', '/v1/account/proof', proof)).body.data.proven).toBe(true);
    const changed = await owner.call('put', '/v1/account/password', { password: 'nine silver kettles' });
    expect(changed.body.data.proven).toBe(true);
    // Keys have no account.
    const { text } = await bed.testbed.issue();
    const { default: request } = await import('supertest');
    const byKey = await request(bed.gateway.url).get('/v1/account').set('Authorization', `Bearer ${text}`);
    expect(byKey.status).toBe(403);
  });

  it('ends the other sessions where it is the password, and keeps this one', async () => {
    const email = 'others@example.com';
    const owner = await bed.member(email);
    const [other] = await signIn(email);
    expect(await other.session()).toBeDefined();
    await owner.call('put', '/v1/account/password', { password: 'nine silver kettles' });
    expect(await other.session()).toBeUndefined();
    expect(await owner.session()).toBeDefined();
    const named = await owner.call('patch', '/v1/account', { name: 'Somebody' });
    expect(named.body.data.name).toBe('Somebody');
    expect((await owner.session())?.['name']).toBe('Somebody');
  });
});

describe('another e-mail address', () => {
  const change = (visitor: Visitor, email: string) => visitor.call('post', '/v1/account/email', { email });
  const confirm = (visitor: Visitor, token: string) =>
    visitor.call('post', '/v1/account/email/confirm', { token });
  const mailedTo = (email: string): string[] =>
    bed.mail.messages.filter(({ recipients }) => recipients.includes(email)).map(({ text = '' }) => text);

  it('counts once a mail to it is proved, and the old one is told', async () => {
    const owner = await bed.member('before@example.com', 'editor');
    await bed.visitor().post('reset', { email: 'before@example.com' });
    const reset = await bed.mailedToken('before@example.com', 'reset');
    const asked = await change(owner, 'After@Example.com');
    expect(asked.body.data).toMatchObject({
      email: 'before@example.com',
      pending_email: 'After@Example.com',
      email_verified: false,
    });
    const token = await bed.mailedToken('After@Example.com', 'email');
    await eventually(() => {
      expect(mailedTo('before@example.com').join()).toContain('wants it to have another e-mail address');
    });
    expect((await signIn('before@example.com'))[1]).toMatchObject({ state: 'signed_in' });
    // Nobody else's session makes the address theirs.
    const stranger = await bed.member('stealing@example.com');
    expect((await confirm(stranger, token)).status).toBe(404);
    expect((await confirm(bed.visitor(), token)).status).toBe(401);
    const confirmed = await confirm(owner, token);
    expect(confirmed.body.data).toMatchObject({
      email: 'After@Example.com',
      pending_email: null,
      email_verified: true,
    });
    expect((await confirm(owner, token)).status).toBe(404);
    await eventually(() => {
      expect(mailedTo('before@example.com').join()).toContain('another e-mail address now');
    });
    expect((await signIn('before@example.com'))[1]).toBeUndefined();
    expect((await signIn('after@example.com'))[1]).toMatchObject({ state: 'signed_in' });
    expect((await owner.session())?.['member']).toMatchObject({ email: 'After@Example.com' });
    // What was mailed to the old address leads nowhere.
    const used = await bed
      .visitor()
      .post('reset/password', { token: reset, password: 'nine silver kettles' });
    expect(used.status).toBe(404);
    const rows = await bed.testbed.database
      .database('key_events')
      .where({ key_id: owner.id, action: 'member_address_changed' })
      .select<{ details: object }[]>('details');
    expect(rows).toEqual([
      { details: { email: 'After@Example.com', before: 'before@example.com', role: 'editor' } },
    ]);
  });

  it('does not tell who has an account, and is nobody else’s', async () => {
    const [one] = [await bed.member('first@example.com'), await bed.member('second@example.com')];
    const free = await change(one, 'free@example.com');
    const taken = await change(one, 'second@example.com');
    expect([free.status, taken.status]).toEqual([200, 200]);
    // The later one took its place.
    expect((await confirm(one, await bed.mailedToken('free@example.com', 'email'))).status).toBe(404);
    const refused = await confirm(one, await bed.mailedToken('second@example.com', 'email'));
    expect([refused.status, refused.body.error.code]).toEqual([400, 'account_exists']);
    expect((await one.call('get', '/v1/account')).body.data.email).toBe('first@example.com');
  });

  it('needs a proof, ends with a new password, is withdrawn, and is asked for only so often', async () => {
    const owner = await bed.member('moving@example.com');
    await change(owner, 'moved@example.com');
    const token = await bed.mailedToken('moved@example.com', 'email');
    await owner.call('put', '/v1/account/password', { password: 'nine silver kettles' });
    expect((await owner.call('get', '/v1/account')).body.data.pending_email).toBeNull();
    expect((await confirm(owner, token)).status).toBe(404);
    await change(owner, 'again@example.com');
    const again = await bed.mailedToken('again@example.com', 'email');
    expect((await owner.call('delete', '/v1/account/email')).body.data.pending_email).toBeNull();
    expect((await confirm(owner, again)).status).toBe(404);
    expect((await change(owner, 'p\u0430yroll@example.com')).status).toBe(400);
    await change(owner, 'third@example.com');
    expect((await change(owner, 'fourth@example.com')).status).toBe(429);
    await bed.testbed.database
      .database('sessions')
      .update({ proven_at: bed.testbed.database.database.raw("now() - interval '1 hour'") });
    expect((await change(owner, 'late@example.com')).body.error.code).toBe('proof_required');
  });

  it('can be one’s own, to prove it', async () => {
    const owner = await bed.member('mine@example.com');
    await change(owner, 'mine@example.com');
    const proved = await confirm(owner, await bed.mailedToken('mine@example.com', 'email'));
    expect(proved.body.data).toMatchObject({ email: 'mine@example.com', email_verified: true });
    expect((await change(owner, 'mine@example.com')).status).toBe(400);
  });
});

it('hashes passwords with scrypt', async () => {
  const gateway = await bed.testbed.gateway();
  const { token } = await bed.invite('slow@example.com');
  const joined = await bed.visitor(gateway).post('invitation/join', { token, password: PASSWORD });
  expect(joined.status).toBe(201);
  const body = { email: 'slow@example.com', password: PASSWORD };
  expect((await bed.visitor(gateway).post('sign-in', body)).status).toBe(201);
  const nobody = { ...body, email: 'nobody@example.com' };
  expect((await bed.visitor(gateway).post('sign-in', nobody)).status).toBe(401);
  const row = await bed.testbed.database
    .database('accounts')
    .where({ email: 'slow@example.com' })
    .first<{ password_hash: string }>('password_hash');
  expect(row.password_hash).toMatch(/^scrypt\$16384\$8\$5\$/);
});

it('stores no password, code or secret of a link as it is', async () => {
  const email = 'stored@example.com';
  const { codes } = await addApp(await bed.member(email));
  const { token } = await bed.invite('waiting@example.com');
  await bed.visitor().post('reset', { email });
  const reset = await bed.mailedToken(email, 'reset');
  const mover = await bed.member('mover@example.com');
  await mover.call('post', '/v1/account/email', { email: 'moved-to@example.com' });
  const proof = await bed.mailedToken('moved-to@example.com', 'email');
  const rows = await bed.testbed.database.database.raw<{ rows: { text: string }[] }>(
    [
      'accounts',
      'recovery_codes',
      'invitation_links',
      'reset_links',
      'email_changes',
      'members',
      'key_events',
      'passkeys',
    ]
      .map((table) => `SELECT ${table}::text AS text FROM ${table}`)
      .join(' UNION ALL '),
  );
  const stored = rows.rows.map(({ text }) => text).join('\n');
  expect(stored).toContain(email);
  for (const secret of [PASSWORD, token, reset, proof, codes[0] ?? '', codes[0]?.replaceAll('-', '') ?? ''])
    expect(stored).not.toContain(secret);
});
