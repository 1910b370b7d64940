import type { Language } from '@platform/errors';
import type { ProtectedPage } from '@platform/page-access';
import { noteIn, noticeIn, ruleIn } from '../checks/translate-check.ts';
import { failedRequestsOf } from '../page/browser-facts.ts';
import type { BrowserFacts } from '../page/browser-facts.ts';
import { entityOf, isThirdParty } from '../page/files/resources.ts';
import { present as presentRun } from '../runs/run-json.ts';
import { failureText } from '../runs/run.ts';
import type { DetailedRun, PageFacts } from '../runs/run.ts';
import { nextGenerationAt } from './report.ts';
import type { Report } from './report.ts';
import type { DetailedReport } from './reports-service.ts';

/** An origin that a page’s requests went to. */
interface RequestOrigin {
  readonly origin: string;
  readonly requests: number;
  /** Bytes of the recorded requests, over the network. */
  readonly bytes: number;
  /** The owner, where third-party-web knows one. */
  readonly entity: string | null;
  /** True if neither its registered domain nor its owner is the page’s. */
  readonly isThirdParty: boolean;
}

/** The origins of a page’s requests, the heaviest first. */
export const originsOf = (
  { requestsByOrigin, requests = [] }: Pick<BrowserFacts, 'requestsByOrigin' | 'requests'>,
  pageUrl: string,
): readonly RequestOrigin[] => {
  const weights = new Map<string, number>();
  for (const { url, bytes } of requests) {
    const origin = URL.parse(url)?.origin ?? '';
    weights.set(origin, (weights.get(origin) ?? 0) + (bytes ?? 0));
  }
  return requestsByOrigin
    .map(({ origin, requests: number }) => ({
      origin,
      requests: number,
      bytes: weights.get(origin) ?? 0,
      entity: entityOf(origin),
      isThirdParty: isThirdParty(origin, pageUrl),
    }))
    .sort((a, b) => b.bytes - a.bytes || b.requests - a.requests);
};

/** The address of a report's page. */
export const reportUrl = (publicUrl: string, { pageKey }: Pick<Report, 'pageKey'>): string =>
  `${publicUrl}/r/${pageKey}`;

/** The report’s page, as the access rules see it. */
export const protectedPage = ({ id, privacy, passwordHash, pageKey }: Report): ProtectedPage => ({
  kind: 'report',
  id,
  privacy,
  passwordHash,
  path: `/r/${pageKey}`,
});

/** A report as shown in lists. */
export const presentReport = (publicUrl: string, report: Report, language: Language) => ({
  id: report.id,
  url: report.url,
  result: report.result,
  status: report.status,
  score: report.score,
  score_before: report.scoreBefore,
  got_worse: report.gotWorse,
  error: report.error,
  error_message:
    report.error === null ? null : noticeIn(language, failureText(report.error, report.httpStatus)),
  privacy: report.privacy,
  has_password: report.passwordHash !== null,
  render: report.render ? 1 : 0,
  runs: report.passes,
  desktop: report.desktop ? 1 : 0,
  has_credentials: report.credentials !== null,
  generated_at: report.generatedAt?.toISOString() ?? null,
  created_at: report.createdAt.toISOString(),
  updated_at: report.updatedAt.toISOString(),
  next_generation_at: nextGenerationAt(report, Date.now())?.toISOString() ?? null,
  report_url: reportUrl(publicUrl, report),
});

const screenshotUrls = (page: string) => ({
  desktop: `${page}/screenshots/desktop`,
  phone: `${page}/screenshots/phone`,
});

/** The steps of a page’s loading, with the addresses of their pictures. */
const filmstripOf = (run: DetailedRun | undefined, page: string) =>
  (run?.facts?.browser?.filmstrip ?? []).map(({ at, picture }) => ({
    at,
    picture: picture === null ? null : `${page}/screenshots/${picture}`,
  }));

/**
 * Where the page’s requests went, and the address of the waterfall; null unless it was rendered.
 */
const requestFields = (run: DetailedRun | undefined, page: string) => {
  const browser = run?.facts?.browser;
  if (browser?.requests === undefined || !run?.facts)
    return { waterfall: null, origins: null, requests: null };
  const origins = originsOf(browser, run.facts.finalUrl);
  return {
    waterfall: `${page}/waterfall.svg`,
    origins: origins.map(({ origin, requests, bytes, entity, isThirdParty }) => ({
      origin,
      requests,
      bytes,
      third_party: isThirdParty,
      entity,
    })),
    requests: browser.requests.map(({ url, type, status, start, firstByte, end, bytes }) => ({
      url,
      type,
      status,
      start,
      end,
      bytes,
      first_byte: firstByte,
    })),
  };
};

/** Faults in the browser; none unless the page was rendered. */
const problemFields = (run: DetailedRun | undefined, language: Language) => {
  const browser = run?.facts?.browser;
  if (browser === undefined) return { failed_requests: [], console_errors: [], violations: null };
  return {
    failed_requests: failedRequestsOf(browser).map(({ url, reason }) => ({
      url,
      reason: noteIn(language, reason),
    })),
    console_errors: browser.consoleErrors,
    violations:
      browser.violations?.map(({ id, help, helpUrl, impact, elements, total }) => ({
        id,
        impact,
        elements,
        total,
        title: ruleIn(language, id, help),
        help_url: helpUrl,
      })) ?? null,
  };
};

/** TLS and HTTP by which the page came; null over plain HTTP. */
const protocolOf = ({ finalUrl, tls, response }: PageFacts): string | null => {
  // A handshake of its own tells more, and may have failed.
  if (tls === null) return finalUrl.startsWith('https:') ? 'HTTPS' : null;
  const http = tls.alpn === 'h2' || response.httpVersion === '2' ? 'HTTP/2' : 'HTTP/1.1';
  return `${tls.protocol.replace('TLSv', 'TLS ')}, ${http}`;
};

const medianOf = (samples: readonly number[]): number | null =>
  samples.toSorted((a, b) => a - b)[Math.floor((samples.length - 1) / 2)] ?? null;

/** Facts about the page beside its findings. */
const factsOf = (facts: PageFacts) => ({
  final_url: facts.finalUrl,
  http_status: facts.response.status,
  protocol: protocolOf(facts),
  html_bytes: facts.body.decodedBytes,
  encoding: facts.body.encoding,
  transfer_bytes: facts.totalTransferBytes,
  requests: facts.resources + 1,
  first_byte: medianOf(facts.timings.timeToFirstByte),
  redirects: facts.redirects.length,
  certificate_until: facts.tls?.validTo ?? null,
});

/** The result of a run of a report. */
export const presentResult = (
  publicUrl: string,
  report: Pick<Report, 'pageKey'>,
  run: DetailedRun | undefined,
  language: Language,
) => {
  const page = reportUrl(publicUrl, report);
  return {
    run_id: run?.id ?? null,
    facts: run?.facts ? factsOf(run.facts) : null,
    metrics: run?.facts?.browser?.metrics ?? null,
    metrics_desktop: run?.facts?.browser?.desktop ?? null,
    samples: run?.facts?.browser?.samples ?? [],
    screenshots: run?.facts?.browser === undefined ? null : screenshotUrls(page),
    filmstrip: filmstripOf(run, page),
    ...requestFields(run, page),
    ...problemFields(run, language),
    rules_version: run?.rulesVersion ?? null,
    ...presentRun.findings(run, language),
  };
};

/** A report with the findings of its last good run. */
export const presentDetailedReport = (
  publicUrl: string,
  { report, run }: DetailedReport,
  language: Language,
) => ({
  ...presentReport(publicUrl, report, language),
  ...presentResult(publicUrl, report, run, language),
});
