import request from 'supertest';

import { startTestbed } from './harness.ts';
import type { Gateway, Testbed } from './harness.ts';

/** What a browser sends when somebody opens an address. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

let testbed: Testbed;
let gateway: Gateway;

beforeAll(async () => {
  testbed = await startTestbed();
  gateway = await testbed.gateway();
});
afterAll(() => testbed.close());

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
