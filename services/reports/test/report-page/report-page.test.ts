import { createHash } from 'node:crypto';

import type { TestDatabase } from '@platform/testing';
import request from 'supertest';

import { parsePage } from '../../src/page/html/page.ts';
import { openTestDatabase, PUBLIC_URL, startService } from '../harness.ts';
import type { TestClient, TestService } from '../harness.ts';
import type { LoopbackSite } from '../loopback-site.ts';
import { startFaultySite } from './faulty-site.ts';

let database: TestDatabase;
let service: TestService;
let site: LoopbackSite;
let api: TestClient;
const state = { isMended: false };

beforeAll(async () => {
  [database, site] = await Promise.all([openTestDatabase(), startFaultySite(state)]);
  service = await startService(database);
  api = await service.client('org_a');
});
beforeEach(() => {
  state.isMended = false;
});
afterAll(async () => {
  await service.close();
  await site.close();
  await database.drop();
});

const create = async (path: string, fields: object = {}): Promise<{ id: number; path: string }> => {
  const { body, status } = await api.post('/reports', { url: `${site.origin}${path}`, ...fields });
  expect(status).toBe(201);
  return { id: body.data.id, path: body.data.report_url.replace(PUBLIC_URL, '') };
};
const get = (path: string) => request(service.app).get(path);

describe('an open report', () => {
  let path: string;
  let page: string;
  beforeAll(async () => {
    ({ path } = await create('/'));
    page = (await get(path)).text;
  });

  it('is a complete page without scripts that nobody may index, frame or cache', async () => {
    const response = await get(path).expect(200).expect('Content-Type', 'text/html; charset=utf-8');
    const policy = response.headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(response.headers).toMatchObject({
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'private, no-store',
    });
    expect(page).toContain('<meta name="robots" content="noindex, nofollow" />');
    const { elements } = parsePage(page, 'https://reports.example/');
    expect(elements.filter(({ name }) => name === 'script' || name === 'img' || name === 'iframe')).toEqual(
      [],
    );
    const attributes = elements.flatMap(({ node }) => node.attrs.map(({ name }) => name));
    expect(attributes.filter((name) => name.startsWith('on') || name === 'style' || name === 'src')).toEqual(
      [],
    );
    const style = /<style>(.*)<\/style>/s.exec(page)?.[1] ?? '';
    expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  });

  it('shows the scores, what to fix first, and each finding with its remedy', async () => {
    const { body } = await api.get('/reports');
    const { score, result } = body.data[0];
    expect(page).toContain(`aria-label="Score ${String(score)} of 100: ${result}"`);
    expect(page).toMatch(/What to fix first[\s\S]*<ol class="first">/);
    expect(page).toContain('id="vulnerable-libraries"');
    expect(page).toContain('A library has a known vulnerability');
    expect(page).toMatch(/and 1[01] more/);
    for (const title of ['Search engines', 'Performance', 'Security', 'Content'])
      expect(page).toContain(`>${title}</h2>`);
  });

  it('escapes text taken from the page', () => {
    expect(page).toContain('&lt;script&gt;document.title=&quot;owned&quot;&lt;/script&gt;');
    expect(page).not.toContain('<img');
    expect(page).not.toContain('owned"</script>');
  });

  it('is compressed on request', async () => {
    const zipped = await get(path).set('Accept-Encoding', 'gzip');
    expect(zipped.headers['content-encoding']).toBe('gzip');
    const plain = await get(path).set('Accept-Encoding', 'identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.text).toBe(zipped.text);
  });
});

it('says when a page rendered by JavaScript was judged before its scripts ran', async () => {
  const { path } = await create('/empty');
  const { text } = await get(path);
  expect(text).toContain('This page is rendered by JavaScript');
  expect(text).toContain('Before scripts ran:');
});

it('shows what changed since the last run', async () => {
  const { id, path } = await create('/changing');
  expect((await get(path)).text).not.toContain('Since the last time');
  state.isMended = true;
  await database
    .database('reports')
    .where({ id })
    .update({ generated_at: new Date(0) });
  const { status } = await api.put(`/reports/${String(id)}`, { results: 1 });
  expect(status).toBe(200);
  const { text } = await get(path);
  expect(text).toContain('Since the last time');
  expect(text).toMatch(/The score rose by \d+/);
  const fixed = text.slice(text.indexOf('<h3>Fixed</h3>'), text.indexOf('id="category-seo"'));
  expect(fixed).toContain('<li>The page declares its language</li>');
});

it('explains why there is no result', async () => {
  const { path } = await create('/broken');
  const { text, status } = await get(path);
  expect(status).toBe(200);
  expect(text).toContain('There is no result');
  expect(text).toContain('The page responded with 500 Internal Server Error. The server has a problem.');
});

it('reloads by itself while the report is being generated', async () => {
  const { id, path } = await create('/empty');
  await database
    .database('reports')
    .where({ id })
    .update({ status: 'pending', requested_at: new Date(), generated_at: null });
  const response = await get(path).expect(200);
  expect(response.headers['refresh']).toBe('3');
  expect(response.text).toContain('The report is being generated');
});

describe('a private report', () => {
  let report: { id: number; path: string };
  beforeAll(async () => {
    report = await create('/empty', { privacy: 1 });
  });

  it('is invisible to strangers and other organisations', async () => {
    const missing = await get('/r/AAAAAAAAAAAAAAAA').expect(404);
    const stranger = await get(report.path).expect(404);
    expect(stranger.text).toBe(missing.text);
    const other = await service.identity.bearer({ organisation: 'org_b' });
    await get(report.path).set('Authorization', other).expect(404);
    const unscoped = await service.identity.bearer({ organisation: 'org_a', scopes: ['websites:read'] });
    await get(report.path).set('Authorization', unscoped).expect(404);
    await get(report.path).set('Authorization', 'Bearer nonsense').expect(404);
  });

  it('opens with a key of its organisation', async () => {
    const own = await service.identity.bearer({ organisation: 'org_a', scopes: ['reports:read'] });
    const { text } = await get(report.path).set('Authorization', own).expect(200);
    expect(text).toContain('What to fix first');
  });

  it('opens with a signed link and no other link', async () => {
    const { body } = await api.post(`/reports/${String(report.id)}/links`, { expires_in: 3600 });
    const link = body.data.url.replace(PUBLIC_URL, '') as string;
    await get(link).expect(200);
    await get(`${link}x`).expect(404);
    const other = await create('/empty', { privacy: 1 });
    await get(link.replace(report.path, other.path)).expect(404);
  });
});

describe('a report with a password', () => {
  const password = 'a long enough password';
  let report: { id: number; path: string };
  beforeEach(async () => {
    report = await create('/empty', { privacy: 2, password });
  });
  const post = (fields: object) => request(service.app).post(report.path).type('form').send(fields);

  it('asks for the password and shows nothing of the report', async () => {
    const { text } = await get(report.path).expect(200);
    expect(text).toContain('This report needs a password');
    expect(text).not.toContain(site.origin);
  });

  it('opens with a cookie that becomes invalid when the password changes', async () => {
    const answer = await post({ password }).expect(303).expect('Location', report.path);
    const cookie = answer.headers['set-cookie']?.[0] ?? '';
    expect(cookie).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
    expect(cookie).toContain(`Path=${report.path};`);
    const value = cookie.split(';')[0]!;
    expect((await get(report.path).set('Cookie', value)).text).toContain('What to fix first');

    const { status } = await api.put(`/reports/${String(report.id)}`, { password: 'another long password' });
    expect(status).toBe(200);
    expect((await get(report.path).set('Cookie', value)).text).toContain('This report needs a password');
  });

  it('says when a password is wrong, and asks for patience after five attempts', async () => {
    for (const wrong of [
      { password: 'wrong' },
      {},
      { password: '' },
      { password: ['a', 'b'] },
      { password: 'x'.repeat(3000) },
    ]) {
      const { status, text } = await post(wrong);
      expect(status).toBe(401);
      expect(text).toContain('That is not the password.');
    }
    const { headers, text } = await post({ password }).expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(text).toContain('Too many attempts');
  });

  it('refuses a body that is too large or broken', async () => {
    await post({ password: 'x'.repeat(20_000) }).expect(400);
  });
});

describe('the badge', () => {
  const createBadge = async (path: string) => {
    const { body } = await api.post('/reports', { url: `${site.origin}${path}` });
    const { id, score, report_url: url } = body.data;
    return { id, score, badge: `${url.replace(PUBLIC_URL, '')}/badge.svg` };
  };

  it('is an image that anybody may keep for five minutes, and ask for again for nothing', async () => {
    const { score, badge } = await createBadge('/');
    const answer = await get(badge).expect(200);
    expect(answer.headers['content-type']).toContain('image/svg+xml');
    expect(answer.headers['cache-control']).toBe('public, max-age=300');
    expect(String(answer.body)).toContain(`${String(score)} / 100`);

    const tag = answer.headers['etag'] ?? '';
    expect(tag).toMatch(/^"[\w-]+"$/);
    const again = await get(badge).set('If-None-Match', tag).expect(304);
    expect(again.headers).toMatchObject({ etag: tag, 'cache-control': 'public, max-age=300' });
    expect(again.body).toEqual({});
    await get(badge).set('If-None-Match', '"another"').expect(200);
  });

  it('is another one when the score has changed', async () => {
    const { badge, score } = await createBadge('/changing');
    const before = await get(badge).expect(200);
    state.isMended = true;
    const other = await createBadge('/changing');
    expect(other.score).not.toBe(score);
    const tag = before.headers['etag'] ?? '';
    const after = await get(other.badge).set('If-None-Match', tag).expect(200);
    expect(after.headers['etag']).not.toBe(tag);
  });

  it('of a private report is shown to nobody, and kept by no cache', async () => {
    const { id, badge } = await createBadge('/');
    await api.put(`/reports/${String(id)}`, { privacy: 1 });
    const refused = await get(badge).expect(404);
    expect(refused.headers['cache-control']).not.toContain('public');
    expect(refused.headers['etag']).toBeUndefined();
  });
});

it.each(['/r/short', '/r/AAAAAAAAAAAAAAA%00', '/r/AAAAAAAAAAAAAAAAA', '/r/..%2F..%2Fetc', '/r/'])(
  'answers %s with a page that says so',
  async (path) => {
    const { status, text } = await get(path);
    expect(status).toBe(404);
    if (path !== '/r/') expect(text).toContain('There is no such report');
  },
);

it('documents every check', async () => {
  const { text, headers } = await get('/r/checks').expect(200);
  expect(headers['cache-control']).toBe('public, max-age=3600');
  expect(text.match(/<article class="finding"/g)?.length).toBeGreaterThanOrEqual(100);
  expect(text).toContain('id="time-to-first-byte"');
  expect(text).toContain('<a href="https://www.rfc-editor.org/rfc/rfc9309" rel="noreferrer">');
});
