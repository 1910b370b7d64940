import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

import request from 'supertest';

import { buildGoatCounter, buildMatomo, buildNavigation, buildTracker } from '../../src/tracker/build.ts';
import { createTrackerScript, createVitalsScript } from '../../src/tracker/tracker-router.ts';
import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics } from '../harness.ts';

/** In a separate process: the bundler doesn't accept objects from Jest's realm. */
const vitalsBuiltNow = async (finds = false): Promise<string> => {
  const build = new URL('../../src/tracker/build.ts', import.meta.url).href;
  const program = `import { buildVitals } from ${JSON.stringify(build)}; process.stdout.write(await buildVitals(${String(finds)}));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  return stdout;
};

describe('the tracker script', () => {
  it('is built from its source', async () => {
    const built = (name: string) => readFile(new URL(`../../src/tracker/${name}`, import.meta.url), 'utf8');
    expect(await built('tracker.min.js')).toBe(await buildTracker());
    expect(await built('finder.min.js')).toBe(await buildTracker(true));
    expect(await built('plausible.min.js')).toBe(await buildTracker(true, true));
    expect(await built('navigation.min.js')).toBe(await buildNavigation());
    expect(await built('matomo.min.js')).toBe(await buildMatomo());
    expect(await built('goatcounter.min.js')).toBe(await buildGoatCounter());
    expect(await built('vitals-finder.min.js')).toBe(await vitalsBuiltNow(true));
  });

  it('has a second one for web vitals, built from its source, of at most 2,048 bytes', async () => {
    const built = await readFile(new URL('../../src/tracker/vitals.min.js', import.meta.url), 'utf8');
    expect(built).toBe(await vitalsBuiltNow());
    expect(createVitalsScript('/js/t.js', '/collect').gzip.length).toBeLessThanOrEqual(2048);
    expect(built.replaceAll('localStorage.notrack', '')).not.toMatch(
      /cookie|localStorage|sessionStorage|indexedDB|caches|eval|Function\(/,
    );
  });

  it('weighs at most 1,000 bytes after gzip', () => {
    const { code, gzip } = createTrackerScript('/t.js', '/collect');
    expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(1000);
    expect(gzip.length).toBeLessThanOrEqual(1000);
    // The one that finds its key and reads canonical links isn't much larger.
    expect(createTrackerScript('/t.js', '/collect').finder?.gzip.length).toBeLessThanOrEqual(1250);
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
  let platform: RunningAnalytics;
  beforeAll(async () => {
    platform = await startAnalytics({ trackerPath: '/js/stats.js', collectPath: '/in' });
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
    const vitals = await request(platform.server).get('/js/stats.js/vitals.js');
    expect([vitals.status, vitals.headers['cache-control']]).toEqual([200, plain.headers['cache-control']]);
    expect(vitals.text).toContain('"../../in"');
    const navigation = await request(platform.server).get('/js/stats.js/navigation.js');
    expect([navigation.status, navigation.headers['access-control-allow-origin']]).toEqual([200, '*']);
    const finder = await request(platform.server).get('/js/stats.js?site=key');
    expect(finder.text).toContain('track-site');
    expect(finder.headers['etag']).not.toBe(plain.headers['etag']);
    expect(plain.text).not.toContain('track-site');
  });

  it('answers at the configured path only, and so does the endpoint', async () => {
    expect((await request(platform.server).get('/t.js')).status).toBe(404);
    expect((await request(platform.server).post('/collect')).status).toBe(404);
    expect((await request(platform.server).post('/in')).status).toBe(400);
    const site = await platform.createWebsite();
    expect(site['tracking_code']).toContain('/js/stats.js');
  });
});
