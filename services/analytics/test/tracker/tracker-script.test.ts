import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

import request from 'supertest';

import { buildTracker } from '../../src/tracker/build.ts';
import { createTrackerScript } from '../../src/tracker/tracker-script.ts';
import { startPlatform } from '../harness.ts';
import type { Platform } from '../harness.ts';

describe('the tracker script', () => {
  it('is built from its source', async () => {
    const built = await readFile(new URL('../../src/tracker/tracker.min.js', import.meta.url), 'utf8');
    expect(built).toBe(await buildTracker());
  });

  it('weighs at most 1,000 bytes after gzip', () => {
    const { code, gzip } = createTrackerScript('/t.js', '/collect');
    expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(1000);
    expect(gzip.length).toBeLessThanOrEqual(1000);
  });

  it.each([
    ['/t.js', '/collect', '"collect"'],
    ['/js/t.js', '/collect', '"../collect"'],
    ['/t.js', '/a/b', '"a/b"'],
  ])('at %s sends to %s by a relative path', (trackerPath, collectPath, expected) => {
    expect(createTrackerScript(trackerPath, collectPath).code.toString()).toContain(`new URL(${expected},`);
  });

  it('uses no cookies, and no storage but for the wish not to be counted', () => {
    const code = createTrackerScript('/t.js', '/collect')
      .code.toString()
      .replaceAll('localStorage.notrack', '');
    expect(code).not.toMatch(/cookie|localStorage|sessionStorage|indexedDB|caches|eval|Function\(/);
  });
});

describe('GET of the tracker', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform({ trackerPath: '/js/stats.js', collectPath: '/in' });
  });
  afterAll(() => platform.stop());

  it('is cached for long, loads from any page, and is not sent again unchanged', async () => {
    const answer = await request(platform.server).get('/js/stats.js').set('Accept-Encoding', 'gzip');
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'gzip',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
      etag: expect.stringMatching(/^"[\w-]{16}"$/),
      'cache-control': expect.stringMatching(/^public, max-age=\d{5,}/),
    });
    expect(Number(answer.headers['content-length'])).toBeLessThanOrEqual(1000);
    expect(answer.headers).not.toHaveProperty('set-cookie');
    const again = await request(platform.server)
      .get('/js/stats.js')
      .set('If-None-Match', answer.headers['etag']!);
    expect([again.status, again.text]).toEqual([304, '']);
    const plain = await request(platform.server).get('/js/stats.js').set('Accept-Encoding', 'identity');
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(plain.text).toContain('"../in"');
  });

  it('answers at the configured path only, and so does the endpoint', async () => {
    expect((await request(platform.server).get('/t.js')).status).toBe(404);
    expect((await request(platform.server).post('/collect')).status).toBe(404);
    expect((await request(platform.server).post('/in')).status).toBe(400);
    const site = await platform.createWebsite();
    expect(site['tracking_code']).toContain('/js/stats.js');
  });
});
