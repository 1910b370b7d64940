import { conflict, unavailable } from '@platform/errors';
import type { Language } from '@platform/errors';
import type { PrintPage } from '../browser/browser-host.ts';
import type { CheckResult } from '../checks/check.ts';
import { checkIn } from '../checks/translate-check.ts';
import type { BuiltPages, ReportPages } from '@platform/pages';
import { reportContent } from '../report-page/page-content.ts';
import type { ReportsService } from '../reports/reports-service.ts';
import type { RunsStore } from '../runs/runs-store.ts';

import { toCsv } from '@platform/http';
import { placeText } from '../page/html/place.ts';
import { PROFILE } from '../browser/measure-page.ts';
import type { Report } from '../reports/report.ts';
import type { DetailedRun } from '../runs/run.ts';

type ExportFormat = 'csv' | 'json' | 'pdf';

export interface ExportReportQuery {
  format: ExportFormat;
}

export interface ExportedReport {
  readonly content: string | Buffer;
  readonly mediaType: string;
  readonly filename: string;
}

export interface ReportExportsServiceDeps {
  reports: Pick<ReportsService, 'show'>;
  runs: Pick<RunsStore, 'lastGenerated' | 'screenshot'>;
  built: () => Promise<BuiltPages<ReportPages>>;
  /** Prints a document as PDF; null when there is no browser. */
  print: PrintPage;
}

export interface ReportExportsService {
  /**
   * The last result of a report as a file.
   * @throws AppError `not_found`; `conflict` before the first result; `unavailable` for a PDF without a
   *   browser
   */
  export(
    organisation: string,
    id: number,
    file: { readonly format: ExportFormat; readonly language: Language },
  ): Promise<ExportedReport>;
}

/** Makes files of reports. */
export const createReportExportsService = (deps: ReportExportsServiceDeps): ReportExportsService => {
  const { reports, runs, built, print } = deps;

  /** The report page with its pictures inside, as a printer can’t fetch them. */
  const printable = async (
    found: Awaited<ReturnType<ReportsService['show']>>,
    runId: number,
    language: Language,
  ) => {
    const previous = await runs.lastGenerated(found.report.id, runId);
    const { report, run } = found;
    const { pages } = await built();
    const content = reportContent({ report, run, previous }, language);
    let markup = pages.report({ content, language, search: '', isPrinted: true });
    for (const device of ['desktop', 'phone']) {
      const image = await runs.screenshot(found.report.id, runId, device);
      const source = `/r/${found.report.pageKey}/screenshots/${device}`;
      if (image) markup = markup.replaceAll(source, `data:image/jpeg;base64,${image.toString('base64')}`);
    }
    return markup;
  };

  return {
    async export(organisation, id, { format, language }) {
      const found = await reports.show(organisation, id);
      const { report, run } = found;
      if (!run?.audit) throw conflict('This report has no result yet.');
      const checks = run.audit.checks.map((check) => checkIn(language, check));
      const filename = `report-${id}.${format}`;
      if (format === 'csv')
        return { content: checksCsv(checks), mediaType: 'text/csv; charset=utf-8', filename };
      if (format === 'json') {
        const content = `${JSON.stringify(lighthouseJson(report, { ...run, audit: { ...run.audit, checks } }, language), null, 2)}\n`;
        return { content, mediaType: 'application/json; charset=utf-8', filename };
      }
      const content = await print(await printable(found, run.id, language));
      if (content === null) throw unavailable('There is no browser to print the PDF.');
      return { content, mediaType: 'application/pdf', filename };
    },
  };
};

const COLUMNS = [
  'category',
  'id',
  'title',
  'status',
  'importance',
  'score',
  'value',
  'expected',
  'findings',
  'message',
  'places',
  'points_to_win',
  'bytes_saved',
  'milliseconds_saved',
];

/** A run’s checks as CSV, one line each. */
export const checksCsv = (checks: readonly CheckResult[]): string =>
  toCsv(
    COLUMNS,
    checks.map((check) => [
      check.category,
      check.id,
      check.title,
      check.status,
      check.importance,
      check.score,
      typeof check.value === 'boolean' ? String(check.value) : check.value,
      check.expected,
      check.total,
      check.message,
      check.items.flatMap((item) => placeText(item.place) ?? []).join('; '),
      check.gain?.points ?? null,
      check.gain?.bytes ?? null,
      check.gain?.milliseconds ?? null,
    ]),
  );

const displayMode = ({ status, importance }: CheckResult): string => {
  if (status === 'not_applicable') return 'notApplicable';
  if (status === 'error') return 'error';
  return status === 'info' || importance === 'informative' ? 'informative' : 'numeric';
};

/** An item; where it is, as Lighthouse names an element. */
const itemOf = ({ snippet, note, place }: CheckResult['items'][number]) => {
  if (!place) return { snippet, note };
  const { selector, line, column, box } = place;
  return {
    snippet,
    note,
    ...(line !== null && { line, column }),
    ...(selector !== null && {
      node: {
        type: 'node',
        selector,
        snippet,
        ...(box !== null && {
          boundingRect: {
            left: box.x,
            top: box.y,
            width: box.width,
            height: box.height,
            right: box.x + box.width,
            bottom: box.y + box.height,
          },
        }),
      },
    }),
  };
};

const HEADINGS = {
  en: { node: 'Element', snippet: 'Finding', note: 'Note' },
  de: { node: 'Element', snippet: 'Fundstelle', note: 'Anmerkung' },
} as const;

/** The columns of a table of findings; that of elements only where one has a place. */
const headingsOf = (items: readonly object[], language: Language) => {
  const names = HEADINGS[language];
  return [
    ...(items.some((item) => 'node' in item) ? [{ key: 'node', valueType: 'node', label: names.node }] : []),
    { key: 'snippet', valueType: 'code', label: names.snippet },
    { key: 'note', valueType: 'text', label: names.note },
  ];
};

/** Kilobits a second, as Lighthouse says it. */
const kilobits = (bytes: number): number => (bytes * 8) / 1024;

const SETTINGS = {
  output: ['json'],
  formFactor: 'mobile',
  channel: 'node',
  throttlingMethod: 'devtools',
  throttling: {
    rttMs: 150,
    throughputKbps: 1638.4,
    requestLatencyMs: PROFILE.latency,
    downloadThroughputKbps: kilobits(PROFILE.downloadBytesPerSecond),
    uploadThroughputKbps: kilobits(PROFILE.uploadBytesPerSecond),
    cpuSlowdownMultiplier: PROFILE.cpuSlowdown,
  },
  screenEmulation: { mobile: true, width: 412, height: 823, deviceScaleFactor: 1.75, disabled: false },
} as const;

/** The version whose shape this is. */
const SHAPE = '13.0.0';

const detailsOf = (check: CheckResult, language: Language) => {
  const items = check.items.map(itemOf);
  return { type: 'table', headings: headingsOf(items, language), items, total: check.total };
};

const auditOf = (check: CheckResult, language: Language) => ({
  id: check.id,
  title: check.title,
  description: check.message,
  score: check.score,
  scoreDisplayMode: displayMode(check),
  ...(check.value === null ? {} : { displayValue: String(check.value) }),
  ...(check.status === 'error' && { errorMessage: check.message }),
  details: detailsOf(check, language),
});

/**
 * A run in the shape of Lighthouse’s result, which many tools read, its own viewer among them. Scores
 * are from 0 to 1.
 */
export const lighthouseJson = (report: Pick<Report, 'url'>, run: DetailedRun, language: Language) => {
  const checks = run.audit?.checks ?? [];
  const categories = (run.audit?.categories ?? []).map(({ id, title, score }) => ({
    id,
    title,
    score: score === null ? null : score / 100,
    supportedModes: ['navigation'],
    auditRefs: checks
      .filter(({ category }) => category === id)
      .map((check) => ({
        id: check.id,
        weight: check.weight,
        // Of performance, the viewer shows groups only.
        ...(id === 'performance' && { group: 'diagnostics' }),
      })),
  }));
  const finalUrl = run.facts?.finalUrl ?? report.url;
  return {
    lighthouseVersion: SHAPE,
    gatherMode: 'navigation',
    requestedUrl: report.url,
    mainDocumentUrl: finalUrl,
    finalDisplayedUrl: finalUrl,
    userAgent: '',
    environment: {
      networkUserAgent: '',
      hostUserAgent: '',
      benchmarkIndex: run.facts?.rendering?.benchmarkIndex ?? 0,
      credits: {},
    },
    configSettings: { ...SETTINGS, locale: language },
    i18n: { rendererFormattedStrings: {} },
    categoryGroups: { diagnostics: { title: language === 'de' ? 'Diagnose' : 'Diagnostics' } },
    stackPacks: [],
    timing: { entries: [], total: run.finishedAt.getTime() - run.startedAt.getTime() },
    fetchTime: run.finishedAt.toISOString(),
    rulesVersion: run.rulesVersion,
    score: run.score === null ? null : run.score / 100,
    result: run.result,
    metrics: run.facts?.browser?.metrics ?? null,
    runWarnings: (run.audit?.notices ?? []).map(({ message }) => message),
    categories: Object.fromEntries(categories.map((category) => [category.id, category])),
    audits: Object.fromEntries(checks.map((check) => [check.id, auditOf(check, language)])),
  };
};
