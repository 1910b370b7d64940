import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { noteIn, ruleIn } from '../../checks/translate-check.ts';
import type { BrowserFacts, BrowserMetrics } from '../../page/browser-facts.ts';
import { failedRequestsOf } from '../../page/browser-facts.ts';
import { originsOf } from '../../page/request-origins.ts';
import type { PageTexts } from '../texts/texts.ts';
import { waterfallView } from './waterfall-view.ts';

/** So many are in sight; the others can be unfolded. */
const IN_SIGHT = 8;

const listView = (heading: string, items: readonly Html[], texts: PageTexts): Html | false =>
  items.length > 0 &&
  html`<h3>${heading} (${items.length})</h3>
    <ul>
      ${items.slice(0, IN_SIGHT)}
    </ul>
    ${
      items.length > IN_SIGHT &&
      html`<details>
        <summary>${texts.moreOf(heading, items.length - IN_SIGHT)}</summary>
        <ul>
          ${items.slice(IN_SIGHT)}
        </ul>
      </details>`
    }`;

/** Shows what went wrong while the page loaded: failed requests, and errors in the console. */
const problemsView = (browser: BrowserFacts, texts: PageTexts): Html => {
  const failures = failedRequestsOf(browser);
  if (failures.length + browser.consoleErrors.length === 0) return html`<p>${texts.noProblem}</p>`;
  return html`<div class="problems">
    ${listView(
      texts.failedRequests,
      failures.map(
        ({ url, reason }) =>
          html`<li><code>${url}</code> <span class="note">${noteIn(texts.language, reason)}</span></li>`,
      ),
      texts,
    )}
    ${listView(
      texts.consoleErrors,
      browser.consoleErrors.map((message) => html`<li><code>${message}</code></li>`),
      texts,
    )}
  </div>`;
};

const METRICS = ['lcp', 'fcp', 'tbt', 'cls', 'ttfb'] as const;

const shown = (name: (typeof METRICS)[number], value: number | null, texts: PageTexts): string => {
  if (value === null) return texts.notMeasured;
  return name === 'cls' ? texts.decimal(value) : texts.milliseconds(value);
};

/** How far apart the values of several runs are; nothing where they are the same. */
const rangeOf = (
  name: (typeof METRICS)[number],
  { samples = [] }: BrowserFacts,
  texts: PageTexts,
): string => {
  const values = samples.flatMap((sample) => sample[name] ?? []);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return values.length < 2 || least === most
    ? ''
    : texts.range(shown(name, least, texts), shown(name, most, texts));
};

const metricsPart = (
  metrics: BrowserMetrics,
  texts: PageTexts,
  rangeOfMetric: (name: (typeof METRICS)[number]) => string = () => '',
): Html =>
  html`<dl class="facts metrics">
    ${METRICS.map((name) => {
      const range = rangeOfMetric(name);
      return html`<div>
        <dt>${texts.metrics[name]}</dt>
        <dd>${shown(name, metrics[name], texts)}${range !== '' && html` <span class="soft">${range}</span>`}</dd>
      </div>`;
    })}
  </dl>`;

/** The phone’s screen at even steps of its loading. */
const filmstripPart = ({ filmstrip = [] }: BrowserFacts, pagePath: string, texts: PageTexts): Html | false =>
  filmstrip.length > 0 &&
  html`<h3>${texts.filmstrip}</h3>
    <ol class="filmstrip">
      ${filmstrip.map(
        ({ at, picture }) =>
          html`<li>
            ${
              picture === null
                ? html`<span class="blank">${texts.nothingYet}</span>`
                : html`<img src="${pagePath}/screenshots/${picture}" alt="${texts.after(texts.milliseconds(at))}" width="103" height="206" loading="lazy" />`
            }
            <span class="soft">${texts.milliseconds(at)}</span>
          </li>`,
      )}
    </ol>`;

/** The requests by origin in words, and over time as a picture. */
const waterfallPart = (browser: BrowserFacts, pageUrl: string, texts: PageTexts): Html => {
  const origins = originsOf(browser, pageUrl);
  return html`<details>
    <summary>${texts.byOrigin(origins.length)}</summary>
    <ul>
      ${origins.map(
        ({ origin, requests, bytes: weight, entity, isThirdParty }) =>
          html`<li>
            <code>${origin}</code> ${texts.requests(requests)}${weight > 0 && `, ${texts.bytes(weight)}`}${isThirdParty && `, ${texts.thirdParty}${entity === null ? '' : ` (${entity})`}`}
          </li>`,
      )}
    </ul>
    ${
      browser.requests !== undefined &&
      html`<div class="waterfall" role="group" aria-label="${texts.overTime}" tabindex="0">
      ${waterfallView(browser, pageUrl, texts)}
    </div>`
    }
  </details>`;
};

const impactIn = (impact: string, { impacts }: PageTexts): string =>
  Object.entries(impacts).find(([name]) => name === impact)?.[1] ?? impact;

/** Every violation of axe-core’s rules with its elements. */
const violationsPart = ({ violations }: BrowserFacts, texts: PageTexts): Html | false =>
  violations !== null &&
  violations.length > 0 &&
  html`<details>
    <summary>${texts.violations(violations.length)}</summary>
    <ul>
      ${violations.map(
        ({ id, help, helpUrl, impact, elements, total }) =>
          html`<li>
            <a href="${helpUrl}" rel="noopener noreferrer">${ruleIn(texts.language, id, help)}</a> (${impactIn(impact, texts)}, ${texts.elements(total)})
            <ul>
              ${elements.map((element) => html`<li><code>${element}</code></li>`)}
            </ul>
          </li>`,
      )}
    </ul>
  </details>`;

/** Shows a browser's measurements, what went wrong, the page’s pictures, and requests by origin. */
export const browserView = (
  browser: BrowserFacts,
  pageUrl: string,
  pagePath: string,
  texts: PageTexts,
): Html =>
  html`<section class="card" aria-labelledby="browser">
    <h2 id="browser">${texts.browser}</h2>
    <p class="soft">${texts.profile}</p>
    ${browser.samples !== undefined && html`<p class="soft">${texts.medians(browser.samples.length)}</p>`}
    ${metricsPart(browser.metrics, texts, (name) => rangeOf(name, browser, texts))}
    ${
      browser.desktop &&
      html`<h3>${texts.desktop}</h3>
        ${metricsPart(browser.desktop, texts)}`
    }
    ${filmstripPart(browser, pagePath, texts)}
    ${problemsView(browser, texts)}
    <p class="screenshots">
      <img src="${pagePath}/screenshots/phone" alt="${texts.phonePicture}" width="206" height="412" />
      <img src="${pagePath}/screenshots/desktop" alt="${texts.desktopPicture}" width="580" height="404" />
    </p>
    ${waterfallPart(browser, pageUrl, texts)} ${violationsPart(browser, texts)}
  </section>`;
