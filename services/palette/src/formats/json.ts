import type { ExportFormat } from './export-format.ts';
import { nameTokens } from './naming/name-tokens.ts';
import { CSS_NAMES } from './naming/rules.ts';
import { cssValue } from './notation/css-value.ts';
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
  options: ['color_syntax'],
  render: (tokens, { prefix, colorSyntax }) =>
    formatWithStyleDictionary({
      format: 'json/flat',
      tokens: nameTokens(tokens, CSS_NAMES, [prefix]),
      value: ({ token }) => cssValue(token, colorSyntax),
      comments: false,
    }),
};
