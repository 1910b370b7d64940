import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

import { createGuard } from '@platform/guard';

import { discoverResources } from '../../src/audit/discover-resources.ts';
import { librariesInCode } from '../../src/page/libraries/recognise-libraries.ts';
import { createPageGatherer } from '../../src/generation/gather-page.ts';

/**
 * `node gather-corpus.ts PACKAGES OUT [LIST]`: serves every page of LIST (pages.json unless given,
 * or held-out-pages.json, which played no part in the calibration) from the folder PACKAGES
 * (`name-version/package/…`, as `npm pack` and `tar` leave it) and writes one file of artifacts per
 * page to OUT. The pages' text stays outside the repository.
 */
interface CorpusPage {
  readonly package: string;
  readonly version: string;
  readonly path: string;
}

const [packages = '', out = '', list = 'pages.json'] = process.argv.slice(2);
const pages = JSON.parse(readFileSync(new URL(list, import.meta.url), 'utf8')) as CorpusPage[];
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

const PATIENCE = 300_000;

const serve = async (folder: string) => {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://a').pathname));
    try {
      const content = readFileSync(join(folder, path));
      response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream').end(content);
    } catch {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
    }
  });
  // A connection closed just as it is used again would make a file look missing.
  server.keepAliveTimeout = PATIENCE;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

const guard = createGuard({
  allow: ['127.0.0.1'],
  userAgent: 'calibration',
  // Files on other hosts are left out, so that the corpus judges the same everywhere.
  resolveHost: () => Promise.reject(Object.assign(new Error('offline'), { code: 'ETIMEOUT' })),
  // All pages are on one host; and a busy machine must not make their files look unreachable.
  hostLimits: { perSecond: Infinity, burst: 1 },
  timeouts: { total: PATIENCE, connect: PATIENCE, headers: PATIENCE },
});
const gather = createPageGatherer({
  guard,
  timeout: PATIENCE,
  discover: (html, url) => Promise.resolve(discoverResources(html, url)),
  recognise: (code) => Promise.resolve(librariesInCode(code)),
});

for (const { package: name, version, path } of pages) {
  const site = await serve(join(packages, `${name.replace('/', '-')}-${version}`, 'package'));
  const page = await gather(`${site.origin}/${path}`);
  const file = `${name}-${version}-${path}`.replace(/[^\w.-]/g, '_');
  const isWhole =
    page.ok &&
    page.artifacts.robots.ok &&
    !page.artifacts.resources.some((one) => !one.ok && one.url.startsWith(site.origin));
  if (page.ok && isWhole) writeFileSync(join(out, `${file}.json`), JSON.stringify(page.artifacts));
  else {
    process.stderr.write(`${file}: ${page.ok ? 'some files did not answer' : page.code}\n`);
    process.exitCode = 1;
  }
  site.close();
}
await guard.close();
