import { toCsv } from '@platform/http';

import type { CheckResult } from '../checks/check.ts';

const COLUMNS = [
  'category',
  'id',
  'title',
  'status',
  'importance',
  'score',
  'value',
  'expected',
  'findings',
  'message',
];

/** A run’s checks as CSV, one line each. */
export const checksCsv = (checks: readonly CheckResult[]): string =>
  toCsv(
    COLUMNS,
    checks.map((check) => [
      check.category,
      check.id,
      check.title,
      check.status,
      check.importance,
      check.score,
      typeof check.value === 'boolean' ? String(check.value) : check.value,
      check.expected,
      check.total,
      check.message,
    ]),
  );
