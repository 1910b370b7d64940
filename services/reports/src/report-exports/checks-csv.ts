import { toCsv } from '@platform/http';

import type { CheckResult } from '../checks/check.ts';
import { placeText } from '../page/html/place.ts';

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
  'places',
  'points_to_win',
  'bytes_saved',
  'milliseconds_saved',
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
      check.items.flatMap((item) => placeText(item.place) ?? []).join('; '),
      check.gain?.points ?? null,
      check.gain?.bytes ?? null,
      check.gain?.milliseconds ?? null,
    ]),
  );
