import type { ExportFormat } from './export-format.ts';
import { leadingOf, nameTokens } from './naming/name-tokens.ts';
import type { NamedToken } from './naming/name-tokens.ts';
import { CSS_NAMES } from './naming/rules.ts';
import { cssP3, cssValue } from './notation/css-value.ts';
import { withComments } from './notation/comment.ts';
import { followedTokens, modeRules, withoutFollowed } from './notation/named-modes.ts';
import { lostDashes } from './notation/value-parts.ts';
import { formatWithStyleDictionary } from './notation/style-dictionary.ts';
import { referencesTo } from './notation/references.ts';
import { isColorToken } from './token.ts';
import type { ColorToken } from './token.ts';
import { wantsP3 } from './notation/native-values.ts';

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
  loses: lostDashes,
  writesFont: true,
  options: ['color_syntax', 'p3', 'comments', 'references'],
  async render(given, options) {
    const { prefix, colorSyntax, comments } = options;
    const tokens = withoutFollowed(given);
    // The names that follow the mode, beside all others.
    const all = nameTokens([...tokens, ...followedTokens(tokens)], CSS_NAMES, leadingOf(prefix), options);
    const named = all.slice(0, tokens.length);
    const reference = referencesTo(all, (name) => `var(--${name})`);
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
    const wide = named.filter(
      (item): item is NamedToken<ColorToken> =>
        isColorToken(item.token) &&
        wantsP3(item.token.color, options) &&
        (!item.token.alias || reference(item.token.alias) === null),
    );
    const modes = modeRules(
      tokens,
      referencesTo(all, (name) => `--${name}`),
    );
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
