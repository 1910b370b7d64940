import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import type { BrowserFacts } from '../../page/browser-facts.ts';
import { failedRequestsOf } from '../../page/browser-facts.ts';
import { bytes, count } from '../../page/quantities.ts';
import { originsOf } from '../../page/request-origins.ts';
import { waterfallView } from './waterfall-view.ts';

/** So many are in sight; the others can be unfolded. */
const IN_SIGHT = 8;

const listView = (heading: string, items: readonly Html[]): Html | false =>
  items.length > 0 &&
  html`<h3>${heading} (${items.length})</h3>
    <ul>
      ${items.slice(0, IN_SIGHT)}
    </ul>
    ${
      items.length > IN_SIGHT &&
      html`<details>
        <summary>${heading}: ${items.length - IN_SIGHT} more</summary>
        <ul>
          ${items.slice(IN_SIGHT)}
        </ul>
      </details>`
    }`;

/** Shows what went wrong while the page loaded: failed requests, and errors in the console. */
const problemsView = (browser: BrowserFacts): Html => {
  const failures = failedRequestsOf(browser);
  if (failures.length + browser.consoleErrors.length === 0)
    return html`<p>No request failed, and there was no error in the console.</p>`;
  return html`<div class="problems">
    ${listView(
      'Failed requests',
      failures.map(
        ({ url, reason }) => html`<li><code>${url}</code> <span class="note">${reason}</span></li>`,
      ),
    )}
    ${listView(
      'Errors in the console',
      browser.consoleErrors.map((message) => html`<li><code>${message}</code></li>`),
    )}
  </div>`;
};

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

/** The requests by origin in words, and over time as a picture. */
const waterfallPart = (browser: BrowserFacts, pageUrl: string): Html => {
  const origins = originsOf(browser, pageUrl);
  return html`<details>
    <summary>Requests by origin (${origins.length})</summary>
    <ul>
      ${origins.map(
        ({ origin, requests, bytes: weight, isThirdParty }) =>
          html`<li>
            <code>${origin}</code> ${count(requests, 'request')}${weight > 0 && `, ${bytes(weight)}`}${isThirdParty && ', third party'}
          </li>`,
      )}
    </ul>
    ${
      browser.requests !== undefined &&
      html`<div class="waterfall" role="group" aria-label="Requests over time" tabindex="0">
      ${waterfallView(browser, pageUrl)}
    </div>`
    }
  </details>`;
};

/** Every violation of axe-core’s rules with its elements. */
const violationsPart = ({ violations }: BrowserFacts): Html | false =>
  violations !== null &&
  violations.length > 0 &&
  html`<details>
    <summary>Accessibility rules that are violated (${violations.length})</summary>
    <ul>
      ${violations.map(
        ({ help, helpUrl, impact, elements, total }) =>
          html`<li>
            <a href="${helpUrl}" rel="noopener noreferrer">${help}</a> (${impact}, ${count(total, 'element')})
            <ul>
              ${elements.map((element) => html`<li><code>${element}</code></li>`)}
            </ul>
          </li>`,
      )}
    </ul>
  </details>`;

/** Shows a browser's measurements, what went wrong, the page’s pictures, and requests by origin. */
export const browserView = (browser: BrowserFacts, pageUrl: string, pagePath: string): Html =>
  html`<section class="card" aria-labelledby="browser">
    <h2 id="browser">In a browser</h2>
    <p class="soft">As a phone on slow 4G with a CPU four times slower.</p>
    <dl class="facts metrics">
      ${METRICS.map(
        (name) =>
          html`<div>
            <dt>${NAMES[name]}</dt>
            <dd>${shown(name, browser.metrics[name])}</dd>
          </div>`,
      )}
    </dl>
    ${problemsView(browser)}
    <p class="screenshots">
      <img src="${pagePath}/screenshots/phone" alt="The page on a phone" width="206" height="412" />
      <img src="${pagePath}/screenshots/desktop" alt="The page on a desktop" width="580" height="404" />
    </p>
    ${waterfallPart(browser, pageUrl)} ${violationsPart(browser)}
  </section>`;
