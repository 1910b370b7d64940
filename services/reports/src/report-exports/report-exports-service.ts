import { conflict, unavailable } from '@platform/errors';
import type { Language } from '@platform/errors';
import type { PrintPage } from '../browser/browser-host.ts';
import type { CheckResult } from '../checks/check.ts';
import { checkIn } from '../checks/translate-check.ts';
import type { BuiltPages, ReportPages } from '@platform/pages';
import { reportContent } from '../report-page/page-content.ts';
import type { ReportsService } from '../reports/reports-service.ts';
import type { RunsStore } from '../runs/runs-store.ts';
import { lighthouseJson } from './lighthouse-json.ts';
import type { ExportFormat } from './report-exports-schema.ts';
import { toCsv } from '@platform/http';
import { placeText } from '../page/html/place.ts';

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
