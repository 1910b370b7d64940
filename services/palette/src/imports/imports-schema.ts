import Joi from 'joi';
import { collisions } from '../themes/themes-schema.ts';
import type { Collisions } from '../themes/separate-names.ts';
import type { TokenFile } from './read-content.ts';
import { IMPORT_FORMATS } from './registry.ts';

export interface ImportBody {
  format?: string;
  content?: string | object;
  files?: TokenFile[];
  options?: { collisions?: Collisions };
}

/** Files in a request. */
const MOST_FILES = 500;

const fileContent = Joi.alternatives(Joi.string(), Joi.object().unknown(true));

export const importBody = Joi.object<ImportBody>({
  format: Joi.string()
    .valid(...IMPORT_FORMATS.keys())
    .description('Found by what is in the content unless it is given'),
  content: fileContent.description(
    'An object for the JSON formats, base64 for `ase`, `aco` and a zip of files, text for the others; JSON5 and YAML are read, too. Either this or `files`',
  ),
  files: Joi.array()
    .items(
      Joi.object<TokenFile>({
        name: Joi.string()
          .max(300)
          .required()
          .example('tokens/color/dark.json')
          .description('Its name with its folders, by which references between files and modes are found'),
        content: fileContent
          .required()
          .example('{ bg: { $type: "color", $value: "#0a0a0a" } }')
          .description('As in `content`'),
      }),
    )
    .min(1)
    .max(MOST_FILES)
    .description(
      'Several files that belong together: sets of Tokens Studio with `$themes.json`, sources of a resolver document, or a folder of Style Dictionary. Files with other values for the same tokens are modes, named by what their names differ in',
    ),
  options: Joi.object({ collisions }).description('How tokens are read'),
})
  .meta({ component: 'ImportTokens' })
  .example({ content: { brand: { $type: 'color', $value: '#3366cc' } } });

export const importWebsiteBody = Joi.object<{ url: string }>({
  url: Joi.string()
    .max(2_048)
    .required()
    .example('https://example.com/')
    .description('Public http or https address of a page, or of a style sheet'),
}).meta({ component: 'ImportWebsite' });

export const importSchema = Joi.object({
  format: Joi.string().required().description('The format that the content was read as'),
  files: Joi.array()
    .items(Joi.string())
    .example(['tokens/color/dark.json', 'tokens/color/light.json'])
    .description('Names of the files that were read, where several were sent or a zip'),
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
