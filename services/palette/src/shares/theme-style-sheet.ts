import { createHash } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import { tokensOfTheme } from '../exports/collect-tokens.ts';
import { css } from '../formats/css.ts';
import { renderFormat } from '../formats/write-file.ts';
import type { ThemeWithPalette } from '../themes/themes-service.ts';

/** The style sheet of a theme. */
export interface ThemeStyleSheet {
  readonly text: string;
  /** Changes exactly when the text does. */
  readonly etag: string;
}

/** Finds or renders a theme's style sheet. @throws 400, as the export `css` does */
export type ThemeStyleSheets = (theme: ThemeWithPalette) => Promise<ThemeStyleSheet>;

/** Of all texts that are kept, in characters. That of 1,800 tokens has 110,000. */
const MOST_KEPT = 32 * 1024 * 1024;

/** With all modes, as the export `css` has it. */
const render = async ({ theme, palette }: ThemeWithPalette): Promise<ThemeStyleSheet> => {
  const tokens = tokensOfTheme(theme, null, palette);
  const options = { prefix: 'theme', colorSyntax: 'hex', p3: 'auto', comments: false } as const;
  const text = await renderFormat(css, tokens, options);
  if (typeof text !== 'string') throw new Error('CSS is one text.');
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
};

/** The style sheets of themes, each rendered once for a version of the theme and its palette. */
export const createThemeStyleSheets = (): ThemeStyleSheets => {
  const kept = new LRUCache<string, ThemeStyleSheet, ThemeWithPalette>({
    maxSize: MOST_KEPT,
    sizeCalculation: ({ text }) => text.length,
    fetchMethod: (_key, _stale, { context }) => render(context),
    // What is dropped while it is rendered still goes to those who wait for it.
    ignoreFetchAbort: true,
  });
  return ({ theme, palette }) =>
    kept.forceFetch(`${theme.id} ${theme.version} ${palette.version}`, { context: { theme, palette } });
};
