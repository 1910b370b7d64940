import type { Rating } from '../audit/score.ts';
import type { FetchErrorCode } from '../checks/page-artifacts.ts';

/**
 * Why a report has no new result: a fetch error, a page that could not be parsed in time (`too_complex`), or a fault of
 * ours that came back with every attempt (`internal`).
 */
export type ReportErrorCode = FetchErrorCode | 'too_complex' | 'internal';

export type ReportStatus = 'pending' | 'generated' | 'failed';

/** A report of an organisation on a URL. The result of the last good run stays until there is a new one. */
export interface Report {
  readonly id: number;
  readonly organisation: string;
  readonly url: string;
  /** Names the report in the address of its page. */
  readonly pageKey: string;
  /** 0 open to all, 1 private, 2 with a password. */
  readonly privacy: number;
  readonly passwordHash: string | null;
  readonly status: ReportStatus;
  readonly error: ReportErrorCode | null;
  readonly result: Rating | null;
  /** 0–100. */
  readonly score: number | null;
  readonly generatedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What a client may set on a report that exists. */
export interface ReportSettings {
  readonly privacy: number;
  readonly passwordHash: string | null;
}

export interface NewReport extends ReportSettings {
  readonly organisation: string;
  readonly url: string;
  readonly pageKey: string;
}
