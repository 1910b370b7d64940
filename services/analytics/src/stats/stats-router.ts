import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { createRouter, endpoint, integerId, managementDialect, ok, page } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import type { Request, Response } from 'express';

import { toCsv } from '@platform/http';
import type { CsvCell } from '@platform/http';
import {
  countData,
  exportQuery,
  liveData,
  queryData,
  statisticQuery,
  statsQueryBody,
} from './stats-schema.ts';
import type { Live } from './query/stats-rows.ts';
import type { QueryAnswer, StatsService } from './stats-service.ts';

export interface StatsRouterDeps {
  readonly stats: StatsService;
  /** Milliseconds an export waits for a stalled reader; it holds a database connection. */
  readonly exportPatience?: number;
}

const EXPORT_PATIENCE = 60_000;

const wantsCsv = (request: Request): boolean => request.accepts(['json', 'text/csv']) === 'text/csv';

const sendCsv = (
  response: Response,
  name: string,
  columns: readonly string[],
  rows: readonly (readonly CsvCell[])[],
): Promise<undefined> => {
  response.setHeader('Content-Type', 'text/csv; charset=utf-8');
  response.setHeader('Content-Disposition', `attachment; filename="${name}.csv"`);
  response.setHeader('Cache-Control', 'private, no-store');
  response.send(toCsv(columns, rows));
  return Promise.resolve(undefined);
};

const queryCsv = (answer: QueryAnswer, dimensions: readonly string[], metrics: readonly string[]) => {
  const hasComparison = answer.comparisonRange !== undefined;
  const values = (row: Readonly<Partial<Record<string, number | null>>> | null | undefined): CsvCell[] =>
    metrics.map((metric) => row?.[metric] ?? null);
  return {
    columns: [
      ...dimensions,
      ...metrics,
      ...(hasComparison ? metrics.map((metric) => `comparison_${metric}`) : []),
    ],
    rows: answer.rows.map((row): CsvCell[] => [
      ...dimensions.map((name) => row.dimensions[name] ?? ''),
      ...values(row.metrics),
      ...(hasComparison ? values(row.comparison) : []),
    ]),
  };
};

const toQueryJson = (answer: QueryAnswer, body: { page: number; per_page: number }) => ({
  rows: answer.rows.map(({ title, ...row }) => ({ ...row, ...(title === null ? {} : { title }) })),
  date_range: answer.range,
  comparison_date_range: answer.comparisonRange ?? null,
  timezone: answer.timezone,
  imported_days: answer.importedDays,
  includes_imported: answer.importedDays > 0 && answer.hasImported,
  page: body.page,
  per_page: body.per_page,
  total: answer.total,
});

const toLiveJson = (live: Live) => ({
  last_5_minutes: { visitors: live.visitors5, pageviews: live.pageviews5 },
  last_30_minutes: { visitors: live.visitors30, pageviews: live.pageviews30 },
  pageviews_per_minute: live.perMinute,
  pages: live.pages,
  referrers: live.referrers,
  countries: live.countries,
});

const LINES = 200;

/** Rows as text, some hundred lines a piece. */
const toLines = async function* (
  first: IteratorResult<object>,
  rows: AsyncIterator<object>,
): AsyncGenerator<string> {
  let [lines, count] = ['', 0];
  for (let row = first; row.done !== true; row = await rows.next()) {
    lines += `${JSON.stringify(row.value)}\n`;
    count += 1;
    if (count % LINES !== 0) continue;
    yield lines;
    lines = '';
  }
  yield lines;
};

/**
 * Writes as fast as the client reads. A slow reader pauses the cursor instead of filling memory;
 * one that leaves or stalls closes it. An error before the first row is answered like any other; a
 * later one breaks the connection, as half an export must not look complete.
 */
const sendNdjson = async (
  response: Response,
  name: string,
  rows: AsyncIterable<object>,
  patience: number,
): Promise<undefined> => {
  const iterator = rows[Symbol.asyncIterator]();
  const first: IteratorResult<object> = await iterator.next();
  response.setHeader('Content-Type', 'application/x-ndjson');
  response.setHeader('Content-Disposition', `attachment; filename="${name}.ndjson"`);
  response.setHeader('Cache-Control', 'private, no-store');
  if (response.req.method === 'HEAD') {
    await iterator.return?.();
    response.end();
    return undefined;
  }
  response.setTimeout(patience, () => response.destroy());
  await pipeline(Readable.from(toLines(first, iterator), { objectMode: true, highWaterMark: 1 }), response)
    .catch(() => {
      response.destroy();
    })
    .finally(() => iterator.return?.());
  return undefined;
};

const params = { id: integerId('website') };
const CSV = { mediaTypes: ['text/csv'] } as const;

const TAG_DESCRIPTION = 'What visitors of a website did: visits, pages, sources, devices, places.';

/** The statistics' interface. CSV answers hold all rows, whatever the page. */
export const createStatsRouter = ({ stats, exportPatience = EXPORT_PATIENCE }: StatsRouterDeps): ApiRouter =>
  createRouter(managementDialect, { name: 'Statistics', description: TAG_DESCRIPTION }, [
    endpoint({
      method: 'GET',
      path: '/stats/:id',
      operationId: 'stats.list',
      scope: 'stats:read',
      summary: 'List a statistic of a website',
      description:
        'Days and hours are those of the website’s time zone. Without `from` and `to`: the last 30 days.',
      params,
      query: statisticQuery,
      responses: { 200: { description: 'Values and their counts', kind: 'page', data: countData, ...CSV } },
      async handler({ params: { id }, query, caller, request, response }) {
        if (wantsCsv(request)) {
          const { rows } = await stats.statistic(caller.organisation, id, query, true);
          return sendCsv(
            response,
            query.name,
            ['value', 'count'],
            rows.map((row) => [row.value, row.count]),
          );
        }
        const { rows, total } = await stats.statistic(caller.organisation, id, query);
        return page({ items: rows, total, number: query.page, perPage: query.per_page });
      },
    }),
    endpoint({
      method: 'POST',
      path: '/stats/:id/query',
      operationId: 'stats.query',
      idempotent: false,
      scope: 'stats:read',
      summary: 'Query a website’s statistics',
      description:
        'Metrics by dimensions, with filters and a comparison. The metrics are defined in docs/metrics.md.',
      params,
      body: statsQueryBody,
      responses: { 200: { description: 'Rows of metrics', data: queryData, ...CSV } },
      async handler({ params: { id }, body, caller, request, response }) {
        const isCsv = wantsCsv(request);
        const answer = await stats.query(caller.organisation, id, body, isCsv);
        if (!isCsv) return ok(toQueryJson(answer, body));
        const { columns, rows } = queryCsv(answer, body.dimensions, body.metrics);
        return sendCsv(response, 'query', columns, rows);
      },
    }),
    endpoint({
      method: 'GET',
      path: '/stats/:id/realtime',
      operationId: 'stats.realtime',
      scope: 'stats:read',
      summary: 'Show who is on a website now',
      params,
      responses: { 200: { description: 'The last 5 and 30 minutes', data: liveData, ...CSV } },
      async handler({ params: { id }, caller, request, response }) {
        const live = await stats.live(caller.organisation, id);
        if (!wantsCsv(request)) return ok(toLiveJson(live));
        const rows = live.perMinute.map((views, index): CsvCell[] => [
          index - live.perMinute.length + 1,
          views,
        ]);
        return sendCsv(response, 'realtime', ['minute', 'pageviews'], rows);
      },
    }),
    endpoint({
      method: 'GET',
      path: '/stats/:id/events',
      operationId: 'stats.events',
      scope: 'stats:read',
      summary: 'Export a website’s raw events',
      description: 'One JSON object a line, in the order of time; today’s without `from` and `to`.',
      params,
      query: exportQuery,
      responses: { 200: { description: 'The events', mediaTypes: ['application/x-ndjson'] } },
      async handler({ params: { id }, query, caller, response }) {
        const events = await stats.events(caller.organisation, id, query);
        return sendNdjson(response, 'events', events, exportPatience);
      },
    }),
  ]);
