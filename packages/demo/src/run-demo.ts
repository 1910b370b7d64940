import { createDemoApi } from './demo-api.ts';
import { fillDesign } from './demo-design.ts';
import type { DemoTheme } from './demo-design.ts';
import { fillReports } from './demo-reports.ts';
import type { DemoReport } from './demo-reports.ts';
import { fillWebsites } from './demo-websites.ts';
import type { DemoWebsite, WebsitesOptions } from './demo-websites.ts';

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
