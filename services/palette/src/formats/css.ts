import type { ExportFormat } from './export-format.ts';
import { nameTokens } from './naming/name-tokens.ts';
import { CSS_NAMES } from './naming/rules.ts';
import { cssP3 } from './notation/css-color.ts';
import { withComments } from './notation/deprecated.ts';
import { followedTokens, modeRules, withoutFollowed } from './notation/css-modes.ts';
import { cssValue } from './notation/css-value.ts';
import { formatWithStyleDictionary } from './notation/style-dictionary.ts';
import { referencesTo } from './notation/references.ts';
import { colorsOf } from './token.ts';
import { wantsP3 } from './notation/wide-gamut.ts';

/**
 * CSS custom properties, followed by Display P3 values for screens that support them. A theme with
 * all modes also gets each role by its own name, which follows the system's preference or
 * `data-theme`.
 */
export const css: ExportFormat = {
  id: 'css',
  title: 'CSS custom properties',
  target: 'Browsers',
  mediaType: 'text/css',
  extension: '.css',
  docs: 'https://developer.mozilla.org/en-US/docs/Web/CSS/--*',
  holds: 'all',
  options: ['color_syntax', 'p3', 'comments', 'references'],
  async render(all, options) {
    const { prefix, colorSyntax, comments } = options;
    const tokens = withoutFollowed(all);
    const named = nameTokens(tokens, CSS_NAMES, [prefix]);
    const byName = nameTokens(followedTokens(tokens), CSS_NAMES, [prefix]);
    const reference = referencesTo([...named, ...byName], (name) => `var(--${name})`);
    const base = await formatWithStyleDictionary({
      format: 'css/variables',
      tokens: withComments(
        named,
        referencesTo(named, (name) => name),
      ),
      value: ({ token }) => cssValue(token, colorSyntax, reference),
      comments,
      options: { selector: ':root' },
    });
    // One that refers to another follows it.
    const wide = nameTokens(colorsOf(tokens), CSS_NAMES, [prefix]).filter(
      ({ token }) => wantsP3(token.color, options) && (!token.alias || reference(token.alias) === null),
    );
    const modes = modeRules(tokens, [prefix]);
    const parts = modes === '' ? [base] : [base, modes];
    if (wide.length === 0) return parts.join('\n');
    const p3 = await formatWithStyleDictionary({
      format: 'css/variables',
      tokens: wide,
      value: ({ token }) => cssP3(token.color),
      comments: false,
      options: { selector: ['@media (color-gamut: p3)', ':root'] },
    });
    return [...parts, p3].join('\n');
  },
};
