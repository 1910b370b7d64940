import { readdir, readFile } from 'node:fs/promises';

import request from 'supertest';

import { startTestbed } from './harness.ts';
import type { Gateway, Testbed } from './harness.ts';

const DOCS = new URL('../../docs/', import.meta.url);

let testbed: Testbed;
let gateway: Gateway;
beforeAll(async () => {
  testbed = await startTestbed();
  gateway = await testbed.gateway({ publicUrl: 'https://api.example.com/' });
});
afterAll(() => testbed.close());

const pages = async (): Promise<string[]> =>
  (await readdir(DOCS, { recursive: true })).filter((name) => /^(adr\/)?[^/]+\.md$/.test(name));

it('serves every page of the documentation as Markdown, to everybody', async () => {
  const names = await pages();
  expect(names).toEqual(expect.arrayContaining(['errors.md', 'changes.md', 'settings.md', 'adr/README.md']));
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
