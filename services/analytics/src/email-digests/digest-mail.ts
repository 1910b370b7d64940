import { formatRange } from '../calendar/date-format.ts';
import { formatValue } from '../dimensions/format-value.ts';
import { formatMetric } from '../metrics/format-metric.ts';
import { metricTitle } from '../metrics/metric-values.ts';
import { formatCount } from '../metrics/number-format.ts';
import { htmlOf } from './digest-mail-html.ts';
import type { DigestMailOptions } from './digest-mail-html.ts';
import { TILES, changeOf } from './digest-mail-parts.ts';
import type { Tile } from './digest-mail-parts.ts';

export interface RenderedMail {
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
