import { MAIL_FONT, mailLayout } from '@platform/mailer';
import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { formatRange } from '../calendar/date-format.ts';
import type { DigestData } from './digest-data.ts';
import { TILES, NAMES, tile, list } from './digest-mail-parts.ts';
import { chart } from './digest-mail-chart.ts';
import type { Frequency } from './due-dates.ts';

export interface DigestMailOptions {
  readonly domain: string;
  readonly frequency: Frequency;
  readonly data: DigestData;
  /** Address of the statistics page for this period. */
  readonly statsUrl: string;
  readonly unsubscribeUrl: string;
}

export const htmlOf = ({ domain, frequency, data, statsUrl, unsubscribeUrl }: DigestMailOptions): Html =>
  mailLayout({
    title: `${NAMES[frequency]} statistics of ${domain}`,
    heading: domain,
    kicker: `${formatRange(data.range)}, compared with the ${frequency === 'weekly' ? 'week' : 'month'} before`,
    body: html`<table
        role="presentation"
        width="100%"
        cellpadding="0"
        cellspacing="0"
        border="0"
        style="table-layout:fixed"
      >
        <tr>
          ${TILES.map((metric) => tile(metric, data))}
        </tr>
      </table>
      <h2 class="text" style="margin:24px 0 10px;font-size:15px;color:#1c1e26;${MAIL_FONT}">
        Visitors by day
      </h2>
      ${chart(data)} ${data.lists.map(list)}`,
    action: { text: 'Open the statistics', url: statsUrl },
    reason: `You get this ${frequency} report because your address was entered for ${domain}.`,
    unsubscribeUrl,
  });
