import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import request from 'supertest';

import { startTestbed } from './harness.ts';
import type { Gateway, Testbed } from './harness.ts';

let directory: string;
let testbed: Testbed;
let gateway: Gateway;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'downloads-'));
  await writeFile(join(directory, 'cli-1.2.3.tgz'), 'a tarball');
  await writeFile(join(directory, 'secret.txt'), 'not announced');
  const cli = {
    name: '@design-and-analytics/cli',
    version: '1.2.3',
    file: 'cli-1.2.3.tgz',
    latest: 'cli.tgz',
    bytes: 9,
    integrity: 'sha512-x',
  };
  const python = {
    name: 'design-and-analytics',
    version: '1.2.3',
    file: 'design_and_analytics-1.2.3-py3-none-any.whl',
    latest: 'design_and_analytics-1.2.3-py3-none-any.whl',
    bytes: 7,
    integrity: 'sha512-y',
  };
  await writeFile(join(directory, python.file), 'a wheel');
  await writeFile(join(directory, 'index.json'), JSON.stringify({ packages: [cli, python] }));
  testbed = await startTestbed();
  gateway = await testbed.gateway({
    downloadsDirectory: directory,
    publicUrl: 'https://platform.example.com/',
  });
});
afterAll(async () => {
  await testbed.close();
  await rm(directory, { recursive: true });
});

it.each(['/downloads/cli-1.2.3.tgz', '/downloads/cli.tgz'])(
  'serves %s without a key, by ETag',
  async (path) => {
    const { body, headers } = await request(gateway.url).get(path).expect(200).buffer(true);
    expect(String(body)).toBe('a tarball');
    expect(headers).toMatchObject({
      'content-type': 'application/gzip',
      'content-disposition': 'attachment; filename=cli-1.2.3.tgz',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-encoding']).toBeUndefined();
    await request(gateway.url).get(path).set('If-None-Match', String(headers['etag'])).expect(304);
    await request(gateway.url).delete(path).expect(405).expect('Allow', 'GET, HEAD');
  },
);

it.each([
  ['en', 'Downloads', 'In a project, name the version'],
  ['de', 'Downloads', 'In einem Projekt mit Version'],
])('says in %s how to install them', async (language, title, text) => {
  const page = await request(gateway.url).get('/downloads/').set('Accept-Language', language).expect(200);
  expect(page.headers).toMatchObject({
    'content-language': language,
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  expect(page.text).toContain(`<h1>${title}</h1>`);
  expect(page.text).toContain(text);
  expect(page.text).toContain(
    '<code>npm install https://platform.example.com/downloads/cli-1.2.3.tgz</code>',
  );
  const wheel = '/downloads/design_and_analytics-1.2.3-py3-none-any.whl';
  expect(page.text).toContain(`<code>pip install https://platform.example.com${wheel}</code>`);
  const file = await request(gateway.url).get(wheel).buffer(true).expect(200);
  expect(file.headers['content-type']).toBe('application/zip');
});

it.each(['secret.txt', '..%2fsecret.txt', 'cli-9.9.9.tgz', 'index.json.bak'])(
  'serves nothing that is not announced: %s',
  async (name) => {
    const { status } = await request(gateway.url).get(`/downloads/${name}`);
    expect([400, 404]).toContain(status);
  },
);

it('has no such path where nothing was built', async () => {
  const { url } = await testbed.gateway();
  await request(url).get('/downloads').expect(404);
});
