import { setTimeout as sleep } from 'node:timers/promises';

import type { DemoApi } from './demo-api.ts';

export interface DemoReport {
  readonly url: string;
  /** good, decent, bad; or why there is none. */
  readonly result: string;
  readonly link: string;
  /** False when it failed or isn't finished. */
  readonly isThere: boolean;
}

interface ReportJson {
  readonly id: number;
  readonly url: string;
  readonly status: 'pending' | 'generated' | 'failed';
  readonly result: string | null;
  readonly score: number | null;
  /** Why it failed, such as `dns`. */
  readonly error: string | null;
  readonly report_url: string;
}

const PATIENCE_MS = 30_000;
const OWN_PAGE = '/docs';

/** The report to show: the one there is, generated again if it failed, or a new one. */
const current = async (api: DemoApi, url: string, known: ReportJson | undefined): Promise<ReportJson> => {
  if (!known) return api.call<ReportJson>('POST', '/api/v1/reports', { url });
  return known.status === 'failed'
    ? api.call<ReportJson>('PUT', `/api/v1/reports/${known.id}`, { results: 1 })
    : known;
};

/** Reports on pages, those of an earlier run where there are any; waits a while for results. */
const reportOn = (api: DemoApi, urls: readonly string[]): Promise<DemoReport[]> =>
  Promise.all(
    urls.map(async (url) => {
      const search = `search=${encodeURIComponent(url)}&per_page=100`;
      const found = await api.call<ReportJson[]>('GET', `/api/v1/reports?${search}`);
      let report = await current(
        api,
        url,
        found.find((known) => known.url === url),
      );
      for (const end = Date.now() + PATIENCE_MS; report.status === 'pending' && Date.now() < end;) {
        await sleep(500);
        report = await api.call<ReportJson>('GET', `/api/v1/reports/${report.id}`);
      }
      const { status, error, score } = report;
      const missing = error === null ? status : `${status}: ${error}`;
      const result = report.result === null ? missing : `${report.result}, ${score} of 100`;
      return { url, result, link: report.report_url, isThere: report.result !== null };
    }),
  );

/**
 * Reports on pages of the internet. Where there is none, on a page that comes with the platform: its
 * API reference, which "npm start" lets the guard allow.
 */
export const fillReports = async (
  api: DemoApi,
  urls: readonly string[],
  log: (line: string) => void,
): Promise<DemoReport[]> => {
  const reports = await reportOn(api, urls);
  if (urls.length === 0 || reports.some(({ isThere }) => isThere)) return reports;
  const own = await reportOn(api, [`${api.url}${OWN_PAGE}`]).catch(() => []);
  if (own.length === 0)
    log(
      `No page could be reached. To get a report without the internet, let GUARD_ALLOW name the address of ${api.url}.`,
    );
  return [...own, ...reports];
};
