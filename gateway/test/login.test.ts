import { passIdentityProvider } from '@platform/testing';
import request from 'supertest';

import { bearer, startTestbed } from './harness.ts';
import { cookieIn, PUBLIC_URL, SAME_ORIGIN, startLoginTestbed } from './login-harness.ts';
import type { LoginTestbed } from './login-harness.ts';

const PEOPLE = {
  ada: { email: 'ada@example.com', email_verified: true, name: 'Ada Lovelace' },
  grace: { email: 'grace@example.com', email_verified: true },
  mallory: { email: 'ada@example.com', email_verified: false },
  nobody: {},
  // Microsoft Entra ID says nothing of an address.
  entra: { email: 'ed@corp.example' },
  outsider: { email: 'ed@other.example' },
  denied: { email: 'eve@corp.example', email_verified: false },
  kelvin: { email: '\u212Aate@example.com', email_verified: true },
  kate: { email: 'KATE@example.com', email_verified: true },
  wanted: { email: 'wanda@example.com', email_verified: true, name: 'Wanda' },
};

let bed: LoginTestbed;

beforeAll(async () => {
  bed = await startLoginTestbed(PEOPLE);
});

afterAll(() => bed.close());

// Each test invites whom it needs.
beforeEach(() => bed.testbed.database.database('members').delete());

/** Returns where the console is told that somebody could not sign in. */
const failure = (name: string): string => `/console/?sign_in=${name}`;

describe('signing in at the identity provider', () => {
  it('uses a code with PKCE, state and nonce', async () => {
    const { location } = await bed.depart();
    const query = new URL(location).searchParams;
    expect(new URL(location).origin).toBe(bed.provider.issuer);
    expect(query.get('response_type')).toBe('code');
    expect(query.get('code_challenge_method')).toBe('S256');
    expect(query.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    expect(query.get('state')).toMatch(/^[\w-]{43}$/);
    expect(query.get('nonce')).toMatch(/^[\w-]{43}$/);
    expect(query.get('redirect_uri')).toBe(`${PUBLIC_URL}/console/login/callback`);
  });

  it('makes somebody who was invited a member, with the scopes of the role, on every gateway', async () => {
    const id = await bed.invite('Ada@Example.com', 'editor');
    bed.provider.signIn('ada');
    const { cookie, location } = await bed.depart('?return=/console/websites/3?tab=goals');
    const back = await passIdentityProvider(location);
    // Another gateway takes up what the first one began.
    const answer = await bed.comeBack(back, cookie, bed.other).expect(303);
    expect(answer.headers['location']).toBe('/console/websites/3?tab=goals');
    expect(String(answer.headers['set-cookie'])).toContain('HttpOnly; SameSite=Strict');
    const session = cookieIn(answer, 'session') ?? '';
    const shown = await request(bed.gateway.url)
      .get('/console/session')
      .set({ Cookie: session, ...SAME_ORIGIN })
      .expect(200);
    expect(shown.body.data).toMatchObject({
      key_id: null,
      member: { id, email: 'ada@example.com', role: 'editor' },
      name: 'Ada Lovelace',
      organisation: bed.organisation,
    });
    expect(shown.body.data.scopes).toContain('websites:write');
    expect(shown.body.data.scopes).not.toContain('keys:admin');
    await request(bed.other.url)
      .get('/v1/usage')
      .set({ Cookie: session, ...SAME_ORIGIN })
      .expect(200);
    await request(bed.other.url)
      .get('/v1/keys')
      .set({ Cookie: session, ...SAME_ORIGIN })
      .expect(403);
  });

  it('knows members by issuer and subject from then on', async () => {
    await bed.invite('ada@example.com');
    await bed.signIn('ada');
    const before = await bed.testbed.database.database('members').count();
    await bed.signIn('ada');
    expect(await bed.testbed.database.database('members').count()).toEqual(before);
  });

  it('takes nobody at their word for an address', async () => {
    await bed.invite('ada@example.com', 'owner');
    bed.provider.signIn('mallory');
    const { cookie, location } = await bed.depart();
    const answer = await bed.comeBack(await passIdentityProvider(location), cookie).expect(303);
    expect(answer.headers['location']).toBe(failure('email_not_verified'));
    expect(cookieIn(answer, 'session')).toBeUndefined();
  });

  it.each(['nobody', 'grace'])('lets only members in, which %s is not', async (subject) => {
    bed.provider.signIn(subject);
    const { cookie, location } = await bed.depart();
    const answer = await bed.comeBack(await passIdentityProvider(location), cookie).expect(303);
    expect(answer.headers['location']).toMatch(/sign_in=(not_a_member|email_not_verified)$/);
    expect(cookieIn(answer, 'session')).toBeUndefined();
  });

  it('leaves an invitation that has ended as it is', async () => {
    const id = await bed.invite('grace@example.com');
    await bed.testbed.database
      .database('members')
      .where({ id })
      .update({ invited_until: new Date(1) });
    await expect(bed.signIn('grace')).rejects.toThrow('not_a_member');
    await bed.invite('grace@example.com', 'viewer');
    await expect(bed.signIn('grace')).resolves.toMatch(/^session=/);
  });
});

describe('an invitation', () => {
  const trusting = (trustedEmailDomains: string[]) =>
    bed.testbed.gateway({
      oidc: {
        ...bed.provider.client,
        issuer: bed.provider.issuer,
        scopes: 'openid email profile',
        trustedEmailDomains,
      },
    });
  const comeAs = async (subject: string, gateway = bed.gateway) => {
    bed.provider.signIn(subject);
    const { cookie, location } = await bed.depart();
    return bed.comeBack(await passIdentityProvider(location), cookie, gateway);
  };

  it('is redeemed for an address that nobody verified where the operator trusts its domain', async () => {
    await bed.invite('ed@corp.example');
    await bed.invite('ed@other.example');
    await bed.invite('eve@corp.example');
    expect((await comeAs('entra')).headers['location']).toBe(failure('email_not_verified'));
    const gateway = await trusting(['corp.example']);
    expect((await comeAs('outsider', gateway)).headers['location']).toBe(failure('email_not_verified'));
    // An address stays unverified if the provider says so.
    expect((await comeAs('denied', gateway)).headers['location']).toBe(failure('email_not_verified'));
    expect(cookieIn(await comeAs('entra', gateway), 'session')).toBeDefined();
    expect(cookieIn(await comeAs('outsider', await trusting(['*'])), 'session')).toBeDefined();
  });

  it('is not redeemed for another address that only Unicode takes for the same', async () => {
    await bed.invite('kate@example.com');
    expect((await comeAs('kelvin')).headers['location']).toBe(failure('not_a_member'));
    expect(cookieIn(await comeAs('kate'), 'session')).toBeDefined();
  });

  it('of a second organisation is joined only by those who choose it', async () => {
    await bed.invite('wanda@example.com', 'viewer');
    await bed.signIn('wanted');
    const { key, text } = await bed.testbed.issue({
      organisation: (
        await bed.testbed.organisations.ensureOrganisation({
          id: 'org_00000000000000000000000000',
          name: '<b>Evil',
        })
      ).id,
    });
    const invited = await request(bed.gateway.url)
      .post('/v1/members')
      .set({ Authorization: `Bearer ${text}` })
      .send({ email: 'wanda@example.com', role: 'editor' })
      .expect(201);
    const statusOf = async () =>
      (
        await request(bed.gateway.url)
          .get(`/v1/members/${invited.body.data.id}`)
          .set({ Authorization: `Bearer ${text}` })
      ).body.data.status as string;
    const asked = await comeAs('wanted');
    expect([asked.headers['location'], cookieIn(asked, 'session')]).toEqual([
      '/console/login/choose',
      undefined,
    ]);
    expect(await statusOf()).toBe('invited');
    const choice = cookieIn(asked, 'login') ?? '';
    const page = await request(bed.other.url).get('/console/login/choose').set('Cookie', choice).expect(200);
    expect(page.text).toContain('&lt;b&gt;Evil');
    expect(page.text).toContain('You are invited as editor');
    const german = await request(bed.other.url)
      .get('/console/login/choose')
      .set({ Cookie: choice, 'Accept-Language': 'de-AT,de;q=0.9' })
      .expect(200);
    expect(german.text).toContain('<html lang="de">');
    expect(german.text).toContain('Organisation wählen');
    expect(german.text).toContain('Sie sind zum Bearbeiten eingeladen');
    expect(german.text).toContain('&lt;b&gt;Evil');
    const choose = (organisation: string, headers: object = SAME_ORIGIN) =>
      request(bed.other.url)
        .post('/console/login/choose')
        .set({ Cookie: choice, ...headers })
        .type('form')
        .send({ organisation });
    await choose(bed.organisation, { 'Sec-Fetch-Site': 'cross-site' }).expect(403);
    const nowhere = await choose('org_7zzzzzzzzzzzzzzzzzzzzzzzzz').expect(303);
    expect(nowhere.headers['location']).toBe(failure('not_a_member'));
    const own = await choose(bed.organisation).expect(303);
    const shown = await request(bed.gateway.url)
      .get('/console/session')
      .set({ Cookie: cookieIn(own, 'session') ?? '', ...SAME_ORIGIN });
    expect(shown.body.data.organisation).toBe(bed.organisation);
    expect(await statusOf()).toBe('invited');
    expect(cookieIn(await choose(key.organisation).expect(303), 'session')).toBeDefined();
    expect(await statusOf()).toBe('joined');
    const late = await request(bed.gateway.url).get('/console/login/choose').expect(303);
    expect(late.headers['location']).toBe(failure('expired'));
  });

  it('can no longer be chosen by a sign-in that began before its person signed out everywhere', async () => {
    const { id } = await bed.testbed.organisations.ensureOrganisation({
      id: 'org_00000000000000000000000002',
      name: 'A third',
    });
    const { text } = await bed.testbed.issue({ organisation: id });
    await bed.invite('wanda@example.com');
    const session = await bed.signIn('wanted');
    await request(bed.gateway.url)
      .post('/v1/members')
      .set(bearer(text))
      .send({ email: 'wanda@example.com', role: 'editor' })
      .expect(201);
    const choose = async (choice: string) => {
      const answer = await request(bed.other.url)
        .post('/console/login/choose')
        .set({ Cookie: choice, ...SAME_ORIGIN })
        .type('form')
        .send({ organisation: bed.organisation })
        .expect(303);
      return cookieIn(answer, 'session') === undefined ? answer.headers['location'] : 'signed in';
    };
    // Somebody at another machine is asked, and goes away.
    const left = cookieIn(await comeAs('wanted'), 'login') ?? '';
    await request(bed.gateway.url)
      .delete('/v1/sessions')
      .set({ Cookie: session, ...SAME_ORIGIN })
      .expect(200);
    const page = await request(bed.other.url).get('/console/login/choose').set('Cookie', left).expect(303);
    expect(page.headers['location']).toBe(failure('expired'));
    expect(await choose(left)).toBe(failure('expired'));
    const fresh = cookieIn(await comeAs('wanted'), 'login') ?? '';
    expect(await choose(fresh)).toBe('signed in');
  });

  it('of the organisation that somebody asks for needs no choice', async () => {
    await bed.invite('wanda@example.com');
    const { id } = await bed.testbed.organisations.ensureOrganisation({
      id: 'org_00000000000000000000000001',
      name: 'Another',
    });
    const { text } = await bed.testbed.issue({ organisation: id });
    await request(bed.gateway.url)
      .post('/v1/members')
      .set({ Authorization: `Bearer ${text}` })
      .send({ email: 'wanda@example.com', role: 'editor' })
      .expect(201);
    expect((await comeAs('wanted')).headers['location']).toBe('/console/login/choose');
    bed.provider.signIn('wanted');
    const { cookie, location } = await bed.depart(`?organisation=${bed.organisation}`);
    const answer = await bed.comeBack(await passIdentityProvider(location), cookie);
    expect(cookieIn(answer, 'session')).toBeDefined();
  });
});

describe('an answer of the provider', () => {
  const arrive = async (change: (departure: URL) => void = () => undefined) => {
    await bed.invite('ada@example.com');
    bed.provider.signIn('ada');
    const { cookie, location } = await bed.depart();
    const departure = new URL(location);
    change(departure);
    return { cookie, back: await passIdentityProvider(departure.href) };
  };

  it('with another state is refused', async () => {
    const { cookie, back } = await arrive();
    back.searchParams.set('state', 'x'.repeat(43));
    const answer = await bed.comeBack(back, cookie).expect(303);
    expect(answer.headers['location']).toBe(failure('expired'));
    expect(cookieIn(answer, 'session')).toBeUndefined();
  });

  it.each(['nonce', 'code_challenge'])('to another %s is refused', async (name) => {
    const { cookie, back } = await arrive((departure) => {
      departure.searchParams.set(name, 'x'.repeat(43));
    });
    const answer = await bed.comeBack(back, cookie).expect(303);
    expect(answer.headers['location']).toBe(failure('failed'));
    expect(cookieIn(answer, 'session')).toBeUndefined();
  });

  it('with a code that was used is refused', async () => {
    const { cookie, back } = await arrive();
    const first = await bed.comeBack(back, cookie).expect(303);
    expect(cookieIn(first, 'session')).toBeDefined();
    const second = await bed.comeBack(back, cookie, bed.other).expect(303);
    expect(second.headers['location']).toBe(failure('failed'));
    expect(cookieIn(second, 'session')).toBeUndefined();
  });

  it('is worth nothing in the browser of somebody who stole it', async () => {
    const { back } = await arrive();
    const { cookie: another } = await bed.depart();
    for (const cookie of ['', another, 'login=x', 'login=a.b.c.d.e']) {
      const answer = await bed.comeBack(back, cookie).expect(303);
      expect(answer.headers['location']).toBe(failure('expired'));
      expect(cookieIn(answer, 'session')).toBeUndefined();
    }
  });

  it('that says no is passed on', async () => {
    const { cookie, location } = await bed.depart();
    const state = new URL(location).searchParams.get('state') ?? '';
    const back = new URL(`${PUBLIC_URL}/console/login/callback?error=access_denied&state=${state}`);
    const answer = await bed.comeBack(back, cookie).expect(303);
    expect(answer.headers['location']).toBe(failure('refused'));
  });
});

it.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  '/console/\\..\\..//evil.example',
  '/console/../..//evil.example/',
  '/console/\t//evil.example',
  '/v1/keys',
  'javascript:alert(1)',
  '/console',
])('does not lead to %j after the sign-in', async (path) => {
  await bed.invite('ada@example.com');
  bed.provider.signIn('ada');
  const { cookie, location } = await bed.depart(`?return=${encodeURIComponent(path)}`);
  const answer = await bed.comeBack(await passIdentityProvider(location), cookie).expect(303);
  expect(cookieIn(answer, 'session')).toBeDefined();
  expect(answer.headers['location']).toBe('/console/');
});

describe('the sign-in of members', () => {
  it('does not exist without a provider', async () => {
    const testbed = await startTestbed();
    const gateway = await testbed.gateway();
    await request(gateway.url).get('/console/login').expect(404);
    await request(gateway.url).get('/console/login/callback').expect(404);
    const methods = await request(gateway.url).get('/console/login/methods').expect(200);
    expect(methods.body.data).toEqual({
      key: true,
      oidc: false,
      account: false,
      passkey: true,
      reset_mail: false,
    });
    await testbed.close();
  });

  it('is 503 while the provider is away', async () => {
    const oidc = {
      issuer: 'http://127.0.0.1:1',
      clientId: 'x',
      clientSecret: undefined,
      scopes: 'openid',
      trustedEmailDomains: [],
    };
    const gateway = await bed.testbed.gateway({ oidc });
    await request(gateway.url).get('/console/login').expect(503);
  });
});
