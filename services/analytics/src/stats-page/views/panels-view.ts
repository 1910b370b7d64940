import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { listTitle } from '../../dimensions/panels.ts';
import type { OpenList } from '../../dimensions/panels.ts';
import { formatCount } from '../../metrics/number-format.ts';
import type { PanelData } from '../list-panel.ts';
import { linkTo } from '../page-query.ts';
import type { PageQuery } from '../page-query.ts';
import { table } from './panel-table.ts';

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

/** A list opened as a page of its own. */
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
