import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { REQUEST } from './estimates.ts';
import { cssTexts } from '../../page/html/scripts-and-styles.ts';
import { count } from '../../page/quantities.ts';

export const cssImports: Check = {
  meta: {
    id: 'css-imports',
    category: 'performance',
    title: 'Stylesheets don’t import others',
    failureTitle: 'Stylesheets import others',
    importance: 'low',
    basis: 'resources',
    docs: {
      why: 'A browser finds an @import only once its stylesheet has arrived, so the two load one after the other.',
      thresholds: 'In the CSS read. Pass: no @import. Warn: some. Not applicable without CSS.',
      fix: 'Link the stylesheets side by side, or combine them at build time.',
      sources: ['https://web.dev/articles/critical-rendering-path/page-speed-rules-and-recommendations'],
    },
  },
  run({ page, artifacts }) {
    const texts = cssTexts(page, artifacts);
    if (texts.length === 0) return notApplicable('No CSS was read.');
    const imports = texts.flatMap(({ source, at, css }) =>
      [...css.matchAll(/@import\s+[^;]{1,300};/gi)].map(([snippet]) => ({ snippet, note: source, at })),
    );
    if (imports.length === 0) return pass('Stylesheets don’t import others.', { value: 0 });
    return warn(
      `${count(imports.length, 'import')} between stylesheets. Link the stylesheets side by side.`,
      {
        value: imports.length,
        expected: '0',
        items: imports,
        saves: { milliseconds: REQUEST },
      },
    );
  },
};
