import type { ExportFormat } from './export-format.ts';
import { leadingOf, nameTokens } from './naming/name-tokens.ts';
import { JAVASCRIPT_NAMES } from './naming/rules.ts';
import { lostDashes } from './notation/value-parts.ts';
import { exportedConstants, header, objectOfNames } from './notation/nest.ts';

/**
 * A TypeScript module with literal types: one constant per token, all of them as `tokens`, and a
 * type of their names.
 */
export const ts: ExportFormat = {
  id: 'ts',
  title: 'TypeScript module',
  target: 'TypeScript',
  mediaType: 'text/typescript',
  extension: '.ts',
  docs: 'https://www.typescriptlang.org/docs/handbook/2/modules.html',
  holds: 'all',
  loses: lostDashes,
  writesFont: true,
  options: ['color_syntax', 'comments', 'references'],
  render(tokens, options) {
    const named = nameTokens(tokens, JAVASCRIPT_NAMES, leadingOf(options.prefix), options);
    return [
      `${header(options)}${exportedConstants(named, options)}`,
      `export const tokens = ${objectOfNames(named, options)} as const;\n`,
      `export type TokenName = keyof typeof tokens;\n`,
    ].join('\n');
  },
};
