import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { launchBrowser } from '@platform/browser';
import { startPlatform } from '@platform/local';

import { runDemo } from './run-demo.ts';

/**
 * `npm run screenshots`: takes the README's pictures, of a platform that is filled by the demo. With
 * `PAGE_HOST`, a name that leads to 127.0.0.1, the report is on that name instead of a port.
 */
const HOST = process.env['PAGE_HOST'];
const IMAGES = fileURLToPath(new URL('../../../docs/images/', import.meta.url));
const SIZE = { width: 1120, height: 800 };

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Trees for small gardens</title>
<meta name="viewport" content="width=device-width"><meta name="description" content="Young trees, grown without peat.">
</head><body><h1>Trees</h1><img src="/tree.jpg"><p>${'Plant it where it has sun for half of the day. '.repeat(60)}</p>
<a href="/shop">here</a></body></html>`;

const servePage = async (): Promise<{ url: string; close: () => void }> => {
  const server = createServer((request, response) => {
    const isPage = request.url === '/';
    response.writeHead(isPage ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(isPage ? PAGE : 'Not found');
  }).listen(HOST === undefined ? 0 : 80, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: HOST === undefined ? `http://127.0.0.1:${port}/` : `http://${HOST}/`,
    close: () => void server.close(),
  };
};

const directory = await mkdtemp(join(tmpdir(), 'platform-screenshots-'));
await chmod(directory, 0o711);
const page = await servePage();
const platform = await startPlatform({
  port: 0,
  dataDirectory: directory,
  env: { PATH: process.env['PATH'], LOG_LEVEL: 'error', GUARD_ALLOW: '127.0.0.1' },
});
const browser = await launchBrowser(process.env);
try {
  const { websites, reports, themes } = await runDemo({
    url: platform.url,
    key: platform.key,
    days: 30,
    visitors: 150,
    now: Date.now(),
    reportUrls: [page.url],
    log: (line) => void process.stdout.write(`${line}\n`),
  });
  const pictures = [
    ['statistics', websites[0]?.link],
    ['report', reports[0]?.link],
    ['theme', themes[0]?.link],
  ] as const;
  await mkdir(IMAGES, { recursive: true });
  const context = await browser.newContext({ viewport: SIZE, colorScheme: 'light' });
  for (const [name, link = ''] of pictures) {
    const tab = await context.newPage();
    await tab.goto(link);
    await tab.screenshot({ path: join(IMAGES, `${name}.png`) });
  }
} finally {
  await browser.close();
  await platform.stop();
  page.close();
  await rm(directory, { recursive: true, force: true });
}
