import type { Output } from '@platform/client';

import { formatNumber } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { Checkbox, Select } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Table } from '../../ui/table.tsx';

type ReportRecord = Output<'reports.show'>;
type Metrics = NonNullable<ReportRecord['metrics']>;
type Figures = Output<'stats.vitals'>['rows'][number];

const METRICS = ['lcp', 'cls', 'tbt', 'fcp', 'ttfb'] as const;
type Metric = (typeof METRICS)[number];

/** Days whose visitors count. */
const PERIOD = '30d';
/** Websites looked through for the one of a page. */
const MOST_WEBSITES = 25;

/** A metric for people: the shift of the layout has no unit, the others are times. */
export const metricText = (name: Metric, value: number | null | undefined): string => {
  if (value === null || value === undefined) return '–';
  return `${formatNumber(value, { maximumFractionDigits: 3 })}${name === 'cls' ? '' : ' ms'}`;
};

/**
 * Vitals of a page's visitors, where the organisation counts them: undefined where it doesn't,
 * where this session may not see it, and where no service answers for statistics.
 */
const readField = async (address: string): Promise<{ website: number; figures: Figures } | undefined> => {
  const { hostname, pathname } = new URL(address);
  const bare = hostname.replace(/^www\./, '');
  try {
    const { items } = await platform.websites.list({ search: bare, per_page: MOST_WEBSITES });
    const website = items.find(({ domain }) => domain === hostname || domain.replace(/^www\./, '') === bare);
    if (!website) return undefined;
    const { rows } = await platform.stats.vitals(website.id, { dimension: 'page', date_range: PERIOD });
    const figures = rows.find(({ value }) => value === pathname);
    return figures && { website: website.id, figures };
  } catch {
    // The report is whole without it.
    return undefined;
  }
};

/** Metrics that both measure. */
const BOTH = ['lcp', 'cls', 'ttfb'] as const;

/** Percentiles of times have fractions that say nothing. */
const fieldFigure = (name: Metric, figure: { readonly p75: number } | null): string =>
  metricText(name, figure && (name === 'cls' ? figure.p75 : Math.round(figure.p75)));

const fieldText = (name: Metric, figures: Figures): string => {
  const both = BOTH.find((one) => one === name);
  return both === undefined ? '–' : fieldFigure(both, figures[both]);
};

/** How far apart several runs are; empty for a single one. */
const rangeOf = (name: Metric, samples: readonly Metrics[]): string => {
  const values = samples.flatMap((sample) => sample[name] ?? []);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return values.length < 2 || least === most ? '' : `${metricText(name, least)} – ${metricText(name, most)}`;
};

/** Hears how a report is once it was asked to run again. */
export type OnStart = (report: ReportRecord) => void;

/** Measures the page again: more often, or on a desktop, too. */
const MeasureAgain = ({ report, onStart }: { report: ReportRecord; onStart: OnStart }) => {
  const t = texts().report;
  const submission = useSubmit(async ({ runs, desktop }) => {
    const request = { headers: { Prefer: 'handling=strict, respond-async' } };
    const wanted = {
      render: 1,
      runs: runs === '3' ? 3 : runs === '5' ? 5 : 1,
      desktop: desktop === undefined ? 0 : 1,
      results: 1,
    } as const;
    onStart(await platform.reports.update(report.id, wanted, request));
  });
  return (
    <form class="inline" onSubmit={submission.onSubmit}>
      <Select
        label={t.runsWanted}
        name="runs"
        chosen={String(report.runs)}
        options={(['1', '3', '5'] as const).map((number) => [number, t.runsNames[number]] as const)}
      />
      <Checkbox label={t.desktopToo} name="desktop" defaultChecked={report.desktop === 1} />
      <button type="submit" disabled={submission.isBusy || report.status === 'pending'}>
        {t.measureAgain}
      </button>
      <Problem error={submission.error} />
    </form>
  );
};

/** Vitals measured by browsers, on a phone and a desktop, beside those of the page's visitors. */
export const ReportVitals = ({
  report,
  metrics,
  onStart,
}: {
  report: ReportRecord;
  metrics: Metrics;
  onStart: OnStart;
}) => {
  const t = texts().report;
  const { metrics_desktop: desktop, samples, url } = report;
  const { data: field } = useLoad(`field ${url}`, () =>
    may('stats:read') ? readField(url) : Promise.resolve(undefined),
  );
  const heads = [
    '',
    { title: t.onPhoneLab, isNumber: true },
    ...(desktop ? [{ title: t.onDesktopLab, isNumber: true }] : []),
    ...(field ? [{ title: t.ofVisitors, isNumber: true }] : []),
  ];
  return (
    <section>
      <h2>{t.metrics}</h2>
      <p class="quiet">
        {samples.length > 1 && t.medians(samples.length)} {field && t.fieldHint}{' '}
        {field && <a href={`/console/websites/${field.website}`}>{t.fieldMore}</a>}
      </p>
      <Table label={t.metrics} heads={heads}>
        {METRICS.map((name) => (
          <tr key={name}>
            <th scope="row">{t.metricNames[name]}</th>
            <td class="number">
              {metricText(name, metrics[name])} <span class="quiet">{rangeOf(name, samples)}</span>
            </td>
            {desktop && <td class="number">{metricText(name, desktop[name])}</td>}
            {field && <td class="number">{fieldText(name, field.figures)}</td>}
          </tr>
        ))}
        {field?.figures.inp && (
          <tr>
            <th scope="row">{t.metricNames.inp}</th>
            <td class="number">–</td>
            {desktop && <td class="number">–</td>}
            <td class="number">{fieldFigure('ttfb', field.figures.inp)}</td>
          </tr>
        )}
      </Table>
      {may('reports:write') && <MeasureAgain report={report} onStart={onStart} />}
    </section>
  );
};
