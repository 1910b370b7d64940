import { MAIL_FONT } from '@platform/mailer';
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
  formatChange(totals[metric], before[metric]) ?? '';

export const tile = (metric: Tile, data: DigestData): Html =>
  html`<td class="tile" valign="top" style="padding:8px 6px 8px 0;${MAIL_FONT}">
    <div class="soft" style="font-size:12px;color:#5a5f70">${metricTitle(metric)}</div>
    <div class="text" style="font-size:20px;font-weight:bold;color:#1c1e26">
      ${formatMetric(metric, data.totals[metric])}
    </div>
    <div class="soft" style="font-size:12px;color:#5a5f70">${changeOf(metric, data) || '–'}</div>
  </td>`;

export const list = ({ dimension, title, countTitle, rows }: TopList): Html =>
  html`<h2 class="text" style="margin:24px 0 6px;font-size:15px;color:#1c1e26;${MAIL_FONT}">${title}</h2>
    <table width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed">
      <thead>
        <tr>
          <th class="soft" align="left" style="font-size:12px;font-weight:normal;color:#5a5f70;${MAIL_FONT}">
            Name
          </th>
          <th
            class="soft"
            align="right"
            width="80"
            style="font-size:12px;font-weight:normal;color:#5a5f70;${MAIL_FONT}"
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
                style="padding:5px 8px 5px 0;border-top:1px solid #e2e3ea;font-size:14px;color:#1c1e26;${MAIL_FONT};overflow:hidden;text-overflow:ellipsis;white-space:nowrap"
              >
                ${formatValue(dimension, value)}
              </td>
              <td
                class="text line"
                align="right"
                style="padding:5px 0;border-top:1px solid #e2e3ea;font-size:14px;color:#1c1e26;${MAIL_FONT}"
              >
                ${formatCount(count)}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>`;
