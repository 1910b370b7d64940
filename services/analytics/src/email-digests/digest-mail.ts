import { html, raw } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { formatChange, formatCount } from '../metrics/number-format.ts';
import { formatMetric } from '../metrics/format-metric.ts';
import { formatValue } from '../dimensions/format-value.ts';
import { metricTitle } from '../metrics/metric-values.ts';
import { formatRange } from '../calendar/date-format.ts';
import type { Frequency } from './due-dates.ts';
import type { DigestData, TopList } from './digest-data.ts';

export interface DigestMailOptions {
  readonly domain: string;
  readonly frequency: Frequency;
  readonly data: DigestData;
  /** Address of the statistics page for this period. */
  readonly statsUrl: string;
  readonly unsubscribeUrl: string;
}

export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

const TILES = ['visitors', 'visits', 'pageviews', 'bounce_rate', 'visit_duration'] as const;
type Tile = (typeof TILES)[number];
const CHART_HEIGHT = 90;
const NAMES: Readonly<Record<Frequency, string>> = { weekly: 'Weekly', monthly: 'Monthly' };

const changeOf = (metric: Tile, { totals, before }: DigestData): string =>
  formatChange(totals[metric] ?? 0, before[metric] ?? 0) ?? '';

/**
 * Style rules for mail programs that apply them. Everything essential is repeated inline. Mail
 * programs show neither SVG nor flexbox, so everything is a table.
 */
const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#14151a!important}.card{background:#1d1f26!important}
.text,.text a{color:#e9eaf0!important}.soft{color:#a4a9ba!important}.bar{background:#a5a1ff!important}.line{border-color:#31343f!important}}
@media (max-width:480px){.tile{display:inline-block!important;width:46%!important}.pad{padding:16px!important}}`;

const FONT = 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';

const tile = (metric: Tile, data: DigestData): Html =>
  html`<td class="tile" valign="top" style="padding:8px 6px 8px 0;${FONT}">
    <div class="soft" style="font-size:12px;color:#5a5f70">${metricTitle(metric)}</div>
    <div class="text" style="font-size:20px;font-weight:bold;color:#1c1e26">
      ${formatMetric(metric, data.totals[metric])}
    </div>
    <div class="soft" style="font-size:12px;color:#5a5f70">${changeOf(metric, data) || '–'}</div>
  </td>`;

/** Bars as table cells, each as high as its share of the highest day. */
const chart = ({ days }: DigestData): Html => {
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
            style="padding-top:4px;font-size:11px;color:#5a5f70;${FONT};white-space:nowrap"
          >
            ${days.length <= 7 || index % 7 === 0 ? String(Number(day.slice(8))) : ''}
          </td>`,
      )}
    </tr>
  </table>`;
};

const list = ({ dimension, title, countTitle, rows }: TopList): Html =>
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

const htmlOf = ({ domain, frequency, data, statsUrl, unsubscribeUrl }: DigestMailOptions): Html =>
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

const textOf = ({ domain, frequency, data, statsUrl, unsubscribeUrl }: DigestMailOptions): string => {
  const most = Math.max(1, ...data.days.map(({ visitors }) => visitors));
  const change = (metric: Tile): string => {
    const text = changeOf(metric, data);
    return text === '' ? '' : ` (${text})`;
  };
  return [
    `${domain}: ${formatRange(data.range)}`,
    TILES.map(
      (metric) => `${metricTitle(metric)}: ${formatMetric(metric, data.totals[metric])}${change(metric)}`,
    ).join('\n'),
    `Visitors by day\n${data.days.map(({ day, visitors }) => `${day}  ${'#'.repeat(Math.round((30 * visitors) / most))} ${formatCount(visitors)}`).join('\n')}`,
    ...data.lists.map(
      ({ dimension, title, rows }) =>
        `${title}\n${rows.map(({ value, count }) => `${formatCount(count).padStart(9)}  ${formatValue(dimension, value)}`).join('\n')}`,
    ),
    `All statistics: ${statsUrl}`,
    `You get this ${frequency} report because your address was entered for ${domain}. Unsubscribe: ${unsubscribeUrl}`,
  ].join('\n\n');
};

/** Writes a digest as an e-mail, in HTML and in plain text. */
export const renderDigestMail = (options: DigestMailOptions): RenderedMail => {
  const visitors = formatCount(options.data.totals.visitors ?? 0);
  return {
    subject: `${options.domain}: ${visitors} ${visitors === '1' ? 'visitor' : 'visitors'}, ${formatRange(options.data.range)}`,
    html: htmlOf(options).toString(),
    text: textOf(options),
  };
};
