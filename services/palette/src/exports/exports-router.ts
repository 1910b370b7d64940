import {
  accepted,
  createRouter,
  cursorPageJson,
  cursorPageSchema,
  deleted,
  endpoint,
  envelopeDialect,
  ok,
  typeId,
  isKnown,
} from '@platform/http';
import type { ApiRouter } from '@platform/http';
import type { FormatRegistry } from '../formats/export-format.ts';
import { FORMAT_ALIASES } from './exports-service.ts';
import { exportSchema, exportBody, listExportsQuery, statusQuery, formatsSchema } from './exports-schema.ts';
import type { ExportsService } from './exports-service.ts';
import { isFinished, progressOf } from './token-export.ts';
import type { TokenExport, ExportResult } from './token-export.ts';
import type { Request, Response } from 'express';

/**
 * True if a range may be sent: `If-Range` is absent or matches the file. Ranges are defined for GET
 * only.
 */
const rangeHolds = (request: Request, etag: string): boolean => {
  if (request.method !== 'GET') return false;
  const condition = request.get('If-Range');
  return condition === undefined || condition === etag;
};

/**
 * Sends a file, with conditional requests (304) and single byte ranges (206, 416) as in RFC 9110.
 * Multiple ranges are answered with the whole file, as the RFC permits.
 * @param load reads the content; called only if it is sent
 */
export const sendFile = async (
  request: Request,
  response: Response,
  file: Omit<ExportResult, 'written' | 'leftOut'>,
  load: () => Promise<Buffer>,
): Promise<void> => {
  const etag = `"${file.sha256}"`;
  const text = /^text\/|json$|xml$|javascript$|dart$/.test(file.mediaType);
  response.set({ ETag: etag, 'Accept-Ranges': 'bytes', 'Cache-Control': 'private, no-cache' });
  if (isKnown(request, etag)) {
    response.status(304).end();
    return;
  }
  const ranges = rangeHolds(request, etag) ? request.range(file.bytes) : undefined;
  if (ranges === -1) {
    response.status(416).set('Content-Range', `bytes */${file.bytes}`).end();
    return;
  }
  const content = await load();
  // Only now: if the file has been removed meanwhile, the answer is an error, not a file.
  response.set({
    'Content-Disposition': `attachment; filename="${file.filename}"`,
    'Content-Type': text ? `${file.mediaType}; charset=utf-8` : file.mediaType,
  });
  const range =
    Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined;
  if (range === undefined) {
    response.status(200).set('Content-Length', String(file.bytes)).end(content);
    return;
  }
  const part = content.subarray(range.start, range.end + 1);
  response
    .status(206)
    .set({
      'Content-Range': `bytes ${range.start}-${range.end}/${file.bytes}`,
      'Content-Length': String(part.length),
    })
    .end(part);
};

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** Where an export is found. */
const exportPath = (id: string): string => `/v1/tokens/${id}`;

/**
 * An export as the API shows it.
 * @param publicUrl the base of its links
 */
const exportJson = (item: TokenExport, publicUrl: string) => ({
  id: item.id,
  status: item.status,
  progress: progressOf(item),
  format: item.format,
  prefix: item.prefix,
  palette_id: item.paletteId,
  theme_id: item.themeId,
  options: item.options,
  attempts: item.attempts,
  created_at: item.createdAt.toISOString(),
  started_at: iso(item.startedAt),
  completed_at: item.status === 'completed' ? iso(item.finishedAt) : null,
  expires_at: iso(item.expiresAt),
  status_url: `${publicUrl}${exportPath(item.id)}/status`,
  download_url: item.result === null ? null : `${publicUrl}${exportPath(item.id)}/file`,
  filename: item.result?.filename ?? null,
  media_type: item.result?.mediaType ?? null,
  bytes: item.result?.bytes ?? null,
  sha256: item.result?.sha256 ?? null,
  written: item.result?.written ?? null,
  left_out: item.result?.leftOut ?? null,
  error: item.error,
});

/** Cost of an export under the rate limits. */
const EXPORT_COST = 5;

interface ExportsRouterDeps {
  exports: ExportsService;
  formats: FormatRegistry;
  /** Base of links: the gateway's address, without a trailing slash. */
  publicUrl: string;
}

/** While an export runs, clients should poll once a second. */
const retryWhileRunning = (item: TokenExport): Record<string, string> =>
  isFinished(item) ? {} : { 'Retry-After': '1' };

const TAG_DESCRIPTION =
  'Design tokens: palettes and themes exported as files, by a job whose status can be checked.';

export const createExportsRouter = (deps: ExportsRouterDeps): ApiRouter => {
  const { exports, formats, publicUrl } = deps;
  const mediaTypes = [...new Set(formats.all.map(({ mediaType }) => mediaType))];
  const formatNames = [...formats.all.map(({ id }) => id), ...Object.keys(FORMAT_ALIASES)];
  const params = { id: typeId('exp', 'export') };
  return createRouter(envelopeDialect, { name: 'Tokens', description: TAG_DESCRIPTION }, [
    endpoint({
      method: 'POST',
      path: '/tokens/export',
      operationId: 'tokens.export',
      summary: 'Export design tokens in a target format',
      description:
        'Accepts the export; a worker renders its file. Identical requests of an organisation share one export.',
      scope: 'tokens:write',
      cost: EXPORT_COST,
      makes: 'exports',
      body: exportBody(formatNames),
      responses: { 202: { description: 'The accepted export', data: exportSchema } },
      prepare: ({ body, caller }) => exports.prepare(caller.organisation, body),
      handler: async ({ caller }, wanted) => {
        const { item, isNew } = await exports.request(caller.organisation, wanted);
        const answer = accepted(exportJson(item, publicUrl), {
          Location: `${exportPath(item.id)}/status`,
          ...retryWhileRunning(item),
        });
        if (!isNew) return answer;
        const afterCommit = () => {
          exports.queue(item.id);
          return Promise.resolve(answer);
        };
        return { ...answer, afterCommit };
      },
    }),
    endpoint({
      method: 'GET',
      path: '/tokens',
      operationId: 'tokens.list',
      summary: 'List the exports',
      description: 'Newest first, without those that have expired.',
      scope: 'tokens:read',
      query: listExportsQuery(formatNames),
      responses: { 200: { description: 'A page of exports', data: cursorPageSchema(exportSchema) } },
      handler: async ({ query, caller }) => {
        const found = await exports.list(caller.organisation, query);
        return ok(cursorPageJson(found, (item) => exportJson(item, publicUrl)));
      },
    }),
    endpoint({
      method: 'GET',
      path: '/tokens/formats',
      operationId: 'tokens.formats',
      summary: 'List the export formats, with an example each',
      scope: 'tokens:read',
      responses: { 200: { description: 'The formats', data: formatsSchema } },
      handler: async () => {
        const items = await exports.formats();
        return ok({ items: items.map(({ mediaType, ...entry }) => ({ ...entry, media_type: mediaType })) });
      },
    }),
    endpoint({
      method: 'GET',
      path: '/tokens/:id/status',
      operationId: 'tokens.status',
      summary: 'Get token export job status',
      scope: 'tokens:read',
      params,
      query: statusQuery,
      responses: { 200: { description: 'The export', data: exportSchema } },
      handler: async ({ params: { id }, query, caller }) => {
        const item = await exports.show(caller.organisation, id, query.wait);
        return ok(exportJson(item, publicUrl), retryWhileRunning(item));
      },
    }),
    endpoint({
      method: 'GET',
      path: '/tokens/:id/file',
      operationId: 'tokens.file',
      summary: 'Download the file of a completed export',
      scope: 'tokens:read',
      params,
      responses: {
        200: { description: 'The file', mediaTypes },
        206: { description: 'The part of the file that `Range` asks for', mediaTypes },
        304: { description: 'The file is the one that `If-None-Match` names' },
        416: { description: 'The file has no such range; `Content-Range` says how long it is' },
      },
      handler: async ({ params: { id }, caller, request, response }) => {
        const file = await exports.file(caller.organisation, id);
        await sendFile(request, response, file, () => exports.content(id));
        return undefined;
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/tokens/:id',
      operationId: 'tokens.delete',
      summary: 'Cancel an export, or remove its file',
      scope: 'tokens:write',
      params,
      responses: { 200: { description: 'Removed', kind: 'deleted' } },
      handler: async ({ params: { id }, caller }) => {
        await exports.cancel(caller.organisation, id);
        return deleted(id, 'export');
      },
    }),
  ]);
};
