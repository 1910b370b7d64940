import type { Input, Operations, Output } from './platform-api.ts';
import { PlatformError } from './platform-error.ts';
import { pause, retryAfterSeconds } from './transport.ts';
import type { RequestOptions } from './transport.ts';

/** A report with its categories and checks. */
export type DetailedReport = Output<'reports.show'>;

export interface RunReportOptions
  extends Omit<Input<'reports.create'>, 'url'>, Pick<RequestOptions, 'signal'> {
  /** Milliseconds until it gives up, 180,000 by default. The report goes on without it. */
  waitFor?: number;
}

const WAIT_MILLISECONDS = 180_000;
const POLL_SECONDS = 2;

/**
 * Reports on a page and waits for the result, which may be `failed`.
 * @throws PlatformError `still_pending`
 */
export type RunReport = (url: string, options?: RunReportOptions) => Promise<DetailedReport>;

/** Waits until a report is no longer pending. */
export const waitForReport = async (
  reports: Pick<Operations['reports'], 'show'>,
  id: number,
  { signal, waitFor = WAIT_MILLISECONDS }: Pick<RunReportOptions, 'signal' | 'waitFor'> = {},
): Promise<DetailedReport> => {
  const end = Date.now() + waitFor;
  const request: RequestOptions = signal ? { signal } : {};
  for (;;) {
    const { data, response } = await reports.show(id, request).withResponse();
    if (data.status !== 'pending') return data;
    if (Date.now() > end)
      throw new PlatformError('still_pending', `Report ${id} is still pending. Ask for it later.`);
    const seconds = retryAfterSeconds(response.headers.get('Retry-After')) ?? POLL_SECONDS;
    await pause(Math.min(seconds * 1000, Math.max(0, end - Date.now())), signal);
  }
};

/** Makes `reports.run`. */
export const createRunReport =
  (reports: Pick<Operations['reports'], 'create' | 'show'>): RunReport =>
  async (url, { signal, waitFor, ...fields } = {}) => {
    const limits = {
      ...(signal === undefined ? {} : { signal }),
      ...(waitFor === undefined ? {} : { waitFor }),
    };
    const report = await reports.create({ url, ...fields }, signal ? { signal } : {});
    return report.status === 'pending' ? waitForReport(reports, report.id, limits) : report;
  };
