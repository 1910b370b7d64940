import request from 'supertest';

import { startTestbed } from './harness.ts';
import type { Gateway, Testbed } from './harness.ts';

let testbed: Testbed;
let gateway: Gateway;
beforeAll(async () => {
  testbed = await startTestbed();
  gateway = await testbed.gateway({ publicUrl: 'https://api.example.com/' });
});
afterAll(() => testbed.close());

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
