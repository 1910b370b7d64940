import type { ExportFormat } from './export-format.ts';
import { cssValue } from './notation/css-value.ts';
import { lostDashes } from './notation/value-parts.ts';
import { leadingOf } from './naming/name-tokens.ts';
import { nest } from './notation/nest.ts';
import { oneLine } from './naming/name-tokens.ts';

/**
 * A JSON tree of groups, with names unchanged but for characters that can't be seen. A token that is also a group becomes its `default`.
 */
export const jsonNested: ExportFormat = {
  id: 'json-nested',
  title: 'JSON (nested)',
  target: 'Any program',
  mediaType: 'application/json',
  extension: '.json',
  docs: 'https://www.rfc-editor.org/rfc/rfc8259',
  holds: 'all',
  loses: lostDashes,
  writesFont: true,
  options: ['color_syntax'],
  fileName: (prefix) => `${prefix}-nested`,
  render(tokens, { prefix, colorSyntax }) {
    const tree = nest(tokens, {
      leading: leadingOf(prefix),
      key: (segment) => oneLine(segment) || 'token',
      rootKey: 'default',
      leaf: (token) => cssValue(token, colorSyntax),
    });
    return `${JSON.stringify(tree, null, 2)}\n`;
  },
};
