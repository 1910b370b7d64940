import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { CATEGORY_TITLES, PART_SHARES, partOf } from '../../audit/score.ts';
import { CATEGORIES, WEIGHTS } from '../../checks/check.ts';
import type { CheckMeta } from '../../checks/check.ts';
import type { CheckRegistry } from '../../checks/registry.ts';

/** The documentation of every check, generated from the checks’ metas. */
export const checksView = ({ checks, version }: CheckRegistry): Html => {
  const metas = checks.map(({ meta }) => meta);
  return html`
    <h1>What is checked, and why</h1>
    <p>
      ${metas.length} checks in five categories rate a page. Each weighs by its importance (critical ${WEIGHTS.critical}, high
      ${WEIGHTS.high}, medium ${WEIGHTS.medium}, low ${WEIGHTS.low}). A category’s score says what share of these points the page kept, and the overall
      score the same of all categories; accessibility has a score of its own, by Lighthouse’s weights, and counts there together with content. A score of 90 or more is good, 50 or more is decent. A
      page without HTTPS, closed to search engines, or with another critical failure scores at most 89, with two such
      failures 69, and with more 49. Measurements that vary count for at
      most a tenth of a category. Rules ${version}.
    </p>
    ${CATEGORIES.map((category) => {
      const own = metas.filter((meta) => meta.category === category);
      return html`<section class="card" aria-labelledby="category-${category}">
        <h2 id="category-${category}">${CATEGORY_TITLES[category]}</h2>
        <p class="soft">${own.length} checks, ${PART_SHARES[partOf(category)]} % of the whole${category === 'accessibility' && ' together with content'}</p>
        ${own.map(metaView)}
      </section>`;
    })}
  `;
};

const metaView = ({ id, title, importance, rare, wcag, docs }: CheckMeta): Html => {
  return html`<article class="finding" id="${id}">
    <h3>${title}</h3>
    <p class="soft">
      <code>${id}</code>
      ${importance === 'informative' ? 'for information only' : importance}${rare === true && ', costs points but earns none'}
    </p>
    <p>${docs.why}</p>
    <p>${docs.thresholds}</p>
    ${wcag !== undefined && wcag.criteria.length > 0 && html`<p>WCAG 2.2: ${wcag.criteria.join('; ')}</p>`}
    <p><strong>To do:</strong> ${docs.fix}</p>
    <ul>
      ${docs.sources.map((source) => html`<li><a href="${source}" rel="noreferrer">${source.replace('https://', '')}</a></li>`)}
    </ul>
  </article>`;
};
