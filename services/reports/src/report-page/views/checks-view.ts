import { html, type Html } from '@platform/pages';

import { CATEGORY_SHARES, CATEGORY_TITLES } from '../../audit/score.ts';
import { CATEGORIES, type CheckMeta } from '../../checks/check.ts';
import type { CheckRegistry } from '../../checks/registry.ts';

/** The documentation of every check, made from what the checks say of themselves. */
export function checksView({ checks, version }: CheckRegistry): Html {
  const metas = checks.map(({ meta }) => meta);
  return html`
    <h1>What is checked, and why</h1>
    <p>
      A page is rated by ${metas.length} checks in four categories. A category’s score is the weighted mean of
      its checks; the whole is the mean of the categories. 90 and more is good, 50 and more decent. A page
      that search engines may not index, or that comes without HTTPS, is decent at best. Measurements that
      vary weigh a tenth of a category at most. Rules ${version}.
    </p>
    ${CATEGORIES.map((category) => {
      const own = metas.filter((meta) => meta.category === category);
      return html`<section class="card" aria-labelledby="category-${category}">
        <h2 id="category-${category}">${CATEGORY_TITLES[category]}</h2>
        <p class="soft">${own.length} checks, ${CATEGORY_SHARES[category]} % of the whole</p>
        ${own.map(metaView)}
      </section>`;
    })}
  `;
}

function metaView({ id, title, importance, weight, rare, docs }: CheckMeta): Html {
  return html`<article class="finding" id="${id}">
    <h3>${title}</h3>
    <p class="soft">
      <code>${id}</code>
      ${importance === 'informative' ? 'informs only' : `${importance}, weight ${weight}${rare === true ? ` (a pass counts ${weight / 4})` : ''}`}
    </p>
    <p>${docs.why}</p>
    <p>${docs.thresholds}</p>
    <p><strong>To do:</strong> ${docs.fix}</p>
    <ul>
      ${docs.sources.map((source) => html`<li><a href="${source}" rel="noreferrer">${source.replace('https://', '')}</a></li>`)}
    </ul>
  </article>`;
}
