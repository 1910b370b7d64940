import type { Rating } from '../audit/score.ts';
import type { FailureCode } from '../runs/run.ts';

export type ReportStatus = 'pending' | 'generated' | 'failed';

/** An organisation’s report on a URL. The last good result stays until a new one replaces it. */
export interface Report {
  readonly id: number;
  readonly organisation: string;
  readonly url: string;
  /** Identifies the report in the address of its page. */
  readonly pageKey: string;
  /** 0 public, 1 private, 2 password. */
  readonly privacy: number;
  readonly passwordHash: string | null;
  /** True if a browser renders the page. */
  readonly render: boolean;
  /** How many times, for one result. */
  readonly passes: number;
  /** True if it is measured as a desktop, too. */
  readonly desktop: boolean;
  /** The site’s credentials, sealed; null for none. */
  readonly credentials: string | null;
  readonly status: ReportStatus;
  readonly error: FailureCode | null;
  /** Of a page that responded with an error. */
  readonly httpStatus: number | null;
  readonly result: Rating | null;
  /** 0–100. */
  readonly score: number | null;
  /** Of the result before the newest one. */
  readonly scoreBefore: number | null;
  /** True if the newest result has a lower rating than the one before, or clearly fewer points. */
  readonly gotWorse: boolean;
  readonly generatedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Requests that one rendering of a report counts as under the rate limits. */
export const REPORT_COST = 10;

/** Requests that generating a report counts as under the rate limits. */
export const costOfGenerating = ({ passes, desktop }: Pick<Report, 'passes' | 'desktop'>): number =>
  REPORT_COST * (passes + (desktop ? 1 : 0));

const COOL_DOWN_MILLISECONDS = 60_000;

/**
 * When a report may be generated again: a minute after its last good result, at once after a failure.
 * @returns null when it may be generated now
 */
export const nextGenerationAt = (
  { status, generatedAt }: Pick<Report, 'status' | 'generatedAt'>,
  now: number,
): Date | null => {
  const due = (generatedAt?.getTime() ?? 0) + COOL_DOWN_MILLISECONDS;
  return status === 'generated' && due > now ? new Date(due) : null;
};

/** The settings a client may change on an existing report. */
export interface ReportSettings {
  readonly render: boolean;
  readonly passes: number;
  readonly desktop: boolean;
  readonly privacy: number;
  readonly passwordHash: string | null;
  /** Sealed; null for none. */
  readonly credentials: string | null;
}

export interface NewReport extends ReportSettings {
  readonly organisation: string;
  readonly url: string;
  readonly pageKey: string;
}
