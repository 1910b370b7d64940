import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { formatValue } from '../dimensions/format-value.ts';
import { formatMetric } from '../metrics/format-metric.ts';
import { metricTitle } from '../metrics/metric-values.ts';
import { formatChange, formatCount } from '../metrics/number-format.ts';
import type { DigestData, TopList } from './digest-data.ts';
import type { Frequency } from './due-dates.ts';

export const TILES = ['visitors', 'visits', 'pageviews', 'bounce_rate', 'visit_duration'] as const;

export type Tile = (typeof TILES)[number];

export const NAMES: Readonly<Record<Frequency, string>> = { weekly: 'Weekly', monthly: 'Monthly' };

export const changeOf = (metric: Tile, { totals, before }: DigestData): string =>
  formatChange(totals[metric] ?? 0, before[metric] ?? 0) ?? '';

/**
 * Style rules for mail programs that apply them. Everything essential is repeated inline. Mail
 * programs show neither SVG nor flexbox, so everything is a table.
 */
export const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#14151a!important}.card{background:#1d1f26!important}
.text,.text a{color:#e9eaf0!important}.soft{color:#a4a9ba!important}.bar{background:#a5a1ff!important}.line{border-color:#31343f!important}}
@media (max-width:480px){.tile{display:inline-block!important;width:46%!important}.pad{padding:16px!important}}`;

export const FONT = 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';

export const tile = (metric: Tile, data: DigestData): Html =>
  html`<td class="tile" valign="top" style="padding:8px 6px 8px 0;${FONT}">
    <div class="soft" style="font-size:12px;color:#5a5f70">${metricTitle(metric)}</div>
    <div class="text" style="font-size:20px;font-weight:bold;color:#1c1e26">
      ${formatMetric(metric, data.totals[metric])}
    </div>
    <div class="soft" style="font-size:12px;color:#5a5f70">${changeOf(metric, data) || '–'}</div>
  </td>`;

export const list = ({ dimension, title, countTitle, rows }: TopList): Html =>
  html`<h2 class="text" style="margin:24px 0 6px;font-size:15px;color:#1c1e26;${FONT}">${title}</h2>
    <table width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed">
      <thead>
        <tr>
          <th class="soft" align="left" style="font-size:12px;font-weight:normal;color:#5a5f70;${FONT}">
            Name
          </th>
          <th
            class="soft"
            align="right"
            width="80"
            style="font-size:12px;font-weight:normal;color:#5a5f70;${FONT}"
          >
            ${countTitle}
          </th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ value, count }) =>
            html`<tr>
              <td
                class="text line"
                style="padding:5px 8px 5px 0;border-top:1px solid #e2e3ea;font-size:14px;color:#1c1e26;${FONT};overflow:hidden;text-overflow:ellipsis;white-space:nowrap"
              >
                ${formatValue(dimension, value)}
              </td>
              <td
                class="text line"
                align="right"
                style="padding:5px 0;border-top:1px solid #e2e3ea;font-size:14px;color:#1c1e26;${FONT}"
              >
                ${formatCount(count)}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>`;
