import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import request from 'supertest';

import { startTestbed } from './harness.ts';
import type { Gateway, Testbed } from './harness.ts';

const SCRIPT = 'console.log("console");\n'.repeat(50);
const PAGE = '<!doctype html><meta name="console-session" content="maybe" /><title>Console</title>';

let directory: string;
let testbed: Testbed;
let gateway: Gateway;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'console-files-'));
  await mkdir(join(directory, 'assets'));
  await writeFile(join(directory, 'index.html'), PAGE);
  await writeFile(join(directory, 'assets', 'index-1.js'), SCRIPT);
  await writeFile(join(directory, 'assets', 'index-1.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(directory, 'assets', 'index-1.js.gz'), gzipSync(SCRIPT));
  testbed = await startTestbed();
  gateway = await testbed.gateway({ consoleDirectory: directory });
});
afterAll(async () => {
  await testbed.close();
  await rm(directory, { recursive: true });
});

describe("the console's files", () => {
  it.each([
    ['br', 'gzip, deflate, br'],
    ['gzip', 'gzip, deflate'],
    [undefined, 'identity'],
  ])('are sent in the best way that is read: %s, given %s', async (encoding, read) => {
    const answer = await request(gateway.url)
      .get('/console/assets/index-1.js')
      .set('Accept-Encoding', read)
      .buffer(true)
      .expect(200);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(answer.headers['cache-control']).toContain('immutable');
    expect(answer.headers['vary']).toContain('Accept-Encoding');
    expect(answer.text).toBe(SCRIPT);
    const page = await request(gateway.url).get('/console/').set('Accept-Encoding', read).expect(200);
    expect([page.headers['content-encoding'], page.headers['content-type'], page.text]).toEqual([
      encoding,
      'text/html; charset=utf-8',
      PAGE,
    ]);
    expect(page.headers['vary']).toContain('Accept-Encoding');
  });

  it.each(['/console/', '/console/websites', '/console/assets/index-1.js', '/console/nothing'])(
    'run no script and no style but their own: %s',
    async (path) => {
      const { headers } = await request(gateway.url).get(path);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      // No other host learns the address, and ours knows the console by it where there is no https.
      expect(headers['referrer-policy']).toBe('same-origin');
    },
  );

  it('tell browsers to come by HTTPS only where the platform is there', async () => {
    const secure = await testbed.gateway({
      consoleDirectory: directory,
      publicUrl: 'https://console.example',
    });
    const answer = await request(secure.url).get('/console/').expect(200);
    expect(answer.headers['strict-transport-security']).toBe('max-age=63072000');
    const plain = await request(gateway.url).get('/console/').expect(200);
    expect(plain.headers['strict-transport-security']).toBeUndefined();
  });

  it.each([
    ['none', 'none', ''],
    ['same-origin', 'none', ''],
    // A browser keeps the cookie back on the way from another site.
    ['cross-site', 'maybe', ''],
    ['none', 'maybe', `session=${'a'.repeat(43)}`],
  ])('tell the console whether it has a session: from %s %s, given "%s"', async (site, told, cookie) => {
    const answer = await request(gateway.url)
      .get('/console/websites')
      .set('Sec-Fetch-Site', site)
      .set('Cookie', cookie)
      .expect(200);
    expect(answer.text).toContain(`content="${told}"`);
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.headers['vary']).toMatch(/Cookie.*Sec-Fetch-Site/);
  });
});
