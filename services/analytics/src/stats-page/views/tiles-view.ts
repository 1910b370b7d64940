import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { formatMetric } from '../../metrics/format-metric.ts';
import { metricDefinition, metricTitle, unitOf } from '../../metrics/metric-values.ts';
import type { TileMetric } from '../../metrics/metric-values.ts';
import { formatChange, formatCount } from '../../metrics/number-format.ts';
import type { PageData } from '../page-data.ts';
import { linkTo } from '../page-query.ts';
import type { PageQuery } from '../page-query.ts';

const change = (metric: TileMetric, data: PageData): Html | null => {
  const [now, before] = [data.totals[metric], data.totalsBefore?.[metric]];
  const text = formatChange(now, before);
  if (text === null) return null;
  const isBetter = Number(now) > Number(before) !== (metricDefinition(metric).isLessBetter === true);
  return html`<span class="change ${now === before ? '' : isBetter ? 'better' : 'worse'}">${text}</span>`;
};

/** Where nothing was measured, as on a website of server events, a zero would mislead. */
export const isShown = (metric: TileMetric, query: PageQuery, { totals, totalsBefore }: PageData): boolean =>
  metricDefinition(metric).isMeasured !== true ||
  query.metric === metric ||
  (totals[metric] ?? 0) > 0 ||
  (totalsBefore?.[metric] ?? 0) > 0;

/** A number that opens its chart: also from a list, which has none. */
export const tile = (metric: TileMetric, query: PageQuery, data: PageData): Html => {
  const isCurrent = query.metric === metric && query.panel === undefined;
  const value = data.totals[metric];
  const exact = unitOf(metric) === 'count' && formatCount(value ?? 0);
  return html`<li>
    <a href="${linkTo(query, { metric, panel: undefined })}" data-key="${metric}" ${isCurrent && html` aria-current="true"`}>
      <span class="label">${metricTitle(metric)}</span>
      <b ${exact === false ? null : html` title="${exact}"`}>${formatMetric(metric, value)}</b>
      ${change(metric, data)}
    </a>
  </li>`;
};
