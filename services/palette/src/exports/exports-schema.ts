import { cursorPageQuery } from '@platform/http';
import type { CursorPageQuery } from '@platform/http';
import Joi from 'joi';

import { COLOR_SYNTAXES } from '../formats/export-format.ts';
import type { ColorSyntax } from '../formats/export-format.ts';
import { DEFAULT_OPTIONS, EXPORT_STATUSES, MODES, TOKEN_NAMES } from './token-export.ts';
import type { ExportStatus, ModeName, TokenNames } from './token-export.ts';

/** Starts with a letter, so that it can begin a name in every target language. */
const PREFIX = /^[A-Za-z][A-Za-z0-9_-]{0,31}$/;

export interface ExportBody {
  palette_id?: string;
  theme_id?: string;
  format: string;
  prefix?: string | null;
  version?: number;
  options?: {
    color_syntax?: ColorSyntax;
    p3?: boolean;
    shades?: boolean;
    names?: TokenNames;
    comments?: boolean;
    references?: boolean;
    mode?: ModeName;
  };
}

/** @param formats ids of all formats */
export const exportBody = (formats: readonly string[]) =>
  Joi.object<ExportBody>()
    .meta({ component: 'CreateExport' })
    .example({ palette_id: 'pal_01h455vb4pex5vsknk084sn02q', format: 'css', prefix: 'brand' })
    .keys({
      palette_id: Joi.string().max(100).description('The palette to export …'),
      theme_id: Joi.string().max(100).description('… or the theme'),
      format: Joi.string()
        .valid(...formats)
        .required(),
      prefix: Joi.string()
        .pattern(PREFIX)
        .messages({
          'string.pattern.base':
            '{{#label}} must be 1 to 32 ASCII letters, digits, hyphens and underscores, starting with a letter',
        })
        .allow(null)
        .description('Begins every name; `color` by default, or `theme` for a theme'),
      version: Joi.number()
        .integer()
        .min(1)
        .max(1_000_000)
        .description('The version of the palette or theme to export; the newest by default'),
      options: Joi.object({
        color_syntax: Joi.string()
          .valid(...COLOR_SYNTAXES)
          .meta({ default: DEFAULT_OPTIONS.color_syntax })
          .description('How colours are written'),
        p3: Joi.boolean().description(
          'Display P3 values for all colours or none; by default for those outside sRGB',
        ),
        shades: Joi.boolean()
          .meta({ default: DEFAULT_OPTIONS.shades })
          .description('Adds a scale from 50 to 950 to each colour of a palette'),
        names: Joi.string()
          .valid(...TOKEN_NAMES)
          .meta({ default: DEFAULT_OPTIONS.names })
          .description(
            'What tokens of a palette are named after: role (`base`), colour name (`steel-blue`), or hue and lightness (`blue-600`)',
          ),
        comments: Joi.boolean()
          .meta({ default: DEFAULT_OPTIONS.comments })
          .description('Descriptions as comments'),
        references: Joi.boolean()
          .meta({ default: DEFAULT_OPTIONS.references })
          .description('Keeps tokens that refer to others as references, if the format has them'),
        mode: Joi.string()
          .valid(...Object.keys(MODES))
          .description(
            'Exports one mode of a theme instead of all. CSS with all modes follows `prefers-color-scheme`, `prefers-contrast` and `data-theme`',
          ),
      }),
    });

export interface ListExportsQuery extends CursorPageQuery {
  status?: ExportStatus;
  format?: string;
  palette_id?: string;
  theme_id?: string;
}

/** @param formats ids of all formats */
export const listExportsQuery = (formats: readonly string[]) =>
  Joi.object<ListExportsQuery>({
    ...cursorPageQuery,
    status: Joi.string()
      .valid(...EXPORT_STATUSES)
      .description('Only exports in this state'),
    format: Joi.string()
      .valid(...formats)
      .description('Only exports in this format'),
    palette_id: Joi.string().max(100).description('Only exports of this palette'),
    theme_id: Joi.string().max(100).description('Only exports of this theme'),
  });

export interface StatusQuery {
  wait: number;
}

export const statusQuery = Joi.object<StatusQuery>({
  wait: Joi.number()
    .integer()
    .min(0)
    .max(25)
    .default(0)
    .description('Seconds to wait for the export to finish'),
});
