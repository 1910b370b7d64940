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
