import { passIdentityProvider } from '@platform/testing';
import request from 'supertest';

import { startTestbed } from './harness.ts';
import { cookieIn, PUBLIC_URL, SAME_ORIGIN, startLoginTestbed } from './login-harness.ts';
import type { LoginTestbed } from './login-harness.ts';

const PEOPLE = {
  ada: { email: 'ada@example.com', email_verified: true, name: 'Ada Lovelace' },
  grace: { email: 'grace@example.com', email_verified: true },
  mallory: { email: 'ada@example.com', email_verified: false },
  nobody: {},
};

let bed: LoginTestbed;

beforeAll(async () => {
  bed = await startLoginTestbed(PEOPLE);
});

afterAll(() => bed.close());

/** What the console is told when somebody could not sign in. */
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

describe('an answer of the provider', () => {
  const arrive = async (change: (departure: URL) => void = () => undefined) => {
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
    expect(methods.body.data).toEqual({ key: true, oidc: false });
    await testbed.close();
  });

  it('is 503 while the provider is away', async () => {
    const oidc = { issuer: 'http://127.0.0.1:1', clientId: 'x', clientSecret: undefined, scopes: 'openid' };
    const gateway = await bed.testbed.gateway({ oidc });
    await request(gateway.url).get('/console/login').expect(503);
  });
});
