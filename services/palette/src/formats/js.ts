import type { ExportFormat } from './export-format.ts';
import { leadingOf, nameTokens } from './naming/name-tokens.ts';
import { JAVASCRIPT_NAMES } from './naming/rules.ts';
import { lostDashes } from './notation/value-parts.ts';
import { exportedConstants, header, objectOfNames } from './notation/nest.ts';

/**
 * An ECMAScript module: one constant per token, so that bundlers drop unused ones, and all of them
 * as the default export.
 */
export const js: ExportFormat = {
  id: 'js',
  title: 'JavaScript module (ESM)',
  target: 'JavaScript',
  mediaType: 'text/javascript',
  extension: '.js',
  docs: 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Guide/Modules',
  holds: 'all',
  loses: lostDashes,
  writesFont: true,
  options: ['color_syntax', 'comments', 'references'],
  render(tokens, options) {
    const named = nameTokens(tokens, JAVASCRIPT_NAMES, leadingOf(options.prefix), options);
    return `${header(options)}${exportedConstants(named, options)}\nexport default ${objectOfNames(named, options)};\n`;
  },
};
