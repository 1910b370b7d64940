import { gzipSync } from 'node:zlib';

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

  it('is a complete page with nothing inline that nobody may index, frame or cache', async () => {
    const response = await get(path).expect(200).expect('Content-Type', 'text/html; charset=utf-8');
    const policy = response.headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(response.headers).toMatchObject({
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'private, no-store',
    });
    expect(page).toMatch(/<meta name="robots" content="noindex, nofollow" ?\/>/);
    const { elements } = parsePage(page, 'https://reports.example/');
    expect(elements.filter(({ name }) => ['img', 'iframe', 'style'].includes(name))).toEqual([]);
    const attributes = elements.flatMap(({ node }) => node.attrs.map(({ name }) => name));
    expect(attributes.filter((name) => name.startsWith('on') || name === 'style')).toEqual([]);
    // Its own script, and data that nothing runs.
    const scripts = elements.filter(({ name }) => name === 'script').map(({ node }) => node.attrs);
    const attributeOf = (attrs: (typeof scripts)[number], name: string) =>
      attrs.find((one) => one.name === name)?.value;
    for (const attrs of scripts)
      if (attributeOf(attrs, 'type') !== 'application/json')
        expect(attributeOf(attrs, 'src')).toMatch(/^\/r\/assets\/[\w.-]+\.js$/);
    for (const name of ["style-src 'self'", "script-src 'self'"]) expect(policy).toContain(name);
  });

  it('brings its files along, which browsers keep for good', async () => {
    const files = [...page.matchAll(/\/r\/assets\/[\w.-]+/g)].map(([path]) => path);
    expect(files.length).toBeGreaterThanOrEqual(2);
    for (const path of files) {
      const { headers } = await get(path).expect(200);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
    await get('/r/assets/nothing.js').expect(404);
    const style = files.find((path) => path.endsWith('.css')) ?? '';
    const { text, headers } = await get(style);
    expect(headers['vary']).toContain('Accept-Encoding');
    const [font = ''] = /\/r\/assets\/[\w.-]+\.woff2/.exec(text) ?? [];
    const answer = await get(font).set('Accept-Encoding', 'gzip').expect(200);
    expect(answer.headers['content-type']).toBe('font/woff2');
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect((await get(path)).headers['content-security-policy']).toContain("font-src 'self'");
  });

  it('is small for all its faults: 17 KB compressed, and its script 30 KB', async () => {
    expect(gzipSync(page).length).toBeLessThan(17 * 1024);
    const script = /\/r\/assets\/[\w.-]+\.js/.exec(page)?.[0] ?? '';
    const { headers } = await get(script).expect(200);
    expect(Number(headers['content-length'])).toBeLessThan(30 * 1024);
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
    expect(page).toContain('&lt;script>document.title=&quot;owned&quot;&lt;/script>');
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

describe('in German', () => {
  const GERMAN = 'de-DE,de;q=0.9,en;q=0.5';
  const german = (path: string) => get(path).set('Accept-Language', GERMAN);
  /** The text nodes of a page, as a reader sees them. */
  const textsOf = (markup: string): string[] => {
    const texts: string[] = [];
    for (const element of parsePage(markup, 'https://reports.example/').elements)
      if (!['style', 'code', 'script'].includes(element.name))
        for (const node of element.node.childNodes)
          if (node.nodeName === '#text' && 'value' in node && node.value.trim() !== '')
            texts.push(node.value.trim());
    return texts;
  };
  /** Words that both languages share: addresses, products and numbers. */
  const isShared = (text: string): boolean =>
    !/\p{L}{2}/u.test(text) ||
    /^(?:https?:|Rules|HTML$|HTTP \d|WCAG|\S+\.\S+$|[\d,.]+ ms$|[\w.:/-]+$|\(.*\)$)/.test(text);

  it('says everything of a report in German, and says that it does', async () => {
    const { path } = await create('/');
    const [page, english] = [await german(path).expect(200), await get(path).expect(200)];
    expect(page.headers).toMatchObject({
      'content-language': 'de',
      'content-type': 'text/html; charset=utf-8',
    });
    expect(page.headers['vary']).toContain('Accept-Language');
    expect(english.headers['content-language']).toBe('en');
    expect(page.text).toContain('<html lang="de">');
    expect(english.text).toContain('<html lang="en">');
    for (const text of [
      'Was zuerst zu beheben ist',
      'Suchmaschinen</h2>',
      'Erstellt am',
      'Punkten: schlecht',
    ])
      expect(page.text).toContain(text);
    // Places and gains.
    expect(page.text).toMatch(/<span class="place">Zeile \d+, Spalte \d+ \(/);
    expect(page.text).toMatch(/<span class="gain">\+[\d,]+ Punkte?/);
    expect(page.text).toMatch(/und 1[01] weitere/);
    const known = new Set(textsOf(english.text));
    expect(textsOf(page.text).filter((text) => known.has(text) && !isShared(text))).toEqual([]);
    // German takes more letters, and nothing else.
    expect(gzipSync(page.text).length).toBeLessThan(1.15 * gzipSync(english.text).length);
  });

  it('documents every check in German', async () => {
    const { text, headers } = await german('/r/checks').expect(200);
    expect(headers).toMatchObject({ 'content-language': 'de', 'cache-control': 'public, max-age=3600' });
    expect(headers['vary']).toContain('Accept-Language');
    expect(text.match(/<article class="finding"/g)?.length).toBeGreaterThanOrEqual(100);
    expect(text).toContain('Bestanden: 300 Wörter oder mehr.');
    expect(text).toContain('1.1.1 Nicht-Text-Inhalt');
    expect(text).not.toMatch(/>(?:Pass|Not applicable)[: ]/);
  });

  it('tells in German of a report without a result, of one that is due, and of none', async () => {
    const broken = await create('/broken');
    const { text } = await german(broken.path).expect(200);
    expect(text).toContain('Es gibt kein Ergebnis');
    expect(text).toContain(
      'Die Seite hat mit 500 Internal Server Error geantwortet. Der Server hat eine Störung.',
    );
    const { id, path } = await create('/empty');
    await database
      .database('reports')
      .where({ id })
      .update({ status: 'pending', requested_at: new Date(), generated_at: null });
    expect((await german(path).expect(200)).text).toContain('Der Bericht entsteht gerade');
    expect((await german('/r/AAAAAAAAAAAAAAAA').expect(404)).text).toContain('Diesen Bericht gibt es nicht');
  });

  it('answers with English where a language is unknown, hostile or endless', async () => {
    const { path } = await create('/');
    for (const language of ['fr', '*;q=0', 'de;q=0', 'x'.repeat(4000), '"><script>'])
      expect((await get(path).set('Accept-Language', language).expect(200)).text).toContain(
        '<html lang="en">',
      );
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
