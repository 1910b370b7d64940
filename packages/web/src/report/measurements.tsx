import type { Rating, ShownMetrics, ShownReport } from '@platform/pages/reports-contract';
import type { ComponentChildren } from 'preact';

import { formatNumber } from '../i18n/format.ts';
import { Table } from '../ui/table.tsx';
import { reportTexts } from './texts.ts';
import { millisecondsText } from './wording.ts';

const METRICS = ['lcp', 'cls', 'tbt', 'fcp', 'ttfb'] as const;
export type Metric = (typeof METRICS)[number];

/** A metric for people: the shift of the layout has no unit, the others are times. */
export const metricText = (name: Metric, value: number | null | undefined): string => {
  if (value === null || value === undefined) return '–';
  return name === 'cls'
    ? formatNumber(value, { maximumFractionDigits: 3 })
    : millisecondsText(Math.round(value));
};

/** Where good ends and bad begins, on a phone and on a desktop, as Lighthouse and web-vitals have them. */
const LIMITS: Readonly<
  Record<'phone' | 'desktop', Readonly<Record<Metric, readonly [good: number, bad: number]>>>
> = {
  phone: { lcp: [2500, 4000], cls: [0.1, 0.25], tbt: [200, 600], fcp: [1800, 3000], ttfb: [800, 1800] },
  desktop: { lcp: [1200, 2400], cls: [0.1, 0.25], tbt: [150, 350], fcp: [934, 1600], ttfb: [800, 1800] },
};

const ratingOf = (
  device: keyof typeof LIMITS,
  name: Metric,
  value: number | null | undefined,
): Rating | undefined => {
  if (value === null || value === undefined) return undefined;
  const [good, bad] = LIMITS[device][name];
  return value <= good ? 'good' : value <= bad ? 'decent' : 'bad';
};

/** How far apart several runs are; empty for a single one. */
const rangeOf = (name: Metric, samples: readonly ShownMetrics[]): string => {
  const values = samples.flatMap((sample) => sample[name] ?? []);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return values.length < 2 || least === most ? '' : `${metricText(name, least)} – ${metricText(name, most)}`;
};

const Value = ({
  device,
  name,
  metrics,
}: {
  device: keyof typeof LIMITS;
  name: Metric;
  metrics: ShownMetrics;
}) => {
  const rating = ratingOf(device, name, metrics[name]);
  return (
    <span class={`rating ${rating ?? ''}`}>
      {metricText(name, metrics[name])}
      {rating && <span class="unseen"> ({reportTexts().ratings[rating]})</span>}
    </span>
  );
};

/** Vitals of the page's visitors, where somebody counts them. */
export interface FieldVitals {
  readonly title: string;
  /** Says what the figures are. */
  readonly about: ComponentChildren;
  readonly texts: Readonly<Record<Metric, string>>;
  readonly inp: string | undefined;
}

export type Measured = Pick<ShownReport, 'metrics' | 'metrics_desktop' | 'samples'>;

/** Measurements of a browser on a phone and a desktop, beside those of visitors. */
export const Measurements = ({
  report: { metrics, metrics_desktop: desktop, samples },
  field,
}: {
  report: Measured;
  field?: FieldVitals | undefined;
}) => {
  const t = reportTexts();
  if (!metrics) return null;
  const heads = [
    '',
    { title: t.phone, isNumber: true },
    ...(desktop ? [{ title: t.desktop, isNumber: true }] : []),
    ...(field ? [{ title: field.title, isNumber: true }] : []),
  ];
  return (
    <div class="measurements">
      <p class="quiet">
        {t.profile} {samples.length > 1 && t.medians(samples.length)} {field?.about}
      </p>
      <Table label={t.measured} heads={heads}>
        {METRICS.map((name) => (
          <tr key={name}>
            <th scope="row">{t.metrics[name]}</th>
            <td class="number">
              <Value device="phone" name={name} metrics={metrics} />{' '}
              <span class="quiet">{rangeOf(name, samples)}</span>
            </td>
            {desktop && (
              <td class="number">
                <Value device="desktop" name={name} metrics={desktop} />
              </td>
            )}
            {field && <td class="number">{field.texts[name]}</td>}
          </tr>
        ))}
        {field?.inp !== undefined && (
          <tr>
            <th scope="row">{t.metrics.inp}</th>
            <td class="number">–</td>
            {desktop && <td class="number">–</td>}
            <td class="number">{field.inp}</td>
          </tr>
        )}
      </Table>
    </div>
  );
};
