import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { formatValue } from '../../dimensions/format-value.ts';
import { listTitle } from '../../dimensions/panels.ts';
import type { OpenList } from '../../dimensions/panels.ts';
import { formatCount, formatPercent } from '../../metrics/number-format.ts';
import { panelMetric } from '../list-panel.ts';
import type { PanelData, PanelRow } from '../list-panel.ts';
import { fitsAddress } from '../page-filters.ts';
import { linkTo } from '../page-query.ts';
import type { PageQuery } from '../page-query.ts';

const COUNT_TITLES: Readonly<Record<string, string>> = {
  pageviews: 'Views',
  events: 'Events',
  visits: 'Visits',
};

/** Where a click on a value leads: to the page filtered by it, but not twice by the same. */
const targetOf = (query: PageQuery, panel: OpenList, value: string): string | undefined => {
  if (panel === 'properties') return linkTo(query, { panel: `prop:${value}` });
  if (!fitsAddress(panel) || value === '') return undefined;
  if (query.filters.some((filter) => filter.dimension === panel && filter.operator === 'is'))
    return undefined;
  const filters = [...query.filters, { dimension: panel, operator: 'is' as const, values: [value] }];
  return linkTo(query, { filters, panel: undefined });
};

interface TableOptions {
  /** Total of which the counts are shares. */
  readonly total: number;
  /** True to show each row's share in a separate column. */
  readonly hasShares?: boolean;
}

const row = (
  query: PageQuery,
  panel: OpenList,
  item: PanelRow,
  most: number,
  { total, hasShares }: TableOptions,
): Html => {
  const text = formatValue(panel, item.value);
  const target = targetOf(query, panel, item.value);
  const label =
    target === undefined
      ? html`<span title="${item.title ?? text}">${text}</span>`
      : html`<a href="${target}" title="${item.title ?? text}">${text}</a>`;
  const share = total === 0 ? '' : formatPercent(item.count / total);
  return html`<tr>
    <td class="name">
      <svg class="bar" aria-hidden="true">
        <rect width="${Math.round((100 * item.count) / most)}%" height="100%" rx="3" /></svg
      >${label}
    </td>
    <td class="num" ${hasShares ? null : html` title="${share}"`}>${formatCount(item.count)}</td>
    ${hasShares && html`<td class="num">${share}</td>`}
  </tr>`;
};

const table = (query: PageQuery, panel: OpenList, data: PanelData, options: TableOptions): Html => {
  const most = Math.max(1, ...data.rows.map((item) => item.count));
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${listTitle(panel)}</th>
        <th scope="col" class="num">${COUNT_TITLES[panelMetric(panel)]}</th>
        ${options.hasShares && html`<th scope="col" class="num">Share</th>`}
      </tr>
    </thead>
    <tbody>
      ${data.rows.map((item) => row(query, panel, item, most, options))}
    </tbody>
  </table>`;
};

/** A short list with a link to the long one. @param total what the counts are parts of */
export const panelView = (
  query: PageQuery,
  panel: OpenList,
  data: PanelData,
  total: number,
  extra?: Html,
): Html => {
  const rest = data.total === undefined || data.total > data.rows.length;
  return html`<section class="panel" aria-label="${listTitle(panel)}">
    ${extra}
    ${
      data.rows.length === 0
        ? html`<h2>${listTitle(panel)}</h2>
            <p class="none">Nothing in this period.</p>`
        : table(query, panel, data, { total })
    }
    ${
      rest && data.rows.length > 0
        ? html`<p class="more">
            <a href="${linkTo(query, { panel })}"
              >All ${data.total === undefined ? '' : `${formatCount(data.total)} `}<span class="sr"
                >${listTitle(panel)}</span
              ></a
            >
          </p>`
        : null
    }
  </section>`;
};

const noRows = (query: PageQuery, panel: OpenList): Html =>
  html`<h2>${listTitle(panel)}</h2>
    ${
      query.number > 1
        ? html`<p class="none">
            The list ends before page ${query.number}. <a href="${linkTo(query, {})}">To its beginning</a>
          </p>`
        : html`<p class="none">Nothing in this period.</p>`
    }`;

/** Renders a list opened as a separate page. */
export const openPanelView = (
  query: PageQuery,
  panel: OpenList,
  data: PanelData,
  total: number,
  perPage: number,
): Html => {
  const pages = Math.max(1, Math.ceil((data.total ?? 0) / perPage));
  return html`<section class="panel open" aria-label="${listTitle(panel)}">
    <p class="more">
      <a href="${linkTo(query, { panel: undefined })}" data-key="escape">← Back to all statistics</a>
    </p>
    ${data.rows.length === 0 ? noRows(query, panel) : table(query, panel, data, { total, hasShares: true })}
    ${
      pages > 1 && data.rows.length > 0
        ? html`<nav class="pages" aria-label="Pages of the list">
            ${query.number > 1 ? html`<a rel="prev" href="${linkTo(query, { number: query.number - 1 })}">← Previous</a>` : null}
            <span>Page ${query.number} of ${formatCount(pages)}</span>
            ${query.number < pages ? html`<a rel="next" href="${linkTo(query, { number: query.number + 1 })}">Next →</a>` : null}
          </nav>`
        : null
    }
  </section>`;
};
