import { randomBytes } from 'node:crypto';

import { unavailable } from '@platform/errors';
import { requestId } from '@platform/http';
import { silentLogger } from '@platform/runtime';
import { createTestDatabase, createTestIdentity } from '@platform/testing';
import type { TestDatabase, TestIdentity } from '@platform/testing';
import express from 'express';
import type { Express } from 'express';
import request from 'supertest';

import {
  createLinkSigner,
  createPageAccess,
  createProtectedPageRouter,
  createStoredAttemptLimiter,
  hashPassword,
  html,
} from '../src/index.ts';
import type { PageAccess, ProtectedPage } from '../src/index.ts';

interface Note {
  readonly organisation: string;
  readonly text: string;
  readonly page: ProtectedPage;
}

const LATER = 4_000_000_000;
let db: TestDatabase;
let identity: TestIdentity;
let access: PageAccess;
let app: Express;
let passwordHash: string;

const noteOf = (key: string): Note | undefined => {
  const privacy = ['open', 'keyOnly', 'password'].indexOf(key.slice(0, -1));
  if (key === 'broken7') throw new Error('out of paper');
  if (key === 'busy7') throw unavailable('The notes are being counted.');
  if (privacy < 0) return undefined;
  const page = { kind: 'note', id: key, privacy, passwordHash, path: `/n/${key}` };
  return { organisation: 'org_1', text: `The note ${key}`, page };
};

beforeAll(async () => {
  db = await createTestDatabase({ schema: 'pages', migrations: new URL('./migrations/', import.meta.url) });
  identity = await createTestIdentity('notes');
  passwordHash = await hashPassword('open sesame');
});

afterAll(() => db.drop());
afterEach(() => db.database('password_attempts').delete());

beforeEach(() => {
  access = createPageAccess({
    signer: createLinkSigner(randomBytes(32)),
    attempts: createStoredAttemptLimiter(db.database),
    secureCookies: true,
  });
  app = express();
  app.set('trust proxy', true);
  app.use(requestId());
  app.use(
    createProtectedPageRouter<Note>(
      { access, identity: identity.verifier, logger: silentLogger() },
      {
        path: '/n/:key',
        keyPattern: /^\w{1,20}$/,
        find: (key) => Promise.resolve().then(() => noteOf(key)),
        pageOf: ({ page }) => page,
        organisationOf: ({ organisation }) => organisation,
        ownerScope: 'reports:read',
        show: ({ text }) => Promise.resolve({ markup: html`<p>${text}</p>`, headers: { 'X-Note': 'shown' } }),
        askPassword: (_note, action, message) => ({
          markup: html`<form action="${action}">${message ?? 'Password?'}</form>`,
        }),
        tell: (fault) => ({ markup: html`<p>${fault}</p>`, headers: { 'X-Robots-Tag': null } }),
        routes: (router, open) => {
          router.get('/n/:key/length', async (req, res) => {
            const { subject } = await open(req);
            res.json(subject.text.length);
          });
        },
      },
    ),
  );
});

describe('an open page', () => {
  it('is shown to everybody, with its own headers and the usual ones', async () => {
    const { headers, text } = await request(app).get('/n/open1').expect(200);
    expect(text).toBe('<p>The note open1</p>');
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      'content-encoding': 'gzip',
      'x-robots-tag': 'noindex, nofollow',
      'x-note': 'shown',
    });
  });

  it('is sent uncompressed to a browser that does not accept gzip', async () => {
    const { headers, text } = await request(app).get('/n/open1').set('Accept-Encoding', 'identity');
    expect([text, headers['content-encoding']]).toEqual(['<p>The note open1</p>', undefined]);
  });
});

describe('a page for keys and links', () => {
  it('answers strangers as if it did not exist', async () => {
    const closed = await request(app).get('/n/keyOnly1').expect(404);
    const none = await request(app).get('/n/nothing1').expect(404);
    expect(closed.text).toBe('<p>missing</p>');
    expect(none.text).toBe(closed.text);
    expect(closed.headers).not.toHaveProperty('x-robots-tag');
  });

  it('says when to come again while it cannot be read', async () => {
    const answer = await request(app).get('/n/busy7');
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(answer.text).toContain('failed');
  });

  it('is shown to a key of its organisation with the scope, and to no other', async () => {
    const get = (authorization: string) =>
      request(app).get('/n/keyOnly1').set('Authorization', authorization);
    await get(await identity.bearer({ organisation: 'org_1', scopes: ['reports:read'] })).expect(200);
    await get(await identity.bearer({ organisation: 'org_1', scopes: ['palettes:read'] })).expect(404);
    await get(await identity.bearer({ organisation: 'org_2' })).expect(404);
    await get('Bearer nonsense').expect(404);
  });

  it('is shown to anyone with a signed link, as are the paths that share its rules', async () => {
    const page = noteOf('keyOnly1')?.page as ProtectedPage;
    const query = access.signedQuery(page, LATER);
    await request(app).get(`/n/keyOnly1?${query}`).expect(200);
    await request(app).get(`/n/keyOnly1/length?${query}`).expect(200, '17');
    await request(app).get('/n/keyOnly1/length').expect(404);
    await request(app).get(`/n/keyOnly2?${query}`).expect(404);
  });
});

describe('a page with a password', () => {
  const type = (password: string) => request(app).post('/n/password1').type('form').send({ password });

  it('asks for it, and opens in the browser where it was entered', async () => {
    const { text } = await request(app).get('/n/password1').expect(200);
    expect(text).toBe('<form action="/n/password1">Password?</form>');
    const { headers } = await type('open sesame').expect(303);
    expect(headers['location']).toBe('/n/password1');
    const cookie = headers['set-cookie']?.[0] ?? '';
    expect(cookie).toMatch(
      /^access_note_password1=[\w.-]+; Max-Age=43200; Path=\/n\/password1; HttpOnly; Secure; SameSite=Lax$/,
    );
    const shown = await request(app)
      .get('/n/password1')
      .set('Cookie', cookie.split(';')[0] ?? '');
    expect(shown.text).toBe('<p>The note password1</p>');
  });

  it('asks again after a wrong one, and says when there were too many', async () => {
    const wrong = await type('mellon').expect(401);
    expect(wrong.text).toContain('That is not the password.');
    for (let attempt = 2; attempt <= 5; attempt += 1) await type('mellon').expect(401);
    const refused = await type('open sesame').expect(429);
    expect(refused.text).toContain('Too many attempts.');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(200);
  });

  it('counts the addresses of one IPv6 customer as one, so that nobody uses up all attempts alone', async () => {
    const typeFrom = (address: string) => type('mellon').set('X-Forwarded-For', address);
    for (const end of ['00::1', '00::2', '01::', 'ff:2::3', '34:5:6:7:8'])
      await typeFrom(`2001:db8:0:12${end}`).expect(401);
    await typeFrom('2001:0DB8::12FF:0:0:0:9').expect(429);
    await typeFrom('2001:db8:0:1300::9').expect(401);
    await typeFrom('2001:db8::9').expect(401);
  });

  it('counts an IPv4 address as one, however it is written', async () => {
    const typeFrom = (address: string) => type('mellon').set('X-Forwarded-For', address);
    for (const address of ['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:c000:201', '192.0.2.1', '192.0.2.1'])
      await typeFrom(address).expect(401);
    await typeFrom('::ffff:192.0.2.1').expect(429);
    await typeFrom('::ffff:192.0.2.2').expect(401);
  });

  it.each(['', 'password=a&password=b', 'x=1'])('treats the form %j as a wrong password', async (body) => {
    await request(app).post('/n/password1').type('form').send(body).expect(401);
  });
});

it('shows its own page for an error, and reveals nothing about it', async () => {
  const { text } = await request(app).get('/n/broken7').expect(500);
  expect(text).toBe('<p>failed</p>');
});
