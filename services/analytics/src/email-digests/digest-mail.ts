import { MAIL_FONT, mailLayout } from '@platform/mailer';
import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { formatRange } from '../calendar/date-format.ts';
import { formatValue } from '../dimensions/format-value.ts';
import { formatMetric, formatChange, formatCount } from '../metrics/number-format.ts';
import { metricTitle } from '../metrics/metric-values.ts';
import type { DigestData, TopList } from './digest-data.ts';
import type { Frequency } from './due-dates.ts';

const TILES = ['visitors', 'visits', 'pageviews', 'bounce_rate', 'visit_duration'] as const;

type Tile = (typeof TILES)[number];

const NAMES: Readonly<Record<Frequency, string>> = { weekly: 'Weekly', monthly: 'Monthly' };

const changeOf = (metric: Tile, { totals, before }: DigestData): string =>
  formatChange(totals[metric], before[metric]) ?? '';

const tile = (metric: Tile, data: DigestData): Html =>
  html`<td class="tile" valign="top" style="padding:8px 6px 8px 0;${MAIL_FONT}">
    <div class="soft" style="font-size:12px;color:#5a5f70">${metricTitle(metric)}</div>
    <div class="text" style="font-size:20px;font-weight:bold;color:#1c1e26">
      ${formatMetric(metric, data.totals[metric])}
    </div>
    <div class="soft" style="font-size:12px;color:#5a5f70">${changeOf(metric, data) || '–'}</div>
  </td>`;

const list = ({ dimension, title, countTitle, rows }: TopList): Html =>
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

const CHART_HEIGHT = 90;

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
            style="padding-top:4px;font-size:11px;color:#5a5f70;${MAIL_FONT};white-space:nowrap"
          >
            ${days.length <= 7 || index % 7 === 0 ? String(Number(day.slice(8))) : ''}
          </td>`,
      )}
    </tr>
  </table>`;
};

interface DigestMailOptions {
  readonly domain: string;
  readonly frequency: Frequency;
  readonly data: DigestData;
  /** Address of the statistics page for this period. */
  readonly statsUrl: string;
  readonly unsubscribeUrl: string;
}

const htmlOf = ({ domain, frequency, data, statsUrl, unsubscribeUrl }: DigestMailOptions): Html =>
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

interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

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
