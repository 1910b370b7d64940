import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { canonicalSource, sourceName, sourceOf } from '../../src/sources/source-of.ts';

const script = fileURLToPath(new URL('../../src/sources/update-lists.ts', import.meta.url));
const lists = new URL('../../src/sources/lists/', import.meta.url);

describe('sources', () => {
  it.each([
    ['google.de', 'google.com', 'Google'],
    ['google.co.uk', 'google.com', 'Google'],
    ['google.com.br', 'google.com', 'Google'],
    ['l.facebook.com', 'facebook.com', 'Facebook'],
    ['m.facebook.com', 'facebook.com', 'Facebook'],
    ['out.reddit.com', 'reddit.com', 'reddit'],
    ['lnkd.in', 'linkedin.com', 'LinkedIn'],
    ['de.pinterest.com', 'pinterest.com', 'Pinterest'],
    ['de.search.yahoo.com', 'search.yahoo.com', 'Yahoo!'],
    ['chat.openai.com', 'chatgpt.com', 'ChatGPT'],
  ])('%s is %s, %s', (host, expected, name) => {
    expect(sourceOf(host)?.host).toBe(expected);
    expect(sourceName(expected)).toBe(name);
  });

  it.each(['docs.google.com', 'accounts.google.com', 'notgoogle.com', 'example.com', 'co.uk', ''])(
    'knows nothing of %j',
    (host) => {
      expect(sourceOf(host)).toBeUndefined();
      expect(sourceName(host)).toBe(host);
    },
  );
});

describe('a source as people write it', () => {
  it.each([
    ['Facebook', 'facebook'],
    ['FB', 'facebook'],
    ['fb', 'facebook'],
    ['facebook.com', 'facebook'],
    ['www.facebook.com', 'facebook'],
    ['l.Facebook.com', 'facebook'],
    ['LinkedIn', 'linkedin'],
    ['lnkd.in', 'linkedin'],
    ['IG', 'instagram'],
    ['x.com', 'twitter'],
    ['Twitter', 'twitter'],
    ['Google', 'google'],
    ['google.de', 'google'],
    ['chatgpt.com', 'chatgpt'],
    [' Spring-Newsletter ', 'spring-newsletter'],
    ['partner.example', 'partner.example'],
    ['', ''],
  ])('%j is %j', (written, expected) => {
    expect(canonicalSource(written)).toBe(expected);
    // A stored source stays the same when read again.
    expect(canonicalSource(expected)).toBe(expected);
  });
});

describe('node src/sources/update-lists.ts', () => {
  let folder: string;
  let server: Server;
  let broken: string | undefined;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const name = (request.url ?? '').slice(1);
      if (name === broken) response.end('<!doctype html><title>Too many requests</title>');
      else
        readFile(new URL(name, lists)).then(
          (content) => response.end(content),
          () => response.writeHead(404).end(),
        );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lists-'));
    broken = undefined;
  });
  afterEach(() => rm(folder, { recursive: true }));

  const update = (path = ''): Promise<{ code: number; output: string }> =>
    new Promise((resolve) => {
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
      execFile(process.execPath, [script, address, folder], (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : 1, output: stdout + stderr });
      });
    });

  it('takes all lists, as they are', async () => {
    expect(await update()).toEqual({ code: 0, output: '' });
    const files = (await readdir(folder)).sort();
    expect(files).toEqual(['AIAssistants.yml', 'LICENSE', 'SearchEngines.yml', 'Socials.yml']);
    for (const file of files)
      expect(await readFile(join(folder, file), 'utf8')).toBe(await readFile(new URL(file, lists), 'utf8'));
  });

  it.each([
    ['a list that is none', 'Socials.yml', '', 'Socials.yml is not a list of sources.'],
    ['another address', undefined, '/elsewhere', '404'],
  ])('leaves what is there alone for %s', async (_, file, path, message) => {
    broken = file;
    const { code, output } = await update(path);
    expect([code, await readdir(folder)]).toEqual([1, []]);
    expect(output).toContain(message);
  });
});
