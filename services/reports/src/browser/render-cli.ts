import { parseArgs } from 'node:util';

import { launchBrowser } from '@platform/browser';

import { renderPage } from './render-page.ts';

/**
 * `node render-cli.ts URL [--details]`: renders a page of one's own, without the guard, and prints its metrics.
 * `--details` also records what it uses of its files, and pictures while it loads.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { details: { type: 'boolean', default: false } },
});
const [url = ''] = positionals;
const browser = await launchBrowser(process.env);
try {
  const { facts } = await renderPage(browser, url, null, { details: values.details });
  process.stdout.write(`${JSON.stringify(facts.metrics)}\n`);
} finally {
  await browser.close();
}
