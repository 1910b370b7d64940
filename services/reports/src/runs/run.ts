import type { AuditReport } from '../audit/audit.ts';
import type { Rating } from '../audit/rating.ts';
import type { BrowserFacts, Rendering } from '../page/browser-facts.ts';
import type { PageArtifacts } from '../page/page-artifacts.ts';
import type { FailureCode } from './failure.ts';

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
