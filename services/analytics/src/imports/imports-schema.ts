import Joi from 'joi';

import { SOURCE_IDS } from './import-sources.ts';

export interface CreateImportBody {
  readonly source: string;
  readonly file_name: string;
  readonly content?: string;
  readonly complete?: number;
}

export interface UpdateImportBody {
  readonly part?: number;
  readonly content?: string;
  readonly complete?: number;
}

/** Bytes of a part, and what they take in base64. */
export const LARGEST_PART = 3 * 1024 ** 2;
const ENCODED = Math.ceil(LARGEST_PART / 3) * 4;
export const MOST_PARTS = 80;

const source = Joi.string().valid(...SOURCE_IDS);
const content = Joi.string()
  .base64({ paddingRequired: false })
  .max(ENCODED)
  .description(`Up to ${LARGEST_PART / 1024 ** 2} MB of the file, in base64`);
const complete = Joi.number().valid(0, 1);

export const createImportSchema = Joi.object<CreateImportBody>()
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

export const updateImportSchema = Joi.object<UpdateImportBody>()
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

export const importAnswerSchema = Joi.object()
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
