import { tokensOfTheme } from '../exports/collect-tokens.ts';
import { css } from '../formats/css.ts';
import { renderFormat } from '../formats/write-file.ts';
import type { ThemeWithPalette } from '../themes/themes-service.ts';

/** The style sheet of a theme with all modes, as the export `css` has it. @throws 400, as that does */
export const themeStyleSheet = async ({ theme, palette }: ThemeWithPalette): Promise<string> => {
  const tokens = tokensOfTheme(theme, null, palette);
  const options = { prefix: 'theme', colorSyntax: 'hex', p3: 'auto', comments: false } as const;
  const text = await renderFormat(css, tokens, options);
  if (typeof text !== 'string') throw new Error('CSS is one text.');
  return text;
};
