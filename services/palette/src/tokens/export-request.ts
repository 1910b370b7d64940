import { invalid } from '@platform/errors';

import type { ExportFormat } from '../formats/export-format.ts';
import type { ExportOptions } from './token-export.ts';
import type { ExportBody } from './tokens-schema.ts';

const DEFAULTS: ExportOptions = {
  color_syntax: 'hex',
  p3: 'auto',
  shades: false,
  names: 'role',
  comments: true,
  mode: null,
};

/** Options that some formats lack. */
const OF_FORMATS = ['color_syntax', 'p3', 'comments'] as const;
const OF_PALETTES = ['shades', 'names'] as const;
const OF_THEMES = ['mode'] as const;

const refuseGiven = (
  options: NonNullable<ExportBody['options']>,
  names: readonly (keyof ExportOptions)[],
  because: string,
): void => {
  const details = names
    .filter((name) => options[name] !== undefined)
    .map((name) => ({ field: `options.${name}`, message: `options.${name} ${because}` }));
  if (details.length > 0) throw invalid(details);
};

/**
 * The options of a request, completed.
 * @throws 400 for an option that would have no effect: a misunderstanding must not pass silently
 */
export const readOptions = (body: ExportBody, format: ExportFormat): ExportOptions => {
  const options = body.options ?? {};
  const lacking = OF_FORMATS.filter((name) => !format.options.includes(name));
  refuseGiven(options, lacking, `has no effect in the format ${format.id}`);
  if (body.theme_id === undefined) refuseGiven(options, OF_THEMES, 'is for themes only');
  else refuseGiven(options, OF_PALETTES, 'is for palettes only');
  return { ...DEFAULTS, ...options };
};

/** @throws 400 unless exactly one of a palette and a theme is named */
export const readSource = ({ palette_id, theme_id }: ExportBody): { palette: string } | { theme: string } => {
  if (palette_id !== undefined && theme_id !== undefined)
    throw invalid([{ field: 'theme_id', message: 'theme_id can not be given together with palette_id' }]);
  if (theme_id !== undefined) return { theme: theme_id };
  if (palette_id !== undefined) return { palette: palette_id };
  throw invalid([{ field: 'palette_id', message: 'palette_id is required, or theme_id' }]);
};
