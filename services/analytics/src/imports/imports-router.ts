import {
  created,
  createRouter,
  deleted,
  endpoint,
  integerId,
  managementDialect,
  ok,
  page,
} from '@platform/http';
import type { ApiRouter } from '@platform/http';

import type { Import } from './imports-store.ts';
import { createImportSchema, importAnswerSchema, updateImportSchema } from './imports-schema.ts';
import type { ImportsService } from './imports-service.ts';

/** An import as the interface shows it. */
const toImportJson = (made: Import) => ({
  id: made.id,
  source: made.source,
  file_name: made.fileName,
  status: made.status,
  progress: made.progress,
  size_bytes: made.sizeBytes,
  rows_read: made.rowsRead,
  days: made.days,
  skipped_days: made.skippedDays,
  first_day: made.firstDay,
  last_day: made.lastDay,
  kept_as: 'daily_sums',
  error: made.error,
  note: made.note,
  created_at: made.createdAt.toISOString(),
  finished_at: made.finishedAt?.toISOString() ?? null,
});

const TAG_DESCRIPTION = 'Statistics from Plausible, Umami, GoatCounter and Google Analytics.';

/** Of a body that holds a part of the file. */
const BODY_LIMIT = '5mb';

/** `/api/v1/websites/{id}/imports` */
export const createImportsRouter = (imports: ImportsService): ApiRouter => {
  const params = { id: integerId('website') };
  const oneParams = { ...params, import: integerId('import') };
  const answer = { data: importAnswerSchema };
  return createRouter(managementDialect, { name: 'Imports', description: TAG_DESCRIPTION }, [
    endpoint({
      method: 'GET',
      path: '/websites/:id/imports',
      summary: 'List imports, the latest first',
      scope: 'websites:read',
      params,
      responses: { 200: { description: 'All imports', kind: 'page', ...answer } },
      handler: async ({ caller, params: { id } }) => {
        const items = (await imports.list(caller.organisation, id)).map(toImportJson);
        return page({ items, total: items.length, number: 1, perPage: Math.max(items.length, 1) });
      },
    }),
    endpoint({
      method: 'POST',
      path: '/websites/:id/imports',
      summary: 'Import data from another program',
      description:
        'An export from Plausible, Umami, GoatCounter or Google Analytics: CSV, a ZIP archive of CSV files, or for `ga4` the JSON lines of its export to BigQuery. A file of more than 3 MB is sent in parts (PATCH). Days that already have data are left out.',
      scope: 'websites:write',
      params,
      body: createImportSchema,
      bodyLimit: BODY_LIMIT,
      responses: { 201: { description: 'The import', ...answer } },
      handler: async ({ caller, params: { id }, body }) => {
        const made = await imports.create(caller.organisation, id, body);
        return created(toImportJson(made), `/api/v1/websites/${id}/imports/${made.id}`);
      },
    }),
    endpoint({
      method: 'GET',
      path: '/websites/:id/imports/:import',
      summary: 'Show an import and its progress',
      scope: 'websites:read',
      params: oneParams,
      responses: { 200: { description: 'The import', ...answer } },
      handler: async ({ caller, params: { id, import: number } }) =>
        ok(toImportJson(await imports.show(caller.organisation, id, number))),
    }),
    endpoint({
      method: 'PATCH',
      path: '/websites/:id/imports/:import',
      summary: 'Add a part of the file, or say that it is complete',
      scope: 'websites:write',
      params: oneParams,
      body: updateImportSchema,
      bodyLimit: BODY_LIMIT,
      responses: { 200: { description: 'The import as it is now', ...answer } },
      handler: async ({ caller, params: { id, import: number }, body }) =>
        ok(toImportJson(await imports.update(caller.organisation, id, number, body))),
    }),
    endpoint({
      method: 'DELETE',
      path: '/websites/:id/imports/:import',
      summary: 'Undo an import',
      scope: 'websites:write',
      params: oneParams,
      responses: { 200: { description: 'What was deleted', kind: 'deleted' } },
      handler: async ({ caller, params: { id, import: number } }) => {
        await imports.remove(caller.organisation, id, number);
        return deleted(number, 'import');
      },
    }),
  ]);
};
