import { invalid } from '@platform/errors';

import { FORMAT_OPTIONS } from '../formats/export-format.ts';
import type { ExportFormat } from '../formats/export-format.ts';
import type { ExportBody } from './exports-schema.ts';
import { DEFAULT_OPTIONS } from './token-export.ts';
import type { ExportOptions } from './token-export.ts';

/** Other names that clients may use for a format. */
export const FORMAT_ALIASES: Readonly<Record<string, string>> = { tailwind: 'tailwind-v4' };

/** Options that not every format has. */
const OF_FORMATS = FORMAT_OPTIONS;
const OF_PALETTES = ['shades', 'names'] as const;
const OF_THEMES = ['mode', 'references', 'tokens', 'groups', 'files'] as const;

const refuseGiven = (
  options: NonNullable<ExportBody['options']>,
  names: readonly (keyof ExportOptions)[],
  because: string,
): void => {
  const details = names
    // Some clients fill in the defaults of the document: that asks for nothing.
    .filter((name) => options[name] !== undefined && options[name] !== DEFAULT_OPTIONS[name])
    .map((name) => ({ field: `options.${name}`, message: `options.${name} ${because}` }));
  if (details.length > 0) throw invalid(details);
};

/**
 * The options of a request with defaults filled in.
 * @throws 400 for an option that would have no effect, rather than ignoring it
 */
export const readOptions = (body: ExportBody, format: ExportFormat): ExportOptions => {
  const options = body.options ?? {};
  const lacking = OF_FORMATS.filter((name) => !format.options.includes(name));
  refuseGiven(options, lacking, `has no effect in the format ${format.id}`);
  if (body.theme_id === undefined) refuseGiven(options, OF_THEMES, 'is for themes only');
  else refuseGiven(options, OF_PALETTES, 'is for palettes only');
  return { ...DEFAULT_OPTIONS, ...options };
};

/** The palette or theme to export. @throws 400 unless exactly one is given */
export const readSource = ({ palette_id, theme_id }: ExportBody): { palette: string } | { theme: string } => {
  if (palette_id !== undefined && theme_id !== undefined)
    throw invalid([{ field: 'theme_id', message: 'theme_id cannot be combined with palette_id' }]);
  if (theme_id !== undefined) return { theme: theme_id };
  if (palette_id !== undefined) return { palette: palette_id };
  throw invalid([{ field: 'palette_id', message: 'palette_id is required, or theme_id' }]);
};
