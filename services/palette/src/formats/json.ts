import type { ExportFormat } from './export-format.ts';
import { leadingOf, nameTokens } from './naming/name-tokens.ts';
import { CSS_NAMES } from './naming/rules.ts';
import { cssValue } from './notation/css-value.ts';
import { lostDashes } from './notation/value-parts.ts';
import { formatWithStyleDictionary } from './notation/style-dictionary.ts';

/** One flat JSON object: name → colour. */
export const json: ExportFormat = {
  id: 'json',
  title: 'JSON (flat)',
  target: 'Any program',
  mediaType: 'application/json',
  extension: '.json',
  docs: 'https://www.rfc-editor.org/rfc/rfc8259',
  holds: 'all',
  loses: lostDashes,
  writesFont: true,
  options: ['color_syntax'],
  render: (tokens, options) =>
    formatWithStyleDictionary({
      format: 'json/flat',
      tokens: nameTokens(tokens, CSS_NAMES, leadingOf(options.prefix), options),
      value: ({ token }) => cssValue(token, options.colorSyntax),
      comments: false,
    }),
};
