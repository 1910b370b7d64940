import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { formatRange } from '../../calendar/date-format.ts';
import { formatValue } from '../../dimensions/format-value.ts';
import { formatCount } from '../../metrics/number-format.ts';
import type { VitalFigure, VitalsAnswer } from '../../vitals/vital-figures.ts';
import { VITALS } from '../../vitals/vitals.ts';
import type { VitalDefinition } from '../../vitals/vitals.ts';
import type { PageQuery } from '../page-query.ts';
import { linkTo } from '../page-query.ts';
import type { VitalsData } from '../page-vitals.ts';

const RATINGS = { good: 'good', needs_improvement: 'needs improvement', poor: 'poor' } as const;

const amount = ({ unit }: VitalDefinition, value: number): string => {
  if (unit === 'score') return value.toFixed(2);
  return value < 1_000 ? `${formatCount(value)} ms` : `${(value / 1_000).toFixed(1)} s`;
};

/** The rating is a word as well as a colour, for people who can't tell the colours apart. */
const cell = (vital: VitalDefinition, figure: VitalFigure | null): Html =>
  figure === null
    ? html`<td class="num">–</td>`
    : html`<td class="num" title="${formatCount(figure.samples)} ${figure.samples === 1 ? 'view' : 'views'}">
        ${amount(vital, figure.p75)} <small class="rating ${figure.rating}">${RATINGS[figure.rating]}</small>
      </td>`;

const table = (
  query: PageQuery,
  dimension: 'page' | 'device',
  title: string,
  { total, rows }: VitalsAnswer,
): Html =>
  html`<section class="panel open vitals" aria-label="${title}" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">${title}</th>
          ${VITALS.map(({ name, title: meaning }) => html`<th scope="col" class="num"><abbr title="${meaning}">${name}</abbr></th>`)}
        </tr>
      </thead>
      <tbody>
        <tr>
          <td class="name"><b>All</b></td>
          ${VITALS.map((vital) => cell(vital, total[vital.id]))}
        </tr>
        ${rows.map(({ value, figures }) => {
          const text = formatValue(dimension, value);
          const filters = [...query.filters, { dimension, operator: 'is' as const, values: [value] }];
          const isFiltered = query.filters.some((filter) => filter.dimension === dimension);
          return html`<tr>
            <td class="name">
              ${isFiltered ? html`<span title="${text}">${text}</span>` : html`<a href="${linkTo(query, { filters })}" title="${text}">${text}</a>`}
            </td>
            ${VITALS.map((vital) => cell(vital, figures[vital.id]))}
          </tr>`;
        })}
      </tbody>
    </table>
  </section>`;

/** How fast pages feel, shown in place of the lists. */
export const vitalsView = (
  query: PageQuery,
  { range, pages, devices, ignoresFilters }: VitalsData,
): Html => html`<p class="more goals">
    <a href="${linkTo(query, { view: undefined })}" data-key="escape">← Back to all statistics</a>
  </p>
  <h2 class="group">Web vitals</h2>
  ${
    Object.values(pages.total).every((figure) => figure === null)
      ? html`<p class="none">
          Nothing was measured in this period. Pages measure with a second script, which the documentation
          describes.
        </p>`
      : html`${table(query, 'device', 'Devices', devices)} ${table(query, 'page', 'Pages', pages)}`
  }
  <p class="imported">
    ${formatRange(range)}. The 75th percentile: three quarters of the views were at least as good; at most 2 %
    off. ${ignoresFilters ? 'Only filters for one page or one device change these numbers.' : ''}
  </p>`;
