import { MAIL_FONT, mailLayout, UNSUBSCRIBE } from '@platform/mailer';
import { html } from '@platform/page-access';
import type { Html, Language } from '@platform/page-access';

import { formatRange } from '../calendar/date-range.ts';
import { formatValue } from '../dimensions/format-value.ts';
import { metricTitle } from '../metrics/metric-values.ts';
import { formatMetric, formatChange, formatCount } from '../metrics/number-format.ts';
import type { DigestData, GoalLine, ListedDimension, TopList } from './digest-data.ts';
import type { Frequency } from './due-dates.ts';

const TILES = ['visitors', 'visits', 'pageviews', 'bounce_rate', 'visit_duration'] as const;

type Tile = (typeof TILES)[number];

const COUNTS = { pageviews: 'Views', visits: 'Visits', events: 'Events' };

interface Texts {
  readonly title: (frequency: Frequency, domain: string) => string;
  readonly compared: (range: string, frequency: Frequency) => string;
  readonly byDay: string;
  readonly name: string;
  readonly lists: Readonly<Record<ListedDimension, string>>;
  readonly counts: typeof COUNTS;
  readonly goals: string;
  readonly conversions: string;
  readonly change: string;
  readonly open: string;
  readonly all: string;
  readonly reason: (frequency: Frequency, domain: string) => string;
  readonly visitors: (count: string) => string;
}

const GERMAN_COUNTS = { pageviews: 'Aufrufe', visits: 'Besuche', events: 'Ereignisse' };

const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    title: (frequency, domain) => `${frequency === 'weekly' ? 'Weekly' : 'Monthly'} statistics of ${domain}`,
    compared: (range, frequency) =>
      `${range}, compared with the ${frequency === 'weekly' ? 'week' : 'month'} before`,
    byDay: 'Visitors by day',
    name: 'Name',
    lists: { page: 'Pages', referrer: 'Referrers', country: 'Countries', event: 'Events' },
    counts: COUNTS,
    goals: 'Goals',
    conversions: 'Conversions',
    change: 'Change',
    open: 'Open the statistics',
    all: 'All statistics',
    reason: (frequency, domain) =>
      `You get this ${frequency} report because your address was entered for ${domain}.`,
    visitors: (count) => `${count} ${count === '1' ? 'visitor' : 'visitors'}`,
  },
  de: {
    title: (frequency, domain) =>
      `${frequency === 'weekly' ? 'Wochenstatistik' : 'Monatsstatistik'} von ${domain}`,
    compared: (range, frequency) =>
      `${range}, verglichen mit ${frequency === 'weekly' ? 'der Woche' : 'dem Monat'} davor`,
    byDay: 'Besucher nach Tagen',
    name: 'Name',
    lists: { page: 'Seiten', referrer: 'Verweise', country: 'Länder', event: 'Ereignisse' },
    counts: GERMAN_COUNTS,
    goals: 'Ziele',
    conversions: 'Conversions',
    change: 'Änderung',
    open: 'Statistik öffnen',
    all: 'Die ganze Statistik',
    reason: (frequency, domain) =>
      `Sie bekommen diesen ${frequency === 'weekly' ? 'wöchentlichen' : 'monatlichen'} Bericht, weil Ihre Adresse für ${domain} eingetragen wurde.`,
    visitors: (count) => `${count} Besucher`,
  },
};

const changeOf = (metric: Tile, { totals, before }: DigestData, language: Language): string =>
  formatChange(totals[metric], before[metric], language) ?? '';

const tile = (metric: Tile, data: DigestData, language: Language): Html =>
  html`<td class="tile" valign="top" style="padding:8px 6px 8px 0;${MAIL_FONT}">
    <div class="soft" style="font-size:12px;color:#5a5f70">${metricTitle(metric, language)}</div>
    <div class="text" style="font-size:20px;font-weight:bold;color:#1c1e26">
      ${formatMetric(metric, data.totals[metric], language)}
    </div>
    <div class="soft" style="font-size:12px;color:#5a5f70">${changeOf(metric, data, language) || '–'}</div>
  </td>`;

interface MailTable {
  readonly title: string;
  /** The first column is text, the others are numbers. */
  readonly heads: readonly [string, ...string[]];
  readonly rows: readonly (readonly [string, ...string[]])[];
}

const CELL = `padding:5px 0;border-top:1px solid #e2e3ea;font-size:14px;color:#1c1e26;${MAIL_FONT}`;
const HEAD = `font-size:12px;font-weight:normal;color:#5a5f70;${MAIL_FONT}`;

const table = ({ title, heads: [name, ...counts], rows }: MailTable): Html =>
  html`<h2 class="text" style="margin:24px 0 6px;font-size:15px;color:#1c1e26;${MAIL_FONT}">${title}</h2>
    <table width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed">
      <thead>
        <tr>
          <th class="soft" align="left" style="${HEAD}">${name}</th>
          ${counts.map((head) => html`<th class="soft" align="right" width="90" style="${HEAD}">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([text, ...values]) =>
            html`<tr>
              <td
                class="text line"
                style="${CELL};padding-right:8px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap"
              >
                ${text}
              </td>
              ${values.map((value) => html`<td class="text line" align="right" style="${CELL}">${value}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>`;

const list = ({ dimension, metric, rows }: TopList, language: Language): Html => {
  const { lists, name, counts } = TEXTS[language];
  return table({
    title: lists[dimension],
    heads: [name, counts[metric]],
    rows: rows.map(({ value, count }) => [
      formatValue(dimension, value, language),
      formatCount(count, language),
    ]),
  });
};

const goalChange = ({ conversions, before }: GoalLine, language: Language): string =>
  formatChange(conversions, before, language) ?? '–';

const goalTable = (goals: readonly GoalLine[], language: Language): Html | string => {
  const t = TEXTS[language];
  if (goals.length === 0) return '';
  return table({
    title: t.goals,
    heads: [t.name, t.conversions, t.change],
    rows: goals.map((goal) => [
      goal.name,
      formatCount(goal.conversions, language),
      goalChange(goal, language),
    ]),
  });
};

const goalText = (goals: readonly GoalLine[], language: Language): readonly string[] => {
  if (goals.length === 0) return [];
  const lines = goals.map(
    (goal) =>
      `${formatCount(goal.conversions, language).padStart(9)}  ${goal.name} (${goalChange(goal, language)})`,
  );
  return [`${TEXTS[language].goals}\n${lines.join('\n')}`];
};

const CHART_HEIGHT = 90;

/** Bars as table cells, each as high as its share of the highest day. */
const chart = ({ days }: DigestData, language: Language): Html => {
  const most = Math.max(1, ...days.map(({ visitors }) => visitors));
  return html`<table
    role="img"
    aria-label="${TEXTS[language].byDay}"
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
            title="${day}: ${formatCount(visitors, language)}"
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
  readonly language: Language;
  readonly domain: string;
  readonly frequency: Frequency;
  readonly data: DigestData;
  /** Address of the statistics page for this period. */
  readonly statsUrl: string;
  readonly unsubscribeUrl: string;
}

const htmlOf = ({ language, domain, frequency, data, statsUrl, unsubscribeUrl }: DigestMailOptions): Html => {
  const t = TEXTS[language];
  return mailLayout({
    language,
    title: t.title(frequency, domain),
    heading: domain,
    kicker: t.compared(formatRange(data.range, language), frequency),
    body: html`<table
        role="presentation"
        width="100%"
        cellpadding="0"
        cellspacing="0"
        border="0"
        style="table-layout:fixed"
      >
        <tr>
          ${TILES.map((metric) => tile(metric, data, language))}
        </tr>
      </table>
      <h2 class="text" style="margin:24px 0 10px;font-size:15px;color:#1c1e26;${MAIL_FONT}">
        ${t.byDay}
      </h2>
      ${chart(data, language)} ${goalTable(data.goals, language)} ${data.lists.map((top) => list(top, language))}`,
    action: { text: t.open, url: statsUrl },
    reason: t.reason(frequency, domain),
    unsubscribeUrl,
  });
};

interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

const textOf = ({
  language,
  domain,
  frequency,
  data,
  statsUrl,
  unsubscribeUrl,
}: DigestMailOptions): string => {
  const t = TEXTS[language];
  const most = Math.max(1, ...data.days.map(({ visitors }) => visitors));
  const change = (metric: Tile): string => {
    const text = changeOf(metric, data, language);
    return text === '' ? '' : ` (${text})`;
  };
  return [
    `${domain}: ${formatRange(data.range, language)}`,
    TILES.map(
      (metric) =>
        `${metricTitle(metric, language)}: ${formatMetric(metric, data.totals[metric], language)}${change(metric)}`,
    ).join('\n'),
    `${t.byDay}\n${data.days.map(({ day, visitors }) => `${day}  ${'#'.repeat(Math.round((30 * visitors) / most))} ${formatCount(visitors, language)}`).join('\n')}`,
    ...goalText(data.goals, language),
    ...data.lists.map(
      ({ dimension, rows }) =>
        `${t.lists[dimension]}\n${rows.map(({ value, count }) => `${formatCount(count, language).padStart(9)}  ${formatValue(dimension, value, language)}`).join('\n')}`,
    ),
    `${t.all}: ${statsUrl}`,
    `${t.reason(frequency, domain)} ${UNSUBSCRIBE[language]}: ${unsubscribeUrl}`,
  ].join('\n\n');
};

/** Writes a digest as an e-mail, in HTML and in plain text. */
export const renderDigestMail = (options: DigestMailOptions): RenderedMail => {
  const { language, domain, data } = options;
  const visitors = TEXTS[language].visitors(formatCount(data.totals.visitors ?? 0, language));
  return {
    subject: `${domain}: ${visitors}, ${formatRange(data.range, language)}`,
    html: htmlOf(options).toString(),
    text: textOf(options),
  };
};
