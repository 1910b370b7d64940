import type { AuditReport } from '../audit/audit.ts';
import type { Rating } from '../audit/score.ts';
import type { PageArtifacts } from '../checks/page-artifacts.ts';
import type { ReportErrorCode } from '../reports/report.ts';

/** What is kept of the gathered page beside the audit, for the report page. */
export type PageFacts = Pick<
  PageArtifacts,
  'requestedUrl' | 'finalUrl' | 'redirects' | 'response' | 'body' | 'timings' | 'tls' | 'gatheredAt'
> & {
  /** Files that the page names and that were asked about. */
  resources: number;
  /** Bytes of the page and of those files on the wire, as far as known. */
  totalTransferBytes: number;
};

/** One generation of a report; never changed once it is written. */
export interface Run {
  readonly id: number;
  readonly reportId: number;
  readonly status: 'generated' | 'failed';
  readonly error: ReportErrorCode | null;
  readonly result: Rating | null;
  readonly score: number | null;
  /** Names the checks and thresholds that judged; results of different rules are compared with care. */
  readonly rulesVersion: string | null;
  readonly startedAt: Date;
  readonly finishedAt: Date;
}

/** A run with everything that it found; both are null when it failed. */
export interface DetailedRun extends Run {
  readonly audit: AuditReport | null;
  readonly facts: PageFacts | null;
}
