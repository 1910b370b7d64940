import { html, raw } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { formatRange } from '../calendar/date-format.ts';
import type { DigestData } from './digest-data.ts';
import { TILES, NAMES, STYLE, FONT, tile, list } from './digest-mail-parts.ts';
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
  html`${raw('<!doctype html>')}
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${NAMES[frequency]} statistics of ${domain}</title>
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body class="page" style="margin:0;padding:0;background:#f7f7f9">
        <main>
          <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
            <tr>
              <td align="center" class="page" style="padding:24px 8px;background:#f7f7f9">
                <table
                  role="presentation"
                  width="100%"
                  cellpadding="0"
                  cellspacing="0"
                  border="0"
                  style="max-width:600px"
                >
                  <tr>
                    <td class="card pad" style="padding:28px;background:#ffffff;border-radius:12px">
                      <h1 class="text" style="margin:0;font-size:20px;color:#1c1e26;${FONT}">${domain}</h1>
                      <p class="soft" style="margin:4px 0 16px;font-size:14px;color:#5a5f70;${FONT}">
                        ${formatRange(data.range)}, compared with the
                        ${frequency === 'weekly' ? 'week' : 'month'} before
                      </p>
                      <table
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
                      <h2 class="text" style="margin:24px 0 10px;font-size:15px;color:#1c1e26;${FONT}">
                        Visitors by day
                      </h2>
                      ${chart(data)} ${data.lists.map(list)}
                      <p style="margin:28px 0 0;font-size:14px;${FONT}">
                        <a
                          href="${statsUrl}"
                          style="display:inline-block;padding:10px 16px;background:#4338ca;border-radius:8px;color:#ffffff;text-decoration:none"
                          >Open the statistics</a
                        >
                      </p>
                    </td>
                  </tr>
                  <tr>
                    <td class="soft" align="center" style="padding:16px;font-size:12px;color:#5a5f70;${FONT}">
                      You get this ${frequency} report because your address was entered for ${domain}.
                      <span class="text"
                        ><a href="${unsubscribeUrl}" style="color:#5a5f70">Unsubscribe</a></span
                      >
                    </td>
                  </tr>
                </table>
              </td>
            </tr>
          </table>
        </main>
      </body>
    </html>`;
