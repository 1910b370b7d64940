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
import Joi from 'joi';

import { SOURCE_IDS } from './import-sources.ts';
import type { ImportsService, CreateImportBody, UpdateImportBody } from './imports-service.ts';
import type { Import } from './imports-store.ts';

/** Bytes of a part, and what they take in base64. */
const LARGEST_PART = 3 * 1024 ** 2;
const ENCODED = Math.ceil(LARGEST_PART / 3) * 4;
const MOST_PARTS = 80;

const source = Joi.string().valid(...SOURCE_IDS);
const content = Joi.string()
  .base64({ paddingRequired: false })
  .max(ENCODED)
  .description(`Up to ${LARGEST_PART / 1024 ** 2} MB of the file, in base64`);
const complete = Joi.number().valid(0, 1);

const createImportSchema = Joi.object<CreateImportBody>()
  .meta({ component: 'CreateImport' })
  .example({ source: 'plausible', file_name: 'export.zip', content: 'UEsDBA' })
  .keys({
    content,
    source: source.required().description('The program that the file comes from'),
    file_name: Joi.string()
      .max(200)
      .required()
      .description('Its name, which says what a single CSV file from Plausible holds'),
    complete: complete.description('1: this is the whole file; 1 by default where there is content'),
  });

const updateImportSchema = Joi.object<UpdateImportBody>()
  .meta({ component: 'UpdateImport' })
  .example({ part: 2, content: 'UEsDBA', complete: 1 })
  .keys({
    content,
    part: Joi.number()
      .integer()
      .min(1)
      .max(MOST_PARTS)
      .description('Number of the part, from 1; one sent again replaces itself'),
    complete: complete.description('1: all parts are there, and the import may begin'),
  })
  .with('content', 'part');

const count = Joi.number().integer().required();

const importAnswerSchema = Joi.object()
  .meta({ component: 'Import' })
  .keys({
    id: count,
    source: source.required(),
    file_name: Joi.string().required(),
    status: Joi.string().valid('uploading', 'pending', 'running', 'completed', 'failed').required(),
    progress: count.description('0 to 100'),
    size_bytes: count,
    rows_read: count,
    days: count.description('Days that are counted because of this import'),
    skipped_days: count.description('Days left out because they already had data'),
    first_day: Joi.string().allow(null).required(),
    last_day: Joi.string().allow(null).required(),
    kept_as: Joi.string()
      .valid('daily_sums')
      .required()
      .description('Imported days are sums by day: they count for one dimension at a time, and not by hours'),
    error: Joi.string().allow(null).required(),
    note: Joi.string().allow(null).required().description('What was left out, and why'),
    created_at: Joi.string().isoDate().required(),
    finished_at: Joi.string().isoDate().allow(null).required(),
  });

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
