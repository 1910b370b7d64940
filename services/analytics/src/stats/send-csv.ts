import type { CsvCell } from '@platform/http';
import type { Request, Response } from 'express';

import type { Live } from './query/stats-rows.ts';

/** True for a client that prefers CSV to JSON. */
export const wantsCsv = (request: Request): boolean => request.accepts(['json', 'text/csv']) === 'text/csv';

/** Answers with a CSV file. */
export const sendCsv = (response: Response, name: string, file: Uint8Array): Promise<undefined> => {
  response.setHeader('Content-Type', 'text/csv; charset=utf-8');
  response.setHeader('Content-Disposition', `attachment; filename="${name}.csv"`);
  response.setHeader('Cache-Control', 'private, no-store');
  response.setHeader('Content-Length', file.byteLength);
  response.end(file);
  return Promise.resolve(undefined);
};

/** Page views by minute; the present one is 0. */
export const minutesCsv = ({ perMinute }: Live): readonly (readonly CsvCell[])[] =>
  perMinute.map((views, index) => [index - perMinute.length + 1, views]);
