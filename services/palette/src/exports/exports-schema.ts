import { cursorPageQuery } from '@platform/http';
import type { CursorPageQuery } from '@platform/http';
import Joi from 'joi';
import { COLOR_SYNTAXES, FORMAT_OPTIONS } from '../formats/export-format.ts';
import type { ColorSyntax } from '../formats/export-format.ts';
import { DEFAULT_OPTIONS, EXPORT_STATUSES, TOKEN_KINDS, TOKEN_NAMES } from './token-export.ts';
import type { ExportOptions, ExportStatus, TokenKinds, TokenNames } from './token-export.ts';

export const formatsSchema = Joi.object()
  .meta({ component: 'ExportFormats' })
  .keys({
    items: Joi.array()
      .items(
        Joi.object({
          id: Joi.string().required(),
          title: Joi.string().required(),
          target: Joi.string().required(),
          media_type: Joi.string().required(),
          extension: Joi.string().required(),
          docs: Joi.string().uri().required(),
          holds: Joi.string()
            .valid('colors', 'all')
            .required()
            .description('Whether it has tokens of every type, or only colours'),
          options: Joi.array()
            .items(Joi.string().valid(...FORMAT_OPTIONS))
            .required(),
          example: Joi.object({
            filename: Joi.string().required(),
            encoding: Joi.string().valid('utf8', 'base64').required(),
            content: Joi.string().required(),
          }).required(),
        }),
      )
      .required(),
  });

const time = Joi.string().isoDate();

export const exportSchema = Joi.object()
  .meta({ component: 'Export' })
  .keys({
    id: Joi.string().required(),
    status: Joi.string()
      .valid(...EXPORT_STATUSES)
      .required(),
    progress: Joi.number().integer().min(0).max(100).required(),
    format: Joi.string().required(),
    prefix: Joi.string().allow(null, '').required(),
    palette_id: Joi.string().allow(null).required(),
    theme_id: Joi.string().allow(null).required(),
    options: Joi.object({
      color_syntax: Joi.string()
        .valid(...COLOR_SYNTAXES)
        .required(),
      p3: Joi.alternatives(Joi.boolean(), Joi.string().valid('auto')).required(),
      shades: Joi.boolean().required(),
      names: Joi.string()
        .valid(...TOKEN_NAMES)
        .required(),
      comments: Joi.boolean().required(),
      references: Joi.boolean().required(),
      mode: Joi.string().allow(null).required(),
      tokens: Joi.string()
        .valid(...TOKEN_KINDS)
        .required(),
      groups: Joi.array().items(Joi.string()).allow(null).required(),
      case: Joi.string().valid('target', 'keep').required(),
      collisions: Joi.string().valid('error', 'suffix').required(),
      dimensions: Joi.string().valid('given', 'rem').required(),
      files: Joi.string().valid('one', 'group', 'mode').required(),
    }).required(),
    attempts: Joi.number().integer().min(0).required(),
    created_at: time.required(),
    started_at: time.allow(null).required(),
    completed_at: time.allow(null).required(),
    expires_at: time.allow(null).required(),
    status_url: Joi.string().required(),
    download_url: Joi.string().allow(null).required(),
    filename: Joi.string().allow(null).required(),
    media_type: Joi.string().allow(null).required(),
    bytes: Joi.number().integer().allow(null).required(),
    sha256: Joi.string()
      .pattern(/^[0-9a-f]{64}$/)
      .allow(null)
      .required(),
    written: Joi.number()
      .integer()
      .min(0)
      .allow(null)
      .required()
      .description('How many tokens the file has, each once for each mode; null until it is there'),
    left_out: Joi.array()
      .items(
        Joi.object({
          type: Joi.string().required().description('DTCG `$type`'),
          reason: Joi.string().required(),
          count: Joi.number().integer().min(1).required(),
          names: Joi.array().items(Joi.string()).required().description('The first of them'),
        }),
      )
      .allow(null)
      .required()
      .description(
        'Tokens that the format can’t hold, or only in part, by type and reason; empty if the file has everything',
      ),
    error: Joi.object({
      code: Joi.string().required(),
      message: Joi.string().required(),
      details: Joi.array()
        .items(Joi.object({ field: Joi.string().required(), message: Joi.string().required() }))
        .required(),
    })
      .allow(null)
      .required(),
  });

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
    mode?: string;
    tokens?: TokenKinds;
    groups?: string[];
    case?: ExportOptions['case'];
    collisions?: ExportOptions['collisions'];
    dimensions?: ExportOptions['dimensions'];
    files?: ExportOptions['files'];
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
        .allow(null, '')
        .description('Begins every name; `color` by default, or `theme` for a theme. None if empty'),
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
          .max(100)
          .description(
            'Exports one mode of a theme instead of all: `light`, `dark`, `high_contrast`, `high_contrast_dark`, or one that its tokens bring. CSS with all modes follows `prefers-color-scheme`, `prefers-contrast` and `data-theme`',
          ),
        tokens: Joi.string()
          .valid(...TOKEN_KINDS)
          .meta({ default: DEFAULT_OPTIONS.tokens })
          .description("The theme's own tokens alone, its roles alone, or both"),
        groups: Joi.array()
          .items(Joi.string().min(1).max(1_000))
          .min(1)
          .max(100)
          .description('Only tokens of these groups, or of these names: `["color.brand", "space"]`'),
        case: Joi.string()
          .valid('target', 'keep')
          .meta({ default: DEFAULT_OPTIONS.case })
          .description('Names as the target spells them (`bg-color`), or as they were given (`bgColor`)'),
        collisions: Joi.string()
          .valid('error', 'suffix')
          .meta({ default: DEFAULT_OPTIONS.collisions })
          .description(
            'What becomes of a token whose name another one has: the export fails and names every pair, or the token gets a number',
          ),
        dimensions: Joi.string()
          .valid('given', 'rem')
          .meta({ default: DEFAULT_OPTIONS.dimensions })
          .description('Lengths as they are, or pixels as rem, 16 pixels each'),
        files: Joi.string()
          .valid('one', 'group', 'mode')
          .meta({ default: DEFAULT_OPTIONS.files })
          .description('One file, or a ZIP with one for each group or each mode'),
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
