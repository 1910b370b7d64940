import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import type { BrowserFacts } from '../../page/browser-facts.ts';
import { failedRequestsOf } from '../../page/failed-requests.ts';

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

/** What went wrong while the page loaded: requests that failed, and errors in the console. */
export const problemsView = (browser: BrowserFacts): Html => {
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
