import { isUnavailable } from '@platform/database';
import { DeadlineError } from '@platform/runtime';

import { StorageChangedError } from '../dictionary/storage-changed-error.ts';

const hasCode = (error: unknown, code: string): boolean =>
  (error as { code?: unknown } | null)?.code === code;

/** True when somebody held a lock for so long that this writer gave up. It will pass. */
export const isLockTimeout = (error: unknown): boolean => hasCode(error, '55P03');

/** True for faults of the database that may pass. 57014: a statement took too long; 40P01: a deadlock. */
export const isTransient = (error: unknown): boolean =>
  isUnavailable(error) ||
  isLockTimeout(error) ||
  hasCode(error, '57014') ||
  hasCode(error, '40P01') ||
  error instanceof DeadlineError ||
  error instanceof StorageChangedError;
