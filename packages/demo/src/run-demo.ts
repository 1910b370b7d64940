import { createDemoApi } from './demo-api.ts';
import { fillWebsites } from './demo-websites.ts';
import type { DemoWebsite, WebsitesOptions } from './demo-websites.ts';
import type { DemoApi } from './demo-api.ts';
import { setTimeout as sleep } from 'node:timers/promises';

interface DemoReport {
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
const fillReports = async (
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

interface DemoTheme {
  readonly name: string;
  readonly link: string;
}

interface Items<Item> {
  readonly items: readonly Item[];
}

interface Named {
  readonly id: string;
  readonly name: string;
}

interface PaletteJson {
  readonly id: string;
  readonly harmony: string;
}

interface ThemeJson extends Named {
  readonly preview_url: string;
}

const WORKSPACE = 'Demo';

/** A palette has a harmony of its own in the demo's workspace, by which it is found again. */
const THEMES = [
  { name: 'Ocean', base_color: 'oklch(0.62 0.15 250)', harmony: 'triadic', count: 6 },
  { name: 'Meadow', base_color: '#3f8f5b', harmony: 'analogous', count: 5 },
  { name: 'Ember', base_color: '#d9542b', harmony: 'complementary', count: 5 },
] as const;

const TOKENS = {
  color: { $type: 'color', primary: { $value: '{palette.0}' }, accent: { $value: '{palette.1}' } },
  radius: { $type: 'dimension', card: { $value: { value: 8, unit: 'px' } } },
};

/** Creates the demo's workspace, palettes and themes where they are missing. */
const fillDesign = async (api: DemoApi): Promise<DemoTheme[]> => {
  const { items: workspaces } = await api.call<Items<Named>>('GET', '/v1/workspaces?limit=100');
  const workspace =
    workspaces.find(({ name }) => name === WORKSPACE) ??
    (await api.call<Named>('POST', '/v1/workspaces', { name: WORKSPACE }));
  const inWorkspace = `workspace_id=${workspace.id}&limit=100`;
  const { items: palettes } = await api.call<Items<PaletteJson>>('GET', `/v1/palettes?${inWorkspace}`);
  const { items: themes } = await api.call<Items<ThemeJson>>('GET', `/v1/themes?${inWorkspace}`);
  return Promise.all(
    THEMES.map(async ({ name, ...colors }): Promise<DemoTheme> => {
      const palette =
        palettes.find(({ harmony }) => harmony === colors.harmony) ??
        (await api.call<PaletteJson>('POST', '/v1/palettes', { ...colors, workspace_id: workspace.id }));
      const theme =
        themes.find((known) => known.name === name) ??
        (await api.call<ThemeJson>('POST', '/v1/themes', { palette_id: palette.id, name, tokens: TOKENS }));
      return { name, link: theme.preview_url };
    }),
  );
};

export interface DemoOptions extends WebsitesOptions {
  /** Address of the gateway, without a slash at the end. */
  url: string;
  /** A key with all scopes. */
  key: string;
  /** Pages to report on. */
  reportUrls: readonly string[];
}

export interface DemoResult {
  readonly websites: readonly DemoWebsite[];
  readonly themes: readonly DemoTheme[];
  readonly reports: readonly DemoReport[];
}

/**
 * Fills a running platform through its public interface. What an earlier run made is found and
 * kept, so it can be run again at any time: then it adds what has happened since.
 */
export const runDemo = async (options: DemoOptions): Promise<DemoResult> => {
  const api = createDemoApi(options.url, options.key);
  const reports = fillReports(api, options.reportUrls, options.log);
  // Looked at below; a fault before that must not end the process.
  reports.catch(() => undefined);
  const themes = await fillDesign(api);
  const websites = await fillWebsites(api, options);
  return { websites, themes, reports: await reports };
};
