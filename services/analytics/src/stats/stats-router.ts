import {
  createRouter,
  endpoint,
  integerId,
  managementDialect,
  ok,
  okJson,
  page,
  sendFileInPieces,
} from '@platform/http';
import type { ApiRouter, CsvCell } from '@platform/http';
import type { Response } from 'express';

import { csvFile } from './answers/stats-answers.ts';
import type { Live } from './query/stats-rows.ts';
import { questionSchema } from './question-schema.ts';
import type { QuestionFields } from './question-schema.ts';
import { sendCsv, toLiveJson, wantsCsv } from './send-answer.ts';
import {
  statisticQuery,
  countData,
  liveData,
  queryData,
  exportQuery,
  statsQueryBody,
} from './stats-schema.ts';
import type { StatsService } from './stats-service.ts';

const LINES = 200;

/** Rows as text, some hundred lines a piece. */
const toLines = async function* (rows: AsyncIterable<object>): AsyncGenerator<string> {
  let [lines, count] = ['', 0];
  for await (const row of rows) {
    lines += `${JSON.stringify(row)}\n`;
    count += 1;
    if (count % LINES !== 0) continue;
    yield lines;
    lines = '';
  }
  yield lines;
};

/** Sends rows as NDJSON; see `sendFileInPieces`. A client that leaves closes the rows. */
const sendNdjson = (
  response: Response,
  name: string,
  rows: AsyncIterable<object>,
  patience: number,
): Promise<undefined> =>
  sendFileInPieces(
    response,
    {
      name: `${name}.ndjson`,
      mediaType: 'application/x-ndjson',
      cacheControl: 'private, no-store',
      pieces: toLines(rows),
    },
    patience,
  );

/** Page views by minute; the present one is 0. */
const minutesCsv = ({ perMinute }: Live): readonly (readonly CsvCell[])[] =>
  perMinute.map((views, index) => [index - perMinute.length + 1, views]);

interface StatsRouterDeps {
  readonly stats: StatsService;
  /** Milliseconds an export waits for a stalled reader; it holds a database connection. */
  readonly exportPatience?: number;
}

const EXPORT_PATIENCE = 60_000;

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
        if (wantsCsv(request))
          return sendCsv(response, query.name, await stats.statisticCsv(caller.organisation, id, query));
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
        if (wantsCsv(request))
          return sendCsv(response, 'query', await stats.queryCsv(caller.organisation, id, body));
        return okJson(await stats.queryJson(caller.organisation, id, body));
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
        return sendCsv(response, 'realtime', csvFile(['minute', 'pageviews'], minutesCsv(live)));
      },
    }),
    endpoint({
      method: 'GET',
      path: '/stats/:id/properties',
      operationId: 'stats.properties',
      scope: 'stats:read',
      summary: 'List the properties of a website’s events',
      description:
        'Their names, at most 100, those of most events first; `prop:<name>` is a dimension of queries. For the days `from` to `to` or `date_range`, by default the last 30.',
      params,
      query: questionSchema<QuestionFields>(),
      responses: { 200: { description: 'Names and their events', kind: 'page', data: countData } },
      async handler({ params: { id }, query, caller }) {
        const items = await stats.properties(caller.organisation, id, query);
        return page({
          items: [...items],
          total: items.length,
          number: 1,
          perPage: Math.max(items.length, 1),
        });
      },
    }),
    endpoint({
      method: 'GET',
      path: '/stats/:id/events',
      operationId: 'stats.events',
      scope: 'stats:read',
      summary: 'Export a website’s raw events',
      description: 'One JSON object per line, in chronological order; without `from` and `to`, today’s.',
      params,
      query: exportQuery,
      responses: { 200: { description: 'The events', mediaTypes: ['application/x-ndjson'] } },
      async handler({ params: { id }, query, caller, response }) {
        const events = await stats.events(caller.organisation, id, query);
        return sendNdjson(response, 'events', events, exportPatience);
      },
    }),
  ]);
