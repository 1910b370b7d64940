import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import type { BrowserFacts } from '../../page/browser-facts.ts';
import { count } from '../../page/quantities.ts';

const NAMES = {
  lcp: 'Largest Contentful Paint',
  fcp: 'First Contentful Paint',
  tbt: 'Total Blocking Time',
  cls: 'Cumulative Layout Shift',
  ttfb: 'Time to first byte',
} as const;

const METRICS = ['lcp', 'fcp', 'tbt', 'cls', 'ttfb'] as const;

const shown = (name: keyof typeof NAMES, value: number | null): string => {
  if (value === null) return 'not measured';
  return name === 'cls' ? String(value) : `${value.toLocaleString('en-GB')} ms`;
};

/** What a browser measured, the page’s pictures, and requests by origin. */
export const browserView = (browser: BrowserFacts, pagePath: string): Html =>
  html`<section class="card" aria-labelledby="browser">
    <h2 id="browser">In a browser</h2>
    <p class="soft">As a phone on slow 4G with a CPU four times slower.</p>
    <dl class="facts">
      ${METRICS.map(
        (name) =>
          html`<div>
            <dt>${NAMES[name]}</dt>
            <dd>${shown(name, browser.metrics[name])}</dd>
          </div>`,
      )}
    </dl>
    <p class="screenshots">
      <img src="${pagePath}/screenshots/phone" alt="The page on a phone" width="206" height="412" />
      <img src="${pagePath}/screenshots/desktop" alt="The page on a desktop" width="580" height="404" />
    </p>
    <details>
      <summary>Requests by origin (${browser.requestsByOrigin.length})</summary>
      <ul>
        ${browser.requestsByOrigin.map(({ origin, requests }) => html`<li><code>${origin}</code> ${count(requests, 'request')}</li>`)}
      </ul>
    </details>
  </section>`;
