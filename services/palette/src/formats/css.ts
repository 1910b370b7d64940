import type { ExportFormat } from './export-format.ts';
import { nameTokens } from './naming/name-tokens.ts';
import { CSS_NAMES } from './naming/rules.ts';
import { cssP3 } from './notation/css-color.ts';
import { modeRules } from './notation/css-modes.ts';
import { cssValue } from './notation/css-value.ts';
import { formatWithStyleDictionary } from './notation/style-dictionary.ts';
import { colorsOf, isColorToken } from './token.ts';
import type { DesignToken } from './token.ts';
import { wantsP3 } from './notation/wide-gamut.ts';

/**
 * CSS custom properties; Display P3 values follow for screens that show them. Of a theme with all modes also the roles by their
 * own names, in the mode that the system or `data-theme` asks for.
 */
export const css: ExportFormat = {
  id: 'css',
  title: 'CSS custom properties',
  target: 'Browsers',
  mediaType: 'text/css',
  extension: '.css',
  docs: 'https://developer.mozilla.org/en-US/docs/Web/CSS/--*',
  holds: 'all',
  options: ['color_syntax', 'p3', 'comments'],
  async render(all, options) {
    const { prefix, colorSyntax, comments } = options;
    const tokens = withoutSeeds(all);
    const named = nameTokens(tokens, CSS_NAMES, [prefix]);
    const base = await formatWithStyleDictionary({
      format: 'css/variables',
      tokens: named,
      value: ({ token }) => cssValue(token, colorSyntax),
      comments,
      options: { selector: ':root' },
    });
    const wide = nameTokens(colorsOf(tokens), CSS_NAMES, [prefix]).filter(({ token }) =>
      wantsP3(token.color, options),
    );
    const modes = modeRules(tokens, prefix);
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

/** With all modes, a role has the name that the token it was made from had. */
const withoutSeeds = (tokens: readonly DesignToken[]): readonly DesignToken[] => {
  const hasModes = tokens.some((token) => isColorToken(token) && token.mode !== undefined);
  return hasModes ? tokens.filter((token) => !isColorToken(token) || token.isSeed !== true) : tokens;
};
