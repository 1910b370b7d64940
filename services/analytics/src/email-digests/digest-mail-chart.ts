import { MAIL_FONT } from '@platform/mailer';
import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { formatCount } from '../metrics/number-format.ts';
import type { DigestData } from './digest-data.ts';

const CHART_HEIGHT = 90;

/** Bars as table cells, each as high as its share of the highest day. */
export const chart = ({ days }: DigestData): Html => {
  const most = Math.max(1, ...days.map(({ visitors }) => visitors));
  return html`<table
    role="img"
    aria-label="Visitors by day"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    border="0"
    style="table-layout:fixed"
  >
    <tr>
      ${days.map(
        ({ day, visitors }) =>
          html`<td
            valign="bottom"
            height="${CHART_HEIGHT}"
            style="padding:0 1px;height:${CHART_HEIGHT}px"
            title="${day}: ${formatCount(visitors)}"
          >
            <div
              class="bar"
              style="height:${Math.max(1, Math.round((CHART_HEIGHT * visitors) / most))}px;background:#4338ca;border-radius:2px 2px 0 0;font-size:0;line-height:0"
            >
              &nbsp;
            </div>
          </td>`,
      )}
    </tr>
    <tr>
      ${days.map(
        ({ day }, index) =>
          html`<td
            class="soft"
            align="center"
            style="padding-top:4px;font-size:11px;color:#5a5f70;${MAIL_FONT};white-space:nowrap"
          >
            ${days.length <= 7 || index % 7 === 0 ? String(Number(day.slice(8))) : ''}
          </td>`,
      )}
    </tr>
  </table>`;
};
