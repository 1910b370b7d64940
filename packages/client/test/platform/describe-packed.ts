import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

import { launchBrowser } from '@platform/browser';
import { describeInBrowser } from '@platform/testing';

import type { PackedClient } from './install-packed.ts';
import type { Stage } from './start.ts';

const run = promisify(execFile);

const SCRIPT = `
import { createPlatform, verifyWebhook } from '@design-and-analytics/client';
const platform = createPlatform({ url: process.env.DAP_URL, key: process.env.DAP_KEY });
const palette = await platform.palettes.create({ base_color: '#3366cc' });
const file = await platform.exports.download({ palette_id: palette.id, format: 'css' });
console.log(process.version, palette.id, file.filename, typeof verifyWebhook);
`;

/** The oldest Node.js of the PATH: of several, the one that strips no types shows most. */
const oldestNode = async (): Promise<string> => {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = [...new Set(['/usr/bin', '/usr/local/bin', ...folders])].map((folder) =>
    join(folder, 'node'),
  );
  const found: [number, string][] = [[Number.parseInt(process.versions.node, 10), process.execPath]];
  for (const path of candidates) {
    const version = await run(path, ['--version']).catch(() => undefined);
    const major = Number(/^v(\d+)/.exec(version?.stdout ?? '')?.[1] ?? 0);
    if (major >= 20) found.push([major, path]);
  }
  return found.sort(([a], [b]) => a - b)[0]?.[1] ?? process.execPath;
};

const servePackage = async (folder: string): Promise<{ url: string; close: () => void }> => {
  const page = `<!doctype html><script type="importmap">{"imports":{"@design-and-analytics/client":"/dist/index.js"}}</script>`;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    if (!pathname.startsWith('/dist/')) {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(page);
      return;
    }
    void readFile(join(folder, 'node_modules', '@design-and-analytics', 'client', pathname)).then(
      (code) => response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(code),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => server.close(),
  };
};

/** The tarball as its users have it. */
export const describePacked = (stage: () => Stage, packed: () => PackedClient): void => {
  describe('the packed client', () => {
    it('contains JavaScript, types, a README and a licence, and no source', () => {
      const { files } = packed();
      for (const file of ['dist/index.js', 'dist/index.d.ts', 'README.md', 'LICENSE', 'package.json'])
        expect(files).toContain(file);
      expect(files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))).toEqual([]);
      expect(files.filter((file) => /generator|test/.test(file))).toEqual([]);
    });

    it('runs on the oldest Node.js on this machine', async () => {
      const file = join(packed().folder, 'plain.mjs');
      await writeFile(file, SCRIPT);
      const { url, key } = stage().platform;
      const env = { ...process.env, DAP_URL: url, DAP_KEY: key, NODE_OPTIONS: '' };
      const { stdout } = await run(await oldestNode(), [file], { env });
      expect(stdout).toMatch(/^v\d+\S+ pal_\w+ \S+\.css function\n$/);
    });
  });

  describeInBrowser('the packed client in a browser, on another origin than the platform', () => {
    it('creates a palette, pages through a list and reads an error', async () => {
      const { url: origin, close } = await servePackage(packed().folder);
      const browser = await launchBrowser(process.env);
      try {
        const page = await browser.newPage();
        await page.goto(origin);
        const program = `(async () => {
          const { createPlatform } = await import('@design-and-analytics/client');
          const platform = createPlatform(${JSON.stringify({ url: stage().platform.url, key: stage().platform.key })});
          const { id } = await platform.palettes.create({ base_color: '#cc6633' });
          const ids = (await platform.palettes.list({ limit: 1 }).all()).map((palette) => palette.id);
          const error = await platform.websites.show(987654).catch((reason) => reason);
          const file = await platform.exports.download({ palette_id: id, format: 'css' });
          return { id, listed: ids.includes(id), status: error.status, request: error.requestId, file: file.filename };
        })()`;
        expect(await page.evaluate(program)).toEqual({
          id: expect.stringMatching(/^pal_/),
          listed: true,
          status: 404,
          request: expect.any(String),
          file: expect.stringMatching(/\.css$/),
        });
      } finally {
        await browser.close();
        close();
      }
    });
  });
};
