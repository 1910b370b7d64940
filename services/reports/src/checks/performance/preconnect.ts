import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { CONNECTION } from './estimates.ts';
import { attribute, tokens } from '../../page/html/element.ts';
import type { PageElement } from '../../page/html/element.ts';

/** Hosts whose stylesheets load fonts from another host, invisible in the page. */
const FONT_HOSTS: Record<string, string> = {
  'fonts.googleapis.com': 'fonts.gstatic.com',
  'use.typekit.net': 'p.typekit.net',
};

export const preconnect: Check = {
  meta: {
    id: 'preconnect',
    category: 'performance',
    title: 'Connections to other hosts are opened early',
    failureTitle: 'Connections to other hosts are opened late',
    importance: 'low',
    basis: 'document',
    docs: {
      why: 'A preconnect saves the DNS lookup and two round trips for styles and fonts from another host.',
      thresholds:
        'Hosts of stylesheets, and font hosts of known stylesheet hosts. Pass: all have a preconnect. Warn: some don’t. Not applicable without such hosts.',
      fix: 'Add <link rel="preconnect" href="https://…" crossorigin>, or host the files yourself.',
      sources: ['https://developer.chrome.com/docs/lighthouse/performance/uses-rel-preconnect'],
    },
  },
  run({ page }) {
    const links = page.all('link');
    const hosts = new Map<string, PageElement>();
    for (const link of links.filter((one) => tokens(one, 'rel').includes('stylesheet'))) {
      const host = page.resolve(attribute(link, 'href') ?? '')?.host ?? '';
      if (host === '' || host === page.url.host) continue;
      hosts.set(FONT_HOSTS[host] ?? host, link);
    }
    if (hosts.size === 0) return notApplicable('Styles and fonts come from the page’s own host.');
    const opened = new Set(
      links
        .filter((link) => tokens(link, 'rel').includes('preconnect'))
        .map((link) => page.resolve(attribute(link, 'href') ?? '')?.host),
    );
    const cold = [...hosts].filter(([host]) => !opened.has(host));
    if (cold.length === 0) return pass('Connections to other hosts are opened early.', { value: 0 });
    return warn(
      `No preconnect for ${cold.map(([host]) => host).join(', ')}. Add one, or host the files yourself.`,
      {
        value: cold.length,
        expected: '0',
        items: cold.map(([snippet, at]) => ({ snippet, at })),
        saves: { milliseconds: CONNECTION },
      },
    );
  },
};
