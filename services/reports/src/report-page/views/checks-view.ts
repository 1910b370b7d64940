import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { CATEGORY_TITLES, PART_SHARES, partOf } from '../../audit/score.ts';
import { CATEGORIES, WEIGHTS } from '../../checks/check.ts';
import type { CheckMeta } from '../../checks/check.ts';
import type { CheckRegistry } from '../../checks/registry.ts';
import { criteriaIn, textsOfCheck, titleIn } from '../../checks/translate-check.ts';
import type { PageTexts } from '../texts/texts.ts';

/** The documentation of every check, generated from the checks’ metas. */
export const checksView = ({ checks, version }: CheckRegistry, texts: PageTexts): Html => {
  const metas = checks.map(({ meta }) => meta);
  return html`
    <h1>${texts.checksHeading}</h1>
    <p>${texts.checksIntro(metas.length, WEIGHTS, version)}</p>
    ${CATEGORIES.map((category) => {
      const own = metas.filter((meta) => meta.category === category);
      return html`<section class="card" aria-labelledby="category-${category}">
        <h2 id="category-${category}">${titleIn(texts.language, CATEGORY_TITLES[category])}</h2>
        <p class="soft">${texts.share(own.length, PART_SHARES[partOf(category)])}${category === 'accessibility' && texts.withContent}</p>
        ${own.map((meta) => metaView(meta, texts))}
      </section>`;
    })}
  `;
};

const metaView = (meta: CheckMeta, texts: PageTexts): Html => {
  const { id, importance, rare, wcag } = meta;
  const { title, why, thresholds, fix } = textsOfCheck(texts.language, meta);
  return html`<article class="finding" id="${id}">
    <h3>${title}</h3>
    <p class="soft">
      <code>${id}</code>
      ${texts.importances[importance]}${rare === true && texts.rare}
    </p>
    <p>${why}</p>
    <p>${thresholds}</p>
    ${wcag !== undefined && wcag.criteria.length > 0 && html`<p>WCAG 2.2: ${criteriaIn(texts.language, wcag.criteria).join('; ')}</p>`}
    <p><strong>${texts.toDo}</strong> ${fix}</p>
    <ul>
      ${meta.docs.sources.map((source) => html`<li><a href="${source}" rel="noreferrer">${source.replace('https://', '')}</a></li>`)}
    </ul>
  </article>`;
};
