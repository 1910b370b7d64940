import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { formatRange } from '../../calendar/date-format.ts';
import { readablePath } from '../../dimensions/format-value.ts';
import type { JourneyNode } from '../../journeys/journey.ts';
import { formatCount, formatPercent } from '../../metrics/number-format.ts';
import type { JourneysData } from '../page-journeys.ts';
import { linkTo } from '../page-query.ts';
import type { PageQuery } from '../page-query.ts';

/** Pages that are shown of each page; the rest is one row. */
const SHOWN = 5;

const tree = (query: PageQuery, nodes: readonly JourneyNode[], whole: number, end: string): Html =>
  html`<ul class="ways">
    ${nodes.slice(0, SHOWN).map(({ page, views, next }) => {
      const text = page === null ? null : readablePath(page);
      return html`<li>
        <span class="way"
          >${text === null ? html`<i>${end}</i>` : html`<a href="${linkTo(query, { at: page ?? undefined })}" title="${text}">${text}</a>`}
          <b>${formatCount(views)}</b> <small>${formatPercent(views / whole)}</small></span
        >
        ${next.length > 0 && tree(query, next, views, end)}
      </li>`;
    })}
  </ul>`;

const side = (
  query: PageQuery,
  title: string,
  nodes: readonly JourneyNode[],
  whole: number,
  end: string,
): Html =>
  html`<section class="panel" aria-label="${title}">
    <h3>${title}</h3>
    ${tree(query, nodes, whole, end)}
  </section>`;

/** What came before and after a page, in the place of the lists. */
export const journeysView = (query: PageQuery, { page, range, views, before, after }: JourneysData): Html =>
  html`<p class="more goals">
      <a href="${linkTo(query, { view: undefined, at: undefined })}" data-key="escape">← Back to all statistics</a>
    </p>
    <h2 class="group">Journeys through ${readablePath(page)}</h2>
    ${
      views === 0
        ? html`<p class="none">The page was not viewed in this period.</p>`
        : html`<div class="grid">
            ${side(query, 'What came before', before, views, 'the visit began')}
            ${side(query, 'What came after', after, views, 'the visit ended')}
          </div>`
    }
    <p class="imported">
      ${formatRange(range)}, ${formatCount(views)} ${views === 1 ? 'view' : 'views'}. Three pages each way, within
      one visit; a page viewed again at once counts once.
      ${query.filters.length > 0 || query.segment !== undefined ? 'Filters don’t change these numbers.' : ''}
    </p>`;
