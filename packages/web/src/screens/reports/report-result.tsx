import type { Item, Output } from '@platform/client';
import type { ShownScore } from '@platform/pages/reports-contract';
import { useLocation } from 'preact-iso';

import { texts } from '../../i18n/language.ts';
import { Refusal } from '../../loading/form.tsx';
import { useLoad } from '../../loading/load.tsx';
import { useSubmit } from '../../loading/use-submit.ts';
import { Measurements, metricText } from '../../report/measurements.tsx';
import type { FieldVitals, Metric } from '../../report/measurements.tsx';
import { ReportView } from '../../report/report-view.tsx';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { Checkbox, Select } from '../../ui/field.tsx';

type ReportRecord = Output<'reports.show'>;
type Figures = Output<'stats.vitals'>['rows'][number];

/** Days whose visitors count. */
const PERIOD = '30d';
/** Websites looked through for the one of a page. */
const MOST_WEBSITES = 25;

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
      <Refusal submission={submission} />
    </form>
  );
};

/** Measurements of browsers on a phone and a desktop, beside those of the page's visitors. */
export const ReportVitals = ({ report, onStart }: { report: ReportRecord; onStart: OnStart }) => {
  const t = texts().report;
  const { url } = report;
  const { data: field } = useLoad(`field ${url}`, () =>
    may('stats:read') ? readField(url) : Promise.resolve(undefined),
  );
  const shown: FieldVitals | undefined = field && {
    title: t.ofVisitors,
    about: (
      <>
        {t.fieldHint} <a href={`/console/websites/${field.website}`}>{t.fieldMore}</a>
      </>
    ),
    texts: {
      lcp: fieldText('lcp', field.figures),
      cls: fieldText('cls', field.figures),
      tbt: fieldText('tbt', field.figures),
      fcp: fieldText('fcp', field.figures),
      ttfb: fieldText('ttfb', field.figures),
    },
    inp: field.figures.inp ? fieldFigure('ttfb', field.figures.inp) : undefined,
  };
  return (
    <>
      <Measurements report={report} field={shown} />
      {may('reports:write') && <MeasureAgain report={report} onStart={onStart} />}
    </>
  );
};

type Run = Item<'reports.runs.list'>;

const RUNS = 100;

const pointsOf = (runs: readonly Run[]): ShownScore[] =>
  runs.flatMap(({ score, finished_at: at }) => (score === null ? [] : [{ score, at }])).toReversed();

/** Reads the scores of earlier results; the report is whole without them. */
const readScores = async (id: number): Promise<ShownScore[]> => {
  try {
    const { items } = await platform.reports.runs.list(id, { per_page: RUNS });
    return pointsOf(items);
  } catch {
    return [];
  }
};

/** The report as its page shows it, with what only its owner sees and does. */
export const ReportResult = ({ report, onStart }: { report: ReportRecord; onStart: OnStart }) => {
  const t = texts();
  const { path } = useLocation();
  const { data: scores } = useLoad(`scores ${report.id} ${report.run_id ?? ''}`, () => readScores(report.id));
  if (report.checks.length === 0)
    return report.status === 'failed' ? <p class="empty">{t.report.noResult}</p> : null;
  return (
    <ReportView
      // What changed stands above all of it.
      content={{ report, scores: scores ?? [], changes: null }}
      hrefOf={(category) => `${path}?tab=checks&category=${category}`}
      measurements={<ReportVitals report={report} onStart={onStart} />}
    />
  );
};
