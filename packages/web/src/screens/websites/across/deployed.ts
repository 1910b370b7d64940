import { ApiError } from '@platform/client';

import { may } from '../../../session/session.ts';
import { platform } from '../../../session/platform.ts';

/** Answers of a gateway behind which nobody serves an area, and of a service that has no such part. */
const ABSENT = new Set([404, 502, 503]);

/**
 * Asks a service that may not be deployed.
 * @returns undefined where nobody answers for it, so that its part of a screen is left out
 */
export const ifDeployed = async <Data>(asked: PromiseLike<Data>): Promise<Data | undefined> => {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && ABSENT.has(error.status)) return undefined;
    throw error;
  }
};

let hasReportsService: Promise<boolean> | undefined;

/** Whether this session may read page reports, and a service answers for them. Asked once a tab. */
export const hasReports = (): Promise<boolean> => {
  if (!may('reports:read')) return Promise.resolve(false);
  hasReportsService ??= (async () => {
    const answer = await ifDeployed(platform.reports.list({}, { maxRetries: 0 }));
    return answer !== undefined;
  })();
  hasReportsService.catch(() => {
    hasReportsService = undefined;
  });
  return hasReportsService;
};
