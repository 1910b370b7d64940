import { toCsv } from '@platform/http';

import type { CheckResult, Place } from '../checks/check.ts';

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

/** A place in words: `line 3, column 5 (main > img)`; null without one. */
export const placeText = (place: Place | null | undefined): string | null => {
  if (!place) return null;
  const line = place.line === null ? '' : `line ${place.line}, column ${place.column ?? 1}`;
  if (place.selector === null) return line === '' ? null : line;
  return line === '' ? place.selector : `${line} (${place.selector})`;
};

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
