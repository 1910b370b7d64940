import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { finds, verdictsOn } from './verdict.ts';
import type { Comparison, Suite } from './verdict.ts';

/** Lighthouse's audits and our checks. Ours also warn of lengths, which theirs don't look at. */
const CHECKS: Readonly<Record<string, { check: string; onlyFails?: boolean }>> = {
  'document-title': { check: 'title', onlyFails: true },
  'meta-description': { check: 'meta-description', onlyFails: true },
  'http-status-code': { check: 'http-status' },
  'crawlable-anchors': { check: 'crawlable-links' },
  'link-text': { check: 'link-text' },
  'is-crawlable': { check: 'indexable' },
  hreflang: { check: 'hreflang', onlyFails: true },
  canonical: { check: 'canonical' },
  'robots-txt': { check: 'robots-txt', onlyFails: true },
};

const DEFINITIONS = ['seo-failing', 'seo-passing', 'seo-mixed-language'];

interface Definition {
  expectations: { lhr: { requestedUrl: string; audits: Record<string, { score: number | null }> } };
}

/**
 * Lighthouse's own SEO smoke tests, on their pages and response headers.
 * @param folder a checkout of lighthouse: the npm package has no pages
 */
export const compareLighthouse = async (folder: string): Promise<Suite[]> => {
  const comparisons: Comparison[] = [];
  for (const id of DEFINITIONS) {
    const file = join(folder, 'cli/test/smokehouse/test-definitions', `${id}.js`);
    const { default: definition } = (await import(pathToFileURL(file).href)) as { default: Definition };
    const { requestedUrl, audits } = definition.expectations.lhr;
    const url = new URL(requestedUrl);
    const html = readFileSync(join(folder, 'cli/test/fixtures', url.pathname), 'utf8');
    const headers = [...new URLSearchParams(url.searchParams.get('extra_header') ?? '')];
    const verdicts = verdictsOn({
      html,
      requestedUrl: url.href,
      finalUrl: url.href,
      response: {
        status: 200,
        httpVersion: '1.1',
        headers: [['content-type', 'text/html; charset=utf-8'], ...headers],
      },
    });
    for (const [audit, { score }] of Object.entries(audits)) {
      const ours = CHECKS[audit];
      const result = verdicts.get(ours?.check ?? '');
      if (ours === undefined || result === undefined) throw new Error(`No check is held against ${audit}.`);
      const isFound = ours.onlyFails === true ? result.status === 'fail' : finds(result);
      comparisons.push({
        name: `${id} ${audit}`,
        agrees: (score === 0) === isFound,
        expected: `score ${String(score)}`,
        actual: `${ours.check} ${result.status}: ${result.message}`,
      });
    }
  }
  return [{ title: 'Lighthouse: SEO smoke tests', comparisons }];
};
