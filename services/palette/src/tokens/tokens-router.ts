import { accepted, createRouter, deleted, endpoint, envelopeDialect, ok, typeId } from '@platform/http';
import type { ApiRouter, Idempotency } from '@platform/http';

import type { FormatRegistry } from '../formats/create-format-registry.ts';
import { isFinished, progressOf } from './token-export.ts';
import type { TokenExport } from './token-export.ts';
import { exportBody, exportSchema, formatsSchema, statusQuery } from './tokens-schema.ts';
import type { TokensService } from './tokens-service.ts';
import { sendDownload } from './send-download-router.ts';

export interface TokensRouterDeps {
  tokens: TokensService;
  idempotency: Idempotency;
  formats: FormatRegistry;
  /** How links are built: the address of the gateway, without a slash at its end. */
  publicUrl: string;
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** While an export runs it is worth asking again after a second. */
const retryWhileRunning = (item: TokenExport): Record<string, string> =>
  isFinished(item) ? {} : { 'Retry-After': '1' };

export const createTokensRouter = (deps: TokensRouterDeps): ApiRouter => {
  const { tokens, idempotency, formats, publicUrl } = deps;
  const mediaTypes = [...new Set(formats.all.map(({ mediaType }) => mediaType))];
  const path = (id: string): string => `/v1/tokens/${id}`;

  const exportJson = (item: TokenExport) => ({
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
    status_url: `${publicUrl}${path(item.id)}/status`,
    download_url: item.result === null ? null : `${publicUrl}${path(item.id)}/file`,
    filename: item.result?.filename ?? null,
    media_type: item.result?.mediaType ?? null,
    bytes: item.result?.bytes ?? null,
    sha256: item.result?.sha256 ?? null,
    error: item.error,
  });

  const params = { id: typeId('exp', 'export') };
  return createRouter(envelopeDialect, 'Tokens', [
    endpoint({
      method: 'POST',
      path: '/tokens/export',
      summary: 'Export design tokens in a target format',
      description:
        'Accepts the export; a worker makes the file. An equal export that the organisation has is given again.',
      scope: 'tokens:write',
      idempotency,
      body: exportBody(formats.all.map(({ id }) => id)),
      responses: { 202: { description: 'The accepted export', data: exportSchema } },
      handler: async ({ body, caller }) => {
        const item = await tokens.request(caller.organisation, body);
        return accepted(exportJson(item), {
          Location: `${path(item.id)}/status`,
          ...retryWhileRunning(item),
        });
      },
    }),
    endpoint({
      method: 'GET',
      path: '/tokens/formats',
      summary: 'List the export formats, with an example each',
      scope: 'tokens:write',
      responses: { 200: { description: 'The formats', data: formatsSchema } },
      handler: async () => {
        const items = await tokens.formats();
        return ok({ items: items.map(({ mediaType, ...entry }) => ({ ...entry, media_type: mediaType })) });
      },
    }),
    endpoint({
      method: 'GET',
      path: '/tokens/:id/status',
      summary: 'Get token export job status',
      scope: 'tokens:write',
      params,
      query: statusQuery,
      responses: { 200: { description: 'The export', data: exportSchema } },
      handler: async ({ params: { id }, query, caller }) => {
        const item = await tokens.show(caller.organisation, id, query.wait);
        return ok(exportJson(item), retryWhileRunning(item));
      },
    }),
    endpoint({
      method: 'GET',
      path: '/tokens/:id/file',
      summary: 'Download the file of a completed export',
      scope: 'tokens:write',
      params,
      responses: {
        200: { description: 'The file', mediaTypes },
        206: { description: 'The part of the file that `Range` asks for', mediaTypes },
      },
      handler: async ({ params: { id }, caller, request, response }) => {
        const file = await tokens.file(caller.organisation, id);
        await sendDownload(request, response, file, () => tokens.content(id));
        return undefined;
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/tokens/:id',
      summary: 'Cancel an export, or remove its file',
      scope: 'tokens:write',
      params,
      responses: { 200: { description: 'Removed', kind: 'deleted' } },
      handler: async ({ params: { id }, caller }) => {
        await tokens.cancel(caller.organisation, id);
        return deleted(id, 'export');
      },
    }),
  ]);
};
