import { readdir, readFile } from 'node:fs/promises';

import request from 'supertest';

import { startTestbed } from './harness.ts';
import type { Gateway, Testbed } from './harness.ts';

const DOCS = new URL('../../docs/', import.meta.url);
/** `Accept` of a browser when somebody opens an address. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

let testbed: Testbed;
let gateway: Gateway;
beforeAll(async () => {
  testbed = await startTestbed();
  gateway = await testbed.gateway({ publicUrl: 'https://api.example.com/' });
});
afterAll(() => testbed.close());

describe('the documentation', () => {
  const pages = async (): Promise<string[]> =>
    (await readdir(DOCS, { recursive: true })).filter((name) => /^(adr\/)?[^/]+\.md$/.test(name));

  it('serves every page of the documentation as Markdown, to everybody', async () => {
    const names = await pages();
    expect(names).toEqual(
      expect.arrayContaining(['errors.md', 'upgrading.md', 'settings.md', 'adr/README.md']),
    );
    for (const name of names) {
      const { status, text, headers } = await request(gateway.url)
        .get(`/docs/${name}`)
        .set('Origin', 'https://x.example');
      expect([name, status, headers['content-type']]).toEqual([name, 200, 'text/markdown; charset=utf-8']);
      expect(text).toBe(await readFile(new URL(name, DOCS), 'utf8'));
      expect(headers['access-control-allow-origin']).toBe('*');
    }
  });

  it('lists them in /llms.txt with addresses that work', async () => {
    const { text, headers } = await request(gateway.url).get('/llms.txt').expect(200);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(text).toMatch(/^# .+\n\n> .+/);
    const links = [...text.matchAll(/\]\((https:\/\/api\.example\.com)(\/[^)]*)\)/g)].map(
      ([, , path = '']) => path,
    );
    expect(links).toHaveLength((await pages()).length + 3);
    for (const path of links.filter((link) => link !== '/mcp'))
      await request(gateway.url).get(path).expect(200);
  });

  it.each([
    '/docs/nothing.md',
    '/docs/..%2fpackage.json',
    '/docs/adr/..%2F..%2F..%2Fpackage.json',
    '/docs/grafana/analytics.json',
  ])('serves nothing else: %s', async (path) => {
    expect([400, 404]).toContain((await request(gateway.url).get(path)).status);
  });

  it('refuses other methods', async () => {
    await request(gateway.url).post('/llms.txt').send({}).expect(405).expect('Allow', 'GET, HEAD');
    await request(gateway.url).delete('/docs/errors.md').expect(405);
  });
});

describe('what search engines ask for', () => {
  it('is a robots.txt that keeps them out of the API and names the sitemap', async () => {
    const { text, headers } = await request(gateway.url).get('/robots.txt').expect(200);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(text).toContain('User-agent: *\nDisallow: /api/\nDisallow: /v1/\n');
    expect(text).toContain('Sitemap: https://api.example.com/sitemap.xml\n');
  });

  it('is a sitemap of pages that are there', async () => {
    const { text, headers } = await request(gateway.url).get('/sitemap.xml').expect(200);
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    const paths = [...text.matchAll(/<loc>https:\/\/api\.example\.com(\/[^<]*)<\/loc>/g)].map(
      ([, path = '']) => path,
    );
    // This gateway has no console.
    expect(paths).toEqual(['/docs']);
    for (const path of paths) await request(gateway.url).get(path).expect(200);
  });

  it('is for reading only', async () => {
    await request(gateway.url).post('/robots.txt').expect(405).expect('Allow', 'GET, HEAD');
  });
});

describe('an unknown path', () => {
  it.each(['/login', '/app', '/dashboard', '/a/b.html'])('answers people with a page: %s', async (path) => {
    const answer = await request(gateway.url).get(path).set('Accept', BROWSER).expect(404);
    expect(answer.type).toBe('text/html');
    expect(answer.text).toContain('There is no such page');
    expect(answer.text).toContain('href="/docs"');
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    // Otherwise browsers ask for /favicon.ico.
    expect(answer.text).toContain('<link rel="icon" href="data:,"');
    expect(answer.headers['vary']).toMatch(/Accept/);
    expect(answer.headers['x-request-id']).toBeDefined();
  });

  it('speaks German to those who prefer it', async () => {
    const answer = await request(gateway.url)
      .get('/login')
      .set('Accept', BROWSER)
      .set('Accept-Language', 'de-AT,de;q=0.9,en;q=0.5')
      .expect(404);
    expect(answer.text).toContain('<html lang="de">');
  });

  it.each(['*/*', 'application/json', 'application/json, text/html;q=0.5'])(
    'answers programs with the JSON error: %s',
    async (accept) => {
      const answer = await request(gateway.url).get('/login').set('Accept', accept).expect(404);
      expect(answer.type).toBe('application/json');
    },
  );

  it.each(['/api/v1/nothing', '/v1/nothing', '/api', '/v1'])(
    'of the API stays JSON whoever asks: %s',
    async (path) => {
      const answer = await request(gateway.url).get(path).set('Accept', BROWSER);
      expect(answer.type).toBe('application/json');
    },
  );

  it('is no page for other methods than reading', async () => {
    const answer = await request(gateway.url).post('/login').set('Accept', BROWSER).expect(404);
    expect(answer.type).toBe('application/json');
  });

  it('has no text in the answer to HEAD', async () => {
    const answer = await request(gateway.url).head('/login').set('Accept', BROWSER).expect(404);
    expect(answer.type).toBe('text/html');
  });
});
