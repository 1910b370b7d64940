import Joi from 'joi';

import { collisions } from '../themes/themes-schema.ts';
import type { Collisions } from '../themes/separate-names.ts';
import { IMPORT_FORMATS } from './registry.ts';

export interface ImportBody {
  format?: string;
  content: string | object;
  options?: { collisions?: Collisions };
}

export const importBody = Joi.object<ImportBody>({
  format: Joi.string()
    .valid(...IMPORT_FORMATS.keys())
    .description('Found by what is in the content unless it is given'),
  content: Joi.alternatives(Joi.string(), Joi.object().unknown(true))
    .required()
    .description('An object for the JSON formats, base64 for `ase` and `aco`, text for the others'),
  options: Joi.object({ collisions }).description('How tokens are read'),
}).meta({ component: 'ImportTokens' });

export const importSchema = Joi.object({
  format: Joi.string().required().description('The format that the content was read as'),
  tokens: Joi.object().unknown(true).required().description('Fits `tokens` of `POST /v1/themes`'),
  count: Joi.number().integer().min(0).required().description('How many tokens there are'),
  changes: Joi.array()
    .items(Joi.string())
    .required()
    .description('What was changed or left out, one sentence each'),
  unresolved: Joi.array()
    .items(Joi.object({ field: Joi.string().allow('').required(), message: Joi.string().required() }))
    .required()
    .description('Tokens that were left out, as a theme would refuse them, each with the reason'),
}).meta({ component: 'ImportedTokens' });
