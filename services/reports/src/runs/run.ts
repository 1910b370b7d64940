import { STATUS_CODES } from 'node:http';

import type { AuditReport } from '../audit/audit.ts';
import type { Rating } from '../audit/rating.ts';
import type { BrowserFacts, Rendering } from '../page/browser-facts.ts';
import type { FetchErrorCode } from '../page/fetch-result.ts';
import type { PageArtifacts } from '../page/page-artifacts.ts';

/** Facts about the gathered page that are kept beside the audit, for the report page. */
export type PageFacts = Pick<
  PageArtifacts,
  'requestedUrl' | 'finalUrl' | 'redirects' | 'response' | 'body' | 'timings' | 'tls' | 'gatheredAt'
> & {
  /** Facts from a browser, if one rendered the page. */
  browser?: BrowserFacts | undefined;
  /** How its rendering went, if one was wanted. */
  rendering?: Rendering | undefined;
  /** Files the page refers to that were requested. */
  resources: number;
  /** Bytes on the wire of the page and those files, as far as known. */
  totalTransferBytes: number;
};

/** One generation of a report. Never changed once written. */
export interface Run {
  readonly id: number;
  readonly reportId: number;
  readonly status: 'generated' | 'failed';
  readonly error: FailureCode | null;
  /** Of a page that responded with an error. */
  readonly httpStatus: number | null;
  readonly result: Rating | null;
  readonly score: number | null;
  /** Identifies the checks and thresholds used; results under different rules compare loosely. */
  readonly rulesVersion: string | null;
  readonly startedAt: Date;
  readonly finishedAt: Date;
}

/** A score of the past, for a chart. */
export interface ScorePoint {
  readonly score: number;
  readonly finishedAt: Date;
}

/** A run with its findings; both are null when it failed. */
export interface DetailedRun extends Run {
  readonly audit: AuditReport | null;
  readonly facts: PageFacts | null;
}

/**
 * Why a run has no result: the page could not be fetched, could not be parsed in time
 * (`too_complex`), its credentials can’t be read, or our own software failed on every attempt (`internal`).
 */
export type FailureCode = FetchErrorCode | 'too_complex' | 'credentials' | 'internal';

const SENTENCES: Record<FailureCode, string> = {
  unreachable: 'The host name doesn’t lead to a public address.',
  connect: 'The server could not be reached, or it closed the connection.',
  tls: 'No secure connection could be established; the certificate may be invalid.',
  timeout: 'The page did not respond in time.',
  blocked: 'The address, or one that it redirects to, can’t be reported on.',
  not_html: 'The address is not an HTML page.',
  too_large: 'The page is too large.',
  redirect_loop:
    'The page redirects in a loop, or too many times, though the cookies that it sets on the way are sent back.',
  http_error: 'The page responded with an error.',
  invalid_response: 'The server’s response could not be understood.',
  too_complex: 'The page could not be parsed in time.',
  credentials: 'The stored credentials can’t be read any more; please give them again.',
  internal: 'Something went wrong on our side; we are looking into it.',
};

/** Returns advice on a status; null where its name says it all. */
const adviceOn = (status: number): string | null => {
  if (status < 400) return ', but doesn’t say where to go instead.';
  if (status === 401) return '. It asks for a user and a password; give them as basic_auth.';
  if (status === 403 || status === 406 || status === 429)
    return '. The server may refuse visitors that it doesn’t know; give it another name as user_agent.';
  if (status === 404 || status === 410) return '. Check the address.';
  return status >= 500 && status < 600 ? '. The server has a problem.' : null;
};

/**
 * A failure in a sentence or two, for people.
 * @param httpStatus the status of an `http_error`, if it is known
 */
export const failureText = (code: FailureCode, httpStatus: number | null = null): string => {
  if (code !== 'http_error' || httpStatus === null) return SENTENCES[code];
  const name = [httpStatus, STATUS_CODES[httpStatus]].filter(Boolean).join(' ');
  return `The page responded with ${name}${adviceOn(httpStatus) ?? '.'}`;
};
