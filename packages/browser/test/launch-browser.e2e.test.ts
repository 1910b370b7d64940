import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { findChromium, launchBrowser, launchIsolatedBrowser } from '@platform/browser';

const packaged = findChromium({ PATH: '' });
const itPackaged = packaged.kind === 'packaged' ? it : it.skip;

describe('a machine without Chromium', () => {
  let cache: string;
  const server = createServer((_request, response) => response.end('hello'));
  let port: number;
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    ({ port } = server.address() as AddressInfo);
    cache = await mkdtemp(join(tmpdir(), 'platform-browser-'));
  });
  afterAll(async () => {
    server.close();
    await rm(cache, { recursive: true, force: true });
  });

  itPackaged('gets one from npm that shows pages, isolates origins, and has a font', async () => {
    const environment = { PATH: '', XDG_CACHE_HOME: cache };
    const [browser, other] = await Promise.all([launchBrowser(environment), launchBrowser(environment)]);
    const page = await browser.newPage({ viewport: { width: 200, height: 100 } });
    await page.setContent('<h1 style="font: 40px sans-serif; display: inline-block">Wide</h1>');
    const box = await page.locator('h1').boundingBox();
    await page.goto(`http://127.0.0.1:${port}/`);
    const reads = (url: string) =>
      page.evaluate((address) => fetch(address).then((answer) => answer.text()), url);
    await expect(reads(`http://127.0.0.1:${port}/same`)).resolves.toBe('hello');
    await expect(reads(`http://localhost:${port}/other`)).rejects.toThrow('Failed to fetch');
    const command = await other.newBrowserCDPSession().then((session) => session.send('Browser.getVersion'));
    await Promise.all([browser.close(), other.close()]);
    expect(box?.width).toBeGreaterThan(50);
    expect(command.product).toMatch(/Chrome/);
    expect(await readdir(join(cache, 'platform-chromium'))).toHaveLength(1);
  });

  const itAsRoot = packaged.kind === 'packaged' && process.getuid?.() === 0 ? it : it.skip;
  itAsRoot('runs the one from npm as nobody where the parent is root', async () => {
    // Root's temporary folder of this test, open as /tmp is.
    await chmod(cache, 0o777);
    // The system tools that it needs, without a browser of the system's.
    const tools = join(cache, 'tools');
    await mkdir(tools);
    for (const name of ['chown', 'setpriv']) await symlink(`/usr/bin/${name}`, join(tools, name));
    const before = process.umask(0o077);
    try {
      const browser = await launchIsolatedBrowser({ PATH: tools, XDG_CACHE_HOME: cache }, {}, cache);
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${port}/`);
      expect(await page.textContent('body')).toBe('hello');
      await browser.close();
    } finally {
      process.umask(before);
    }
  });

  it('says why there is none when CHROMIUM_PATH is wrong', async () => {
    await expect(launchBrowser({ CHROMIUM_PATH: '/nowhere/chromium' })).rejects.toThrow(
      'CHROMIUM_PATH is /nowhere/chromium, which is not a program.',
    );
  });
});

it('takes a headless shell on the PATH before a Chromium in an earlier folder', async () => {
  const folders = await Promise.all(
    ['a', 'b'].map((name) => mkdtemp(join(tmpdir(), `platform-path-${name}-`))),
  );
  const [first = '', second = ''] = folders;
  try {
    const program = async (path: string): Promise<string> => {
      await writeFile(path, '#!/bin/sh\n', { mode: 0o755 });
      return path;
    };
    const env = { PATH: folders.join(delimiter) };
    const whole = await program(join(first, 'chromium'));
    expect(findChromium(env)).toEqual({ kind: 'installed', path: whole });
    const shell = await program(join(second, 'chromium-headless-shell'));
    expect(findChromium(env)).toEqual({ kind: 'installed', path: shell });
  } finally {
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
  }
});

it('prefers CHROMIUM_PATH, then the PATH, then npm', () => {
  expect(findChromium({ CHROMIUM_PATH: process.execPath, PATH: '/usr/bin' })).toEqual({
    kind: 'installed',
    path: process.execPath,
  });
  expect(findChromium({ PATH: '/nowhere' })).toEqual(packaged);
});
